// Every number that people read: at its place, not inverted, not scaled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, readAll, settled, storage, wire } from "./document.js";

const { Desks, pointsTable } = await import("../../hansa/web/static/desks.js");
const { h } = await import("../../hansa/web/static/dom.js");
const { drillsView } = await import("../../hansa/web/static/drills.js");
const { Ending } = await import("../../hansa/web/static/ending.js");
const { Explorer } = await import("../../hansa/web/static/explorer.js");
const { Graph } = await import("../../hansa/web/static/graph.js");
const { html, render } = await import("../../hansa/web/static/html.js");
const { gamesView } = await import("../../hansa/web/static/lobby.js");
const { People } = await import("../../hansa/web/static/people.js");
const { ReviewPanel } = await import("../../hansa/web/static/review.js");
const { Thinking, verdict } = await import("../../hansa/web/static/thinking.js");
const { tournamentsView, tournamentView } = await import("../../hansa/web/static/tournaments.js");
const { when } = await import("../../hansa/web/static/words.js");

const drawn = (template) => {
  const node = h("div", {});
  render(template, node);
  return node;
};
const rows = (node, selector = "tr") =>
  node.querySelectorAll(selector).map((row) => row.children.map(read));
const numbers = (path) =>
  path
    .split(/[MLHV\s]+/)
    .filter(Boolean)
    .map(Number);

// --- desks and points ------------------------------------------------------------------------

test("points stand in the row of their seat and the column of their category", () => {
  const points = [
    { prestige: 4.25, cities: -1.5, network: 0.01, total: 2.76 },
    { prestige: 9, cities: 0, network: -0.02, total: 8.98 },
  ];
  const table = drawn(pointsTable(points, ["Anna", ""], "Points", 1));
  assert.deepEqual(rows(table), [
    ["seat", "all", "prestige", "cities"],
    ["R Anna", "2.8", "4.3", "-1.5"],
    ["G Green", "9.0", "9.0", "0.0"],
  ]);
  const titles = table.querySelectorAll("tbody th").map((head) => head.getAttribute("title"));
  assert.deepEqual(titles, ["Red (Anna)", "Green"]);
  assert.deepEqual(rows(drawn(pointsTable([{ prestige: 4, total: 4 }], [], "")))[1][1], "4");
});

test("a desk shows the points of its seat, and whose turn it is", () => {
  const desks = new Desks({});
  const position = {
    state: { desks: [{}, {}], turn: 1, phase: "turn" },
    scores: [{ total: 7 }, { total: 12 }],
  };
  desks.show(position, ["Anna", ""], 0);
  assert.deepEqual(readAll(desks.node, "h2"), ["R Anna 7", "G Green 12"]);
  assert.deepEqual(
    desks.node.querySelectorAll("section").map((node) => node.getAttribute("class")),
    ["desk owner-0 own", "desk owner-1 turn"],
  );
  desks.show({ ...position, state: { ...position.state, phase: "over" } }, ["", ""], null);
  assert.equal(desks.node.querySelectorAll(".turn, .own").length, 0);
});

// --- the end of a game -----------------------------------------------------------------------

const RESULT = {
  ranks: [2, 1, 3],
  scores: [{ total: 20 }, { total: 40 }, { total: 10 }],
  reason: "markers",
};
const COURSE = [
  [0, [0, 0, 0]],
  [50, [10, 20, -20]],
  [100, [20, 40, 0]],
];
const endOf = (result, course = COURSE) => ({
  table: {
    seats: ["Anna", "", "Bo"].map((name) => ({ person: true, name, spec: "human" })),
    yours: [0],
    board: "east",
    position: { state: { result, phase: "over" } },
  },
  view: {
    game: "g",
    wire: wire({ course: () => ({ course }) }),
    page: {
      known: { boards: [{ name: "east", game: "teutonica" }], levels: ["one", "two"], host: true },
    },
  },
});

async function ended(result, course) {
  const { view, table } = endOf(result, course);
  const ending = new Ending(view);
  ending.show(table, { markers: "no markers are left" });
  await settled();
  return ending.node;
}

