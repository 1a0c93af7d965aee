// Hansa Teutonica on the page: its desks. What can be changed by hand: teutonica_form.js.

import { Desks, gain } from "./desks.js";
import { html } from "./html.js";
import { t, tn } from "./language.js";
import { missionWords, TeutonicaForm, TRACKS, tileWords } from "./teutonica_form.js";
import { inHand, inWords } from "./teutonica_words.js";
import { COLOURS } from "./words.js";

class TeutonicaDesks extends Desks {
  facts(state) {
    const { pending, connected, permits_spent: permits, favours_open: favours } = state;
    const all = Object.values(state.supply).reduce((sum, count) => sum + count, 0);
    const seen = pending.seen.flat().map((marker) => this.marker(marker));
    const facts = [
      t("{completed} of {limit} cities complete", {
        completed: state.completed,
        limit: this.board.limit,
      }),
      tn("{count} marker in the supply", "{count} markers in the supply", all - pending.unseen),
      connected.length &&
        t("connected: {players}", { players: connected.map((seat) => COLOURS[seat]).join(", ") }),
      pending.unseen && t("{count} to be drawn", { count: pending.unseen }),
      seen.length && t("to be laid: {markers}", { markers: seen.join(", ") }),
      permits.length &&
        t("permits spent: {cities}", { cities: permits.map((code) => this.city(code)).join(", ") }),
    ];
    return html`<p class="facts">${facts.filter(Boolean).join(" · ")}
      ${
        favours.length > 0 &&
        html`<span> · ${t("favours:")} ${favours.map((tile) =>
          this.chip(
            `tile ${tile}`,
            tileWords(tile),
            "tile",
            true,
            t("favour: {name}", { name: tileWords(tile) }),
          ),
        )}</span>`
      }</p>`;
  }

  city(code) {
    return this.board.cities[code]?.name ?? code;
  }

  marker(name) {
    return this.board.markers[name] ?? name;
  }

  badge(state) {
    return html`<span class="badge">${tn("{count} action left", "{count} actions left", state.actions)}</span>`;
  }

  points(desk, total, then) {
    return html`<span class="points" title=${t("points so far, and all points if the game ended now")}>
      ${gain(desk.prestige - (then?.desk.prestige ?? desk.prestige))}<b>${desk.prestige}</b>
      <small> ${t("now")} · <b>${total}</b> ${t("in all")}</small>
    </span>`;
  }

  body(desk, own, then) {
    const grown = (track) => then !== null && then[track] !== desk[track];
    return [
      html`<div class="hands">
        <span class="hand"><small>${t("supply")}</small>${this.hand(desk.supply, own)}</span>
        ${this.stock(desk, own)}
      </div>`,
      html`<div class="tracks">
        ${Object.entries(TRACKS).map(([track, title]) =>
          this.track(track, title, desk[track], own, grown(track)),
        )}
      </div>`,
      this.cards(desk, own, then),
    ];
  }

  stock(desk, own) {
    const inside = html`<small>${t("stock")}</small>${amounts(desk.stock).map(amount)}`;
    return this.target(
      "stock",
      "hand stock",
      inside,
      own,
      own ? t("stock: take income") : t("stock"),
    );
  }

  hand(text, own) {
    const label = own ? t("in your supply") : t("supply");
    return amounts(text).map(([kind, count]) =>
      this.target(`kind ${kind}`, "amount", amount([kind, count]), own, label),
    );
  }

  cards(desk, own, then) {
    const { unused, used, favours, mission } = desk;
    if (!unused.length && !used.length && !favours.length && mission === null) return null;
    return html`<div class="cards">
      ${unused.map((name, place) =>
        this.chip(
          `marker ${name}`,
          this.marker(name),
          then && isNew(unused, place, then.unused) ? "marker-chip changed" : "marker-chip",
          own,
          t("marker: {name}", { name: this.marker(name) }),
        ),
      )}
      ${used.length > 0 && html`<small>${t("{count} used", { count: used.length })}</small>`}
      ${favours.map((tile) => html`<small class="chip tile">${tileWords(tile)}</small>`)}
      ${
        mission !== null &&
        html`<small class="chip mission" data-mission=${String(mission)}>
          ${
            mission === "?"
              ? t("mission hidden")
              : t("mission: {cities}", { cities: missionWords(this.board, mission) })
          }
        </small>`
      }
    </div>`;
  }

  track(track, title, step, own, grown) {
    const values = this.board.tracks[track];
    const square = (value, number) => {
      const where = number < step ? "past" : number === step ? "here" : "ahead";
      const office = track === "privilege" ? ` office-${value}` : "";
      const words = track === "privilege" ? value[0].toUpperCase() : value === "all" ? "∞" : value;
      return html`<i class=${where + office}>${words}</i>`;
    };
    const at = t("{value}, step {number} of {all}", {
      value: VALUES[values[step]] ?? values[step],
      number: step + 1,
      all: values.length,
    });
    const inside = html`<small>${title}</small>
      <span class="unseen">${at}</span>
      <span class="steps" aria-hidden="true">${values.map(square)}</span>`;
    const label = `${title}: ${at}`;
    return this.target(`track ${track}`, grown ? "track changed" : "track", inside, own, label);
  }
}

// Whether the name at a place of a list is one more of its kind than there were.
const isNew = (names, place, before) => {
  const count = (list) => list.filter((name) => name === names[place]).length;
  return count(names.slice(0, place + 1)) > count(before);
};

/**
 * The pieces of a text such as `3t1m`.
 * @param {string} text
 * @returns {[string, number][]}
 */
export const amounts = (text) => [
  ["t", Number(/(\d+)t/.exec(text)?.[1] ?? 0)],
  ["m", Number(/(\d+)m/.exec(text)?.[1] ?? 0)],
];

const PLURALS = {
  t: (count) => (count === 1 ? t("trader") : t("traders")),
  m: (count) => (count === 1 ? t("merchant") : t("merchants")),
};
/** @type {Record<string, string>} */
const VALUES = {
  white: t("white"),
  orange: t("orange"),
  pink: t("pink"),
  black: t("black"),
  all: t("all"),
};

/** @param {[string, number]} what */
const amount = ([kind, count]) => html`<span class="amount">
  <i class=${`pip ${kind}`} aria-hidden="true"></i>${count}
  <span class="unseen"> ${PLURALS[kind](count)}</span>
</span>`;

export const teutonica = {
  Desks: TeutonicaDesks,
  EditForm: TeutonicaForm,
  inWords,
  inHand,
  reasons: {
    prestige: t("a player has 20 prestige"),
    markers: t("no markers are left"),
    cities: t("enough cities are complete"),
    "cut off": t("it was cut off"),
  },
};
