// Hansa (2004) on the page: its desks, and what can be changed in its positions.

import { Desks } from "./desks.js";
import { html } from "./html.js";
import { t, tn } from "./language.js";
import { COLOURS, letter } from "./words.js";

const sum = (counts) => counts.reduce((all, count) => all + count, 0);
const GOODS = {
  red: t("red"),
  orange: t("orange"),
  yellow: t("yellow"),
  green: t("green"),
  blue: t("blue"),
  brown: t("brown"),
};
const words = (kind) => `${GOODS[kind.slice(0, -1)]} ${kind.at(-1)}`;
const WHERE = { unsold: t("unsold"), sold: t("sold") };
const booths = (count) => tn("{count} booth", "{count} booths", count);

class Hansa2004Desks extends Desks {
  facts(state) {
    const left = sum(Object.values(state.supply));
    const city = this.board.cities[state.ship].name;
    const piles = t("{count} markers in the piles ({piles})", {
      count: left,
      piles: state.piles.join(" + "),
    });
    const ship = state.acted
      ? t("the ship is in {city}, its action is used", { city })
      : t("the ship is in {city}", { city });
    return html`<p class="facts">${piles} · ${ship}</p>`;
  }

  body(desk, own) {
    return [
      html`<div class="hands">
        <span class="hand"><small>${t("talers")} </small><b>${desk.talers}</b></span>
        <span class="hand"><small>${t("booths")} </small><b>${desk.booths}</b></span>
      </div>`,
      this.goods("unsold", desk.unsold, own),
      this.goods("sold", desk.sold, false),
    ];
  }

  goods(title, kinds, own) {
    const counts = new Map();
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const chip = ([kind, count]) =>
      this.chip(
        `goods ${kind}`,
        count > 1 ? `${words(kind)} ×${count}` : words(kind),
        `ware good-${kind.slice(0, -1)}`,
        own,
        `${count} ${words(kind)}, ${WHERE[title]}`,
      );
    return html`<div class="cards"><small>${WHERE[title]} </small>
      ${counts.size ? [...counts].map(chip) : html`<small class="soft">${t("none")}</small>`}</div>`;
  }
}

// A city is chosen on the map; its goods and booths, and what the seats have, is written into
// fields.
class Hansa2004Form {
  /** @param {import("./editor.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {string | null} */
    this.city = null;
  }

  nodes(state, board) {
    const { editor } = this;
    const turn = (seat) => editor.change({ what: "turn", seat: Number(seat), acted: false });
    const acted = (acted) => editor.change({ what: "turn", seat: state.turn, acted });
    return html`
      <p class="soft">${t(
        "Click a city to change its goods and booths. Goods are written as red1 green3; they " +
          "come from the piles and go back to them.",
      )}</p>
      <div class="row">
        ${editor.select(t("turn of"), state.desks.keys(), state.turn, turn, t("whose turn"), (seat) => COLOURS[seat])}
        ${editor.check(t("its action is used"), state.acted, acted)}
      </div>
      ${this.place(state, board)}
      ${state.desks.map((desk, seat) => this.desk(desk, seat))}`;
  }

  place(state, board) {
    const { editor } = this;
    this.city ??= state.ship;
    const city = /** @type {string} */ (this.city);
    const facts = state.cities[city] ?? {};
    const { name } = board.cities[city];
    const booths = (_, seat) =>
      editor.number(
        t("booths of {player}", { player: COLOURS[seat] }),
        facts.booths?.[seat] ?? 0,
        15,
        (count) => editor.change({ what: "booths", city, seat, count }),
        t("booths of {player}", { player: COLOURS[seat] }),
      );
    const goods = (goods) => editor.change({ what: "goods", city, goods });
    return html`<fieldset><legend>${name}</legend>
      ${this.goods(t("goods"), facts.goods ?? [], goods, t("goods in {city}", { city: name }))}
      <div class="row">${state.desks.map(booths)}
        ${
          state.ship === city
            ? html`<small>${t("the ship is here")}</small>`
            : html`<button type="button" onClick=${() => editor.change({ what: "ship", city })}>
                ${t("the ship here")}</button>`
        }
      </div></fieldset>`;
  }

  desk(desk, seat) {
    const { editor } = this;
    const of = COLOURS[seat];
    const goods = (where) =>
      this.goods(
        WHERE[where],
        desk[where],
        (goods) => editor.change({ what: "hand", seat, where, goods }),
        t("goods {where} of {player}", { where: WHERE[where], player: of }),
      );
    return html`<fieldset class=${`owner-${seat}`}>
      <legend><span class="seat-mark">${letter(seat)}</span> ${booths(desk.booths)}</legend>
      ${editor.number(
        t("talers"),
        desk.talers,
        99,
        (to) => editor.change({ what: "talers", seat, to }),
        t("talers of {player}", { player: of }),
      )}
      ${goods("unsold")}${goods("sold")}
    </fieldset>`;
  }

  goods(title, kinds, change, label) {
    const write = (event) =>
      change(
        event.target.value
          .trim()
          .split(/[\s,]+/)
          .filter(Boolean),
      );
    return html`<label class="block"><small>${title} </small>
      <input class="wide" value=${kinds.join(" ")} spellcheck=${false} aria-label=${label}
        onChange=${write} /></label>`;
  }

  targets(_position, view) {
    const cities = Object.entries(view.board.cities);
    return new Map(
      cities.map(([code, city]) => [`city ${code}`, t("change {city}", { city: city.name })]),
    );
  }

  touch(target) {
    [, this.city] = target.split(" ");
    this.editor.again();
  }
}

function inWords(state, board) {
  const city = ([code, { name }]) => {
    const { goods = [], booths = [] } = state.cities[code] ?? {};
    const lie = goods.length ? goods.map(words).join(", ") : t("no goods");
    const stand = booths.flatMap((count, seat) =>
      count
        ? [
            t("{player} has {what}", {
              player: COLOURS[seat],
              what: tn("{count} booth", "{count} booths", count),
            }),
          ]
        : [],
    );
    const ship = state.ship === code ? [t("the ship is here")] : [];
    return `${name}: ${[lie, ...stand, ...ship].join("; ")}`;
  };
  return [[t("Cities"), Object.entries(board.cities).map(city)]];
}

export const hansa2004 = {
  Desks: Hansa2004Desks,
  EditForm: Hansa2004Form,
  inWords,
  inHand: () => [],
  reasons: { markers: t("the last pile was begun"), "cut off": t("it was cut off") },
};