test("whoever has rank 1 wins, and the ranking goes from the first to the last", async () => {
  const node = await ended(RESULT);
  assert.match(read(node), /^The game is over Green wins: no markers are left\./);
  assert.deepEqual(readAll(node, ".ranking li"), ["1. G Green 40", "2. R Anna 20", "3. B Bo 10"]);
  const bars = node.querySelectorAll(".bar-fill").map((bar) => bar.style.width);
  assert.deepEqual(bars, ["100%", "50%", "25%"]);
  const shared = await ended({ ...RESULT, ranks: [1, 1, 3] });
  assert.match(read(shared), /Red \(Anna\) and Green share the win/);
});

test("the course goes from left to right, and more points are higher", async () => {
  const node = await ended(RESULT);
  const curves = node.querySelectorAll(".curve").map((path) => numbers(path.getAttribute("d")));
  // 28 to 354 for plies 0 to 100; 124 to 6 for points -20 to 40.
  const y = (points) => Number((124 - (118 * (points + 20)) / 60).toFixed(1));
  assert.deepEqual(curves, [
    [28, y(0), 191, y(10), 354, y(20)],
    [28, y(0), 191, y(20), 354, y(40)],
    [28, y(0), 191, y(-20), 354, y(0)],
  ]);
  assert.deepEqual(readAll(node, ".course-word"), ["0", "20", "40"]);
  const heights = node.querySelectorAll(".course-word").map((word) => word.getAttribute("y"));
  assert.deepEqual(
    heights.map(Number),
    [0, 20, 40].map((points) => 124 - (118 * (points + 20)) / 60 + 4),
  );
});

test("the level that adapts is told as it goes", async () => {
  localStorage.setItem("hansa-adapting", JSON.stringify({ g: null }));
  localStorage.setItem("hansa-level-teutonica", "1");
  const node = await ended({ ...RESULT, ranks: [1, 2, 3] });
  assert.equal(
    read(node.querySelector("#adapted")),
    "You won: the AI that adapts to you goes up to level 2. two.",
  );
  Object.assign(globalThis, { localStorage: storage() });
});

// --- the graph of a review -------------------------------------------------------------------

const DECISIONS = [
  {
    ply: 10,
    seat: 1,
    verdict: "blunder",
    loss: 0.4,
    why: "gives up a city",
    played: { words: "ends the turn", move: "end", values: [0.7, 0.3], points: [] },
    best: { words: "place", move: "place", values: [0.3, 0.7], targets: ["city A"], points: [] },
    plan: [],
  },
  {
    ply: 30,
    seat: 0,
    verdict: "inaccuracy",
    loss: 0.05,
    why: "is slow",
    played: { words: "takes income", move: "income", values: [0.4, 0.6], points: [] },
    best: { words: "develop", move: "develop", values: [0.45, 0.55], targets: [], points: [] },
    plan: [],
  },
  { ply: 31, seat: 0, verdict: "good", best: { values: [1, 0] } },
];
const REVIEW = {
  plies: 40,
  players: 2,
  values: [
    [0, [0.5, 0.5]],
    [20, [0.25, 0.75]],
    [40, [1, 0]],
  ],
  decisions: DECISIONS,
  mistakes: [10, 30],
  seats: [
    { accuracy: 0.875, blunder: 0, mistake: 1, inaccuracy: 2 },
    { accuracy: null, blunder: 3, mistake: 4, inaccuracy: 5 },
  ],
};

test("a graph of values: time to the right, a win at the top", () => {
  const node = drawn(html`<${Graph} review=${REVIEW} ply=${10} go=${() => {}} />`);
  const [left, , right] = numbers(node.querySelector(".graph-line").getAttribute("d"));
  const x = (ply) => left + ((right - left) * ply) / 40;
  const y = (value) => 6 + 202 * (1 - value);
  const curves = node.querySelectorAll(".curve").map((path) => numbers(path.getAttribute("d")));
  assert.deepEqual(
    curves[0],
    [x(0), y(0.5), x(20), y(0.25), x(40), y(1)].map((to) => Number(to.toFixed(1))),
  );
  assert.deepEqual(
    curves[1],
    [x(0), y(0.5), x(20), y(0.75), x(40), y(0)].map((to) => Number(to.toFixed(1))),
  );
  assert.deepEqual(
    node
      .querySelectorAll(".graph-word")
      .map((word) => [read(word), Number(word.getAttribute("y"))]),
    [0, 0.5, 1].map((value) => [`${100 * value}%`, y(value) + (value === 1 ? 15 : 5)]),
  );
  assert.equal(node.querySelector(".graph-cursor").getAttribute("d"), `M${x(10)} 6V208`);
  const marks = node.querySelectorAll(".mark");
  assert.deepEqual(
    marks.map((mark) => [mark.getAttribute("transform"), read(mark.querySelector("title"))]),
    [
      [`translate(${x(10)} ${y(0.7)})`, "move 11, Green: blunder; gives up a city"],
      [`translate(${x(30)} ${y(0.45)})`, "move 31, Red: inaccuracy; is slow"],
    ],
  );
  assert.deepEqual(
    marks.map((mark) => mark.querySelector("circle").getAttribute("r")),
    ["8", "6"],
  );
});

