// The links that open a seat for a player at another machine.

import { dialogue, h } from "./dom.js";
import { t } from "./language.js";
import { COLOURS } from "./words.js";

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
};

/**
 * @param {import("./types.js").Link[]} links
 * @param {string} reach where others on the network find the server; empty if they do not
 */
export function showLinks(links, reach) {
  const { origin, hostname } = location;
  const local = LOCAL.includes(hostname);
  const from = local && reach ? reach : origin;
  const command = h("code", {}, "hansa serve --host 0.0.0.0");
  const alone = local && !reach ? h("p", { class: "bad" }, WORDS.alone, command, ".") : null;
  const field = ({ seat, key }) =>
    h(
      "label",
      { class: "block" },
      `${seat === null ? WORDS.watch : COLOURS[seat]} `,
      h("input", {
        readonly: true,
        value: `${from}/#key=${key}`,
        class: "wide",
        onfocus: (event) => event.target.select(),
      }),
    );
  const content = h("div", {}, h("p", {}, WORDS.about), alone, links.map(field));
  return dialogue(WORDS.title, content, [[WORDS.done, true, "act"]]);
}
