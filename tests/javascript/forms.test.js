// What is filled in: a new game, a position changed by hand, settings; what is sent is what was said.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, readAll, settled, storage, wire } from "./document.js";

const { h } = await import("../../hansa/web/static/dom.js");
const { Editor } = await import("../../hansa/web/static/editor.js");
const { gameOf, loadGame } = await import("../../hansa/web/static/games.js");
const { html, render } = await import("../../hansa/web/static/html.js");
const { newGameView } = await import("../../hansa/web/static/new_game.js");
const { showColours } = await import("../../hansa/web/static/preferences.js");
const { Settings } = await import("../../hansa/web/static/settings.js");
const { amounts } = await import("../../hansa/web/static/teutonica.js");

await loadGame("hansa2004");

const rows = (node, selector) =>
  node.querySelectorAll(selector).map((row) => row.children.map(read));

// --- a new game ------------------------------------------------------------------------------

const KNOWN = {
  boards: [
    {
      name: "west",
      title: "West",
      game: "teutonica",
      players: [3],
      editions: ["classic"],
      modules: [],
    },
    {
      name: "east",
      title: "East",
      game: "teutonica",
      players: [2, 3, 4, 5],
      editions: ["bigbox", "classic"],
      modules: ["missions"],
    },
    {
      name: "hansa2004",
      title: "Hansa",
      game: "hansa2004",
      players: [2, 4],
      editions: [],
      modules: [],
    },
  ],
  bots: [
    {
      name: "mcts",
      game: null,
      about: "searches",
      parameters: [
        { name: "level", high: 3, choices: [], help: "how strong", default: 5 },
        {
          name: "strength",
          choices: ["low", "high", "higher", "highest"],
          help: "",
          default: null,
        },
      ],
    },
    { name: "prestige", game: "teutonica", about: "likes points", parameters: [] },
    { name: "founder", game: "hansa2004", about: "founds", parameters: [] },
  ],
  levels: ["easy", "fair", "hard"],
  host: true,
};

async function newGame(query = "", answers = {}) {
  const content = h("div", {});
  const server = wire({ new: () => ({ game: "made" }), ...answers });
  await newGameView({ content, wire: server, known: KNOWN }, new URLSearchParams(query));
  const choose = (selector, value) => {
    const node = content.querySelector(selector);
    node.value = value;
    node.fire(node.localName === "input" ? "input" : "change");
  };
  const begin = async () => {
    content.querySelector("form").fire("submit");
    await settled();
    return server.asked.findLast(([command]) => command === "new")?.[1];
  };
  return { content, server, choose, begin };
}

test("what is begun is what was chosen", async () => {
  const { content, choose, begin } = await newGame();
  assert.equal(content.querySelector("#board").value, "east", "the first board for four");
  choose("#players", "3");
  choose("#edition", "classic");
  choose("#clock", "600");
  choose("#increment", "5");
  choose("#seed", " 42 ");
  const box = content.querySelector("[name=module]");
  box.checked = true;
  box.fire("change");
  choose("[aria-label=Green]", "link");
  choose("[aria-label='Red: name']", " Anna ");
  choose("[aria-label=Blue]", "spec");
  choose("[aria-label='Blue: bot with settings']", "mcts:seconds=1");
  assert.deepEqual(await begin(), {
    setup: { board: "east", players: 3, edition: "classic", modules: ["missions"] },
    seats: [
      { who: "here", name: "Anna" },
      { who: "link", name: "" },
      { who: "mcts:seconds=1", name: "" },
    ],
    seed: 42,
    clock: 600,
    increment: 5,
  });
  assert.equal(location.hash, "#/game/made");
});

test("with two nothing is played with; without a clock nothing is said of one", async () => {
  const { content, choose, begin } = await newGame();
  choose("#players", "2");
  assert.equal(content.querySelector("[name=module]"), null);
  assert.deepEqual(await begin(), {
    setup: { board: "east", players: 2, edition: "bigbox", modules: [] },
    seats: [
      { who: "here", name: "" },
      { who: "mcts:level=5", name: "" },
    ],
  });
});