test("a click on the graph goes to its move, arrows step", () => {
  const went = [];
  const node = drawn(html`<${Graph} review=${REVIEW} ply=${10} go=${(ply) => went.push(ply)} />`);
  const svg = node.querySelector("svg");
  assert.equal(svg.getAttribute("aria-valuetext"), "move 10 of 40");
  svg.frame = { left: 100, top: 0, width: 360, height: 110 };
  const [left, , right] = numbers(node.querySelector(".graph-line").getAttribute("d"));
  const at = (ply) => 100 + (left + ((right - left) * ply) / 40) / 2;
  for (const clientX of [at(0), at(17), at(40), 100, 460]) svg.fire("click", { clientX });
  for (const key of ["ArrowRight", "ArrowLeft", "PageDown", "PageUp", "a"])
    svg.fire("keydown", { key });
  node.querySelector(".mark").fire("click");
  assert.deepEqual(went, [0, 17, 40, 0, 40, 11, 9, 20, 0, 10]);
});

// --- what the AI thinks ----------------------------------------------------------------------

const THOUGHT = {
  simulations: 1234,
  seconds: 2.345,
  values: [0.625, 0.375],
  points: [
    { prestige: 4.5, total: 4.5 },
    { prestige: 2.5, total: 2.5 },
  ],
  lines: [
    {
      move: "a",
      words: "do a",
      values: [0.625, 0.375],
      visits: 800,
      variation: [],
      targets: ["a"],
    },
    { move: "b", words: "do b", values: [0.5, 0.5], visits: 200, variation: [], targets: ["b"] },
    { move: "c", words: "do c", values: [0.1, 0.9], visits: 0, variation: [], targets: ["c"] },
  ],
};

function study(more = {}) {
  const marks = [];
  return {
    wire: wire(),
    names: ["Anna", ""],
    retry: { hides: false },
    editor: { active: false },
    position: { state: { to_move: 1 } },
    board: {
      arrows: (ways) => marks.push(["arrows", ways]),
      heat: (ways) => marks.push(["heat", ways]),
    },
    base: () => ({}),
    line: [],
    ply: 10,
    marks,
    ...more,
  };
}

test("values, visits and seconds of a search", () => {
  const at = study();
  const thinking = new Thinking(at);
  thinking.hear({ thought: THOUGHT, done: true });
  assert.equal(thinking.words, `${(1234).toLocaleString()} simulations in 2.3 s`);
  assert.deepEqual(readAll(thinking.node, ".bar-row"), ["R 62.5 %", "G 37.5 %"]);
  const bars = thinking.node.querySelectorAll(".bar-fill").map((bar) => bar.style.width);
  assert.deepEqual(bars, ["62.5%", "37.5%"]);
  const said = thinking.node.querySelector(".bars").getAttribute("aria-label");
  assert.equal(said, "Red 63 percent, Green 38 percent");
  assert.equal(thinking.node.querySelector(".variation"), null);
  // The value is that of the seat to move; what nobody looked at is left out.
  const lines = rows(thinking.node, ".lines tr")
    .slice(1)
    .map((cells) => cells.slice(0, 4));
  assert.deepEqual(lines, [
    ["1", "Do a", "37.5 %", "800"],
    ["2", "Do b", "50.0 %", "200"],
  ]);
  assert.deepEqual(rows(thinking.node, ".points-table tr")[1], ["R Anna", "4.5", "4.5"]);
  const way = (number, weight) => ({
    targets: THOUGHT.lines[number].targets,
    label: String(number + 1),
    weight,
  });
  assert.deepEqual(at.marks, [["arrows", [way(0, 1), way(1, 0.25)]]]);
  thinking.heat();
  assert.deepEqual(at.marks[1], ["heat", [way(0, 1), way(1, 0.25)]]);
  thinking.heat();
  thinking.hear({ thought: { ...THOUGHT, simulations: 5 }, done: false });
  assert.equal(thinking.words, "5 simulations in 2.3 s …");
});

