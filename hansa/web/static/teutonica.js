// Hansa Teutonica on the page: its desks, and what can be changed in its positions.

import { Desks } from "./desks.js";
import { h } from "./dom.js";

const TRACKS = { keys: "Keys", actions: "Actions", privilege: "Privilege", book: "Book", bank: "Bank" };
const KINDS = { t: "trader", m: "merchant" };
const MODULES = ["missions", "favours"];
const MISSION_SIZE = 3;

const mission = (board, number) => (board.missions[number] ?? []).slice(0, MISSION_SIZE).map((code) => board.cities[code]?.name ?? code).join(", ");

class TeutonicaDesks extends Desks {
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

  badge(state) { return h("span", { class: "badge" }, `${state.actions} left`); }

  points(desk, total) {
    return h("span", { class: "points", title: "prestige so far, and all points if the game ended now" }, h("b", {}, desk.prestige), h("small", {}, ` / ${total}`));
  }

  body(desk, own) {
    return [
      h("div", { class: "hands" },
        h("span", { class: "hand" }, h("small", {}, "supply "), this.count(desk.supply, own, "kind")),
        h(own ? "button" : "span", { class: "hand stock", type: own ? "button" : null, "data-target": own ? "stock" : null, "aria-label": own ? `stock ${desk.stock || "empty"}: income` : null },
          h("small", {}, "stock "), this.count(desk.stock, false))),
      h("div", { class: "tracks" }, Object.entries(TRACKS).map(([track, title]) => this.track(track, title, desk[track], own))),
      desk.unused.length || desk.used.length || desk.favours.length || desk.mission !== null
        ? h("div", { class: "cards" },
          desk.unused.map((marker) => this.chip(`marker ${marker}`, this.board.markers[marker], "marker-chip", own, marker)),
          desk.used.length ? h("small", {}, `${desk.used.length} used`) : null,
          desk.favours.map((tile) => h("small", { class: "chip tile" }, tile)),
          desk.mission === null ? null : h("small", { class: "chip mission", "data-mission": desk.mission },
            desk.mission === "?" ? "mission hidden" : `mission: ${mission(this.board, desk.mission)}`)) : null,
    ];
  }

