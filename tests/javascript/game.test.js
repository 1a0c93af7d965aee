// A game at the table: who is asked, what can be done, moves chosen by clicks, hints, and what is
// shown again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, readAll, settled, storage, wire } from "./document.js";
import { BOARD, MOVES, POSITION, STATE } from "./sea.js";

const { BoardWords } = await import("../../hansa/web/static/board_words.js");
const { Chooser } = await import("../../hansa/web/static/chooser.js");
const { h } = await import("../../hansa/web/static/dom.js");
const { handOver } = await import("../../hansa/web/static/hand_over.js");
const { showHelp } = await import("../../hansa/web/static/help.js");
const { showLinks } = await import("../../hansa/web/static/links.js");
const { People } = await import("../../hansa/web/static/people.js");
const { openGame } = await import("../../hansa/web/static/play.js");
const { Story, turns } = await import("../../hansa/web/static/replay.js");
const { step } = await import("../../hansa/web/static/story.js");
const { Teacher } = await import("../../hansa/web/static/teacher.js");
const { render } = await import("../../hansa/web/static/html.js");

// --- from clicks to moves --------------------------------------------------------------------

function chooser(moves = MOVES, more = {}) {
  const offered = {};
  const played = [];
  const parts = {
    board: {
      board: BOARD,
      spots: { first: () => null },
      offer: (targets, handler) => Object.assign(offered, { targets, handler }),
      placeAt: () => "",
    },
    desks: { offer: () => {}, node: h("div", {}) },
    bar: h("div", {}),
    list: h("div", {}),
    play: (move) => played.push(move),
    ...more,
  };
  const made = new Chooser(parts);
  made.ask({ ...POSITION, moves }, "Your move:");
  return { made, offered, played, bar: parts.bar, list: parts.list };
}
const menu = () => readAll(document.body, "[role=menuitem]");
const HERE = { x: 5, y: 5 };

test("a place opens what can be done there; the choice is played", () => {
  const { offered, played } = chooser();
  assert.deepEqual([...offered.targets.keys()], ["kind t", "free A-B", "kind m", "free C-D"]);
  offered.handler("free A-B", HERE);
  assert.deepEqual(menu(), ["Place a trader on A-B", "Place a merchant on A-B", "Not now"]);
  document.querySelector("[data-move='place m A-B']").click();
  assert.deepEqual(played, ["place m A-B"]);
  assert.deepEqual(menu(), []);
});

test("at the start of a turn even a single choice is asked for, later it is played", () => {
  const first = chooser();
  first.offered.handler("kind m", HERE);
  assert.deepEqual([first.played, menu()], [[], ["Place a merchant on A-B", "Not now"]]);
  first.made.close();
  const later = chooser();
  later.made.position = { ...POSITION, state: { ...STATE, phase: "place" } };
  later.offered.handler("kind m", HERE);
  assert.deepEqual(later.played, ["place m A-B"]);
});

test("a piece on a full route stands for its route too, unless a piece was chosen before", () => {
  const moves = [
    { move: "claim A-B", words: "claim A-B", targets: ["route A-B"] },
    { move: "displace", words: "displace it", targets: ["piece 1t A-B", "kind t"] },
  ];
  const { made, offered } = chooser(moves);
  offered.handler("piece 1t A-B", HERE);
  assert.deepEqual(menu(), ["Displace it", "Claim A-B", "Not now"]);
  made.close();
  made.chosen = ["kind t"];
  assert.deepEqual(made.meant("piece 1t A-B"), [moves[1]]);
});

test("where much can be done a second click says what", () => {
  const many = Array.from({ length: 12 }, (_, number) => ({
    move: `move ${number}`,
    words: `go to ${number}`,
    targets: ["kind t", `free S${number}`],
  }));
  const { made, offered, bar, played } = chooser(many);
  offered.handler("kind t", HERE);
  assert.deepEqual(made.chosen, ["kind t"]);
  assert.match(read(bar), /a trader: choose a place\./);
  assert.equal(offered.targets.has("kind t"), false);
  offered.handler("free S3", HERE);
  assert.deepEqual(played, ["move 3"]);
});

test("moves without a place are buttons; all moves are listed, counted and searched", () => {
  const { bar, list, played } = chooser();
  assert.deepEqual(readAll(bar, ".act"), ["End the turn"]);
  assert.match(read(list), /^4 legal moves/);
  const field = list.querySelector("input");
  field.value = "trader c-d";
  field.fire("input");
  assert.deepEqual(readAll(list, "code"), ["place t C-D"]);
  field.fire("keydown", { key: "Enter" });
  assert.deepEqual(played, ["place t C-D"]);
});