test("a verdict compares what was played with the best, for the seat that decided", () => {
  const judged = {
    ...DECISIONS[0],
    played: {
      ...DECISIONS[0].played,
      points: [
        { a: 1, total: 1 },
        { a: 4, total: 4 },
      ],
    },
    best: {
      ...DECISIONS[0].best,
      points: [
        { a: 3, total: 3 },
        { a: 2.5, total: 2.5 },
      ],
    },
  };
  const node = drawn(verdict(judged, study(), {}));
  assert.deepEqual(readAll(node, "p"), [
    "Ends the turn: 30.0 %",
    "Better: place: 70.0 %",
    "Blunder: gives up a city.",
  ]);
  assert.deepEqual(rows(node).slice(1), [
    ["R Anna", "-2.0", "-2.0"],
    ["G Green", "1.5", "1.5"],
  ]);
});

test("a review counts by seat, and lists mistakes with their moves", () => {
  const panel = new ReviewPanel(study());
  panel.hear({ review: REVIEW });
  assert.deepEqual(rows(panel.node, ".accuracy tr"), [
    ["Seat", "Accuracy", "?? blunders", "? mistakes", "?! inaccuracies", "Retry"],
    ["R Anna", "87.5 %", "0", "1", "2", "Retry"],
    ["G Green", "–", "3", "4", "5", "Retry"],
  ]);
  assert.deepEqual(readAll(panel.node, ".mistakes li"), [
    "G move 11, blunder: ends the turn; better: place (gives up a city)",
    "R move 31, inaccuracy: takes income; better: develop (is slow)",
  ]);
  assert.equal(read(document.getElementById("live")), "The review is done: 2 mistakes");
  const buttons = () => readAll(panel.node, "[id*=worse]");
  assert.deepEqual(buttons(), ["‹ Mistake (p)", "Mistake › (n)"]);
  panel.hear({ review: { ...REVIEW, mistakes: [] } });
  assert.deepEqual(buttons(), []);
  panel.hear({ progress: [3, 8] });
  const bar = panel.node.querySelector("progress");
  assert.deepEqual([bar.getAttribute("value") ?? bar.value, bar.getAttribute("max")], ["3", "8"]);
  assert.match(read(panel.node), /^3 of 8 decisions are judged …/);
});

test("while mistakes are tried again, the list that names the better moves is away", () => {
  const panel = new ReviewPanel(study());
  panel.hear({ review: REVIEW });
  assert.ok(panel.node.querySelector(".mistakes"));
  panel.study.retry = { hides: true };
  panel.moved();
  assert.equal(panel.node.querySelector(".mistakes"), null);
  assert.ok(panel.node.querySelector(".graph"));
});

test("to the next mistake and the one before", async () => {
  const went = [];
  const panel = new ReviewPanel(study({ ply: 20, go: async (ply) => went.push(ply) }));
  panel.show(REVIEW);
  panel.study.thinking = { say: () => {} };
  panel.study.board.node = { scrollIntoView: () => {} };
  panel.step(1);
  panel.step(-1);
  panel.study.ply = 30;
  panel.step(1);
  panel.step(-1);
  panel.study.ply = 5;
  panel.step(1);
  panel.study.ply = 40;
  panel.step(-1);
  await settled();
  assert.deepEqual(went, [30, 10, 10, 10, 10, 30], "after the last comes the first");
});

test("what the AI's games against itself tell of a move stands in its row", async () => {
  const moves = [0, 1].map((number) => ({
    move: `m${number}`,
    words: `do ${number}`,
    targets: [],
    games: 40 - number,
    share: 0.26,
    interval: [0.21, 0.31],
    points: 41.27,
  }));
  const explore = () => ({ games: 79, similar: false, even: 0.25, last: null, moves });
  const explorer = new Explorer(study({ wire: wire({ explore }) }));
  await explorer.moved();
  assert.deepEqual(rows(explorer.node), [], "nobody looks");
  explorer.node.open = true;
  await explorer.moved();
  assert.match(read(explorer.body), /^79 games .* Even would be 25 % of the win\./);
  assert.deepEqual(rows(explorer.node).slice(1), [
    ["Do 0", "40", "26 %", "21–31 %", "41.3"],
    ["Do 1", "39", "26 %", "21–31 %", "41.3"],
  ]);
});

