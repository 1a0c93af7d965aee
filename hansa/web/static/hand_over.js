// Several people with secrets at one screen: the next player comes alone before their mission is
// shown.

import { h } from "./dom.js";
import { t } from "./language.js";

/**
 * @param {string} name of the player who is to come
 * @param {() => void} show is called when they say that they are here
 * @returns {HTMLDialogElement}
 */
export function handOver(name, show) {
  const button = { type: "button", class: "act", id: "show-me", onclick: show };
  const node = h(
    "dialog",
    { class: "hand-over", "aria-label": t("Hand over") },
    h("h2", {}, t("Now it is {player}", { player: name })),
    h("p", {}, t("All others look away: this player's mission is shown next.")),
    h("button", button, t("I am {player}: show me the board", { player: name })),
  );
  node.addEventListener("cancel", (event) => event.preventDefault());
  node.addEventListener("close", () => node.remove());
  document.body.append(node);
  node.showModal();
  return node;
}