test("another board has other players, editions and bots", async () => {
  const { content, choose, begin } = await newGame();
  choose("[aria-label=Green]", "prestige");
  choose("#board", "hansa2004");
  assert.deepEqual(readAll(content, "#players option"), ["2", "4"]);
  assert.deepEqual(readAll(content, "dt code"), ["mcts", "founder"]);
  const { setup, seats } = await begin();
  assert.deepEqual(setup, { board: "hansa2004", players: 4 });
  assert.equal(seats[1].who, "mcts:level=5");
  const hidden = () => content.querySelector(".modules").getAttribute("hidden");
  assert.equal(hidden(), "true");
  choose("#board", "east");
  assert.equal(hidden(), null);
  choose("#board", "west");
  assert.deepEqual((await begin()).setup, { board: "west", players: 3, edition: "classic" });
});

test("levels of the AI are told from the weakest, and beyond them only what is stronger", async () => {
  const { content } = await newGame();
  assert.deepEqual(readAll(content, "[aria-label=Red] optgroup[label='The AI'] option"), [
    "AI that adapts to you (now level 3)",
    "AI, level 1 (weakest)",
    "AI, level 2",
    "AI, level 3 (strongest)",
    "AI, high",
    "AI, higher",
    "AI, highest",
  ]);
});

test("what is said beside a seat is of its level", async () => {
  const { content, choose } = await newGame();
  const about = () => readAll(content, ".seat-row small")[1];
  choose("[aria-label=Green]", "mcts:level=2");
  assert.equal(about(), "fair");
  choose("[aria-label=Green]", "adapting");
  assert.match(about(), /^hard\. After a win/);
  choose("[aria-label=Green]", "prestige");
  assert.equal(about(), "likes points");
});

test("clocks are offered in minutes, boards with how many play", async () => {
  const { content } = await newGame();
  const words = readAll(content, "#clock option");
  assert.deepEqual(words, [
    "none",
    "5 minutes",
    "10 minutes",
    "15 minutes",
    "20 minutes",
    "30 minutes",
    "60 minutes",
  ]);
  assert.deepEqual(readAll(content, "#board option"), [
    "West, 3 players",
    "East, 2–5 players",
    "Hansa, 2–4 players",
  ]);
});

test("a seed that is no number is refused here", async () => {
  const { content, choose, begin } = await newGame();
  choose("#seed", "4x");
  assert.equal(await begin(), undefined);
  assert.equal(read(content.querySelector("[role=alert]")), "The seed is a whole number");
});

test("like another game: its board, seats, clock and modules", async () => {
  const table = {
    game: "old",
    board: "east",
    edition: "classic",
    modules: ["missions"],
    clock: { seconds: 900, increment: 20 },
    seats: [
      { person: true, here: false, name: "Anna", spec: "human" },
      { person: true, here: true, name: "Bo", spec: "human" },
      { person: false, here: false, name: "", spec: "prestige" },
      { person: false, here: false, name: "", spec: "mcts:seconds=3" },
    ],
  };
  const { begin } = await newGame("like=old", { open: () => ({ table }) });
  assert.deepEqual(await begin(), {
    setup: { board: "east", players: 4, edition: "classic", modules: ["missions"] },
    seats: [
      { who: "link", name: "Anna" },
      { who: "here", name: "Bo" },
      { who: "prestige", name: "" },
      { who: "mcts:seconds=3", name: "" },
    ],
    clock: 900,
    increment: 20,
  });
});

test("from a position: its board and players, whoever is to play is here", async () => {
  const start = { board: "east", players: 3, turn: 2, turns: 7 };
  sessionStorage.setItem("hansa-start", JSON.stringify(start));
  const { content, begin } = await newGame("from=position");
  assert.match(read(content.querySelector("#start")), /^East, turn 8: Blue is to play\./);
  assert.deepEqual(readAll(content, "#players option"), ["3"]);
  const sent = await begin();
  assert.deepEqual(sent.state, start);
  assert.deepEqual(
    sent.seats.map(({ who }) => who),
    ["mcts:level=5", "mcts:level=5", "here"],
  );
  assert.equal(sent.setup, undefined);
});

// --- a position of Hansa Teutonica -----------------------------------------------------------

