import assert from "node:assert/strict";
import { test } from "node:test";
import { decimal, tn } from "../../hansa/web/static/language.js";
import { inRewardOrder } from "../../hansa/web/static/rewards.js";
import {
  capital,
  clockWords,
  fits,
  letter,
  percent,
  plain,
  seatName,
  who,
} from "../../hansa/web/static/words.js";

const bot = (spec, name = "") => seatName({ person: false, name, spec });

test("seats are colours and names, never numbers or specs", () => {
  assert.equal(who(0, "Anna"), "Red (Anna)");
  assert.equal(who(3, ""), "Yellow");
  assert.equal(bot("mcts:level=5"), "AI, level 5");
  assert.equal(bot("mcts:strength=strong,threads=2"), "AI, strong");
  assert.equal(bot("mcts"), "AI");
  assert.equal(bot("prestige:seed=3"), "prestige");
  assert.equal(seatName({ person: true, name: "", spec: "human" }), "");
  assert.equal(bot("mcts:level=5", "Deep Red"), "Deep Red");
});

test("every owner has a letter", () => {
  assert.deepEqual([0, 1, "2", 3, 4, "n"].map(letter), ["R", "G", "B", "Y", "P", "N"]);
  assert.equal(letter("x"), "?");
});

test("whoever searches need not write accents or capitals", () => {
  assert.equal(plain("Göttingen"), "gottingen");
  assert.equal(plain("Tønsberg"), "tonsberg");
  assert.equal(plain("Großenhain"), "grossenhain");
  assert.ok(fits("Place a trader on Göttingen-Quedlinburg", "quedl PLACE gott"));
  assert.ok(!fits("Place a trader", "merchant"));
  assert.ok(!fits("Place a trader", "place merchant"));
  assert.ok(fits("anything", "  "));
});

test("numbers as people read them", () => {
  assert.equal(percent(0.5), "50.0 %");
  assert.equal(percent(0.987), "98.7 %");
  assert.equal(percent(0.996), "100 %");
  assert.equal(percent(0.001), "0.1 %");
  assert.equal(percent(1), "100 %");
  assert.equal(percent(0), "0 %");
  assert.equal(tn("{count} move", "{count} moves", 1), "1 move");
  assert.equal(tn("{count} city", "{count} cities", 0), "0 cities");
  assert.equal(decimal(2.345, 1), "2.3");
  assert.equal(capital("ends the turn"), "Ends the turn");
});

test("a claim without a reward comes last, whatever else is offered", () => {
  const moves = [
    "claim BRE-HAM",
    "claim BRE-HAM develop keys",
    "displace 1t BRE-HAM with t pay t",
    "claim BRE-HAM office BRE",
    "claim BRE-HAM special 7",
  ].map((move) => ({ move }));
  assert.deepEqual(
    inRewardOrder(moves).map(({ move }) => move),
    [
      "claim BRE-HAM special 7",
      "claim BRE-HAM office BRE",
      "claim BRE-HAM develop keys",
      "displace 1t BRE-HAM with t pay t",
      "claim BRE-HAM",
    ],
  );
  assert.equal(moves[0].move, "claim BRE-HAM", "what was given is left as it is");
});

test("most pieces come first", () => {
  const moves = ["income 1t", "income 3t", "income 1t1m"].map((move) => ({ move }));
  assert.deepEqual(
    inRewardOrder(moves).map(({ move }) => move),
    ["income 3t", "income 1t1m", "income 1t"],
  );
});

test("clocks show minutes, and hours where there are some", () => {
  assert.deepEqual([0, 0.2, 59.9, 61, 3600, 3725].map(clockWords), [
    "0:00",
    "0:01",
    "1:00",
    "1:01",
    "1:00:00",
    "1:02:05",
  ]);
});
