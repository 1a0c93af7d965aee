// The help sheet: what the keys do, and what the marks on the map mean.

import { dialogue, h } from "./dom.js";
import { t } from "./language.js";

const WORDS = {
  title: t("Help"),
  keys: t("Keyboard"),
  mouse: t("Mouse and fingers"),
  close: t("Close"),
};
const KEYS = [
  ["?", t("this sheet")],
  ["r", t("look up the rules")],
  [t("Tab"), t("to the next place, button or field")],
  [t("Arrow keys"), t("from place to place on the map; in the analysis, one move back or on")],
  ["↑ ↓", t("in the analysis, to the variation beside this one")],
  [t("Enter"), t("choose the place or the button")],
  ["m", t("to the places on the map that can be chosen")],
  ["d", t("to what can be chosen on your desk")],
  ["b", t("to the buttons above the map")],
  [t("Escape"), t("leave a menu; see the rest of the others' moves at once")],
  ["h", t("a hint")],
  ["u", t("take back")],
  ["n", t("the next move of the others; in a review, the next mistake")],
  ["p", t("in a review, the mistake before")],
];
const MOUSE = [
  [t("Ringed places"), t("can be chosen now; click one")],
  [t("Other places"), t("say what they are for, and why nothing can be done there")],
  [t("Dashed rings"), t("what has changed since your last move")],
  [t("A move in the list"), t("marks its places while you point at it; a click shows it again")],
  [t("A rule's number"), t("opens that rule")],
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
  const parts = [
    [h("h3", {}, WORDS.keys), list(KEYS, true)],
    [h("h3", {}, WORDS.mouse), list(MOUSE, false)],
  ];
  // Where there may be no keyboard, it comes second.
  const content = h("div", {}, matchMedia("(pointer: coarse)").matches ? parts.reverse() : parts);
  await dialogue(WORDS.title, content, [[WORDS.close, true, "act"]]);
  open = false;
}