const TEUTONICA = {
  game: "teutonica",
  limit: 10,
  cities: { A: { name: "Aachen", at: [0, 0] }, C: { name: "Cologne", at: [0, 0] } },
  routes: { "A-C": { at: [0, 0], road: [] } },
  slots: { "A-C": [[0, 0]], "A-C/ship": [[1, 1]] },
  spaces: { 7: [0, 0] },
  markers: { swap: "swap offices", extra: "extra office" },
  tracks: {
    keys: [1, 2, 2, 3, 4],
    actions: [2, 3, 3, 4, 4, 5],
    privilege: ["white", "orange", "pink", "black"],
    book: [2, 3, 4, 5],
    bank: [3, 5, 7, "all"],
  },
  missions: [["A", "C", "A", "C"]],
  permits: ["A"],
  tiles: ["income"],
};
const desk = (more = {}) => ({
  stock: "3t1m",
  supply: "2t",
  prestige: 4,
  keys: 1,
  actions: 0,
  privilege: 2,
  book: 0,
  bank: 3,
  unused: ["swap"],
  used: ["extra", "extra"],
  favours: [],
  mission: null,
  ...more,
});
const STATE = {
  board: "east",
  players: 3,
  phase: "turn",
  turn: 1,
  turns: 8,
  actions: 2,
  completed: 6,
  connected: [1],
  permits_spent: ["A"],
  favours_open: ["income"],
  modules: ["favours"],
  supply: { swap: 3, extra: 2 },
  pending: { unseen: 1, seen: [["swap"]] },
  routes: { "A-C": { house: [null], marker: "swap" } },
  cities: {},
  special: {},
  desks: [desk(), desk({ mission: 0, favours: ["income"] }), desk({ mission: "?" })],
};

test("the facts of a position, and what each desk has", () => {
  const desks = new (gameOf(TEUTONICA).Desks)(TEUTONICA);
  const scores = [5, 6, 7].map((total) => ({ total }));
  desks.show({ state: STATE, scores }, ["Anna", "", ""], 0);
  assert.equal(
    read(desks.node.querySelector(".facts")),
    "6 of 10 cities complete · 4 markers in the supply · connected: Green · 1 to be drawn" +
      " · to be laid: swap offices · permits spent: Aachen · favours: income",
  );
  assert.deepEqual(readAll(desks.node, ".points"), [
    "4 now · 5 in all",
    "4 now · 6 in all",
    "4 now · 7 in all",
  ]);
  assert.deepEqual(readAll(desks.node, ".badge"), ["2 actions left"]);
  const [own, , other] = desks.node.querySelectorAll("section");
  assert.match(read(own), /supply 2 traders 0 merchants stock 3 traders 1 merchant/);
  const steps = (node) => node.querySelectorAll(".steps").map((row) => readAll(row, "i").join(" "));
  assert.deepEqual(steps(own), ["1 2 2 3 4", "2 3 3 4 4 5", "W O P B", "2 3 4 5", "3 5 7 ∞"]);
  assert.deepEqual(readAll(own, "i.here"), ["2", "2", "P", "2", "∞"]);
  assert.match(
    own.querySelector("[data-target='track keys']").getAttribute("title"),
    /^Keys: 2, step 2 of 5/,
  );
  assert.match(
    own.querySelector("[data-target='track bank']").getAttribute("title"),
    /^Bank: all, step 4 of 4/,
  );
  assert.match(read(own), /swap offices 2 used$/);
  assert.match(
    read(desks.node.querySelectorAll("section")[1]),
    /mission: Aachen, Cologne, Aachen$/,
  );
  assert.match(read(other), /mission hidden$/);
  const pending = { unseen: 0, seen: [] };
  const nothing = [{ ...desk(), unused: [], used: [], mission: 0 }, desk(), desk()];
  const bare = { desks: nothing, connected: [], permits_spent: [], favours_open: [], pending };
  desks.show({ state: { ...STATE, ...bare }, scores }, [], 0);
  const facts = read(desks.node.querySelector(".facts"));
  assert.equal(facts, "6 of 10 cities complete · 5 markers in the supply");
  assert.equal(read(desks.node.querySelector(".cards")), "mission: Aachen, Cologne, Aachen");
  assert.deepEqual(amounts("3t12m"), [
    ["t", 3],
    ["m", 12],
  ]);
  assert.deepEqual(amounts("m"), [
    ["t", 0],
    ["m", 0],
  ]);
});

function edited(board, state, answers = {}) {
  const study = {
    board: { board, arrows: () => {}, offer: () => {}, pieces: [{ slot: "A-C", piece: "0t" }] },
    position: { state },
    state: null,
    game: "g",
    ply: 4,
    log: [1, 2],
    line: ["end"],
    base: () => ({ game: "g", ply: 4 }),
    wire: wire({
      write: () => ({ block: "text" }),
      edit: () => ({ position: { state: "new" } }),
      ...answers,
    }),
    used: [],
    notes: { load: async () => {} },
    drawTools: () => {},
  };
  study.use = async (found) => study.used.push(found);
  const editor = new Editor(study);
  editor.draw();
  const changes = () =>
    study.wire.asked.filter(([command]) => command === "edit").map(([, { change }]) => change);
  const choose = (label, value) => {
    const node = editor.body.querySelector(`[aria-label='${label}']`);
    if (value !== undefined) node.value = value;
    node.fire(node.localName === "button" ? "click" : "change");
  };
  return { study, editor, changes, choose };
}

