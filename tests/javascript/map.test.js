// The map: pieces and where they go, places to choose, arrows, zoom, and boxes beside a click.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fireAtWindow, read, readAll } from "./document.js";

const { BoardView, placesOf } = await import("../../hansa/web/static/board.js");
const { h, s, dialogue } = await import("../../hansa/web/static/dom.js");
const { Note, meaningOf, placeBeside } = await import("../../hansa/web/static/popup.js");
const { Zoom } = await import("../../hansa/web/static/zoom.js");

const BOARD = {
  size: [800, 600],
  title: "Test",
  map: "",
  shapes: { t: { body: "", letter: [1, 2] }, m: { body: "", letter: [3, 4] } },
  slots: {
    "A-B": [
      [100, 100],
      [140, 100],
      [180, 100],
    ],
    "C-D": [[400, 500]],
  },
  cities: {
    A: { at: [60, 100], width: 40, height: 20 },
    C: { at: [400, 440], width: 60, height: 30 },
  },
  routes: {
    "A-B": {
      at: [140, 120],
      road: [
        [60, 100],
        [80, 100],
        [200, 100],
        [220, 100],
      ],
    },
    "C-D": { at: [400, 500], road: [] },
  },
  spaces: { 7: [700, 50] },
  meanings: { city: "a city", "city A": "the first city" },
};
const position = (pieces) => ({ below: "", above: "", pieces });
const view = (pieces = []) => {
  const made = new BoardView(BOARD);
  made.show(position(pieces));
  return made;
};
const attributes = (node, ...names) => names.map((name) => Number(node.getAttribute(name)));

// --- pieces ----------------------------------------------------------------------------------

test("a piece that stays keeps its house, one that moves is the same, one that goes is gone", () => {
  const board = view([
    ["A-B", "0t", null],
    ["A-B", "1m", null],
  ]);
  const [trader, merchant] = board.pieces.map(({ node }) => node);
  assert.deepEqual(
    board.pieces.map(({ place }) => place),
    [0, 1],
  );
  assert.deepEqual(readAll(board.standing.layer, ".piece"), ["R", "G"]);
  board.show(
    position([
      ["A-B", "1m", null],
      ["C-D", "0t", null],
    ]),
    false,
  );
  const [still, moved] = board.pieces;
  assert.deepEqual([still.node, still.place, still.slot], [merchant, 1, "A-B"]);
  assert.deepEqual([moved.node, moved.place, moved.slot], [trader, 0, "C-D"]);
  assert.equal(trader.style.transform, "translate(400px, 500px)");
  assert.deepEqual(board.standing.freePlaces("A-B"), [0, 2]);
  board.show(position([["A-B", "1m", null]]), false);
  assert.deepEqual(board.standing.layer.children, [merchant]);
});

test("the next piece goes to the house that was clicked", () => {
  const board = view();
  board.standing.preferred = { slot: "A-B", place: 2 };
  for (const _ of ["as it comes", "as it stays"]) {
    board.show(position([["A-B", "0t", null]]), false);
    assert.equal(board.pieces[0].place, 2);
  }
  assert.deepEqual(
    board.points("free A-B").map(({ place }) => place),
    [0, 1],
  );
  assert.deepEqual(board.points("piece 0t A-B"), [{ at: [180, 100], slot: "A-B", place: 2 }]);
});

test("rings are around what stands elsewhere than before", () => {
  const board = view([
    ["A-B", "0t", null],
    ["", "1t", [300, 310]],
  ]);
  board.standing.mark([["A-B", "0t", null]]);
  const rings = board.standing.fresh.children.map((ring) => attributes(ring, "cx", "cy"));
  assert.deepEqual(rings, [[300, 310]]);
});

test("the form of a board is that of its map", () => {
  assert.equal(view().node.getAttribute("class"), "board wide");
  assert.equal(new BoardView({ ...BOARD, size: [600, 800] }).form, "tall");
});