test("where no game of the AI came, one goes back to the last move where some were", async () => {
  const went = [];
  const answers = [7, null].map((last) => ({
    games: 0,
    similar: false,
    even: 0.5,
    last,
    moves: [],
  }));
  const explore = () => answers.shift();
  const follow = (how) => went.push(how);
  const go = (...where) => went.push(where);
  const explorer = new Explorer(study({ wire: wire({ explore }), go, follow }));
  explorer.node.open = true;
  await explorer.toggled();
  assert.equal(
    read(explorer.body.querySelector("button")),
    "Back to move 7, where some of them were",
  );
  explorer.body.querySelector("#last-explored").click();
  assert.deepEqual(went, ["stay", [7, []]]);
  await explorer.moved();
  assert.equal(explorer.body.querySelector("button"), null);
});

// --- people, games, tournaments, practice ----------------------------------------------------

test("only the clock that runs loses time, and the last half minute is marked", () => {
  const table = {
    seats: [0, 1].map(() => ({ person: true, name: "", stand_in: "", here: true })),
    people: { present: [0], watching: 2 },
    clock: { running: 0, left: [100, 25] },
    heard: performance.now() - 20_000,
    position: { state: { phase: "turn", to_move: 1 } },
    waits_for: "human",
  };
  const people = new People({ table, page: { known: { host: true, seat: null } } });
  people.close();
  assert.ok(Math.abs(people.left(0) - 80) < 5, people.left(0));
  assert.equal(people.left(1), 25);
  assert.equal(read(drawn(people.badge(1))), "not here 0:25");
  const short = (seat) =>
    drawn(people.badge(seat)).querySelector(".clock").classList.contains("short");
  assert.deepEqual([short(0), short(1)], [false, true]);
  people.draw();
  assert.match(read(people.node), /2 people look on$/);
  assert.deepEqual(people.offers().map(read), ["Let the AI play"]);
});

test("a list of games has the points of each seat and the count of moves", async () => {
  const games = [
    {
      game: "g",
      board: "east",
      plies: 57,
      played: 1_700_000_000,
      to_move: 1,
      totals: [12, 34],
      seats: [
        { person: true, name: "Anna", spec: "human", here: true },
        { person: false, name: "", spec: "mcts:level=4", here: false },
      ],
    },
  ];
  const content = h("div", {});
  const known = { boards: [{ name: "east", title: "Eastern map" }] };
  await gamesView({ content, wire: wire({ games: () => ({ games, sketches: {} }) }), known });
  assert.deepEqual(readAll(content, ".player"), ["R Anna 12", "G AI, level 4 34"]);
  assert.match(read(content), /Eastern map Green is to move/);
  assert.match(read(content), /57 moves · played /);
  const searched = async (count) => {
    const answer = { games: Array(count).fill(games[0]), sketches: {} };
    await gamesView({ content, wire: wire({ games: () => answer }), known });
    return content.querySelector("#find-game") !== null;
  };
  assert.deepEqual([await searched(5), await searched(6)], [false, true]);
  const badge = async (seat) => {
    const [entry] = games;
    const answer = {
      games: [{ ...entry, to_move: 0, seats: [seat, entry.seats[1]] }],
      sketches: {},
    };
    await gamesView({ content, wire: wire({ games: () => answer }), known });
    return read(content.querySelector(".badge"));
  };
  const [anna] = games[0].seats;
  assert.equal(await badge(anna), "Red: your move");
  assert.equal(await badge({ ...anna, here: false }), "Red is to move");
  const action = async (change) => {
    const answer = { games: [{ ...games[0], ...change }], sketches: {} };
    await gamesView({ content, wire: wire({ games: () => answer }), known });
    return read(content.querySelector(".row a.button[href='#/game/g']"));
  };
  const bots = { seats: [games[0].seats[1], games[0].seats[1]] };
  assert.deepEqual(
    [await action({}), await action({ over: true }), await action(bots)],
    ["Play", "Look", "Watch"],
  );
  games[0].seats[1] = { ...anna, name: "" };
  await gamesView({ content, wire: wire({ games: () => ({ games, sketches: {} }) }), known });
  assert.deepEqual(readAll(content, ".player").slice(0, 2), ["R Anna 12", "G Green 34"]);
});