test("a list that is too long says how many more there are", () => {
  const many = Array.from({ length: 205 }, (_, number) => ({
    move: `m${number}`,
    words: "go",
    targets: [],
  }));
  const { list } = chooser(many);
  assert.equal(list.querySelectorAll("code").length, 200);
  assert.match(read(list), /and 5 more: narrow the search$/);
});

test("a menu tells what each choice brings, and what a claim lacks", async () => {
  const claims = ["claim A-B", "claim A-B office A"].map((move) => ({
    move,
    words: move,
    targets: ["route A-B"],
  }));
  const { offered, made } = chooser(claims, {
    foresee: async (moves) => moves.map((move) => (move === "claim A-B" ? "" : `by ${move}`)),
    refuse: async (target) => [`no ${target}`],
  });
  offered.handler("route A-B", HERE);
  await settled();
  assert.deepEqual(readAll(document.body, ".outcome"), ["By claim A-B office A"]);
  assert.match(menu()[0], /^Claim A-B office A/);
  assert.deepEqual(readAll(document.body, ".lacks"), ["Not possible: no route A-B"]);
  made.close();
});

// --- people and links ------------------------------------------------------------------------

const seat = (more = {}) => ({
  person: true,
  name: "",
  spec: "human",
  here: true,
  stand_in: "",
  ...more,
});
const table = (more = {}) => ({
  game: "g",
  board: "sea",
  modules: [],
  edition: null,
  seats: [seat(), seat({ person: false, spec: "founder", here: false })],
  yours: [0],
  asks: null,
  ply: 0,
  waits_for: "human",
  log: { start: 0, entries: [] },
  people: { present: [0], watching: 0 },
  clock: null,
  can_undo: false,
  watched: false,
  pace: 0,
  thinking: false,
  fault: "",
  position: POSITION,
  ...more,
});

test("whose bot it is decides what the button says, and what it asks for", async () => {
  const asked = [];
  const view = {
    page: { known: { host: true, seat: null } },
    command: (...words) => asked.push(words),
    table: table({ seats: [seat({ stand_in: "greedy" }), seat()] }),
  };
  const people = new People(view);
  people.close();
  people.draw();
  assert.deepEqual(readAll(people.node, "li"), [
    "R Red: the AI playsHand the seat back (Red)",
    "G Green: not hereLet the AI play (Green)",
  ]);
  for (const button of people.node.querySelectorAll("button")) button.click();
  assert.deepEqual(asked, [
    ["hand_back", { seat: 0 }],
    ["stand_in", { seat: 1 }],
  ]);
  view.page.known = { host: false, seat: 0 };
  assert.deepEqual(people.offers().map(read), ["Take my seat back"]);
  people.draw();
  assert.deepEqual(readAll(people.node, "button"), ["Take my seat back (Red)"]);
});

test("links open the seat they name, from where others are", () => {
  const links = [
    { seat: 1, key: "one" },
    { seat: null, key: "look" },
  ];
  const shown = (hostname, reach) => {
    Object.assign(location, { hostname, origin: `http://${hostname}:8484` });
    showLinks(links, reach, ["", "Bo"]);
    const node = document.querySelector("dialog");
    const found = node
      .querySelectorAll("label")
      .map((label) => [read(label), label.querySelector("input").value]);
    const alone = node.querySelector(".bad") !== null;
    node.remove();
    return [found, alone];
  };
  const at = (origin) => [
    ["Green (Bo)", `${origin}/#key=one`],
    ["To look on", `${origin}/#key=look`],
  ];
  assert.deepEqual(shown("localhost", "http://lan:8484"), [at("http://lan:8484"), false]);
  assert.deepEqual(shown("localhost", ""), [at("http://localhost:8484"), true]);
  assert.deepEqual(shown("lan2", "http://lan:8484"), [at("http://lan2:8484"), false]);
});

