// A board of two cities at sea and a position on it, as the server sends them to the page.

import "./document.js";

const { loadGame } = await import("../../hansa/web/static/games.js");
await loadGame("hansa2004");

export const MOVES = [
  { move: "place t A-B", words: "place a trader on A-B", targets: ["kind t", "free A-B"] },
  { move: "place m A-B", words: "place a merchant on A-B", targets: ["kind m", "free A-B"] },
  { move: "place t C-D", words: "place a trader on C-D", targets: ["kind t", "free C-D"] },
  { move: "end", words: "end the turn", targets: [] },
];
export const BOARD = {
  game: "hansa2004",
  title: "Sea",
  size: [100, 50],
  map: "",
  shapes: { t: { body: "", letter: [0, 0] } },
  slots: { "A-B": [[10, 10]], "C-D": [[90, 40]] },
  cities: { A: { name: "Aachen", at: [5, 5], width: 10, height: 5 } },
  routes: { "A-B": { at: [10, 12], road: [] } },
};
export const STATE = {
  board: "sea",
  supply: {},
  piles: [1],
  ship: "A",
  acted: false,
  phase: "turn",
  turn: 0,
  to_move: 0,
  cities: {},
  desks: [0, 1].map(() => ({ talers: 1, booths: 2, unsold: [], sold: [] })),
};
export const POSITION = {
  state: STATE,
  below: "",
  above: "",
  pieces: [],
  scores: [{ total: 1 }, { total: 2 }],
  moves: MOVES,
  labels: { "free A-B": "a house on A-B", "kind t": "a trader" },
  prompt: "2 actions left.",
};
