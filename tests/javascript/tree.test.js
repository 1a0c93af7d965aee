import assert from "node:assert/strict";
import { test } from "node:test";
import { besides, pathTo, Tree } from "../../hansa/web/static/tree.js";

const told = (text) => {
  const [mover, ...move] = text.split(" ");
  return { mover: Number(mover), move: move.join(" "), words: `does ${move.join(" ")}` };
};
const GAME = ["0 a", "0 b", "1 c", "1 end"].map(told);
const moves = (places) => places.map((place) => place.told.move);

test("what was played is the trunk, what was tried branches off", () => {
  const tree = new Tree(GAME);
  assert.equal(tree.add(1, ["0 x", "1 y"].map(told)), true);
  assert.equal(tree.add(1, ["0 x", "1 y"].map(told)), false);
  assert.equal(tree.add(1, ["0 x", "1 z"].map(told)), true);
  assert.deepEqual(moves(tree.trunk[1].children), ["b", "x"]);
  const found = tree.find(1, ["x", "z"]);
  assert.equal(found.ply, 3);
  assert.deepEqual(pathTo(found), { ply: 1, line: ["x", "z"] });
  assert.deepEqual(pathTo(tree.trunk[3]), { ply: 3, line: [] });
  assert.equal(tree.find(1, ["nothing"]), null);
  assert.equal(tree.find(9, []), null);
});

test("notes are those of a record, and are read as they were written", () => {
  const tree = new Tree(GAME);
  tree.add(1, ["0 x", "1 y", "1 end"].map(told));
  tree.add(1, ["0 x", "1 z"].map(told));
  tree.add(1, ["0 w"].map(told));
  tree.trunk[3].said = { comment: "good", glyph: "!" };
  tree.find(1, ["x"]).said = { comment: "tried" };
  tree.find(1, ["x", "z"]).said = { glyph: "?" };
  const notes = [
    {
      ply: 1,
      variations: [
        {
          moves: ["0 x", "1 y", "1 end"],
          notes: [
            { ply: 1, comment: "tried" },
            { ply: 2, variations: [{ moves: ["1 z"], notes: [{ ply: 2, glyph: "?" }] }] },
          ],
        },
        { moves: ["0 w"], notes: [] },
      ],
    },
    { ply: 2, comment: "good", glyph: "!" },
  ];
  assert.deepEqual(tree.notes(), notes);
  const inWords = (list) =>
    list.map((note) => ({
      ...note,
      variations: (note.variations ?? []).map((each) => ({
        moves: each.moves.map(told),
        notes: inWords(each.notes),
      })),
    }));
  const again = new Tree(GAME);
  again.read(inWords(notes));
  assert.deepEqual(again.notes(), notes);
});

test("what is known of a move besides is kept", () => {
  const tree = new Tree(GAME);
  tree.read([{ ply: 0, clock: 30.5, values: [0.5, 0.5], simulations: 9 }]);
  tree.trunk[1].said.comment = "quick";
  assert.deepEqual(tree.notes(), [
    { ply: 0, clock: 30.5, values: [0.5, 0.5], simulations: 9, comment: "quick" },
  ]);
});

test("a variation that begins as the game went on leaves it later", () => {
  const tree = new Tree(GAME);
  tree.read([{ ply: 1, variations: [{ moves: ["0 b", "1 q"].map(told), notes: [] }] }]);
  assert.deepEqual(tree.notes(), [{ ply: 2, variations: [{ moves: ["1 q"], notes: [] }] }]);
});

test("variations are removed and put before others, the game is not", () => {
  const tree = new Tree(GAME);
  for (const move of ["0 x", "0 y", "0 z"]) tree.add(1, [told(move)]);
  assert.equal(tree.raise(tree.find(1, ["z"])), true);
  assert.deepEqual(moves(tree.trunk[1].children), ["b", "x", "z", "y"]);
  assert.equal(tree.raise(tree.find(1, ["x"])), false);
  tree.remove(tree.find(1, ["z"]));
  tree.remove(tree.trunk[2]);
  assert.deepEqual(moves(tree.trunk[1].children), ["b", "x", "y"]);
  assert.equal(besides(tree.find(1, ["x"]), 1).told.move, "y");
  assert.equal(besides(tree.find(1, ["y"]), 1), tree.trunk[2]);
  assert.equal(besides(tree.trunk[2], -1).told.move, "y");
  assert.equal(besides(tree.trunk[0], 1), tree.trunk[0]);
});

test("what comes after the last move is in the tree, and not in the notes", () => {
  const tree = new Tree(GAME);
  tree.add(4, [told("0 on")]);
  assert.ok(tree.find(4, ["on"]));
  assert.deepEqual(tree.notes(), []);
});
