import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords, rowInWords } from "../../hansa/web/static/teutonica_words.js";

test("a row of places says what stands there and how much is free", () => {
  assert.equal(rowInWords(["0t", "2m"], 1), "Red's trader, Blue's merchant, 1 free");
  assert.equal(rowInWords(["nt", null, null], 0), "the neutral trader, 2 free");
  assert.equal(rowInWords([], 0), "");
});

test("every route and city is told, with ships, markers and extra offices", () => {
  const board = {
    cities: { BRE: { name: "Bremen" }, HAM: { name: "Hamburg" } },
    slots: {
      "BRE-HAM": [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      "BRE-HAM/ship": [[3, 3]],
    },
    markers: { swap: "swap" },
  };
  const state = {
    routes: { "BRE-HAM": { house: ["3t"], ship: ["1m"], marker: "swap" } },
    cities: { HAM: { offices: ["0t", null], extra: ["1t"] } },
    special: { 7: null, 8: 2 },
  };
  assert.deepEqual(inWords(state, board), [
    [
      "Routes",
      [
        "Bremen-Hamburg, 3 houses: Yellow's trader, 2 free; marker swap",
        "Bremen-Hamburg, 1 ship: Green's merchant",
      ],
    ],
    [
      "Cities",
      ["Bremen: no office is taken", "Hamburg: Red's trader, 1 free; extra: Green's trader"],
    ],
    ["Special prestige", ["7 points: free", "8 points: Blue"]],
  ]);
});
