// The people at a table: who is there, whose time runs, and a bot that plays for players who leave.

import { h } from "./dom.js";
import { html, render } from "./html.js";
import { t, tn } from "./language.js";
import { COLOURS, clockWords, letter, who } from "./words.js";

const TICK = 500; // milliseconds
const onlookers = (count) => tn("{count} person looks on", "{count} people look on", count);
const SHORT = 30; // seconds, from which on a clock is marked
const WORDS = {
  title: t("People"),
  away: t("not here"),
  here: t("here"),
  plays: t("the AI plays"),
  leave: t("Let the AI play"),
  back: t("Hand the seat back"),
  own: t("Take my seat back"),
  left: t("time left"),
};

export class People {
  /** @param {import("./play.js").GameView} view */
  constructor(view) {
    this.view = view;
    this.body = h("div", { class: "people" });
    this.node = h("details", {}, h("summary", {}, WORDS.title), this.body);
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  close() {
    clearInterval(this.timer);
  }

  get table() {
    return this.view.table;
  }

  tick() {
    const running = this.table?.clock?.running;
    if (typeof running === "number") this.view.desks?.draw();
  }

  // --- what is known of a seat -----------------------------------------------------------------

  /** @param {number} seat whether nobody sits there who should */
  away(seat) {
    const { seats, people } = /** @type {import("./types.js").Table} */ (this.table);
    const { person, stand_in: standIn } = seats[seat];
    return person && !standIn && !people.present.includes(seat);
  }

  /** @param {number} seat */
  mine(seat) {
    const { known } = this.view.page;
    return known.host || known.seat === seat;
  }

  /** @param {number} seat seconds; null without a clock */
  left(seat) {
    const { table } = this;
    const left = table?.clock?.left[seat] ?? null;
    if (left === null || table?.clock?.running !== seat) return left;
    return Math.max(0, left - (performance.now() - (table.heard ?? 0)) / 1000);
  }

  // --- drawing ---------------------------------------------------------------------------------

  // Beside the name on a desk.
  /** @param {number} seat */
  badge(seat) {
    const { table } = this;
    if (!table) return null;
    const left = this.left(seat);
    const said = table.seats[seat].stand_in ? WORDS.plays : this.away(seat) ? WORDS.away : "";
    return html`${said && html`<small class="badge quiet">${said}</small>`}
      ${
        left !== null &&
        html`<span class=${`clock ${left < SHORT ? "short" : ""}`} role="timer" title=${WORDS.left}
          aria-label=${`${COLOURS[seat]}: ${WORDS.left}`}>${clockWords(left)}</span>`
      }`;
  }

  draw() {
    const { table } = this;
    if (!table) return;
    const { watching } = table.people;
    const seats = table.seats.map((seat, number) => ({ ...seat, number }));
    const over = table.position.state.phase === "over";
    render(
      html`<ul>${seats.filter(({ person }) => person).map((seat) => this.row(seat, over))}</ul>
        ${watching > 0 && html`<p class="soft">${onlookers(watching)}</p>`}`,
      this.body,
    );
    this.node.hidden = table.recorded || !seats.some(({ person }) => person);
  }

  row({ number, name, stand_in: standIn }, over) {
    const state = standIn ? WORDS.plays : this.away(number) ? WORDS.away : WORDS.here;
    return html`<li class=${`owner-${number}`}>
      <span class="seat-mark" aria-hidden="true">${letter(number)}</span> ${who(number, name)}: ${state}
      ${!over && this.mine(number) && this.button(number, standIn)}
    </li>`;
  }

  /**
   * @param {number} seat
   * @param {string} standIn the bot that plays there for a person
   */
  button(seat, standIn) {
    const { view } = this;
    const words = standIn ? (view.page.known.host ? WORDS.back : WORDS.own) : WORDS.leave;
    const ask = () => view.command(standIn ? "hand_back" : "stand_in", { seat });
    return html`<button type="button" data-stand-in=${seat} onClick=${ask}>
      ${words}<span class="unseen"> (${COLOURS[seat]})</span></button>`;
  }

  // What can be done at once where a game waits for a player who is not there.
  /** @returns {any[]} */
  offers() {
    const { table, view } = this;
    if (!table) return [];
    const mover = table.position.state.to_move;
    const own = view.page.known.seat;
    const button = (id, words, command, seat) =>
      h("button", { type: "button", id, onclick: () => view.command(command, { seat }) }, words);
    if (own !== null && table.seats[own]?.stand_in) {
      return [button("take-back", WORDS.own, "hand_back", own)];
    }
    if (table.waits_for === "human" && view.page.known.host && this.away(mover)) {
      return [button("stand-in", WORDS.leave, "stand_in", mover)];
    }
    return [];
  }
}