test("a link is copied, or selected where the browser writes nothing to the clipboard", async () => {
  const written = [];
  const pressed = async (clipboard) => {
    Object.defineProperty(globalThis, "navigator", { configurable: true, value: { clipboard } });
    showLinks([{ seat: 0, key: "one" }], "", ["Anna"]);
    const node = document.querySelector("dialog");
    const [button] = node.querySelectorAll(".link-field button");
    let selected = false;
    node.querySelector("input").select = () => {
      selected = true;
    };
    button.click();
    await settled();
    node.remove();
    return [read(button), selected];
  };
  const works = { writeText: async (text) => written.push(text) };
  assert.deepEqual(await pressed(works), ["Copied", true]);
  assert.match(written[0], /#key=one$/);
  assert.deepEqual(await pressed(undefined), ["Ctrl-C copies it", true]);
});

test("nobody is shown a mission before they say that they are here", () => {
  let here = 0;
  const node = handOver("Red (Anna)", () => {
    here += 1;
  });
  assert.match(read(node), /^Now it is Red \(Anna\)/);
  assert.equal(node.fire("cancel").defaultPrevented, true, "Escape does not show it");
  assert.equal(node.open, true);
  node.querySelector("button").click();
  assert.equal(here, 1);
  node.close();
  assert.equal(document.querySelector("dialog"), null);
});

test("help opens once, and again after it was closed", async () => {
  showHelp();
  showHelp();
  const sheets = () => document.body.querySelectorAll("dialog").length;
  assert.equal(sheets(), 1);
  assert.deepEqual(readAll(document.querySelector("dialog"), "kbd").slice(0, 2), ["?", "r"]);
  document.querySelector("dialog .act").click();
  await settled();
  assert.equal(sheets(), 0);
  showHelp();
  assert.equal(sheets(), 1);
  document.querySelector("dialog .act").click();
  await settled();
});

test("the help sheet begins with what one has in one's hand", async () => {
  const { matchMedia } = globalThis;
  const titles = async (finger) => {
    globalThis.matchMedia = (media) => ({ matches: media === "(pointer: coarse)" && finger });
    showHelp();
    const dialog = document.querySelector("dialog");
    const found = readAll(dialog, "h3");
    dialog.querySelector(".act").click();
    await settled();
    return [found, dialog.scrollTop];
  };
  assert.deepEqual(await titles(false), [["Keyboard", "Mouse and fingers"], 0]);
  assert.deepEqual(await titles(true), [["Mouse and fingers", "Keyboard"], 0]);
  globalThis.matchMedia = matchMedia;
});

// --- what was played -------------------------------------------------------------------------

const LOG = [
  [0, "a"],
  [0, "b"],
  ["*", "c"],
  [1, "d"],
  [0, "e"],
  [1, "f"],
  [1, "g"],
].map(([mover, words], ply) => ({ mover, words, move: words, ply }));

test("moves are grouped by who made them, and told with their letter", () => {
  assert.deepEqual(
    turns(LOG).map((turn) => turn.map(({ words }) => words).join("")),
    ["ab", "c", "d", "e", "fg"],
  );
  const node = h("p", {});
  const said = (entry) => {
    render(step(entry), node);
    return [read(node), node.querySelector(".seat-mark").getAttribute("title")];
  };
  assert.deepEqual(said(LOG[3]), ["G d", "Green"]);
  assert.deepEqual(said(LOG[2]), ["* c", "chance"]);
});

test("since one's last move: that one and what came after it", () => {
  const story = new Story({ recording: { on: false } });
  story.draw(table({ yours: [0] }), LOG, ["Anna", "Bo"]);
  assert.deepEqual(readAll(story.since, "li"), ["R e", "G f", "G g"]);
  assert.deepEqual(readAll(story.all, "section"), [
    "R Red a b",
    "* chance c",
    "G Green d",
    "R Red e",
    "G Green f g",
  ]);
  const titles = story.all.querySelectorAll("h3").map((head) => head.getAttribute("title"));
  assert.deepEqual(titles, ["Anna", "", "Bo", "Anna", "Bo"]);
  const again = [];
  story.show = (...plies) => again.push(plies);
  for (const button of story.since.querySelectorAll("li button")) button.click();
  story.all.querySelector("li button").click();
  story.since.querySelector("#again").click();
  assert.deepEqual(again, [
    [4, 5],
    [5, 6],
    [6, 7],
    [0, 1],
    [5, 7],
  ]);
  story.draw(table({ yours: [] }), LOG, ["Anna", ""]);
  assert.deepEqual(readAll(story.since, "li"), ["R e", "G f", "G g"].slice(-3));
  const long = Array.from({ length: 310 }, (_, ply) => ({
    mover: ply % 2,
    words: `w${ply}`,
    move: "",
    ply,
  }));
  story.draw(table({ yours: [] }), long, ["", ""]);
  assert.match(read(story.all), /^10 moves before these/);
  assert.match(read(story.all), /w10 .*w309$/);
});

test("what is shown again begins before the move, and says which it is", async () => {
  const told = [];
  const asked = wire({ look: () => ({ position: POSITION }) });
  const board = {
    offer: () => {},
    pieces: [],
    show: () => {},
    standing: { mark: () => {} },
    tell: (...words) => told.push(words.map((each) => each.textContent ?? each).join("")),
  };
  const recalled = [];
  const desks = { recall: (position) => recalled.push(position) };
  let marked = 0;
  const mark = () => {
    marked += 1;
  };
  const bar = [];
  const chooser = {
    ask: ({ moves }, title, [back]) => bar.push([moves.length, title, read(back)]),
  };
  const ask = (shown) => bar.push(shown.game);
  const view = { wire: asked, game: "g", board, desks, mark, ask, chooser, table: table() };
  const story = new Story(view);
  story.log = LOG;
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act) => setTimeout(act, 0);
  await story.show(3, 5);
  globalThis.setTimeout = setTimeout;
  assert.deepEqual(
    asked.asked.map(([, { ply }]) => ply),
    [3, 4, 5],
  );
  assert.deepEqual(told, ["G Move 4: d.", "R Move 5: e.", ""]);
  const past = [0, "This has been played.", "Back to the game"];
  assert.deepEqual(bar, [past, view.table.game], "nothing can be chosen until one is back");
  assert.equal(story.showing, 0);
  assert.deepEqual(recalled, [POSITION, POSITION, POSITION, null], "the desks show the same");
  assert.equal(marked, 1, "what is new is marked again");
});

