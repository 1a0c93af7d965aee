// Games and positions from files that a user chose or dropped, of hansa and of other programs.

import { dialogue, h, status } from "./dom.js";
import { gamesIn } from "./files.js";
import { t, tn } from "./language.js";
import { capital, seatName } from "./words.js";

const MOST_BYTES = 1_000_000;

/**
 * Shows the game or the position of a file.
 * @param {{ wire: import("./wire.js").Wire, known: import("./types.js").Known }} page
 * @param {File} file
 */
export async function loadFile({ wire, known }, file) {
  try {
    status("");
    const { games, more } = await gamesIn(file);
    const chosen = games.length > 1 ? await choose(known, games, more) : games[0];
    if (chosen === null) return;
    const part = chosen ? file.slice(chosen.from, chosen.to) : file;
    if (part.size > MOST_BYTES) {
      throw new Error(t("{name} has no game a line and more than a megabyte", { name: file.name }));
    }
    const answer = await wire.ask("load", { text: await part.text() });
    if (answer.state) await showPosition(answer);
    else location.hash = `#/game/${answer.game}`;
  } catch (error) {
    status(error.message, true);
  }
}

// What a save of another program does not say, or says otherwise, comes first.
async function showPosition({ state, remarks }) {
  if (remarks.length) {
    const lines = remarks.map((remark) => h("li", {}, capital(remark)));
    const read = [[t("Go on"), true, "act"]];
    // @ts-expect-error tuples
    await dialogue(t("A save of another program"), h("ul", {}, lines), read);
  }
  sessionStorage.setItem("hansa-state", JSON.stringify(state));
  if (location.hash === "#/study") dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = "#/study";
}

/**
 * Which game of a file is meant; null if none is.
 * @param {import("./types.js").Known} known
 * @param {import("./files.js").Found[]} games
 * @param {boolean} more
 */
async function choose({ boards }, games, more) {
  const list = h("select", {
    size: 12,
    class: "wide",
    id: "which",
    "aria-label": t("Games of the file"),
  });
  const title = (name) => boards.find((board) => board.name === name)?.title ?? name;
  const words = (found, place) =>
    [
      `${place + 1}. ${title(found.board)}`,
      found.moves === undefined ? "" : tn("{count} move", "{count} moves", found.moves),
      found.seats
        .map((spec) => seatName({ person: spec === "human", name: "", spec }) || t("a person"))
        .join("; "), // the name of a level has a comma
    ]
      .filter(Boolean)
      .join(" · ");
  list.append(...games.map((found, place) => h("option", { value: place }, words(found, place))));
  list.value = "0";
  const rest = more
    ? h("p", { class: "soft" }, t("These are the first {count}.", { count: games.length }))
    : null;
  const buttons = [
    [t("Not now"), false],
    [t("Load it"), true, "act"],
  ];
  // @ts-expect-error tuples
  const yes = await dialogue(t("Which game?"), h("div", {}, list, rest), buttons);
  return yes ? games[Number(list.value)] : null;
}
