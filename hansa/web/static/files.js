// Files with games, a record a line or in the notation for people, read line by line however large
// they are. No element is touched here: tests/javascript tests it alone.

const MOST = 500; // games that are offered
const NEWLINE = 10;
const HEADER = /^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
const PLAYERS = ["Red", "Green", "Blue", "Yellow", "Purple"];

/**
 * A game of a file, and where it is; the notation does not say how many moves it has.
 * @typedef {{ from: number, to: number, board: string, seats: string[], moves?: number, end: string }} Found
 */

/**
 * The games of a file; none if it holds something else.
 * @param {Blob} file
 * @returns {Promise<{ games: Found[], more: boolean }>}
 */
export async function gamesIn(file) {
  /** @type {Found[]} */
  const games = [];
  /** @type {Found | null} the game in notation that goes on */
  let written = null;
  let heads = false; // whether the line before was a header
  for await (const { from, to, text } of linesOf(file)) {
    const header = HEADER.exec(text);
    if (header && !heads) written = null;
    const record = header || written ? null : recordOf(text);
    if ((record || (header && !written)) && games.length === MOST) return { games, more: true };
    if (record) games.push({ from, to, ...record });
    if (header && !written) {
      written = { from, to, board: "", seats: [], end: "" };
      games.push(written);
    }
    if (written) written.to = to;
    if (written && header) take(written, header);
    heads = Boolean(header);
  }
  return { games, more: false };
}

/**
 * What a header says of its game.
 * @param {Found} game
 * @param {string[]} header
 */
function take(game, [, name, value]) {
  const key = name.charAt(0).toUpperCase() + name.slice(1).toLowerCase();
  if (key === "Board" || key === "Position") game.board = value.split(/[,;\s]/)[0];
  else if (PLAYERS.includes(key)) game.seats.push(value);
  else if (key === "End") game.end = value;
}

/** @param {string} text */
function recordOf(text) {
  try {
    const { setup, moves, seats, end } = JSON.parse(text);
    if (!Array.isArray(moves) || typeof setup !== "object" || setup === null) return null;
    const board = String(setup.board ?? setup.game ?? "");
    const players = Array.isArray(seats) ? seats.map(String) : [];
    return { board, seats: players, moves: moves.length, end: String(end ?? "") };
  } catch {
    return null; // a line that was cut off, or of another file
  }
}

/**
 * @param {Blob} file
 * @returns {AsyncGenerator<{ from: number, to: number, text: string }>}
 */
async function* linesOf(file) {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  /** @type {Uint8Array[]} the pieces of a line that is not whole yet */
  let begun = [];
  let from = 0;
  let at = 0;
  const line = () => {
    const text = begun.map((part) => decoder.decode(part, { stream: true })).join("");
    return { from, to: at, text: text + decoder.decode() };
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    let start = 0;
    for (let end = value.indexOf(NEWLINE); end >= 0; end = value.indexOf(NEWLINE, start)) {
      begun.push(value.subarray(start, end));
      at += end - start;
      yield line();
      begun = [];
      at += 1;
      from = at;
      start = end + 1;
    }
    begun.push(value.slice(start));
    at += value.length - start;
  }
  if (at > from) yield line();
}
