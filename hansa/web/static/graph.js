// The value of every seat over a game, drawn; a click goes to that move, and mistakes are marked.

import { h, s } from "./dom.js";

const WIDTH = 720, HEIGHT = 180, LEFT = 34, BOTTOM = 18;
const MARKED = ["blunder", "mistake", "inaccuracy"];

export class ValueGraph {
  constructor(review, go) {
    this.plies = Math.max(1, review.plies);
    this.go = go;
    this.cursor = s("path", { class: "graph-cursor" });
    const curves = Array.from({ length: review.players }, (_, seat) => s("path", { class: `curve owner-${seat}`,
      d: review.values.map(([ply, values], number) => `${number ? "L" : "M"}${this.x(ply).toFixed(1)} ${this.y(values[seat]).toFixed(1)}`).join("") }));
    const marks = review.decisions.filter((judged) => MARKED.includes(judged.verdict)).map((judged) =>
      s("g", { class: `mark ${judged.verdict} owner-${judged.seat}`, transform: `translate(${this.x(judged.ply)} ${this.y(judged.best.values[judged.seat])})`,
        onclick: (event) => { event.stopPropagation(); go(judged.ply); } },
      s("title", {}, `ply ${judged.ply}, seat ${judged.seat}: ${judged.verdict}; ${judged.why}`), s("circle", { r: judged.verdict === "blunder" ? 7 : 5 })));
    this.node = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "slider", tabindex: "0", "aria-label": "Value of each seat over the game; arrow keys step",
      "aria-valuemin": 0, "aria-valuemax": this.plies, "aria-valuenow": 0,
      onclick: (event) => go(this.plyAt(event)),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 }[event.key];
        if (step) { event.preventDefault(); go(this.ply + step); }
      } },
    s("rect", { x: LEFT, y: 4, width: WIDTH - LEFT - 6, height: HEIGHT - BOTTOM - 4, class: "graph-ground" }),
    [0, 0.25, 0.5, 0.75, 1].map((value) => [s("path", { d: `M${LEFT} ${this.y(value)}H${WIDTH - 6}`, class: "graph-line" }),
      s("text", { x: LEFT - 5, y: this.y(value) + 4, class: "graph-word" }, `${100 * value}%`)]).flat(),
    curves, this.cursor, marks);
    this.at(0);
  }

  x(ply) { return LEFT + ((WIDTH - LEFT - 6) * ply) / this.plies; }
  y(value) { return 4 + (HEIGHT - BOTTOM - 4) * (1 - value); }

  plyAt(event) {
    const frame = this.node.getBoundingClientRect();
    const x = ((event.clientX - frame.left) / frame.width) * WIDTH;
    return Math.max(0, Math.min(this.plies, Math.round(((x - LEFT) / (WIDTH - LEFT - 6)) * this.plies)));
  }

  at(ply) {
    this.ply = ply;
    this.cursor.setAttribute("d", `M${this.x(ply)} 4V${HEIGHT - BOTTOM}`);
    this.node.setAttribute("aria-valuenow", ply);
    this.node.setAttribute("aria-valuetext", `move ${ply} of ${this.plies}`);
  }
}

// Bars of the value to each seat, as parts of a whole.
export function valueBars(values, names) {
  return h("div", { class: "bars", role: "img", "aria-label": values.map((value, seat) => `seat ${seat} ${Math.round(100 * value)} percent`).join(", ") },
    values.map((value, seat) => {
      const bar = h("span", { class: "bar-fill" });
      bar.style.width = `${(100 * value).toFixed(1)}%`;
      return h("div", { class: `bar-row owner-${seat}`, title: names[seat] }, h("span", { class: "seat-mark" }, seat), h("span", { class: "bar-room" }, bar),
        h("b", {}, `${(100 * value).toFixed(1)} %`));
    }));
}
