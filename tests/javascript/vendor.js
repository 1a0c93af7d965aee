// Copies what the page takes from others out of node_modules: `npm run vendor`, after a new version.

import { readFileSync, writeFileSync } from "node:fs";

const TAKEN = [
  ["preact", "dist/preact.module.js", "preact.js"],
  ["htm", "dist/htm.module.js", "htm.js"],
];

for (const [name, path, file] of TAKEN) {
  const folder = new URL(`../../node_modules/${name}/`, import.meta.url);
  const { version, license } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const code = readFileSync(new URL(path, folder), "utf8").replace(
    /\/\/# sourceMappingURL=.*\n?/,
    "",
  );
  const words = readFileSync(new URL("LICENSE", folder), "utf8").trim();
  const head = `/*! ${name} ${version} (${license}), unchanged: do not edit, see tests/javascript/vendor.js\n\n${words}\n*/\n`;
  writeFileSync(new URL(`../../hansa/web/static/vendor/${file}`, import.meta.url), head + code);
}