// --- places ----------------------------------------------------------------------------------

test("a click means the place below it, or the nearest within reach", () => {
  const board = view([["A-B", "0t", null]]);
  const heard = [];
  board.svg.frame = { left: 10, top: 20, width: 400, height: 300 };
  board.offer(
    new Map([
      ["city C", "Cologne"],
      ["free A-B", "a house"],
    ]),
    (...words) => heard.push(words[0]),
  );
  const at = (x, y) => ({ clientX: 10 + x / 2, clientY: 20 + y / 2 });
  board.spots.clicked({ target: h("p"), ...at(150, 110) });
  board.spots.clicked({ target: h("p"), ...at(400, 400) });
  board.spots.clicked({ target: h("p"), ...at(700, 300) });
  board.spots.clicked({ target: s("g", { class: "marker" }), ...at(150, 110) });
  assert.deepEqual(
    heard,
    ["free A-B", "city C", null, null],
    "a marker near a house is meant itself",
  );
  assert.match(board.spots.layer.getAttribute("aria-label"), /^3 places/);
});

test("arrow keys go to the nearest place in their direction, Enter chooses", () => {
  const board = view();
  const heard = [];
  const offered = ["city A", "city C", "special 7"].map((target) => [target, target]);
  board.offer(new Map(offered), (target) => heard.push(target));
  const press = (key) => document.activeElement.fire("keydown", { key });
  board.spots.first().focus();
  const here = () => document.activeElement.dataset.target;
  assert.equal(here(), "city A");
  const seen = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"].map((key) => {
    press(key);
    return here();
  });
  assert.deepEqual(seen, ["special 7", "special 7", "city A", "city C"]);
  press("Enter");
  assert.deepEqual(heard, ["city C"]);
});

test("roads and cities are offered where they are", () => {
  const board = view();
  board.offer(
    new Map([
      ["route A-B", "road"],
      ["city A", "Aachen"],
    ]),
    () => {},
  );
  const [road] = board.spots.roads.children;
  assert.equal(road.getAttribute("d"), "M80 100L200 100");
  const shape = board.spots.layer.querySelector("rect");
  assert.deepEqual(attributes(shape, "x", "y", "width", "height"), [36, 68, 48, 48]);
});

test("what was clicked is told by the place it has", () => {
  const board = view([["A-B", "0t", null]]);
  const at = (place) => board.placeAt({ target: s("g", { "data-place": place }) });
  assert.equal(at("city A"), "city A");
  assert.equal(at("house A-B 0"), "piece 0t A-B");
  assert.equal(at("house A-B 1"), "free A-B");
  assert.equal(at("arrow x"), "");
  assert.equal(board.placeAt({ target: h("p") }), "");
});

// --- arrows ----------------------------------------------------------------------------------

test("a move that is pointed at marks its routes and cities, until nothing is", () => {
  const board = view();
  board.point("claim A-B office A");
  const [road, city] = board.pointed.children;
  assert.equal(road.getAttribute("d"), "M80 100L200 100");
  assert.deepEqual(attributes(city, "x", "width"), [36, 48]);
  board.point("displace 1t A-B/ship with t pay t");
  assert.deepEqual(
    board.pointed.children.map((node) => node.getAttribute("class")),
    ["spot-road"],
  );
  board.point();
  assert.equal(board.pointed.children.length, 0);
  assert.deepEqual(
    placesOf({ cities: BOARD.cities }, "sail A"),
    ["city A"],
    "where there is only sea",
  );
});

