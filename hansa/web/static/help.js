// The help sheet: what the keys do, and what the marks on the map mean.

import { dialogue, h } from "./dom.js";

const WORDS = { title: "Help", keys: "Keys", mouse: "Mouse and fingers", close: "Close" };
const KEYS = [
  ["?", "this sheet"],
  ["r", "look up the rules"],
  ["Tab", "to the next place, button or field"],
  ["Arrow keys", "from place to place on the map; in the analysis, one move back or on"],
  ["↑ ↓", "in the analysis, to the variation beside this one"],
  ["Enter", "choose the place or the button"],
  ["Escape", "leave a menu; see the rest of the others' moves at once"],
  ["h", "a hint"],
  ["u", "take back"],
  ["n", "the next move of the others; in a review, the next mistake"],
  ["p", "in a review, the mistake before"],
];
const MOUSE = [
  ["Ringed places", "can be chosen now; click one"],
  ["Other places", "say what they are for, and why nothing can be done there"],
  ["Dashed rings", "what has changed since your last move"],
  ["A rule's number", "opens that rule"],
];

let open = false;

export async function showHelp() {
  if (open) return;
  open = true;
  const list = (entries, key) =>
    h(
      "dl",
      { class: "help" },
      entries.map(([term, words]) => [
        h("dt", {}, key ? h("kbd", {}, term) : term),
        h("dd", {}, words),
      ]),
    );
  const content = h(
    "div",
    {},
    h("h3", {}, WORDS.keys),
    list(KEYS, true),
    h("h3", {}, WORDS.mouse),
    list(MOUSE, false),
  );
  await dialogue(WORDS.title, content, [[WORDS.close, true, "act"]]);
  open = false;
}