test("fields of the editor change what they are called", async () => {
  const { study, editor, changes, choose } = edited(TEUTONICA, STATE);
  const shown = (label) => String(editor.body.querySelector(`[aria-label='${label}']`).value);
  const fields = ["prestige of Red", "turns so far", "actions", "markers to draw"];
  assert.deepEqual(fields.map(shown), ["4", "8", "2", "1"]);
  assert.equal(shown("favour: income"), "1", "whose it is");
  choose("whose turn", "2");
  choose("actions", "5");
  choose("turns so far", "9");
  choose("markers to draw", "3");
  choose("prestige of Blue", "11");
  choose("connection of Red");
  choose("Keys, Green: forward");
  choose("Bank, Green: back");
  choose("mission of Green", "0");
  choose("favour: income", "2");
  choose("permit of Aachen spent");
  choose("add to the used markers of Red", "swap");
  await settled();
  assert.deepEqual(changes(), [
    { what: "turn", seat: 2, actions: 2 },
    { what: "turn", seat: 1, actions: 5 },
    { what: "turns", to: 9 },
    { what: "pending", to: 3 },
    { what: "prestige", seat: 2, to: 11 },
    { what: "connected", seat: 0 },
    { what: "track", seat: 1, track: "keys", by: 1 },
    { what: "track", seat: 1, track: "bank", by: -1 },
    { what: "mission", seat: 1, to: 0 },
    { what: "favour", tile: "income", to: 2 },
    { what: "permit", city: "A" },
    { what: "own-marker", seat: 0, used: true, add: "swap" },
  ]);
  assert.deepEqual(study.used[0], "new");
  assert.deepEqual(study.wire.asked[0][1], {
    game: "g",
    ply: 4,
    moves: ["end"],
    change: changes()[0],
  });
});

test("a brush puts, takes away or lays a marker", async () => {
  const { editor, changes } = edited(TEUTONICA, STATE);
  const labels = () => [...editor.form.targets({ state: STATE }, editor.study.board)];
  const brush = (name) => editor.body.querySelector(`[data-brush='${name}']`).click();
  brush("1m");
  assert.deepEqual(labels()[1], ["free A-C/ship", "put Green's merchant on Aachen-Cologne (ship)"]);
  for (const target of ["free A-C", "city C", "special 7"]) editor.form.touch(target);
  brush("erase");
  assert.deepEqual(labels()[0], ["piece 0t A-C", "take Red's trader from Aachen-Cologne"]);
  for (const target of ["piece 0t A-C", "city A", "route A-C"]) editor.form.touch(target);
  brush("swap");
  editor.form.touch("route A-C");
  await settled();
  assert.deepEqual(changes(), [
    { what: "house", slot: "A-C", add: "1m" },
    { what: "city", city: "C", add: "1m" },
    { what: "special", points: "7", add: "1m" },
    { what: "house", slot: "A-C", remove: "0t" },
    { what: "city", city: "A" },
    { what: "marker", route: "A-C" },
    { what: "marker", route: "A-C", add: "swap" },
  ]);
});

test("what is refused is said, and undo goes back to where the study stood", async () => {
  const refused = Object.assign(new Error("no"), { problems: ["too many", "too few"] });
  const { study, editor } = edited(TEUTONICA, STATE, {
    edit: () => {
      throw refused;
    },
  });
  await editor.change({ what: "turns", to: 1 });
  assert.deepEqual(readAll(editor.body, "[role=alert] li"), ["too many", "too few"]);
  assert.equal(editor.body.querySelector("#undo-edit").getAttribute("disabled"), "true");
  await editor.use("new");
  const went = [];
  study.go = async (...at) => went.push(at);
  Object.assign(study, { game: null, ply: 0, line: [] });
  await editor.undo();
  assert.deepEqual(went, [[4, ["end"]]]);
  assert.equal(study.game, "g");
});

// --- a position of Hansa (2004) --------------------------------------------------------------