test("arrows go from the first place of a move to its second, the best is the strongest", () => {
  const board = view();
  board.arrows([
    { targets: ["city A", "city C"], label: "1", weight: 1 },
    { targets: ["special 7"], label: "2", weight: 0.2 },
  ]);
  const [second, first] = board.marks.layer.children;
  assert.deepEqual([read(first), read(second)], ["1", "2"]);
  assert.deepEqual(
    [first, second].map((way) => Number(way.getAttribute("opacity")).toFixed(2)),
    ["1.00", "0.48"],
  );
  assert.deepEqual(attributes(first.querySelector(".ring"), "cx", "cy"), [400, 440]);
  const path = first.querySelector("path.arrow").getAttribute("d");
  assert.match(path, /^M60,100Q281,219 /);
  const [x, y] = path.split(" ")[1].split(",").map(Number);
  assert.ok(Math.abs(Math.hypot(400 - x, 440 - y) - 25) < 1e-9, "it ends at the ring");
  assert.equal(second.querySelector("path.arrow"), null);
});

test("the heat map colours the place where a move ends", () => {
  const board = view();
  board.heat([
    { targets: ["city A", "city C"], label: "1", weight: 1 },
    { targets: ["special 7"], label: "2", weight: 0.4 },
  ]);
  const spots = board.marks.layer.children.map((spot) => attributes(spot, "cx", "cy", "opacity"));
  assert.deepEqual(spots, [
    [700, 50, 0.15 + 0.75 * 0.4],
    [400, 440, 0.9],
  ]);
});

test("a hint rings the region of its first place, not the place", () => {
  const board = view();
  board.ringAround(["free A-B", "city C"]);
  const [ring] = board.marks.layer.children;
  assert.deepEqual(attributes(ring, "cx", "cy"), [140, 120]);
  board.ringAround(["nothing"]);
  assert.equal(board.marks.layer.children.length, 0);
});

// --- zoom ------------------------------------------------------------------------------------

function zoomed() {
  const scroller = h("div", {});
  h("div", {}, scroller);
  scroller.frame = { left: 0, top: 0, width: 500, height: 400 };
  const zoom = new Zoom(scroller, [1000, 2000]);
  const size = () => ({ scrollWidth: 500 * zoom.now, scrollHeight: 400 * zoom.now });
  for (const name of ["scrollWidth", "scrollHeight"]) {
    Object.defineProperty(scroller, name, { get: () => size()[name] });
  }
  Object.assign(scroller, { scrollLeft: 0, scrollTop: 0, clientWidth: 500 });
  return { zoom, scroller };
}

test("buttons go to the next size and stop at the last, the point aimed at stays", () => {
  const { zoom, scroller } = zoomed();
  const sizes = (way) => Array.from({ length: 6 }, () => zoom.step(way) ?? zoom.now);
  assert.deepEqual(sizes(1), [1.25, 1.6, 2.1, 2.8, 3.8, 3.8]);
  assert.deepEqual(sizes(-1), [2.8, 2.1, 1.6, 1.25, 1, 1]);
  zoom.to(2, { x: 100, y: 300 });
  assert.deepEqual([scroller.scrollLeft, scroller.scrollTop], [100, 300]);
  assert.equal(scroller.parentElement.style["--zoom"], "2");
  zoom.to(100, { x: 0, y: 0 });
  assert.equal(zoom.now, 6);
});

test("the wheel upwards brings nearer, fingers apart too", () => {
  const { zoom, scroller } = zoomed();
  zoom.wheeled({ deltaY: -200, deltaMode: 0, clientX: 0, clientY: 0, preventDefault: () => {} });
  assert.equal(zoom.now.toFixed(3), Math.exp(0.3).toFixed(3));
  zoom.to(1, { x: 0, y: 0 });
  const finger = (type, id, x) =>
    scroller.fire(type, {
      pointerId: id,
      clientX: x,
      clientY: 0,
      isPrimary: id === 1,
      pointerType: "touch",
    });
  finger("pointerdown", 1, 100);
  finger("pointerdown", 2, 200);
  finger("pointermove", 2, 300);
  assert.equal(zoom.now, 2);
  finger("pointerup", 2, 300);
  finger("pointermove", 1, 150);
  assert.equal(zoom.now, 2);
});

