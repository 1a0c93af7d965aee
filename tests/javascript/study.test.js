// Analysing: where one stands, variations and comments, mistakes tried again; lessons and rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fireAtWindow, read, readAll, settled, storage, wire } from "./document.js";
import { BOARD, POSITION, STATE } from "./sea.js";

const { h } = await import("../../hansa/web/static/dom.js");
const { lessonsView, lessonView } = await import("../../hansa/web/static/learn.js");
const { html, render } = await import("../../hansa/web/static/html.js");
const { Retry } = await import("../../hansa/web/static/retry.js");
const { RulesPanel, ruleNodes, withRules } = await import("../../hansa/web/static/rules.js");
const { openStudy } = await import("../../hansa/web/static/study.js");

const position = (more = {}) => ({
  ...POSITION,
  moves: [{ move: "end", words: "end the turn", targets: [] }],
  labels: {},
  prompt: "Choose.",
  ...more,
});
const LOG = ["a", "b", "c", "d"].map((move, ply) => ({
  mover: ply % 2,
  move,
  words: `does ${move}`,
  ply,
}));

async function study(query = "", answers = {}, game = "g") {
  Object.assign(globalThis, {
    localStorage: storage(),
    fetch: async () => ({ ok: true, json: async () => BOARD }),
  });
  const content = h("div", {});
  const seat = { person: true, name: "", spec: "human" };
  const table = { board: "sea", seats: [{ ...seat, name: "Anna" }, seat], log: { entries: LOG } };
  const told = (move, place) => ({ mover: place % 2, move, words: `does ${move}`, targets: [] });
  const server = wire({
    open: () => ({ table }),
    look: ({ moves }) => ({ position: position(), played: moves.map(told) }),
    notes: () => ({ notes: [], version: "1", kept: true }),
    annotate: () => ({ version: "2" }),
    write: () => ({ line: "as text", block: "" }),
    read: () => ({ state: STATE }),
    fresh: () => ({ state: STATE }),
    ...answers,
  });
  const known = { host: true, boards: [{ name: "sea", title: "Sea", players: [2, 3] }] };
  const made = await openStudy({ content, wire: server, known }, game, new URLSearchParams(query));
  await settled();
  const last = (command) => server.asked.findLast(([name]) => name === command)?.[1];
  const press = async (key) => {
    fireAtWindow("keydown", { key });
    await settled();
  };
  return { made, content, server, last, press };
}
const path = ({ content }) => read(content.querySelector(".path"));

// --- where one stands ------------------------------------------------------------------------

test("a game is seen at its end, or at the move of the address", async () => {
  const end = await study();
  assert.equal(path(end), "Move 4 of 4: G does d");
  end.made.close();
  const middle = await study("ply=2");
  assert.equal(path(middle), "Move 2 of 4: G does b Next, move 3: R does c");
  assert.deepEqual(middle.last("look"), { game: "g", ply: 2, moves: [] });
  assert.equal(middle.content.querySelector("[type=range]").value, 2);
  assert.equal(location.hash, "#/study/g?ply=2");
  middle.made.close();
  const far = await study("ply=99");
  assert.equal(far.made.ply, 4);
  far.made.close();
});

test("whoever goes elsewhere while the server is asked is not held back", async () => {
  const at = await study("ply=2");
  location.hash = "#/study/g?ply=1";
  assert.ok(at.made.returns("study", "g", new URLSearchParams("ply=1")));
  location.hash = "#/games"; // back once more, before the answer to the first has come
  await settled();
  assert.deepEqual([at.made.ply, location.hash], [1, "#/games"]);
  location.hash = "#/study/g?ply=3";
  assert.ok(at.made.returns("study", "g", new URLSearchParams("ply=3")));
  await settled();
  await at.press("ArrowLeft");
  assert.deepEqual([at.made.ply, location.hash], [2, "#/study/g?ply=2"]);
  at.made.close();
});

test("arrow keys step back and on, buttons go to both ends", async () => {
  const at = await study();
  const seen = [];
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowRight"]) {
    await at.press(key);
    seen.push(at.made.ply);
  }
  at.content.querySelector("#first").click();
  await settled();
  seen.push(at.made.ply);
  at.content.querySelector("#last").click();
  await settled();
  assert.deepEqual([...seen, at.made.ply], [3, 2, 3, 4, 4, 0, 4]);
  at.made.close();
});