  count(text, own, what) {
    const amounts = { t: Number(/(\d+)t/.exec(text)?.[1] ?? 0), m: Number(/(\d+)m/.exec(text)?.[1] ?? 0) };
    return Object.entries(amounts).map(([kind, count]) => {
      const label = `${count} ${KINDS[kind]}${count === 1 ? "" : "s"}`;
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
}

// A brush and clicks on the board; buttons for the desks.
class TeutonicaForm {
  constructor(editor) {
    this.editor = editor;
    this.brush = { kind: "piece", piece: "0t" };
  }

  nodes(state, board) {
    const { editor } = this, change = (what) => () => editor.change(what);
    const owners = [...state.desks.keys()].map(String).concat(state.players === 2 ? ["n"] : []);
    const pieces = owners.flatMap((owner) => (owner === "n" ? ["nt"] : [`${owner}t`, `${owner}m`]));
    const brush = (words, value, label) => h("button", { type: "button", class: `brush ${value.piece ? `owner-${value.piece[0]}` : ""}`, "aria-label": label,
      "aria-pressed": String(JSON.stringify(value) === JSON.stringify(this.brush)), "data-brush": value.piece ?? value.marker ?? "erase",
      onclick: () => { this.brush = value; editor.again(); } }, words);
    const left = Object.keys(board.markers).filter((marker) => state.supply[marker]);
    return [
      h("p", { class: "soft" }, "Choose what to put, then click houses, cities, special spaces or, for markers, routes. Pieces come from and go to their owner's stock."),
      h("div", { class: "row" }, pieces.map((piece) => brush([h("i", { class: `pip ${piece[1]}` }), piece[0]], { kind: "piece", piece }, `seat ${piece[0]}'s ${KINDS[piece[1]]}`)),
        brush("take away", { kind: "erase" }, "take away")),
      h("div", { class: "row" }, left.map((marker) => brush(board.markers[marker], { kind: "marker", marker }, `marker ${marker}`))),
      h("div", { class: "row" },
        editor.select("turn of seat", state.desks.keys(), state.turn, (seat) => editor.change({ what: "turn", seat: Number(seat), actions: state.actions || 2 })),
        editor.number("actions", state.actions, 200, (actions) => editor.change({ what: "turn", seat: state.turn, actions })),
        editor.number("turns so far", state.turns, 9999, (to) => editor.change({ what: "turns", to })),
        editor.number("markers to draw", state.pending.unseen, 60, (to) => editor.change({ what: "pending", to }))),
      h("div", { class: "row" }, MODULES.map((name) => editor.check(name, state.modules.includes(name), () => editor.change({ what: "module", name }))),
        state.begun === undefined ? null : editor.check("the turn has begun", state.begun, (to) => editor.change({ what: "begun", to })),
        board.permits.map((city) => editor.check(`permit of ${board.cities[city].name} spent`, state.permits_spent.includes(city), () => editor.change({ what: "permit", city })))),
      state.modules.includes("favours") ? h("div", { class: "row" }, board.tiles.map((tile) => this.tile(state, tile))) : null,
      state.desks.map((desk, seat) => h("fieldset", { class: `owner-${seat}` }, h("legend", {}, h("span", { class: "seat-mark" }, seat), ` stock ${desk.stock || "–"}, supply ${desk.supply || "–"}`),
        h("div", { class: "row" }, Object.keys(TRACKS).map((track) => h("span", { class: "stepper" }, track, " ",
          h("button", { type: "button", "aria-label": `${track} of seat ${seat} back`, onclick: change({ what: "track", seat, track, by: -1 }) }, "−"), ` ${board.tracks[track][desk[track]]} `,
          h("button", { type: "button", "aria-label": `${track} of seat ${seat} forward`, onclick: change({ what: "track", seat, track, by: 1 }) }, "+")))),
        h("div", { class: "row" }, Object.entries(KINDS).map(([kind, word]) => ["supply", "stock"].map((to) =>
          h("button", { type: "button", onclick: change({ what: "hand", seat, kind, to }) }, `${word} to ${to}`))).flat()),
        h("div", { class: "row" },
          editor.number("prestige", desk.prestige, 200, (to) => editor.change({ what: "prestige", seat, to }), `prestige of seat ${seat}`),
          editor.check("connection", state.connected.includes(seat), () => editor.change({ what: "connected", seat }), `connection of seat ${seat}`),
          desk.mission === null ? null : editor.select("mission", [...board.missions.keys(), ...(desk.mission === "?" ? ["?"] : [])], desk.mission,
            (card) => editor.change({ what: "mission", seat, to: Number(card) }), `mission of seat ${seat}`, (card) => (card === "?" ? "unknown" : mission(board, card)))),
        ["unused", "used"].map((where) => this.markers(desk, seat, where, left, board)))),
    ];
  }

  tile(state, tile) {
    const owner = state.desks.findIndex((desk) => desk.favours.includes(tile));
    const where = owner >= 0 ? String(owner) : state.favours_open.includes(tile) ? "open" : "out";
    return this.editor.select(tile, ["open", "out", ...state.desks.keys()], where, (to) => this.editor.change({ what: "favour", tile, to: to === "open" || to === "out" ? to : Number(to) }),
      `favour ${tile}`, (value) => ({ open: "lies open", out: "out of the game" })[value] ?? `seat ${value}'s`);
  }

  markers(desk, seat, where, left, board) {
    const used = where === "used", { editor } = this;
    return h("div", { class: "row" }, h("small", {}, `${where} markers`),
      desk[where].map((marker) => h("button", { type: "button", class: "chip marker-chip", "aria-label": `${where} marker ${marker} of seat ${seat}: away`, title: "back to the supply",
        onclick: () => editor.change({ what: "own-marker", seat, used, remove: marker }) }, board.markers[marker], " ×")),
      editor.select("", ["", ...left], "", (marker) => marker && editor.change({ what: "own-marker", seat, used, add: marker }),
        `add to the ${where} markers of seat ${seat}`, (marker) => (marker ? board.markers[marker] : "add …")));
  }

  // What may be clicked on the map with this brush, with labels.
  targets(position, view) {
    const { board } = view, found = new Map(), { brush } = this;
    if (brush.kind === "marker") {
      for (const name of Object.keys(board.routes)) found.set(`route ${name}`, `marker on ${name}`);
      return found;
    }
    if (brush.kind === "piece") for (const slot of Object.keys(board.slots)) found.set(`free ${slot}`, `put ${brush.piece} on ${slot}`);
    else {
      for (const { slot, piece } of view.pieces) if (board.slots[slot]) found.set(`piece ${piece} ${slot}`, `take ${piece} from ${slot}`);
      for (const [name, facts] of Object.entries(position.state.routes)) if (facts.marker) found.set(`route ${name}`, `take the marker from ${name}`);
    }
    for (const code of Object.keys(board.cities)) found.set(`city ${code}`, brush.kind === "erase" ? `take the last office of ${code}` : `put ${brush.piece} into ${code}`);
    for (const points of Object.keys(board.spaces)) found.set(`special ${points}`, `special space ${points}`);
    return found;
  }

  touch(target) {
    const [what, ...words] = target.split(" "), { brush, editor } = this;
    const add = brush.kind === "piece" ? { add: brush.piece } : {};
    if (what === "free") editor.change({ what: "house", slot: words[0], ...add });
    else if (what === "piece") editor.change({ what: "house", slot: words[1], remove: words[0] });
    else if (what === "city") editor.change({ what: "city", city: words[0], ...add });
    else if (what === "special") editor.change({ what: "special", points: words[0], ...add });
    else if (what === "route") editor.change({ what: "marker", route: words[0], ...(brush.kind === "marker" ? { add: brush.marker } : {}) });
  }
}

export const teutonica = {
  Desks: TeutonicaDesks,
  EditForm: TeutonicaForm,
  reasons: { prestige: "somebody has 20 prestige", markers: "no markers are left", cities: "enough cities are complete", "cut off": "it was cut off" },
};
