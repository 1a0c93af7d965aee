// The desks of Hansa Teutonica: what every seat has in stock and supply, its abilities, markers, points and cards.

import { h, replace } from "./dom.js";

const TRACKS = { keys: "Keys", actions: "Actions", privilege: "Privilege", book: "Book", bank: "Bank" };
const MISSION_SIZE = 3;

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
  show(position, names, decides, catalogue) {
    this.decides = decides;
    const { state } = position;
    replace(this.node, this.facts(state), state.desks.map((desk, seat) => this.desk(position, desk, seat, names[seat], catalogue)));
  }

  facts(state) {
    const left = Object.values(state.supply).reduce((sum, count) => sum + count, 0) - state.pending.unseen;
    const seen = state.pending.seen.flat();
    return h("p", { class: "facts" },
      `${state.completed} of ${this.board.limit} cities complete · ${left} markers in the supply`,
      state.connected.length ? ` · connected: ${state.connected.join(", ")}` : "",
      state.pending.unseen ? ` · ${state.pending.unseen} to be drawn` : "",
      seen.length ? ` · to be laid: ${seen.join(", ")}` : "",
      state.permits_spent.length ? ` · permits spent: ${state.permits_spent.join(", ")}` : "",
      state.favours_open.length ? h("span", {}, " · favours: ", state.favours_open.map((tile) => this.chip(`tile ${tile}`, tile, "tile", true))) : "");
  }

  desk(position, desk, seat, name, catalogue) {
    const { state } = position, own = seat === this.decides;
    const turn = state.turn === seat && state.phase !== "over";
    return h("section", { class: `desk owner-${seat}${turn ? " turn" : ""}${own ? " own" : ""}`, "aria-label": `Seat ${seat}, ${name}` },
      h("h3", {}, h("span", { class: "seat-mark" }, seat), h("span", { class: "seat-name" }, name), turn ? h("span", { class: "badge" }, `${state.actions} left`) : null,
        h("span", { class: "points", title: "prestige so far, and all points if the game ended now" }, h("b", {}, desk.prestige), h("small", {}, ` / ${position.scores[seat].total}`))),
      h("div", { class: "hands" },
        h("span", { class: "hand" }, h("small", {}, "supply "), this.count(desk.supply, own, "kind")),
        h(own ? "button" : "span", { class: "hand stock", type: own ? "button" : null, "data-target": own ? "stock" : null, "aria-label": own ? `stock ${spoken(desk.stock)}: income` : null },
          h("small", {}, "stock "), this.count(desk.stock, false))),
      h("div", { class: "tracks" }, Object.entries(TRACKS).map(([track, title]) => this.track(track, title, desk[track], own))),
      desk.unused.length || desk.used.length || desk.favours.length || desk.mission !== null
        ? h("div", { class: "cards" },
          desk.unused.map((marker) => this.chip(`marker ${marker}`, this.board.markers[marker], "marker-chip", own, marker)),
          desk.used.length ? h("small", {}, `${desk.used.length} used`) : null,
          desk.favours.map((tile) => h("small", { class: "chip tile" }, tile)),
          desk.mission === null ? null : h("small", { class: "chip mission", "data-mission": desk.mission },
            desk.mission === "?" ? "mission hidden" : this.mission(desk.mission, catalogue))) : null);
  }

  mission(number, catalogue) {
    const cities = catalogue?.[number]?.slice(0, MISSION_SIZE) ?? [];
    return `mission: ${cities.map((code) => this.board.cities[code]?.name ?? code).join(", ")}`;
  }

  count(text, own, what) {
    const amounts = { t: Number(/(\d+)t/.exec(text)?.[1] ?? 0), m: Number(/(\d+)m/.exec(text)?.[1] ?? 0) };
    return Object.entries(amounts).map(([kind, count]) => {
      const label = `${count} ${kind === "t" ? "trader" : "merchant"}${count === 1 ? "" : "s"}`;
      const inside = [h("i", { class: `pip ${kind}`, "aria-hidden": "true" }), String(count)];
      return own && what
        ? h("button", { type: "button", class: "amount", "data-target": `${what} ${kind}`, "aria-label": `${label} in supply` }, inside)
        : h("span", { class: "amount", title: label, role: "img", "aria-label": label }, inside);
    });
  }

  track(track, title, step, own) {
    const values = this.board.tracks[track];
    const inside = [h("small", {}, title), h("span", { class: "steps", "aria-hidden": "true" }, values.map((value, number) =>
      h("i", { class: `${number < step ? "past" : number === step ? "here" : "ahead"}${track === "privilege" ? ` office-${value}` : ""}` },
        track === "privilege" ? "" : value === "all" ? "∞" : value)))];
    const label = `${title} ${values[step]}, step ${step} of ${values.length - 1}`;
    return own ? h("button", { type: "button", class: "track", "data-target": `track ${track}`, "aria-label": label }, inside)
      : h("span", { class: "track", role: "img", "aria-label": label }, inside);
  }

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

const spoken = (text) => text || "empty";

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