test("a game is played like a film to its end", async () => {
  const at = await study("ply=3");
  at.made.toggleFilm();
  at.made.frame();
  await settled();
  assert.deepEqual([at.made.ply, Boolean(at.made.film)], [4, true]);
  assert.equal(read(at.content.querySelector("#play")), "Pause");
  at.made.frame();
  assert.equal(at.made.film, 0);
  at.made.close();
});

test("a variation is told, stepped back over and followed again", async () => {
  const at = await study("ply=1&line=x,y");
  assert.equal(path(at), "Move 1 of 4: R does a Variation: R does x G does y Back to the game");
  await at.press("ArrowLeft");
  assert.deepEqual([at.made.line, at.made.ahead], [["x"], ["y"]]);
  assert.match(path(at), /Variation: R does x and 1 more/);
  await at.press("ArrowRight");
  assert.deepEqual([at.made.line, at.made.ahead], [["x", "y"], []]);
  assert.equal(location.hash, "#/study/g?ply=1&line=x%2Cy");
  at.made.close();
});

test("what was played is no variation of itself", async () => {
  const at = await study("ply=1&line=b,c,x");
  assert.deepEqual([at.made.ply, at.made.line], [3, ["x"]]);
  at.made.close();
});

test("a position is chosen by board and players, and its address is its text", async () => {
  Object.assign(globalThis, { sessionStorage: storage() });
  const at = await study("", {}, null);
  const buttons = readAll(at.content, "button");
  assert.deepEqual(buttons, ["2 Sea (sea), 2 players", "3 Sea (sea), 3 players", "Load a file …"]);
  at.content.querySelectorAll("button")[1].click();
  await settled();
  await settled();
  assert.deepEqual(at.last("fresh"), { setup: { board: "sea", players: 3 } });
  assert.equal(location.hash, "#/study?position=as%20text");
  assert.deepEqual(at.last("look"), { state: STATE, moves: [] });
  at.made.close();
});

test("the last move is judged where it was played", async () => {
  const at = await study("ply=3");
  at.made.judgeLast();
  await settled();
  const { mark, ...asked } = at.last("why");
  assert.deepEqual(asked, { game: "g", ply: 2, moves: [], move: "c" });
  await at.made.go(1, ["x", "y"]);
  at.made.judgeLast();
  await settled();
  assert.deepEqual(
    { ...at.last("why"), mark },
    { game: "g", ply: 1, moves: ["x"], move: "y", mark },
  );
  at.made.close();
});

test("the board asks the AI for the position that is shown", async () => {
  const at = await study("ply=2");
  const { mark, ...asked } = at.last("analyse");
  assert.deepEqual(asked, { game: "g", ply: 2, moves: [], seconds: 20, lines: 5 });
  const choose = async (label, value) => {
    const field = at.content.querySelector(`[aria-label='${label}']`);
    Object.assign(field, { value }).fire("change");
    await settled();
  };
  await choose("How long to think", "600");
  await choose("How many lines", "10");
  assert.deepEqual(at.last("analyse"), { ...asked, seconds: 600, lines: 10, mark: mark + 2 });
  at.content.querySelector("#think").click();
  assert.deepEqual(at.last("stop"), { what: "thought" });
  at.made.close();
});

// --- comments --------------------------------------------------------------------------------

test("a comment and a glyph go to the move that is shown, and to the server", async () => {
  const at = await study("ply=2");
  const field = at.content.querySelector("#comment");
  field.value = " too early ";
  field.fire("change");
  at.content.querySelector("[data-glyph='?!']").click();
  await settled();
  assert.deepEqual(at.last("annotate"), {
    game: "g",
    notes: [{ ply: 1, comment: "too early", glyph: "?!" }],
    version: "2",
  });
  assert.match(
    read(at.content.querySelector(".tree")),
    /R does a Green G does b \?! too early Red/,
  );
  at.content.querySelector("[data-glyph='?!']").click();
  await settled();
  assert.deepEqual(at.last("annotate").notes, [{ ply: 1, comment: "too early" }]);
  at.made.close();
});

