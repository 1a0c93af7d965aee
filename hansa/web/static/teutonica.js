// Hansa Teutonica on the page: its desks. What can be changed by hand: teutonica_form.js.

import { Desks } from "./desks.js";
import { html } from "./html.js";
import { KINDS, missionWords, TeutonicaForm, TRACKS, tileWords } from "./teutonica_form.js";
import { inHand, inWords } from "./teutonica_words.js";
import { COLOURS, counted } from "./words.js";

class TeutonicaDesks extends Desks {
  facts(state) {
    const { pending, connected, permits_spent: permits, favours_open: favours } = state;
    const all = Object.values(state.supply).reduce((sum, count) => sum + count, 0);
    const seen = pending.seen.flat().map((marker) => this.marker(marker));
    const facts = [
      `${state.completed} of ${this.board.limit} cities complete`,
      `${counted(all - pending.unseen, "marker")} in the supply`,
      connected.length && `connected: ${connected.map((seat) => COLOURS[seat]).join(", ")}`,
      pending.unseen && `${pending.unseen} to be drawn`,
      seen.length && `to be laid: ${seen.join(", ")}`,
      permits.length && `permits spent: ${permits.map((code) => this.city(code)).join(", ")}`,
    ];
    return html`<p class="facts">${facts.filter(Boolean).join(" · ")}
      ${
        favours.length > 0 &&
        html`<span> · favours: ${favours.map((tile) =>
          this.chip(`tile ${tile}`, tileWords(tile), "tile", true, `favour: ${tileWords(tile)}`),
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
    return html`<span class="badge">${counted(state.actions, "action")} left</span>`;
  }

  points(desk, total) {
    return html`<span class="points" title="points so far, and all points if the game ended now">
      <b>${desk.prestige}</b><small> now · <b>${total}</b> in all</small>
    </span>`;
  }

  body(desk, own) {
    return [
      html`<div class="hands">
        <span class="hand"><small>supply</small>${this.hand(desk.supply, own)}</span>
        ${this.stock(desk, own)}
      </div>`,
      html`<div class="tracks">
        ${Object.entries(TRACKS).map(([track, title]) => this.track(track, title, desk[track], own))}
      </div>`,
      this.cards(desk, own),
    ];
  }

  stock(desk, own) {
    const inside = html`<small>stock</small>${amounts(desk.stock).map(amount)}`;
    return this.target("stock", "hand stock", inside, own, own ? "stock: take income" : "stock");
  }

  hand(text, own) {
    return amounts(text).map(([kind, count]) =>
      own
        ? this.target(`kind ${kind}`, "amount", amount([kind, count]), own, "in your supply")
        : amount([kind, count]),
    );
  }

  cards(desk, own) {
    const { unused, used, favours, mission } = desk;
    if (!unused.length && !used.length && !favours.length && mission === null) return null;
    return html`<div class="cards">
      ${unused.map((name) =>
        this.chip(
          `marker ${name}`,
          this.marker(name),
          "marker-chip",
          own,
          `marker: ${this.marker(name)}`,
        ),
      )}
      ${used.length > 0 && html`<small>${used.length} used</small>`}
      ${favours.map((tile) => html`<small class="chip tile">${tileWords(tile)}</small>`)}
      ${
        mission !== null &&
        html`<small class="chip mission" data-mission=${String(mission)}>
          ${mission === "?" ? "mission hidden" : `mission: ${missionWords(this.board, mission)}`}
        </small>`
      }
    </div>`;
  }

  track(track, title, step, own) {
    const values = this.board.tracks[track];
    const square = (value, number) => {
      const where = number < step ? "past" : number === step ? "here" : "ahead";
      const office = track === "privilege" ? ` office-${value}` : "";
      const words = track === "privilege" ? value[0].toUpperCase() : value === "all" ? "∞" : value;
      return html`<i class=${where + office}>${words}</i>`;
    };
    const inside = html`<small>${title}</small>
      <span class="unseen">${values[step]}, step ${step + 1} of ${values.length}</span>
      <span class="steps" aria-hidden="true">${values.map(square)}</span>`;
    const label = `${title}: ${values[step]}, step ${step + 1} of ${values.length}`;
    return this.target(`track ${track}`, "track", inside, own, label);
  }
}

/**
 * The pieces of a text such as `3t1m`.
 * @param {string} text
 * @returns {[string, number][]}
 */
export const amounts = (text) => [
  ["t", Number(/(\d+)t/.exec(text)?.[1] ?? 0)],
  ["m", Number(/(\d+)m/.exec(text)?.[1] ?? 0)],
];

/** @param {[string, number]} what */
const amount = ([kind, count]) => html`<span class="amount">
  <i class=${`pip ${kind}`} aria-hidden="true"></i>${count}
  <span class="unseen"> ${KINDS[kind]}${count === 1 ? "" : "s"}</span>
</span>`;

export const teutonica = {
  Desks: TeutonicaDesks,
  EditForm: TeutonicaForm,
  inWords,
  inHand,
  reasons: {
    prestige: "somebody has 20 prestige",
    markers: "no markers are left",
    cities: "enough cities are complete",
    "cut off": "it was cut off",
  },
};
