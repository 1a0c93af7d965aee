// The desks: what every seat has. A game says what stands on a desk (`facts`, `body`), the frame is the same for all.

import { h, replace } from "./dom.js";

export class Desks {
  constructor(board) {
    this.board = board;
    this.node = h("div", { class: "desks" });
    this.node.addEventListener("click", (event) => {
      const target = event.target.closest("[data-target]");
      if (target && this.handler && !target.disabled) {
        const frame = target.getBoundingClientRect();
        this.handler(target.dataset.target, { x: frame.left, y: frame.bottom }, null);
      }
    });
  }

  // `names`: what the seats are called; `decides`: the seat that is asked here, or null.
  show(position, names, decides) {
    replace(this.node, this.facts(position.state), position.state.desks.map((desk, seat) => this.desk(position, desk, seat, names[seat], seat === decides)));
  }

  desk(position, desk, seat, name, own) {
    const { state } = position, turn = state.turn === seat && state.phase !== "over";
    return h("section", { class: `desk owner-${seat}${turn ? " turn" : ""}${own ? " own" : ""}`, "aria-label": `Seat ${seat}, ${name}` },
      h("h3", {}, h("span", { class: "seat-mark" }, seat), h("span", { class: "seat-name" }, name), turn ? this.badge(state) : null, this.points(desk, position.scores[seat].total)),
      this.body(desk, own));
  }

  // --- what a game says -------------------------------------------------------------------------------------------------

  facts() { return null; }
  badge() { return null; }
  points(desk, total) { return h("span", { class: "points", title: "points if the game ended now" }, h("b", {}, total)); }
  body() { return []; }

  // --- parts ------------------------------------------------------------------------------------------------------------

  chip(target, words, kind, own, title) {
    return own ? h("button", { type: "button", class: `chip ${kind}`, "data-target": target, title, "aria-label": title ?? words }, words)
      : h("span", { class: `chip ${kind}`, title }, words);
  }

  offer(targets, chosen, handler) {
    this.handler = handler;
    for (const node of this.node.querySelectorAll("[data-target]")) {
      const { target } = node.dataset, offered = targets.has(target);
      node.classList.toggle("offered", offered);
      node.classList.toggle("chosen", chosen.includes(target));
      node.disabled = !offered;
    }
  }
}

// All points by category, as the position stands or as expected: rows are seats.
export function pointsTable(rows, names, caption, digits = 0) {
  const categories = Object.keys(rows[0]).filter((category) => category !== "total" && rows.some((row) => Math.abs(row[category]) >= 0.05));
  return h("table", { class: "points-table" }, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "seat"), h("th", { scope: "col" }, "all"),
      categories.map((category) => h("th", { scope: "col" }, category)))),
    h("tbody", {}, rows.map((row, seat) => h("tr", { class: `owner-${seat}` },
      h("th", { scope: "row", title: names[seat] }, h("span", { class: "seat-mark" }, seat)), h("td", {}, h("b", {}, row.total.toFixed(digits))),
      categories.map((category) => h("td", {}, row[category].toFixed(digits)))))));
}