test("a log that is not here is no empty page", async () => {
  const server = wire({
    tournament: () => {
      throw new Error("there is no log x here");
    },
  });
  const viewed = tournamentView({ content: h("div", {}), wire: server }, "x");
  await assert.rejects(viewed, /there is no log/);
});

test("tables and games of a tournament are as the server sends them", async () => {
  const report = {
    summary: "10 games",
    command: "hansa",
    faults: [],
    plots: [],
    sheets: [{ title: "Elo", columns: ["bot", "elo"], rows: [["mcts", "1500 ± 20"]] }],
    games: [
      { id: "g1", bots: ["a", "b"], ranks: [2, 1], points: [30, 41], end: "prestige", moves: 210 },
      { id: "g2", bots: ["b", "a"], ranks: [1, 2], points: [9, 8], end: "markers", moves: 99 },
    ],
  };
  const content = h("div", {});
  const { setTimeout } = globalThis;
  const pauses = [];
  globalThis.setTimeout = (_, pause) => pauses.push(pause);
  const view = await tournamentView({ content, wire: wire({ tournament: () => report }) }, "log");
  globalThis.setTimeout = setTimeout;
  view.close();
  assert.ok(pauses[0] >= 2000, "the server is not asked all the time");
  assert.deepEqual(rows(content, ".numbers tr"), [
    ["bot", "elo"],
    ["mcts", "1500 ± 20"],
  ]);
  assert.deepEqual(rows(content, ".played-games tr"), [
    ["Game", "Seats, rank and points", "End", "Moves"],
    ["g2", "1. b 9 · 2. a 8", "markers", "99"],
    ["g1", "2. a 30 · 1. b 41", "prestige", "210"],
  ]);
  content.querySelector("[type=search]").value = "prestige";
  content.querySelector("[type=search]").fire("input");
  assert.equal(rows(content, ".played-games tr").length, 2);
  const listed = {
    name: "log one",
    bots: ["a", "b"],
    started: "2026-11-19T22:33:32Z",
    played: 1_795_127_612,
  };
  const tournaments = wire({ tournaments: () => ({ tournaments: [listed] }) });
  await tournamentsView({ content, wire: tournaments });
  assert.deepEqual(rows(content)[1].slice(0, 3), ["log one", "a, b", when(1_795_127_612)]);
  const [link] = content.querySelectorAll("a");
  assert.equal(link.getAttribute("href"), "#/tournaments/log%20one");
});

test("practice counts all mistakes, and those that are due", async () => {
  const drills = [4, 9].map((ply) => ({ game: "g", ply, seat: 0, loss: 0.1, verdict: "mistake" }));
  const later = Date.now() / 1000 + 1000;
  localStorage.setItem("hansa-drills", JSON.stringify({ "g 4": [1, later] }));
  const content = h("div", {});
  const score = { due: 3, exercises: 40, answered: 7, right: 5, rating: 1234, streak: 2 };
  const server = wire({ drills: () => ({ drills }), exercise: () => ({ score }) });
  const page = { content, wire: server };
  await drillsView(page, new URLSearchParams());
  assert.equal(
    read(content.querySelector("#drills")),
    "2 mistakes of yours in all games; 1 to practise now.",
  );
  assert.equal(content.querySelector("a").getAttribute("href"), "#/study/g?ply=9&drill=1");
  assert.equal(
    read(content.querySelector("#exercises")),
    "3 of 40 exercises are to be repeated now. Rating 1234; 5 of 7 right, 2 in a row.",
  );
  const went = [];
  location.replace = (address) => went.push(address);
  await drillsView(page, new URLSearchParams("next=1"));
  drills.pop();
  await drillsView(page, new URLSearchParams("next=1"));
  assert.deepEqual(went, ["#/study/g?ply=9&drill=1"]);
  assert.match(read(content.querySelector("#drills")), /^That is all for now/);
});