test("variations are listed below their move, put first and removed", async () => {
  const at = await study("ply=1");
  for (const move of ["x", "y"]) await at.made.go(1, [move]);
  await settled();
  assert.deepEqual(at.last("annotate").notes, [
    {
      ply: 1,
      variations: [
        { moves: ["0 x"], notes: [] },
        { moves: ["0 y"], notes: [] },
      ],
    },
  ]);
  const listed = () => readAll(at.content, ".tree ul li");
  assert.deepEqual(listed(), ["Red R does x", "Red R does y"]);
  at.content.querySelector("#raise").click();
  assert.deepEqual(listed(), ["Red R does y", "Red R does x"]);
  await at.press("ArrowDown");
  assert.deepEqual(at.made.line, ["x"]);
  at.content.querySelector("#remove").click();
  await settled();
  assert.deepEqual([listed(), at.made.line], [["Red R does y"], []]);
  at.made.close();
});

// --- mistakes tried again --------------------------------------------------------------------

const MISTAKE = {
  ply: 2,
  seat: 0,
  loss: 0.3,
  why: "gives up a city",
  played: { move: "c", words: "does c" },
  best: { move: "z", words: "do z", targets: ["city A"] },
};

function retried(more = {}) {
  Object.assign(globalThis, { localStorage: storage() });
  const at = {
    names: ["Anna", ""],
    log: LOG,
    ply: 0,
    line: [],
    game: "g",
    wire: wire({ drill: () => ({ judgement: MISTAKE }) }),
    thinking: {
      compared: [],
      say: (template) => {
        at.said = h("div", {});
        if (template) render(template, at.said);
      },
      compare: (move) => at.thinking.compared.push(move),
    },
    go: async (ply = at.ply, line = at.line) => {
      Object.assign(at, { ply, line });
      retry.moved();
    },
    ...more,
  };
  const retry = new Retry(at);
  return { at, retry, words: () => read(at.said.querySelector("p")) };
}

test("a mistake is shown with its cost; less than a third of it is better", async () => {
  const { at, retry, words } = retried();
  await retry.begin([MISTAKE, { ...MISTAKE, ply: 3 }]);
  assert.match(read(at.said), /^Retry: 1 of 2/);
  assert.match(words(), /^Red \(Anna\) does c here and gave up 30\.0 % of the win\./);
  await at.go(2, ["other"]);
  assert.deepEqual(at.thinking.compared, ["other"]);
  retry.judged({ loss: 0.11, why: "is slow" });
  assert.equal(words(), "Not yet: it is slow.");
  retry.judged({ loss: 0.09, why: "" });
  assert.equal(words(), "Better: it gives up only 9.0 %.");
  retry.judged({ loss: 0, why: "" });
  assert.equal(words(), "As good as the best.");
  await at.go(2, ["z"]);
  assert.equal(words(), "That is the best move.");
  await at.go(2, ["c"]);
  assert.equal(words(), "That is what was played: it gives up a city.");
  await retry.next();
  assert.match(read(at.said), /^Retry: 2 of 2/);
  assert.equal(read(at.said.querySelector("#next-mistake")), "Done");
});

test("a drill counts its first answer only", async () => {
  const kept = () => JSON.parse(localStorage.getItem("hansa-drills") ?? "{}")["g 2"]?.[0];
  const found = retried();
  await found.retry.drill(2);
  await found.at.go(2, ["z"]);
  assert.equal(kept(), 1);
  await found.retry.reveal();
  assert.equal(kept(), 1);
  const missed = retried();
  await missed.retry.drill(2);
  await missed.retry.reveal();
  assert.equal(kept(), 0);
  await missed.at.go(2, ["z"]);
  assert.equal(kept(), 0);
});

// --- lessons ---------------------------------------------------------------------------------

