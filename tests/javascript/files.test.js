import assert from "node:assert/strict";
import { test } from "node:test";
import { gamesIn } from "../../hansa/web/static/files.js";

const record = (board, moves, more = {}) =>
  JSON.stringify({ version: 1, setup: { board }, moves: Array(moves).fill("0 end"), ...more });

test("every game of a file is found, with where it is", async () => {
  const lines = [
    '{"tournament": 1}',
    record("east", 3, { seats: ["greedy", "Grüße"], end: "prestige" }),
    "",
    record("hansa-45", 2),
  ];
  const file = new Blob([`${lines.join("\n")}\n`]);
  const { games, more } = await gamesIn(file);
  assert.deepEqual(
    games.map(({ board, moves }) => [board, moves]),
    [
      ["east", 3],
      ["hansa-45", 2],
    ],
  );
  assert.deepEqual([games[0].seats, games[0].end, more], [["greedy", "Grüße"], "prestige", false]);
  const texts = await Promise.all(games.map(({ from, to }) => file.slice(from, to).text()));
  assert.deepEqual(texts, [lines[1], lines[3]]);
});

test("a last line without an end, and one that was cut off", async () => {
  const whole = new Blob([`${record("east", 1)}\n${record("east", 2)}`]);
  assert.equal((await gamesIn(whole)).games.length, 2);
  const cut = new Blob([`${record("east", 1)}\n${record("east", 2).slice(0, 30)}`]);
  assert.equal((await gamesIn(cut)).games.length, 1);
});

test("what is no record is no game", async () => {
  for (const text of [
    "",
    "nonsense",
    "{}",
    "[1, 2]",
    "null",
    '{"desks": []}',
    '{"setup": null, "moves": []}',
  ]) {
    assert.deepEqual((await gamesIn(new Blob([text]))).games, []);
  }
});

test("lines that come in many pieces, of a file of megabytes", async () => {
  const one = record("east", 2000);
  const count = Math.ceil(3e6 / one.length);
  const file = new Blob(Array(count).fill(`${one}\n`));
  const { games } = await gamesIn(file);
  assert.equal(games.length, count);
  assert.ok(games.every(({ moves, from, to }) => moves === 2000 && to - from === one.length));
  const most = await gamesIn(new Blob(Array(600).fill(`${record("east", 1)}\n`)));
  assert.deepEqual([most.games.length, most.more], [500, true]);
});

test("games in the notation for people, each from its headers to the next", async () => {
  const games = [
    '[Board "hansa-45, 4 players"]\n[Red "Anna"]\n[Green "mcts:level=3"]\n\n1. red: inc 2\n2. green: inc 3\n',
    '\n [position "east, 3 players; turn: red"]\n[End "prestige"]\n{a comment}\n1. red: inc 1',
  ];
  const file = new Blob(games);
  const { games: found } = await gamesIn(file);
  assert.deepEqual(
    found.map(({ board, seats, moves, end }) => [board, seats, moves, end]),
    [
      ["hansa-45", ["Anna", "mcts:level=3"], undefined, ""],
      ["east", [], undefined, "prestige"],
    ],
  );
  const texts = await Promise.all(found.map(({ from, to }) => file.slice(from, to).text()));
  assert.deepEqual(
    texts.map((text) => text.trim()),
    games.map((text) => text.trim()),
  );
  const most = await gamesIn(new Blob(Array(600).fill(games[0])));
  assert.deepEqual([most.games.length, most.more], [500, true]);
});
