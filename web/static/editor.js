// A position changed by hand: a brush and clicks on the board, buttons for the desks, or the text itself.

import { h, replace, status } from "./dom.js";
import { editedByHand } from "./games.js";

const TRACKS = ["keys", "actions", "privilege", "book", "bank"];

export class Editor {
  constructor(study) {
    this.study = study;
    this.active = false;
    this.brush = { kind: "piece", piece: "0t" };
    this.body = h("div", {});
    this.problems = h("ul", { class: "bad", role: "alert" });
    this.node = h("details", { class: "editor", ontoggle: () => this.toggled() }, h("summary", { id: "edit" }, "Edit the position"), this.problems, this.body);
  }

  toggled() {
    this.active = this.node.open;
    this.study.think();
    if (this.active) { this.draw(); this.offer(); }
    else this.study.chooser.ask(this.study.position, "");
  }

  moved() {
    replace(this.problems);
    if (this.active) this.draw();
  }

  // --- the forms --------------------------------------------------------------------------------------------------------

  draw() {
    const { state } = this.study.position, { board } = this.study.board;
    if (!editedByHand(board)) {
      replace(this.body, this.asText(state));
      return;
    }
    const owners = [...state.desks.keys()].map(String).concat(state.players === 2 ? ["n"] : []);
    const pieces = owners.flatMap((owner) => (owner === "n" ? ["nt"] : [`${owner}t`, `${owner}m`]));
    const brush = (words, value, label) => h("button", { type: "button", class: `brush ${value.piece ? `owner-${value.piece[0]}` : ""}`, "aria-label": label,
      "aria-pressed": String(JSON.stringify(value) === JSON.stringify(this.brush)), "data-brush": value.piece ?? value.marker ?? "erase",
      onclick: () => { this.brush = value; this.draw(); this.offer(); } }, words);
    const kinds = { t: "trader", m: "merchant" };
    replace(this.body,
      h("p", { class: "soft" }, "Choose what to put, then click houses, cities, special spaces or, for markers, routes. Pieces come from and go to their owner's stock."),
      h("div", { class: "row" }, pieces.map((piece) => brush([h("i", { class: `pip ${piece[1]}` }), piece[0]], { kind: "piece", piece }, `seat ${piece[0]}'s ${kinds[piece[1]]}`)),
        brush("take away", { kind: "erase" }, "take away")),
      h("div", { class: "row" }, Object.keys(board.markers).filter((marker) => state.supply[marker]).map((marker) => brush(board.markers[marker], { kind: "marker", marker }, `marker ${marker}`))),
      h("div", { class: "row" }, h("label", { class: "inline" }, "turn of seat ", this.select(owners.filter((owner) => owner !== "n"), String(state.turn), (seat) => this.change({ what: "turn", seat: Number(seat), actions: state.actions || 2 }))),
        h("label", { class: "inline" }, "actions ", this.select(["0", "1", "2", "3", "4", "5", "6"], String(state.actions), (count) => this.change({ what: "turn", seat: state.turn, actions: Number(count) })))),
      state.desks.map((desk, seat) => h("fieldset", { class: `owner-${seat}` }, h("legend", {}, h("span", { class: "seat-mark" }, seat), ` stock ${desk.stock || "–"}, supply ${desk.supply || "–"}`),
        h("div", { class: "row" }, TRACKS.map((track) => h("span", { class: "stepper" }, track, " ",
          h("button", { type: "button", "aria-label": `${track} of seat ${seat} back`, onclick: () => this.change({ what: "track", seat, track, by: -1 }) }, "−"), ` ${board.tracks[track][desk[track]]} `,
          h("button", { type: "button", "aria-label": `${track} of seat ${seat} forward`, onclick: () => this.change({ what: "track", seat, track, by: 1 }) }, "+")))),
        h("div", { class: "row" }, ["t", "m"].map((kind) => [
          h("button", { type: "button", onclick: () => this.change({ what: "hand", seat, kind, to: "supply" }) }, `${kinds[kind]} to supply`),
          h("button", { type: "button", onclick: () => this.change({ what: "hand", seat, kind, to: "stock" }) }, `${kinds[kind]} to stock`)]).flat(),
        h("label", { class: "inline" }, "prestige ", h("input", { type: "number", min: 0, max: 200, value: desk.prestige, class: "short", onchange: (event) => this.change({ what: "prestige", seat, to: Number(event.target.value) }) }))))),
      h("details", {}, h("summary", {}, "As text (MOVES.md, 5)"), this.asText(state)));
  }