test("a move of the log is marked on the map while it is pointed at", () => {
  const pointed = [];
  const board = { point: (move = "") => pointed.push(move) };
  const story = new Story({ wire: wire(), game: "g", board, recording: {} });
  story.draw(table(), LOG, ["Anna", ""]);
  story.show = () => {};
  const [first] = story.all.querySelectorAll("button");
  for (const event of ["mouseenter", "mouseleave", "focus", "blur", "click"]) first.fire(event);
  assert.deepEqual(pointed, ["a", "", "a", "", ""]);
});

test("the map in words is written where somebody reads it, with who controls what", () => {
  const words = new BoardWords({ board: BOARD });
  const flag = (who) => `<title>${who} controls Aachen</title><path d="M0 0" class="mast"/>`;
  words.show({ ...POSITION, above: flag("Red"), below: flag("Green") });
  assert.equal(read(words.body), "");
  words.node.open = true;
  words.node.fire("toggle");
  const [, control] = words.node.querySelectorAll("ul").map((list) => readAll(list, "li"));
  assert.deepEqual(control, ["Red controls Aachen", "Green controls Aachen"]);
  words.show(POSITION);
  assert.match(read(words.body), /Control none$/);
});

// --- hints and the coach ---------------------------------------------------------------------

const HINT = {
  area: "in the north",
  move: "end",
  words: "end the turn",
  targets: ["city A"],
  why: ["nothing is left (H3)"],
};

function teacher(more = {}) {
  const marks = [];
  const view = {
    wire: wire(),
    game: "g",
    table: table({ ply: 7, can_undo: true }),
    log: LOG,
    board: {
      arrows: (ways) => marks.push(ways),
      ringAround: (targets) => marks.push(["ring", targets]),
    },
    settings: { has: () => true },
    undone: 0,
    undo: () => {
      view.undone += 1;
    },
    ...more,
  };
  return { view, marks, made: new Teacher(view) };
}

test("a hint says where, then what, then why", async () => {
  const { view, marks, made } = teacher();
  await made.ask();
  const [, asked] = view.wire.asked.find(([command]) => command === "hint");
  assert.deepEqual(asked, { game: "g", ply: 7, mark: made.mark });
  const shown = () => readAll(made.node, "p");
  view.wire.push("hint", { mark: made.mark - 1, hint: { ...HINT, area: "of before" } });
  assert.deepEqual(shown(), ["Looking for a good move …"]);
  view.wire.push("hint", { mark: made.mark, hint: HINT });
  assert.deepEqual([shown(), marks.at(-1)], [["in the north"], ["ring", ["city A"]]]);
  made.node.querySelector("#hint-on").click();
  assert.deepEqual(shown(), ["in the north", "End the turn."]);
  assert.deepEqual(marks.at(-1), [{ targets: ["city A"], label: "", weight: 1 }]);
  made.node.querySelector("#hint-why").click();
  assert.deepEqual(shown(), ["in the north", "End the turn.", "nothing is left (H3)"]);
  assert.equal(made.node.querySelector("#hint-why"), null);
});

