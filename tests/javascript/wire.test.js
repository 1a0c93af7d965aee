// The connection: what is asked and answered, and coming back; and where the page begins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fireAtWindow, read, readAll, settled, until } from "./document.js";

const { h } = await import("../../hansa/web/static/dom.js");
const { Refusal, Wire } = await import("../../hansa/web/static/wire.js");

class Socket {
  static OPEN = 1;
  static all = [];

  constructor(address) {
    Object.assign(this, { address, readyState: 1, sent: [] });
    Socket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  answer(fields, to = this.sent.at(-1)) {
    this.onmessage({ data: JSON.stringify({ id: to.id, ...fields }) });
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }
}
Object.assign(globalThis, { WebSocket: Socket });
const status = () => read(document.getElementById("status"));
const KNOWN = { host: true, game: null, seat: null, boards: [], bots: [], levels: [] };

async function connected(key = "secret") {
  const wire = new Wire(key);
  const connecting = wire.connect();
  const socket = Socket.all.at(-1);
  socket.onopen();
  socket.answer(KNOWN);
  await connecting;
  return { wire, socket };
}

test("hello says the key, and each answer goes to its question", async () => {
  const { wire, socket } = await connected();
  assert.equal(socket.address, "ws://here/socket");
  assert.deepEqual(socket.sent[0], { id: 1, cmd: "hello", lang: "en", key: "secret" });
  const [one, two] = [wire.ask("one", { x: 1 }), wire.ask("two")];
  const [, first, second] = socket.sent;
  assert.deepEqual(first, { id: 2, cmd: "one", x: 1 });
  socket.answer({ words: "second" }, second);
  socket.answer({ words: "first" }, first);
  assert.deepEqual([(await one).words, (await two).words], ["first", "second"]);
  assert.equal(wire.waiting.size, 0);
});

test("a refusal has its code and problems", async () => {
  const { wire, socket } = await connected();
  const asked = wire.ask("play");
  socket.answer({ error: { code: "illegal-move", message: "no", problems: ["a", "b"] } });
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual(
      [error.message, error.code, error.problems],
      ["no", "illegal-move", ["a", "b"]],
    );
    return true;
  });
});

test("what is pushed is heard by those who listen to it, until they stop", async () => {
  const { wire, socket } = await connected();
  const heard = [];
  const off = wire.on("table", (message) => heard.push(message.n));
  wire.on("table", (message) => heard.push(`also ${message.n}`));
  const push = (name, n) => socket.onmessage({ data: JSON.stringify({ push: name, n }) });
  push("table", 1);
  push("people", 2);
  off();
  push("table", 3);
  assert.deepEqual(heard, [1, "also 1", "also 3"]);
});

test("a lost connection refuses what waits, and is tried again after longer and longer pauses", async () => {
  const { wire, socket } = await connected();
  const pauses = [];
  let retry = null;
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, pause) => {
    pauses.push(pause);
    retry = act;
  };
  let again = 0;
  wire.again = async () => {
    again += 1;
  };
  const asked = wire.ask("games");
  socket.close();
  await assert.rejects(asked, { code: "gone" });
  assert.equal(status(), "no connection; trying again …");
  await assert.rejects(wire.ask("games"), { code: "gone" });
  for (let count = 0; count < 5; count += 1) {
    retry();
    Socket.all.at(-1).close();
  }
  assert.deepEqual(pauses, [400, 800, 1600, 3200, 5000, 5000]);
  retry();
  const back = Socket.all.at(-1);
  globalThis.setTimeout = setTimeout;
  back.onopen();
  back.answer(KNOWN);
  await settled();
  assert.deepEqual([again, wire.pause, status()], [1, 400, ""]);
});

test("who has a wrong key is told so, and not connected again", async () => {
  const wire = new Wire("wrong");
  const connecting = wire.connect();
  const socket = Socket.all.at(-1);
  socket.onopen();
  socket.answer({ error: { code: "refused", message: "this key opens nothing" } });
  await assert.rejects(connecting, { code: "refused" });
  assert.deepEqual([status(), Socket.all.at(-1)], ["this key opens nothing", socket]);
});

test("the key of an address is handed in and taken out of it; the address says what is shown", async () => {
  const posted = [];
  Object.assign(globalThis, {
    fetch: async (path, { body }) => posted.push([path, body]),
  });
  const link = (name) => Object.assign(h("a", { href: `#/${name}` }), { hash: `#/${name}` });
  document.body.append(h("nav", {}, link("games"), link("tournaments")));
  document.head.append(h("link", { id: "screens" }));
  const theme = h("button", { id: "theme" });
  document.body.append(theme);
  Object.assign(document.getElementById("content"), { focus: () => {} });
  location.hash = "#key=abc.DEF-1";
  const MAIN = new URL("../../hansa/web/static/main.js", import.meta.url);
  await import(MAIN);
  await settled();
  assert.deepEqual(posted, [["/enter", "abc.DEF-1"]]);
  assert.equal(sessionStorage.getItem("hansa-key"), "abc.DEF-1");
  const socket = Socket.all.at(-1);
  location.hash = "#/tournaments";
  socket.onopen();
  assert.equal(socket.sent[0].key, "abc.DEF-1");
  socket.answer(KNOWN);
  await until(() => socket.sent.at(-1).cmd === "tournaments");
  socket.answer({ tournaments: [] });
  const shown = () => read(document.getElementById("content"));
  await until(() => !shown().startsWith("One moment"));
  assert.match(shown(), /^Tournaments No logs here/);
  const [sheet, last] = document.head.querySelectorAll("link");
  assert.equal(sheet.getAttribute("href"), new URL("tournaments.css", MAIN).href);
  assert.equal(last.getAttribute("id"), "screens");
  const current = document.body.querySelectorAll("nav a[aria-current=page]");
  assert.deepEqual(
    current.map((node) => node.hash),
    ["#/tournaments"],
  );
  location.hash = "";
  fireAtWindow("hashchange");
  await until(() => socket.sent.at(-1).cmd === "games");
  socket.answer({ games: [], sketches: {} });
  await until(() => !shown().startsWith("One moment"));
  assert.deepEqual(readAll(document.getElementById("content"), "h1"), ["Games"]);
  theme.click();
  assert.equal(document.documentElement.dataset.theme, "light", "matchMedia says dark");
  theme.click();
  assert.deepEqual(
    [document.documentElement.dataset.theme, localStorage.getItem("hansa-theme")],
    ["dark", "dark"],
  );
});