  asText(state) {
    this.text = h("textarea", { rows: 8, class: "wide", spellcheck: "false", "aria-label": "The position as JSON", value: JSON.stringify(state) });
    return h("div", {}, this.text, h("button", { type: "button", id: "apply", onclick: () => this.apply() }, "Use this text"));
  }

  select(values, chosen, change) {
    const node = h("select", { onchange: () => change(node.value) }, values.map((value) => h("option", { value, selected: value === chosen }, value)));
    return node;
  }

  // --- on the board -----------------------------------------------------------------------------------------------------

  offer() {
    if (!editedByHand(this.study.board.board)) return;
    const { board } = this.study.board, targets = new Map(), { brush } = this;
    if (brush.kind === "marker") for (const name of Object.keys(board.routes)) targets.set(`route ${name}`, `marker on ${name}`);
    else {
      for (const slot of Object.keys(board.slots)) {
        if (brush.kind === "piece") targets.set(`free ${slot}`, `put ${brush.piece} on ${slot}`);
      }
      if (brush.kind === "erase") {
        for (const { slot, piece } of this.study.board.pieces) if (board.slots[slot]) targets.set(`piece ${piece} ${slot}`, `take ${piece} from ${slot}`);
        for (const [name, facts] of Object.entries(this.study.position.state.routes)) if (facts.marker) targets.set(`route ${name}`, `take the marker from ${name}`);
      }
      for (const code of Object.keys(board.cities)) targets.set(`city ${code}`, brush.kind === "erase" ? `take the last office of ${code}` : `put ${brush.piece} into ${code}`);
      for (const points of Object.keys(board.spaces)) targets.set(`special ${points}`, `special space ${points}`);
    }
    this.study.board.arrows([]);
    this.study.board.offer(targets, (target) => target && this.touch(target));
  }

  touch(target) {
    const [what, ...words] = target.split(" "), { brush } = this;
    const add = brush.kind === "piece" ? { add: brush.piece } : {};
    if (what === "free") this.change({ what: "house", slot: words[0], ...add });
    else if (what === "piece") this.change({ what: "house", slot: words[1], remove: words[0] });
    else if (what === "city") this.change({ what: "city", city: words[0], ...add });
    else if (what === "special") this.change({ what: "special", points: words[0], ...add });
    else if (what === "route") this.change({ what: "marker", route: words[0], ...(brush.kind === "marker" ? { add: brush.marker } : {}) });
  }

  async change(change) {
    const { study } = this;
    try {
      const { position } = await study.wire.ask("edit", { ...study.base(), moves: study.line, change });
      this.use(position.state);
    } catch (error) { this.refused(error); }
  }

  async apply() {
    try {
      const { state } = await this.study.wire.ask("load", { text: this.text.value });
      if (!state) throw new Error("this text is no position");
      this.use(state);
    } catch (error) { this.refused(error); }
  }

  refused(error) {
    status("");
    replace(this.problems, (error.problems?.length ? error.problems : [error.message]).map((words) => h("li", {}, words)));
  }

  use(state) {
    const { study } = this;
    if (study.game) {       // from here on it is a position of its own
      Object.assign(study, { game: null, log: [], ply: 0 });
      study.slider.hidden = true;
    }
    sessionStorage.setItem("hansa-state", JSON.stringify(state));
    study.state = state;
    study.go(0, []);
  }
}
