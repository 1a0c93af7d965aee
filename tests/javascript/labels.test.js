// Words on the map: where there is room for them at a size that can be read, and what waits.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./document.js";

const { best, covered, crownChoices, flagChoices, nameChoices, signChoices, tagChoices } =
  await import("../../hansa/web/static/labels.js");
const { Lettering } = await import("../../hansa/web/static/lettering.js");
const { s } = await import("../../hansa/web/static/dom.js");

const PLATE = [100, 100, 200, 140];
const onto = (box, weight = 4) => ({ box, weight });
const apart = (one, other) => covered(one, [onto(other, 1)]) === 0;

test("what lies on something is counted by its part and by how bad that is", () => {
  const box = [0, 0, 10, 10];
  assert.equal(covered(box, []), 0);
  assert.equal(covered(box, [onto([5, 0, 20, 10], 2)]), 1);
  assert.equal(covered(box, [onto([5, 5, 6, 6], 1), onto([10, 0, 20, 10], 8)]), 0.01);
});

test("the first choice that lies on nothing is taken, else the least bad below the limit", () => {
  const choice = (left, worse) => ({
    box: [left, 0, left + 10, 10],
    x: left,
    y: 0,
    scale: 1,
    worse,
  });
  const taken = [onto([0, 0, 10, 10], 1), onto([35, 0, 45, 10], 1)];
  assert.equal(best([choice(0), choice(20), choice(50)], taken)?.x, 20);
  assert.equal(best([choice(0), choice(30)], taken)?.x, 30);
  assert.equal(best([choice(0), choice(30, 0.7)], taken)?.x, 0);
  assert.equal(best([choice(0), choice(30)], taken, 0.4), null);
});

test("a name stands above its city, below it if there is something, and is cut when it has grown", () => {
  const at = (taken, scale = 1) => best(nameChoices(PLATE, 90, 30, scale), taken);
  const above = at([]);
  assert.ok(above?.box[3] <= PLATE[1] && above.x === 150 && !above.words);
  const below = at([onto([0, 0, 400, 99])]);
  assert.ok(below?.box[1] >= PLATE[3] && below.x === 150);
  const walls = [onto([0, 0, 109, 300]), onto([191, 0, 400, 300])];
  assert.equal(at(walls, 1.2)?.words, undefined);
  assert.equal(at(walls, 1.8)?.words, "short");
});

test("tags, flags and crowns keep off their plate and off each other", () => {
  const tag = best(tagChoices(PLATE, [100, 80, 200, 98], [-30, -9, 30, 9], 2, 800), [
    onto(PLATE, 2),
  ]);
  assert.ok(tag && apart(tag.box, PLATE) && tag.scale === 2);
  const narrow = tagChoices(PLATE, [100, 80, 200, 98], [-30, -9, 30, 9], 2, 230);
  assert.ok(narrow.every(({ box: [left, , right] }) => left > 0 && right < 230));
  const free = flagChoices(PLATE, [0, -26, 17, 0], 2, [200, 104])[0];
  assert.deepEqual([free.x, free.y], [200, 104]);
  const taken = [onto(PLATE, 2), onto([195, 40, 260, 110])];
  const flag = best(flagChoices(PLATE, [0, -26, 17, 0], 2, [200, 104]), taken);
  assert.ok(flag && taken.every(({ box }) => apart(flag.box, box)));
  const left = best(flagChoices(PLATE, [0, -26, 17, 0], 2, [200, 104]), [onto([201, 0, 400, 300])]);
  assert.deepEqual(
    [left?.turned, left?.x, left?.box[2]],
    [true, 97, 97],
    "its mast is at the plate",
  );
  const [beside] = flagChoices(PLATE, [0, -26, 17, 0], 1, [230, 104]);
  assert.equal(beside.x, 203, "its name is not above it any more");
  const [drawn] = crownChoices(PLATE, [-9, -8, 9, 8], 1, [190, 100]);
  assert.deepEqual([drawn.x, drawn.y, drawn.words], [190, 100, undefined]);
  assert.ok(apart(crownChoices(PLATE, [-9, -8, 9, 8], 2, [190, 100])[0].box, PLATE));
});

test("a sign moves a little, or loses its word where it cannot grow", () => {
  const own = [-20, -13, 20, 13];
  const moved = best(signChoices([300, 300], own, 2), [onto([0, 0, 600, 290])]);
  assert.ok(moved && moved.y > 300 && !moved.words);
  const stuck = best(signChoices([300, 300], own, 3), [
    onto([0, 0, 600, 285]),
    onto([0, 315, 600, 600]),
  ]);
  assert.deepEqual([stuck?.words, stuck?.scale, stuck?.x], ["none", 1, 300]);
});

// --- on a map --------------------------------------------------------------------------------

