// The desks of Hansa (2004): talers, booths, goods unsold and sold, points.

import { Desks } from "./desks.js";
import { h } from "./dom.js";

const sum = (counts) => counts.reduce((all, count) => all + count, 0);

export class Desks2004 extends Desks {
  facts(state) {
    const left = sum(Object.values(state.supply));
    return h("p", { class: "facts" }, `${left} markers in the piles (${state.piles.join(" + ")}) · the ship is in ${this.board.cities[state.ship].name}`,
      state.acted ? ", its action is used" : "");
  }

  desk(position, desk, seat, name) {
    const { state } = position, own = seat === this.decides;
    const turn = state.turn === seat && state.phase !== "over";
    return h("section", { class: `desk owner-${seat}${turn ? " turn" : ""}${own ? " own" : ""}`, "aria-label": `Seat ${seat}, ${name}` },
      h("h3", {}, h("span", { class: "seat-mark" }, seat), h("span", { class: "seat-name" }, name),
        h("span", { class: "points", title: "points if the game ended now" }, h("b", {}, position.scores[seat].total))),
      h("div", { class: "hands" }, h("span", { class: "hand" }, h("small", {}, "talers "), h("b", {}, desk.talers)),
        h("span", { class: "hand" }, h("small", {}, "booths "), h("b", {}, desk.booths))),
      this.goods("unsold", desk.unsold, own), this.goods("sold", desk.sold, false));
  }

  goods(title, kinds, own) {
    const counts = new Map();
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return h("div", { class: "cards" }, h("small", {}, `${title} `), counts.size ? null : h("small", { class: "soft" }, "none"),
      [...counts].map(([kind, count]) => {
        const words = `${kind.slice(0, -1)} ${kind.at(-1)}`;
        return this.chip(`goods ${kind}`, count > 1 ? `${words} ×${count}` : words, `ware good-${kind.slice(0, -1)}`, own, `${count} ${words}, ${title}`);
      }));
  }
}