test("the coach says what a move has cost, from three hundredths on", async () => {
  const { view, made } = teacher({ table: table({ yours: [1], can_undo: true }) });
  const judge = async (loss) => {
    await made.watch("g", 6);
    const judgement = {
      loss,
      verdict: "mistake",
      why: "is slow",
      played: { words: "ends" },
      best: { words: "claim" },
      plan: ["more (H4)"],
    };
    view.wire.push("why", { mark: made.mark, judgement });
    return readAll(made.node, "p");
  };
  assert.deepEqual(await judge(0.029), []);
  assert.deepEqual(await judge(0.03), [
    "Mistake: ends. It cost 3.0 % of the win; it is slow.",
    "Better: claim.",
    "more (H4)",
  ]);
  made.node.querySelector("#take-back").click();
  assert.equal(view.undone, 1);
  await made.watch("d", 3);
  view.wire.push("why", { mark: made.mark, judgement: { loss: 1 } });
  assert.deepEqual(readAll(made.node, "p"), [], "of an older move");
});

// --- the table -------------------------------------------------------------------------------

async function game(
  first,
  known = { host: true, seat: null, boards: [], levels: [] },
  answers = {},
) {
  Object.assign(globalThis, {
    localStorage: storage({ "hansa-pace": "step" }),
    fetch: async () => ({ ok: true, json: async () => BOARD }),
  });
  const content = h("div", {});
  const server = wire({ open: () => ({ table: first, links: [], reach: "" }), ...answers });
  const view = await openGame({ content, wire: server, known }, "g");
  clearInterval(view.people.timer);
  return { view, content, server, bar: () => read(content.querySelector(".prompt-bar")) };
}
const ids = (content) =>
  content
    .querySelectorAll(".prompt-bar button")
    .map((button) => button.getAttribute("id") ?? read(button));
const waiting = { ...POSITION, moves: [], state: { ...STATE, to_move: 1 } };

test("whoever decides is told so, and offered what can be done", async () => {
  const { content, bar } = await game(table({ can_undo: true }));
  assert.match(bar(), /^Your move: 2 actions left\./);
  assert.deepEqual(ids(content), ["End the turn", "hint", "undo"]);
  assert.equal(document.title, "● Your move – hansa");
  const several = await game(table({ yours: [0, 1] }));
  assert.match(several.bar(), /^Red: 2 actions left\./);
});

test("whoever waits is told for whom, and a paused game how it goes on", async () => {
  const bot = await game(table({ waits_for: "bot", position: waiting }));
  assert.match(bot.bar(), /^Green \(founder\) is thinking …/);
  assert.equal(document.title, "hansa");
  const person = await game(table({ position: waiting, seats: [seat(), seat({ name: "Bo" })] }));
  assert.match(person.bar(), /^Waiting for Green \(Bo\)\. Let the AI play/);
  const chance = await game(
    table({ waits_for: "*", position: { ...waiting, state: { ...STATE, to_move: "*" } } }),
  );
  assert.match(chance.bar(), /^A marker is drawn …/);
  const asks = await game(table({ asks: 1, position: waiting }));
  assert.match(asks.bar(), /^Green \(founder\), please come to the screen\./);
  document.querySelector("dialog").remove();
  const paused = await game(
    table({ waits_for: "bot", watched: true, pace: null, yours: [], position: waiting }),
  );
  assert.match(paused.bar(), /^Paused\. Green \(founder\) is next\. Go on One move/);
});

test("bots that are watched are as fast as the slider says", async () => {
  const { content, server } = await game(
    table({ waits_for: "bot", watched: true, yours: [], position: waiting }),
  );
  const slider = content.querySelector("[type=range]");
  assert.deepEqual([slider.value, slider.getAttribute("max")], ["2", "4"]);
  for (const value of ["0", "4"]) Object.assign(slider, { value }).fire("change");
  content.querySelector("#pause").click();
  const paces = server.asked.filter(([command]) => command === "pace");
  assert.deepEqual(
    paces.map(([, { seconds }]) => seconds),
    [3, 0, null],
  );
});