test("who drags the map with the mouse moves it, and has clicked nothing", () => {
  const { scroller } = zoomed();
  Object.assign(scroller, { scrollLeft: 50, scrollTop: 60 });
  const mouse = (type, x, y) =>
    scroller.fire(type, {
      pointerId: 1,
      clientX: x,
      clientY: y,
      isPrimary: true,
      pointerType: "mouse",
    });
  mouse("pointerdown", 100, 100);
  mouse("pointermove", 90, 85);
  assert.deepEqual([scroller.scrollLeft, scroller.scrollTop], [60, 75]);
  let stopped = 0;
  const stopImmediatePropagation = () => {
    stopped += 1;
  };
  const clicks = [1, 2].map(() => {
    scroller.fire("click", { detail: 1, stopImmediatePropagation });
    return stopped;
  });
  assert.deepEqual(clicks, [1, 1]);
});

test("the sheet is told how many units of the map are a pixel, whenever its size changes", () => {
  const { zoom, scroller } = zoomed();
  const map = h("svg", {});
  map.frame = { left: 0, top: 0, width: 250, height: 200 };
  scroller.prepend(map);
  const told = () => scroller.style["--per-pixel"];
  zoom.measure();
  assert.equal(told(), "4.000");
  map.frame.width = 500;
  zoom.to(2, { x: 0, y: 0 });
  assert.equal(told(), "2.000");
  map.frame.width = 0; // not shown yet
  zoom.measure();
  assert.equal(told(), "2.000");
});

test("a map that is larger than its frame can be scrolled by keys", () => {
  const { zoom, scroller } = zoomed();
  zoom.to(2, { x: 0, y: 0 });
  assert.equal(scroller.tabIndex, 0);
  let removed = "";
  scroller.removeAttribute = (name) => {
    removed = name;
  };
  zoom.to(1, { x: 0, y: 0 });
  assert.equal(removed, "tabindex");
});

// --- boxes beside a click --------------------------------------------------------------------

test("a box stays within the window", () => {
  const node = Object.assign(h("div", {}), { offsetWidth: 200, offsetHeight: 100 });
  const beside = (x, y) => {
    placeBeside(node, { x, y });
    return [node.style.left, node.style.top];
  };
  assert.deepEqual(beside(300, 400), ["312px", "408px"]);
  assert.deepEqual(beside(1270, 795), ["1074px", "694px"]);
  assert.deepEqual(beside(-50, -50), ["6px", "6px"]);
});

test("a note says what is said, and goes with Escape or a click elsewhere", () => {
  const note = new Note();
  note.show("", ["the route is full (T12)", "a house"], { x: 1, y: 1 });
  const shown = () => readAll(document.body, ".note p");
  assert.deepEqual(shown(), ["The route is full (T12)", "A house"]);
  assert.equal(document.querySelector("[data-rule=T12]").localName, "button");
  fireAtWindow("keydown", { key: "a" });
  assert.equal(shown().length, 2);
  fireAtWindow("keydown", { key: "Escape" });
  assert.deepEqual(shown(), []);
});

test("a place without a meaning of its own has that of its kind", () => {
  assert.equal(meaningOf(BOARD, "city A"), "the first city");
  assert.equal(meaningOf(BOARD, "city C"), "a city");
  assert.equal(meaningOf(BOARD, "special 7"), "");
});

test("a dialogue resolves with the value of the button, and with null when it is left", async () => {
  const ask = () =>
    dialogue("Sure?", h("p", {}, "really"), [
      ["No", false],
      ["Yes", true, "act"],
    ]);
  const first = ask();
  document.querySelector("dialog .act").click();
  assert.equal(await first, true);
  assert.equal(document.querySelector("dialog"), null);
  const second = ask();
  document.querySelector("dialog").fire("cancel");
  assert.equal(await second, null);
  document.querySelector("dialog").remove();
});
