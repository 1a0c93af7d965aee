// Files that are chosen or dropped: what the server is asked, and where one is led.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, readAll, settled, storage } from "./document.js";

const { loadFile } = await import("../../hansa/web/static/loading.js");
const KNOWN = { boards: [{ name: "east", title: "The East" }] };
const record = (board, moves) =>
  JSON.stringify({
    setup: { board },
    moves: Array(moves).fill("0 end"),
    seats: ["human", "greedy"],
  });
const said = () => read(document.getElementById("status"));
const press = (words) => {
  const dialog = document.querySelector("dialog");
  dialog
    .querySelectorAll("button")
    .find((button) => read(button) === words)
    .click();
};

/** Answers like a server, and a file for it. */
function given(answer, text) {
  const asked = [];
  const server = {
    ask: async (command, fields) => {
      asked.push([command, fields]);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  Object.assign(globalThis, { sessionStorage: storage() });
  location.hash = "";
  const file = Object.assign(new Blob([text]), { name: "file" });
  return { asked, loaded: loadFile({ wire: server, known: KNOWN }, file) };
}

test("a game is opened, a position studied, a fault told", async () => {
  const game = given({ game: "g", of: 1, warnings: [] }, record("east", 2));
  await game.loaded;
  assert.deepEqual(game.asked, [["load", { text: record("east", 2) }]]);
  assert.equal(location.hash, "#/game/g");
  await given({ state: { turn: 1 }, remarks: [] }, "hansa-45").loaded;
  assert.equal(location.hash, "#/study");
  assert.equal(sessionStorage.getItem("hansa-state"), '{"turn":1}');
  await given(new Error("no game"), "x").loaded;
  assert.deepEqual([said(), location.hash], ["no game", ""]);
  const large = given({}, "x".repeat(1_000_001));
  await large.loaded;
  assert.deepEqual([large.asked, said()], [[], "file has no game a line and more than a megabyte"]);
});

test("what a save of another program says otherwise is read first", async () => {
  const save = given({ state: {}, remarks: ["an office differs"] }, "{}");
  await settled();
  assert.deepEqual(readAll(document.querySelector("dialog"), "li"), ["An office differs"]);
  assert.equal(location.hash, "");
  press("Go on");
  await save.loaded;
  assert.equal(location.hash, "#/study");
});

test("of several games one is chosen, and only that is sent; or none", async () => {
  const lines = [record("east", 1), record("west", 3)];
  const two = given({ game: "g", of: 1, warnings: [] }, lines.join("\n"));
  await settled();
  assert.deepEqual(readAll(document.querySelector("dialog"), "option"), [
    "1. The East · 1 move · a person; greedy",
    "2. west · 3 moves · a person; greedy",
  ]);
  document.querySelector("#which").value = "1";
  press("Load it");
  await two.loaded;
  assert.deepEqual(two.asked, [["load", { text: lines[1] }]]);
  const none = given({}, lines.join("\n"));
  await settled();
  press("Not now");
  await none.loaded;
  assert.deepEqual(none.asked, []);
});
