// A position of Hansa Teutonica in words. No element is touched here: tests/javascript tests it alone.

import { t, tn } from "./language.js";
import { COLOURS } from "./words.js";

/** @param {string} piece such as `2t` */
export const pieceInWords = (piece) => {
  const player = COLOURS[Number(piece[0])];
  if (piece[0] === "n")
    return piece[1] === "t" ? t("the neutral trader") : t("the neutral merchant");
  return piece[1] === "t"
    ? t("{player}'s trader", { player })
    : t("{player}'s merchant", { player });
};

/**
 * The pieces that are off the board for a moment: lifted, or displaced and not yet put.
 * @param {any} state
 * @returns {string[]}
 */
export function inHand(state) {
  const { phase, displaced } = state;
  if (phase === "displaced") return displaced.put ? [] : [`${displaced.owner}${displaced.piece}`];
  return (state[phase]?.held ?? []).map(([, piece]) => piece);
}

/**
 * What is in a row of places: "Red's trader, 2 free".
 * @param {(string | null)[]} pieces
 * @param {number} free
 */
export function rowInWords(pieces, free) {
  const found = pieces.filter((piece) => piece !== null).map(pieceInWords);
  const empty = free + pieces.length - found.length;
  return [...found, empty > 0 && t("{count} free", { count: empty })].filter(Boolean).join(", ");
}

/**
 * @param {any} state
 * @param {any} board
 * @returns {[title: string, lines: string[]][]}
 */
export function inWords(state, board) {
  const name = (code) => board.cities[code]?.name ?? code;
  const route = ([slot, houses]) => {
    const [ends, ship] = slot.split("/");
    const facts = state.routes[ends] ?? {};
    const standing = facts[ship ? "ship" : "house"] ?? [];
    const what = ship
      ? tn("{count} ship", "{count} ships", houses.length)
      : tn("{count} house", "{count} houses", houses.length);
    const marker =
      facts.marker && !ship ? `; ${t("marker {name}", { name: board.markers[facts.marker] })}` : "";
    const where = ends.split("-").map(name).join("-");
    const stands = rowInWords(standing, houses.length - standing.length);
    return `${where}, ${what}: ${stands}${marker}`;
  };
  const city = (code) => {
    const { offices = [], extra = [], posts = [] } = state.cities[code] ?? {};
    const taken = rowInWords(offices, 0) || t("no office is taken");
    const more = extra.length ? `; ${t("extra: {pieces}", { pieces: rowInWords(extra, 0) })}` : "";
    const green = posts.length ? `; ${t("posts: {pieces}", { pieces: rowInWords(posts, 0) })}` : "";
    return `${name(code)}: ${taken}${more}${green}`;
  };
  const special = ([points, seat]) =>
    t("{points} points: {owner}", { points, owner: seat === null ? t("free") : COLOURS[seat] });
  return [
    [t("Routes"), Object.entries(board.slots).map(route)],
    [t("Cities"), Object.keys(board.cities).map(city)],
    [t("Special prestige"), Object.entries(state.special).map(special)],
  ];
}
