// The links that open a seat for a player at another machine.

import { dialogue, h } from "./dom.js";
import { t } from "./language.js";
import { who } from "./words.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
const WORDS = {
  title: t("Links for others"),
  about: t(
    "Each opens one seat, and shows only what that seat may see; the last one is to look on.",
  ),
  watch: t("To look on"),
  alone: t(
    "This server listens on this machine alone. To let others on your network join, start it with ",
  ),
  done: t("Done"),
  copy: t("Copy"),
  copied: t("Copied"),
  selected: t("Ctrl-C copies it"),
};

/**
 * @param {import("./types.js").Link[]} links
 * @param {string} reach where others on the network find the server; empty if they do not
 * @param {string[]} names of the seats
 */
export function showLinks(links, reach, names) {
  const { origin, hostname } = location;
  const local = LOCAL.includes(hostname);
  const from = local && reach ? reach : origin;
  const command = h("code", {}, "hansa serve --host 0.0.0.0");
  const alone = local && !reach ? h("p", { class: "bad" }, WORDS.alone, command, ".") : null;
  const field = ({ seat, key }) => {
    const whose = seat === null ? WORDS.watch : who(seat, names[seat]);
    const link = h("input", {
      readonly: true,
      value: `${from}/#key=${key}`,
      class: "wide",
      onfocus: (event) => event.target.select(),
    });
    const button = h(
      "button",
      { type: "button", onclick: () => copy(link, button) },
      WORDS.copy,
      h("span", { class: "unseen" }, ` (${whose})`),
    );
    return h("div", { class: "link-field" }, h("label", {}, `${whose} `, link), button);
  };
  const content = h("div", {}, h("p", {}, WORDS.about), alone, links.map(field));
  return dialogue(WORDS.title, content, [[WORDS.done, true, "act"]]);
}

// Selected, for browsers that let a page without https write nothing to the clipboard.
async function copy(link, button) {
  link.select();
  try {
    await navigator.clipboard.writeText(link.value);
    button.textContent = WORDS.copied;
  } catch {
    button.textContent = WORDS.selected;
  }
}