test("lessons that were finished are marked; the last one leads to a game", async () => {
  Object.assign(globalThis, { localStorage: storage() });
  const lesson = (moves) => ({
    game: "Hansa (2004)",
    title: "Selling",
    text: "Sell (H5).",
    asks: "Sell now.",
    said: moves.length ? "Well sold." : "",
    right: true,
    finished: moves.length > 0,
    done: moves,
    of: 2,
    position: position(),
  });
  const content = h("div", {});
  const server = wire({
    lesson: ({ moves }) => lesson(moves),
    lessons: () => ({
      games: [{ game: "hansa2004", title: "Hansa", lessons: ["Sail", "Sell", "Buy"] }],
    }),
  });
  const view = await lessonView({ content, wire: server }, "hansa2004", 2);
  assert.match(read(content.querySelector(".lesson")), /^Hansa \(2004\), 2 of 2/);
  const asked = () => [readAll(content, ".prompt-bar .act"), readAll(content, "section.own h2")];
  assert.deepEqual(asked(), [["End the turn"], ["R Red 1"]]);
  await view.play("sell");
  assert.deepEqual(asked(), [[], []]);
  assert.equal(read(content.querySelector("#said")), "Right. Well sold.");
  assert.equal(content.querySelector("#said").scrolledTo, "nearest", "below the map of a phone");
  assert.equal(content.querySelector("#next-lesson").getAttribute("href"), "#/new");
  view.close();
  const first = await lessonView({ content, wire: server }, "hansa2004", 1);
  await first.play("sail");
  first.close();
  assert.equal(content.querySelector("#next-lesson").getAttribute("href"), "#/learn/hansa2004/2");
  localStorage.setItem("hansa-lessons", JSON.stringify(["hansa2004/2"]));
  await lessonsView({ content, wire: server });
  assert.deepEqual(readAll(content, "li"), ["Sail", "Sell done", "Buy"]);
  const links = content.querySelectorAll("a").map((link) => link.getAttribute("href"));
  assert.deepEqual(links, ["#/learn/hansa2004/1", "#/learn/hansa2004/2", "#/learn/hansa2004/3"]);
});

// --- rules -----------------------------------------------------------------------------------

test("numbers of rules in a text are links to them", () => {
  const links = (part) => (typeof part === "string" ? part : [part.localName, part.dataset.rule]);
  const nodes = ruleNodes("see T12, or H3; not X4").map(links);
  assert.deepEqual(nodes, ["see ", ["span", undefined], " or ", ["span", undefined], " not X4"]);
  const [, group] = ruleNodes("full [T12, T3]");
  assert.deepEqual(
    [...group.childNodes].map((part) => part.textContent),
    ["[", "T12", ","],
  );
  assert.equal(group.children[0].dataset.rule, "T12");
  assert.deepEqual(ruleNodes("T12 says").map(links), ["", ["button", "T12"], " says"]);
  const place = h("p", {});
  render(html`<span>${withRules("see T12, or [H3]")}</span>`, place);
  const buttons = place.querySelectorAll("button");
  assert.deepEqual(
    buttons.map((button) => [button.getAttribute("data-rule"), button.textContent]),
    [
      ["T12", "T12"],
      ["H3", "H3"],
    ],
  );
  assert.equal(place.textContent, "see T12, or [H3]");
});

test("a rule is looked up in the game of its letter, chapters by their range", async () => {
  const games = [
    { game: "teutonica", title: "Hansa Teutonica", letter: "T" },
    { game: "hansa2004", title: "Hansa", letter: "H" },
  ];
  const server = wire({
    lessons: () => ({ games }),
    rules: ({ asked }) =>
      asked
        ? { found: [`${asked} is so`] }
        : { summary: ["short (H1)"], sections: [["Goods", "H3", "H9"]] },
  });
  const panel = new RulesPanel(server);
  const asked = () => server.asked.at(-1)[1];
  await panel.open("H3");
  assert.deepEqual(asked(), { game: "hansa2004", asked: "H3" });
  assert.deepEqual(readAll(panel.node, ".rule-text"), ["H3 is so"]);
  panel.toggle();
  assert.equal(panel.node.hidden, true);
  await panel.open();
  assert.deepEqual(asked(), { game: "hansa2004", asked: "" });
  assert.equal(read(panel.node.querySelectorAll("li")[1]), "Goods H3 to H9");
  panel.node.querySelector("li .link").click();
  assert.deepEqual(asked(), { game: "hansa2004", asked: "H3-9" });
});