test("moves of others are shown one after another, and how many are left", async () => {
  const { view, bar, content, server } = await game(table());
  const moved = (ply, mover) => ({
    table: table({
      ply,
      position: { ...waiting, moves: [] },
      log: { start: ply - 1, entries: [{ mover, move: "m", words: `does ${ply}`, ply: ply - 1 }] },
    }),
  });
  for (const ply of [1, 2, 3]) server.push("table", moved(ply, 1));
  assert.equal(read(content.querySelector(".caption")), "G Green (founder) does 1.");
  assert.match(bar(), /^2 more to see …/);
  assert.deepEqual(ids(content), ["next-move", "skip"]);
  content.querySelector("#next-move").click();
  assert.equal(read(content.querySelector(".caption")), "G Green (founder) does 2. 1 more");
  content.querySelector("#skip").click();
  assert.equal(view.table.ply, 3);
  server.push("table", moved(4, 0));
  assert.equal(view.table.ply, 4, "what one has done oneself is shown at once");
});

test("what has changed since one's own last move is marked until the next, also on coming back", async () => {
  const stood = { ...POSITION, pieces: [["A-B", "0t", null]] };
  const later = {
    ...stood,
    pieces: [...stood.pieces, ["C-D", "1t", null]],
    scores: [{ total: 1 }, { total: 5 }],
  };
  const entries = ["sail A", "end"].map((move, ply) => ({ mover: ply, move, words: move, ply }));
  const came = table({ ply: 2, position: later, log: { start: 0, entries } });
  const { view, content, server } = await game(came, undefined, {
    look: () => ({ position: stood }),
  });
  const marks = () => [
    content.querySelectorAll(".fresh").map((ring) => Number(ring.getAttribute("cx"))),
    readAll(content, ".gain"),
  ];
  assert.deepEqual(server.asked.at(-1), ["look", { game: "g", ply: 0 }]);
  await settled();
  assert.deepEqual(marks(), [[90], ["+3"]]);
  view.story.showing = 1;
  view.story.stop();
  assert.deepEqual(marks(), [[90], ["+3"]], "after something was shown again");
  const own = { start: 2, entries: [{ mover: 0, move: "end", words: "", ply: 2 }] };
  server.push("table", { table: table({ ply: 3, position: { ...later, moves: [] }, log: own }) });
  assert.deepEqual(marks(), [[], []]);
});

test("what others play while one comes back is compared with one's own last move too", async () => {
  const stood = { ...POSITION, pieces: [["A-B", "0t", null]] };
  const entry = (mover, ply) => ({ mover, move: "end", words: "ends", ply });
  const first = table({ ply: 1, position: waiting, log: { start: 0, entries: [entry(0, 0)] } });
  const { content, server } = await game(first, undefined, { look: () => ({ position: stood }) });
  await settled();
  const later = { ...POSITION, pieces: [...stood.pieces, ["C-D", "1t", null]] };
  server.push("table", {
    table: table({ ply: 2, position: later, log: { start: 1, entries: [entry(1, 1)] } }),
  });
  const rings = content.querySelectorAll(".fresh");
  assert.deepEqual(
    rings.map((ring) => ring.getAttribute("cx")),
    ["90"],
  );
});

test("menus tell what any kind of move brings whom", async () => {
  const { view, server } = await game(table(), undefined, {
    outcomes: () => ({ outcomes: ["Green +2"] }),
  });
  assert.deepEqual(await view.foresee(["sell red1"]), ["Green +2"]);
  assert.deepEqual(server.asked.at(-1)[1].moves, ["sell red1"]);
});

test("a rematch is like the game: people, bots, clock", async () => {
  const { view, server } = await game(table(), undefined, { new: () => ({ game: "next" }) });
  await view.rematch(
    table({
      edition: "bigbox",
      modules: ["missions"],
      clock: { seconds: 600, increment: 5 },
      seats: [
        seat({ name: "Anna" }),
        seat({ here: false }),
        seat({ person: false, spec: "mcts:level=4" }),
      ],
    }),
  );
  assert.deepEqual(server.asked.at(-1), [
    "new",
    {
      setup: { board: "sea", players: 3, edition: "bigbox", modules: ["missions"] },
      seats: [
        { who: "here", name: "Anna" },
        { who: "link", name: "" },
        { who: "mcts:level=4", name: "" },
      ],
      clock: 600,
      increment: 5,
    },
  ]);
  assert.equal(location.hash, "#/game/next");
});

test("what is refused is said, and the same is asked again", async () => {
  const { view, bar } = await game(table(), undefined, {
    play: () => {
      throw new Error("that is no move");
    },
  });
  await view.play("end");
  assert.equal(read(document.getElementById("status")), "that is no move");
  assert.match(bar(), /^Your move:/);
});