const view = () => {
  const name = s("text", { class: "name", x: 150, y: 91 }, "Lübeck");
  const tag = s(
    "g",
    { transform: "translate(150 149)" },
    s("rect", { x: -30, y: -9, width: 60, height: 18, class: "tag" }),
    s("text", { class: "tag-word" }, "bank"),
  );
  const marker = s(
    "g",
    { class: "marker", transform: "translate(400 400)" },
    s("rect", { x: -20, y: -13, width: 40, height: 26, class: "token" }),
  );
  const flag = s(
    "g",
    { transform: "translate(203 104)", "data-city": "LUB" },
    s("path", { class: "flag" }),
  );
  return {
    board: {
      size: [800, 600],
      cities: { LUB: { at: [150, 120], width: 100, height: 40 } },
      slots: {},
    },
    map: s("g", {}, s("g", { "data-place": "city LUB" }, tag)),
    names: s("g", {}, s("g", { "data-place": "city LUB" }, name)),
    above: s("g", {}, flag),
    below: s("g", {}, marker),
    svg: s("svg", {}),
    parts: { name, tag, marker, flag },
  };
};

test("words grow as the map gets smaller, are cut, and what has no room is hidden", () => {
  const made = view();
  const lettering = new Lettering(made);
  const { name, tag, marker, flag } = made.parts;
  const scale = (node) => Number(/scale\(([\d.]+)\)/.exec(node.style.transform)?.[1]);
  lettering.resize(11);
  assert.deepEqual([tag, marker, flag, name.parentNode].map(scale), [1, 1, 1, 1]);
  assert.equal(made.svg.classList.contains("no-letters"), false);
  lettering.resize(28.5);
  assert.deepEqual([tag, marker, flag, name.parentNode].map(scale), [2.192, 2.036, 2.591, 1.5]);
  assert.equal(made.svg.classList.contains("no-letters"), true);
  const crowd = Array.from({ length: 150 }, (_, at) => [30 * (at % 15), 30 * Math.floor(at / 15)]);
  made.board.slots = { "A-B": crowd.filter(([x, y]) => y > 90 || Math.abs(x - 150) > 40) };
  lettering.resize(40);
  assert.deepEqual([name.textContent, tag.classList.contains("unread")], ["Lub", true]);
  made.board.slots = {};
  lettering.resize(11);
  assert.deepEqual([name.textContent, tag.classList.contains("unread")], ["Lübeck", false]);
});

test("a tag has its short form where there is no room for the whole, and the whole when there is", () => {
  const made = view();
  const { tag } = made.parts;
  tag.dataset.short = "ba";
  const [rect, word] = tag.children;
  const lettering = new Lettering(made);
  const columns = [20, 60, 100, 200, 240, 280].map((x) =>
    Array.from({ length: 21 }, (_, at) => [x, 20 * at]),
  );
  made.board.slots = { "A-B": columns.flat() };
  lettering.resize(17);
  assert.deepEqual([word.textContent, tag.classList.contains("unread")], ["ba", false]);
  assert.equal(rect.getAttribute("width"), String(60 - 2 * 7.4));
  made.board.slots = {};
  lettering.resize(11);
  assert.deepEqual([word.textContent, rect.getAttribute("width")], ["bank", "60"]);
});

test("names are all written before one is measured, which lays out the page, and never again", () => {
  const made = view();
  made.board.cities.BRE = { at: [450, 120], width: 100, height: 40 };
  const other = s("text", { class: "name", x: 450, y: 91 }, "Bremen");
  made.names.append(s("g", { "data-place": "city BRE" }, other));
  const texts = [made.parts.name, other];
  const seen = [];
  for (const text of texts) {
    text.getComputedTextLength = () => {
      seen.push(texts.map(({ textContent }) => textContent).join());
      return 11 * text.textContent.length;
    };
  }
  const lettering = new Lettering(made);
  lettering.resize(11);
  lettering.resize(22);
  assert.deepEqual(seen, ["Lübeck,Bremen", "Lübeck,Bremen", "Lub,Bre", "Lub,Bre"]);
  assert.deepEqual(Object.fromEntries(lettering.lengths), {
    Lübeck: 66,
    Bremen: 66,
    Lub: 33,
    Bre: 33,
  });
});

test("what comes with a position is lettered as the map is", () => {
  const made = view();
  const lettering = new Lettering(made);
  lettering.flutter();
  assert.equal(made.parts.flag.style.transform, undefined, "nothing is known of the size yet");
  lettering.resize(22);
  const flag = s(
    "g",
    { transform: "translate(203 104)", "data-city": "LUB" },
    s("path", { class: "flag" }),
  );
  made.above.replaceChildren(flag);
  lettering.flutter();
  assert.match(flag.style.transform, /scale\(2\.000\)/);
});
