// A position of Hansa Teutonica in words. No element is touched here: tests/javascript tests it alone.

import { COLOURS, counted } from "./words.js";

const KINDS = { t: "trader", m: "merchant" };

/** @param {string} piece such as `2t` */
export const pieceInWords = (piece) => {
  const owner = piece[0] === "n" ? "the neutral player" : COLOURS[Number(piece[0])];
  return `${owner}'s ${KINDS[piece[1]]}`;
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
 * What stands in a row of places: "Red's trader, 2 free".
 * @param {(string | null)[]} pieces
 * @param {number} free
 */
export function rowInWords(pieces, free) {
  const found = pieces.filter((piece) => piece !== null).map(pieceInWords);
  const empty = free + pieces.length - found.length;
  return [...found, empty > 0 && `${empty} free`].filter(Boolean).join(", ");
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
    const what = counted(houses.length, ship ? "ship" : "house");
    const marker = facts.marker && !ship ? `; marker ${board.markers[facts.marker]}` : "";
    const where = ends.split("-").map(name).join("-");
    const stands = rowInWords(standing, houses.length - standing.length);
    return `${where}, ${what}: ${stands}${marker}`;
  };
  const city = (code) => {
    const { offices = [], extra = [], posts = [] } = state.cities[code] ?? {};
    const taken = rowInWords(offices, 0) || "no office is taken";
    const more = extra.length ? `; extra: ${rowInWords(extra, 0)}` : "";
    const green = posts.length ? `; posts: ${rowInWords(posts, 0)}` : "";
    return `${name(code)}: ${taken}${more}${green}`;
  };
  const special = ([points, seat]) => `${points} points: ${seat === null ? "free" : COLOURS[seat]}`;
  return [
    ["Routes", Object.entries(board.slots).map(route)],
    ["Cities", Object.keys(board.cities).map(city)],
    ["Special prestige", Object.entries(state.special).map(special)],
  ];
}