const SEA = { game: "hansa2004", cities: { L: { name: "Lübeck" }, R: { name: "Riga" } } };
const AT_SEA = {
  supply: { red1: 2, blue3: 5 },
  piles: [4, 3],
  ship: "R",
  acted: false,
  phase: "turn",
  turn: 0,
  cities: { R: { goods: ["red1", "blue3"], booths: [1, 0] } },
  desks: [
    { talers: 5, booths: 9, unsold: ["red1", "red1", "blue3"], sold: [] },
    { talers: 2, booths: 8, unsold: [], sold: ["blue3"] },
  ],
};

test("ship, markers, talers, booths and goods of Hansa (2004)", () => {
  const desks = new (gameOf(SEA).Desks)(SEA);
  desks.show({ state: AT_SEA, scores: [{ total: 3 }, { total: 4 }] }, ["", ""], 0);
  assert.equal(
    read(desks.node.querySelector(".facts")),
    "7 markers in the piles (4 + 3) · the ship is in Riga",
  );
  assert.deepEqual(rows(desks.node, ".hands"), [
    ["talers 5", "booths 9"],
    ["talers 2", "booths 8"],
  ]);
  assert.deepEqual(readAll(desks.node, ".cards"), [
    "unsold red 1 ×2 blue 3",
    "sold none",
    "unsold none",
    "sold blue 3",
  ]);
  assert.deepEqual(gameOf(SEA).inWords(AT_SEA, SEA), [
    ["Cities", ["Lübeck: no goods", "Riga: red 1, blue 3; Red has 1 booth; the ship is here"]],
  ]);
});

test("fields for Hansa (2004) change what they are called", async () => {
  const { changes, choose, editor } = edited(SEA, AT_SEA);
  assert.equal(editor.body.querySelector("[aria-label='booths of Red']").value, 1);
  choose("booths of Green", "3");
  choose("goods in Riga", " red1,  green2 ");
  choose("talers of Green", "7");
  choose("goods sold of Red", "blue3");
  choose("whose turn", "1");
  await settled();
  assert.deepEqual(changes(), [
    { what: "booths", city: "R", seat: 1, count: 3 },
    { what: "goods", city: "R", goods: ["red1", "green2"] },
    { what: "talers", seat: 1, to: 7 },
    { what: "hand", seat: 0, where: "sold", goods: ["blue3"] },
    { what: "turn", seat: 1, acted: false },
  ]);
  editor.form.touch("city L");
  assert.equal(read(editor.body.querySelector("legend")), "Lübeck");
});

// --- settings --------------------------------------------------------------------------------

test("the slider leads from one move at a time to all at once, and says where it is", () => {
  Object.assign(globalThis, { localStorage: storage() });
  const settings = new Settings();
  assert.equal(settings.pace, "instant", "for whoever wants less motion");
  const paced = [];
  const node = h("div", {});
  const draw = () =>
    render(
      settings.slider((pace) => paced.push(pace)),
      node,
    );
  draw();
  for (const place of ["0", "1", "2"]) {
    node.querySelector("#pace").value = place;
    node.querySelector("#pace").fire("input");
    draw();
    paced.push(read(node.querySelector("output")));
  }
  assert.deepEqual(paced, ["step", "step by step", "calm", "calm", "quick", "quick"]);
  assert.equal(node.querySelector("#pace").getAttribute("aria-valuetext"), "quick");
});

test("what is chosen is kept, and does what it is called", async () => {
  Object.assign(globalThis, { localStorage: storage() });
  const settings = new Settings();
  const node = h("div", {});
  render(html`${settings.nodes(KNOWN, "teutonica")}`, node);
  assert.deepEqual(readAll(node, "#level option"), ["1. easy", "2. fair", "3. hard"]);
  const choose = (selector, value) => {
    node.querySelector(selector).value = value;
    node.querySelector(selector).fire("change");
  };
  choose("#level", "2");
  assert.equal(localStorage.getItem("hansa-level-teutonica"), "2");
  node.querySelector("[name=coach]").checked = true;
  node.querySelector("[name=coach]").fire("change");
  assert.deepEqual(
    ["coach", "confirm"].map((name) => settings.has(name)),
    [true, false],
  );
  choose("#colours", "blue-yellow");
  assert.equal(document.documentElement.dataset.colours, "blue-yellow");
  assert.equal(localStorage.getItem("hansa-colours"), "blue-yellow");
  localStorage.setItem("hansa-colours", "of another version");
  showColours();
  assert.equal(document.documentElement.dataset.colours, "usual");
});
