import assert from "node:assert/strict";
import { test } from "node:test";
import { Adapting, nextLevel } from "../../hansa/web/static/adapting.js";

function storage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
  };
}

test("the level goes up after a win, down after a last place, and stays between", () => {
  const four = [2, 1, 3, 4];
  assert.deepEqual(
    [1, 2, 3, 4].map((rank) => nextLevel(5, four, rank, 10)),
    [6, 5, 5, 4],
  );
  assert.equal(nextLevel(5, [1, 2], 1, 10), 6);
  assert.equal(nextLevel(5, [1, 2], 2, 10), 4);
  assert.equal(nextLevel(5, [1, 1], 1, 10), 5, "a shared win");
  assert.equal(nextLevel(5, [1, 3, 3, 2], 3, 10), 4, "last with another");
  assert.equal(nextLevel(10, four, 1, 10), 10);
  assert.equal(nextLevel(1, four, 4, 10), 1);
});

test("a game counts once, and only if it had such opponents", () => {
  const adapting = new Adapting(storage());
  const first = adapting.level("teutonica");
  assert.equal(adapting.count("other", "teutonica", [1, 2], 1, 10), null);
  adapting.remember("mine");
  const won = { before: first, after: first + 1 };
  assert.deepEqual(adapting.count("mine", "teutonica", [1, 2], 1, 10), won);
  assert.deepEqual(adapting.count("mine", "teutonica", [1, 2], 1, 10), won);
  assert.equal(adapting.level("teutonica"), first + 1);
  assert.equal(adapting.level("hansa2004"), first, "each game has a level of its own");
});

test("the level can be chosen, and old games are forgotten", () => {
  const adapting = new Adapting(storage());
  adapting.set("teutonica", 8);
  assert.equal(adapting.level("teutonica"), 8);
  for (let number = 0; number < 60; number += 1) adapting.remember(`game-${number}`);
  assert.equal(Object.keys(adapting.games).length, 50);
  assert.equal(adapting.plays("game-0"), false);
  assert.equal(adapting.plays("game-59"), true);
});

test("what somebody else has left in the storage does no harm", () => {
  const odd = storage();
  odd.setItem("hansa-adapting", "no JSON");
  odd.setItem("hansa-level-teutonica", "high");
  const adapting = new Adapting(odd);
  assert.equal(adapting.plays("x"), false);
  assert.equal(adapting.level("teutonica"), 3);
});
