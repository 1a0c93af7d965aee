// What a game has of its own on the page, a module each; nothing else asks which game it is. A game
// has `Desks` (desks.js), `reasons` why it ended, `EditForm`: what the editor offers for its
// positions (editor.js), `inWords`: its map in words
// (board_words.js), and `inHand`: pieces that a player has lifted and must put.

import { later } from "./language.js";
import { teutonica } from "./teutonica.js";

/** @type {Record<string, any>} */
const GAMES = { teutonica };
/** @type {Record<string, () => Promise<any>>} fetched with the first of their boards */
const OTHERS = { hansa2004: async () => (await import("./hansa2004.js")).hansa2004 };

/** @param {string} name */
export async function loadGame(name) {
  GAMES[name] ??= await later(OTHERS[name]);
}

/** @param {{ game: string }} board that was loaded */
export const gameOf = (board) => GAMES[board.game];
