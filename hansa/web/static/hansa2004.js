// Hansa (2004) on the page: its desks, and what can be changed in its positions.

import { Desks } from "./desks.js";
import { h } from "./dom.js";

const sum = (counts) => counts.reduce((all, count) => all + count, 0);
const words = (kind) => `${kind.slice(0, -1)} ${kind.at(-1)}`;

class Hansa2004Desks extends Desks {
  facts(state) {
    const left = sum(Object.values(state.supply));
    return h("p", { class: "facts" }, `${left} markers in the piles (${state.piles.join(" + ")}) · the ship is in ${this.board.cities[state.ship].name}`,
      state.acted ? ", its action is used" : "");
  }

  body(desk, own) {
    return [
      h("div", { class: "hands" }, h("span", { class: "hand" }, h("small", {}, "talers "), h("b", {}, desk.talers)),
        h("span", { class: "hand" }, h("small", {}, "booths "), h("b", {}, desk.booths))),
      this.goods("unsold", desk.unsold, own), this.goods("sold", desk.sold, false),
    ];
  }

  goods(title, kinds, own) {
    const counts = new Map();
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return h("div", { class: "cards" }, h("small", {}, `${title} `), counts.size ? null : h("small", { class: "soft" }, "none"),
      [...counts].map(([kind, count]) => this.chip(`goods ${kind}`, count > 1 ? `${words(kind)} ×${count}` : words(kind), `ware good-${kind.slice(0, -1)}`, own,
        `${count} ${words(kind)}, ${title}`)));
  }
}

// A city is chosen on the map; what lies and stands there, and what the seats have, is written into fields.
class Hansa2004Form {
  constructor(editor) {
    this.editor = editor;
    this.city = null;
  }

  nodes(state, board) {
    const { editor } = this;
    const city = this.city ??= state.ship, facts = state.cities[city] ?? {};
    const goods = (title, kinds, change, label) => h("label", { class: "block" }, h("small", {}, title, " "),
      h("input", { class: "wide", value: kinds.join(" "), spellcheck: "false", "aria-label": label, onchange: (event) => change(event.target.value.trim().split(/[\s,]+/).filter(Boolean)) }));
    return [
      h("p", { class: "soft" }, "Click a city to change what is there. Goods are written as red1 green3; they come from the piles and go back to them."),
      h("div", { class: "row" },
        editor.select("turn of seat", state.desks.keys(), state.turn, (seat) => editor.change({ what: "turn", seat: Number(seat), acted: false })),
        editor.check("its action is used", state.acted, (acted) => editor.change({ what: "turn", seat: state.turn, acted }))),
      h("fieldset", {}, h("legend", {}, board.cities[city].name),
        goods("goods", facts.goods ?? [], (kinds) => editor.change({ what: "goods", city, goods: kinds }), `goods in ${board.cities[city].name}`),
        h("div", { class: "row" }, state.desks.map((_, seat) => editor.number(`booths of ${seat}`, facts.booths?.[seat] ?? 0, 15, (count) => editor.change({ what: "booths", city, seat, count }))),
          state.ship === city ? h("small", {}, "the ship is here") : h("button", { type: "button", onclick: () => editor.change({ what: "ship", city }) }, "the ship here"))),
      state.desks.map((desk, seat) => h("fieldset", { class: `owner-${seat}` }, h("legend", {}, h("span", { class: "seat-mark" }, seat), ` ${desk.booths} booths`),
        editor.number("talers", desk.talers, 99, (to) => editor.change({ what: "talers", seat, to }), `talers of seat ${seat}`),
        ["unsold", "sold"].map((where) => goods(where, desk[where], (kinds) => editor.change({ what: "hand", seat, where, goods: kinds }), `goods ${where} of seat ${seat}`)))),
    ];
  }

  targets(position, view) {
    return new Map(Object.entries(view.board.cities).map(([code, city]) => [`city ${code}`, `change ${city.name}`]));
  }

  touch(target) {
    [, this.city] = target.split(" ");
    this.editor.again();
  }
}

export const hansa2004 = {
  Desks: Hansa2004Desks,
  EditForm: Hansa2004Form,
  reasons: { markers: "the last pile was begun", "cut off": "it was cut off" },
};
