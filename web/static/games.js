// What a game has of its own on the page.

import { Desks } from "./desks.js";
import { Desks2004 } from "./desks2004.js";

const REASONS = {
  teutonica: { prestige: "somebody has 20 prestige", markers: "no markers are left", cities: "enough cities are complete", "cut off": "it was cut off" },
  hansa2004: { markers: "the last pile was begun", "cut off": "it was cut off" },
};

export const reasonOf = (board, reason) => REASONS[board.game][reason] ?? reason;

export const desksOf = (board) => (board.game === "hansa2004" ? new Desks2004(board) : new Desks(board));

// Whether a position can be changed by clicks; otherwise only as text.
export const editedByHand = (board) => board.game === "teutonica";
