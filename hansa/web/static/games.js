// What a game has of its own on the page, a module each; nothing else asks which game it is. A game
// has `Desks` (desks.js), `reasons` why it ended, `EditForm`: what the editor offers for its
// positions (editor.js), `inWords`: its map in words
// (board_words.js), and `inHand`: pieces that a player has lifted and must put.

import { hansa2004 } from "./hansa2004.js";
import { teutonica } from "./teutonica.js";

/** @type {Record<string, any>} */
const GAMES = { teutonica, hansa2004 };

/** @param {{ game: string }} board */
export const gameOf = (board) => GAMES[board.game];
