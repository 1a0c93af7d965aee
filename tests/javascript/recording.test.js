// A game at a real table: what lies there is asked for as a form, missions may stay secret until
// they are shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { read, readAll, settled, wire } from "./document.js";
import { BOARD } from "./sea.js";

const { h } = await import("../../hansa/web/static/dom.js");
const { render } = await import("../../hansa/web/static/html.js");
const { recordView } = await import("../../hansa/web/static/record.js");
const { Recording } = await import("../../hansa/web/static/recording.js");

const asked = (name, key, label, more = {}) => ({
  name,
  key,
  label,
  words: ["a", "b"],
  called: ["the A", "the B"],
  several: false,
  secret: false,
  ...more,
});
const QUESTIONS = [
  asked("taverns", "A-B", "Aachen-Bonn"),
  asked("missions", "0", "mission of Red", { secret: true }),
  asked("missions", "1", "mission of Green", { secret: true }),
  asked("warehouses", "C", "Celle", { called: [], several: true }),
];
const KNOWN = {
  boards: [{ name: "east", title: "East", players: [2], editions: [], modules: [] }],
  host: true,
};

async function form(answers) {
  const content = h("div", {});
  const server = wire({ on_the_table: () => ({ questions: QUESTIONS }), ...answers });
  await recordView({ content, wire: server, known: KNOWN });
  const say = (place, words) => {
    const node = content.querySelector(`[data-asked='${place}']`);
    node.value = words;
    node.fire(node.localName === "input" ? "input" : "change");
  };
  const begin = async () => {
    content.querySelector("form").fire("submit");
    await settled();
  };
  return { content, server, say, begin };
}

test("each question is a field; what may be secret says so and need not be filled in", async () => {
  const { content } = await form({});
  assert.deepEqual(readAll(content, ".on-the-table legend"), [
    "Markers on the routes",
    "Missions",
    "Goods in the cities",
  ]);
  assert.deepEqual(readAll(content, "[data-asked='taverns A-B'] option"), [
    "choose …",
    "the A",
    "the B",
  ]);
  assert.deepEqual(readAll(content, "[data-asked='missions 1'] option"), [
    "secret",
    "the A",
    "the B",
  ]);
  const required = (place) =>
    content.querySelector(`[data-asked='${place}']`).getAttribute("required") !== null;
  assert.deepEqual(["taverns A-B", "missions 0", "warehouses C"].map(required), [
    true,
    false,
    true,
  ]);
  const goods = content.querySelector("[data-asked='warehouses C']");
  assert.equal(goods.getAttribute("placeholder"), "such as a b");
  assert.equal(readAll(content, ".on-the-table .soft").length, 1, "told where something is secret");
});

test("answers are sent in the order of the questions, secret ones empty", async () => {
  const { server, say, begin } = await form({ new: () => ({ game: "ours" }) });
  say("warehouses C", "red1 red2");
  say("missions 1", "b");
  say("taverns A-B", "a");
  await begin();
  const [, sent] = server.asked.at(-1);
  assert.deepEqual(sent.answers, ["a", "", "b", "red1 red2"]);
  assert.equal(sent.recorded, true);
  assert.deepEqual(sent.seats[0], { who: "here", name: "" });
  assert.equal(location.hash, "#/game/ours");
});

test("what is wrong is said, and what was filled in stays", async () => {
  const refuse = () => {
    throw new Error("celle: no goods");
  };
  const { content, say, begin } = await form({ new: refuse });
  say("taverns A-B", "b");
  await begin();
  assert.equal(read(content.querySelector("[role=alert]")), "Celle: no goods");
  assert.equal(content.querySelector("[data-asked='taverns A-B']").value, "b");
});

const CARDS = [
  ["A", "B", "C"],
  ["C", "A", "B"],
];

function shown({ modules = ["missions"], host = true, missions = CARDS } = {}) {
  const seats = ["Anna", "Bo"].map((name) => ({ name, person: true, spec: "human" }));
  const commands = [];
  const cities = { A: { name: "Aachen" }, B: { name: "Bonn" }, C: { name: "Celle" } };
  const view = {
    game: "ours",
    table: { recorded: true, seats, modules },
    page: { known: { host } },
    board: { board: { ...BOARD, cities, missions } },
    command: async (...sent) => {
      commands.push(sent);
      return {};
    },
  };
  const node = h("div", {});
  const recording = new Recording(view);
  render(recording.missions(), node);
  return { node, commands, recording };
}

test("whoever records says which mission a player has shown", async () => {
  const { node, commands, recording } = shown();
  assert.deepEqual(readAll(node, "[name=seat] option"), ["Red (Anna)", "Green (Bo)"]);
  assert.deepEqual(readAll(node, "[name=cities] option"), [
    "Aachen, Bonn, Celle",
    "Celle, Aachen, Bonn",
  ]);
  globalThis.FormData = class {
    get(name) {
      return { seat: "1", cities: "C A B" }[name];
    }
  };
  const target = node.querySelector("form");
  await recording.showMission({ preventDefault() {}, target });
  assert.deepEqual(commands, [["show_mission", { seat: 1, cities: "C A B" }]]);
  assert.equal(
    document.getElementById("status").textContent,
    "The mission of Green (Bo) is noted.",
  );
});

test("without missions, and for guests, there is nothing to say", () => {
  for (const without of [{ modules: [] }, { host: false }, { missions: null }]) {
    const { node } = shown(without);
    assert.equal(node.querySelector("form"), null);
  }
});
