// The desks: what every seat has. A game says what is on a desk (`facts`, `body`), the frame is
// the same for all.

import { h } from "./dom.js";
import { html, render } from "./html.js";
import { decimal, t } from "./language.js";
import { meaningOf } from "./popup.js";
import { COLOURS, categoryWords, letter, who } from "./words.js";

export class Desks {
  constructor(board) {
    this.board = board;
    this.node = h("div", { class: "desks" });
    /** @type {((target: string, at: { x: number, y: number }, place: null) => void) | null} */
    this.handler = null;
    /** @type {((target: string, at: { x: number, y: number }) => void) | null} */
    this.explain = null;
    /** @type {Map<string, string>} */
    this.targets = new Map();
    /** @type {string[]} */
    this.chosen = [];
    /** @type {import("./types.js").Position | null} what is shown is compared with it */
    this.since = null;
    /** @type {import("./types.js").Position | null} that is shown once more, instead of the present */
    this.past = null;
    /** @type {(seat: number) => any} what else is shown beside a name */
    this.beside = () => null;
    this.node.addEventListener("click", (event) => {
      const node = event.target.closest("[data-target]");
      if (!node) return;
      const { target } = node.dataset;
      const frame = node.getBoundingClientRect();
      const at = { x: frame.left, y: frame.bottom };
      if (node.classList.contains("offered")) this.handler?.(target, at, null);
      else this.explain?.(target, at);
    });
  }

  /**
   * @param {import("./types.js").Position} position
   * @param {string[]} names what is known of the seats beside their colours
   * @param {number | null} decides the seat that is asked here
   */
  show(position, names, decides) {
    this.shown = { position, names, decides };
    this.draw();
  }

  /** @param {import("./types.js").Position | null} since what has changed since then is marked */
  compare(since) {
    this.since = since;
    this.draw();
  }

  /** @param {import("./types.js").Position | null} past what is shown until it is null again */
  recall(past) {
    this.past = past;
    this.draw();
  }

  draw() {
    if (!this.shown) return;
    const { names } = this.shown;
    const position = this.past ?? this.shown.position;
    const decides = this.past ? null : this.shown.decides;
    const { state } = position;
    const desk = (desk, seat) => this.desk(position, desk, seat, names[seat], seat === decides);
    render(html`${this.facts(state)}${state.desks.map(desk)}`, this.node);
  }

  desk(position, desk, seat, name, own) {
    const { state } = position;
    const since = this.past ? null : this.since;
    const then = since && { desk: since.state.desks[seat], total: since.scores[seat].total };
    const turn = state.turn === seat && state.phase !== "over";
    const classes = ["desk", `owner-${seat}`, turn && "turn", own && "own"].filter(Boolean);
    return html`<section key=${seat} class=${classes.join(" ")} aria-label=${who(seat, name)}>
      <h2>
        <span class="seat-mark" aria-hidden="true">${letter(seat)}</span>
        <span class="seat-name" title=${who(seat, name)}>${name || COLOURS[seat]}</span>
        ${turn ? this.badge(state) : null}${this.beside(seat)}${this.points(desk, position.scores[seat].total, then)}
      </h2>
      ${this.body(desk, own, then ? then.desk : null)}
    </section>`;
  }

  // --- what a game says ------------------------------------------------------------------------

  /** @returns {any} */
  facts(_state) {
    return null;
  }

  /** @returns {any} */
  badge(_state) {
    return null;
  }

  /** @typedef {{ desk: any, total: number } | null} Then a seat at one's own last decision */

  /**
   * @param {any} _desk
   * @param {number} total
   * @param {Then} then
   */
  points(_desk, total, then) {
    return html`<span class="points" title=${t("points if the game ended now")}>
      ${gain(total - (then?.total ?? total))}<b>${total}</b></span>`;
  }

  /** @returns {any} */
  body(_desk, _own, _then) {
    return null;
  }

  // --- parts -----------------------------------------------------------------------------------

  // What may be clicked, where it is offered; a button only on the desk of the player who decides.
  target(target, classes, inside, own, label) {
    const about = meaningOf(this.board, target);
    const title = about ? `${label}. ${about}` : label;
    if (!own) {
      return html`<span class=${classes} data-target=${target} title=${title}>${inside}</span>`;
    }
    const offered = this.targets.has(target);
    const all = [classes, offered && "offered", this.chosen.includes(target) && "chosen"];
    return html`<button type="button" class=${all.filter(Boolean).join(" ")} data-target=${target}
      title=${title} aria-disabled=${offered ? null : "true"}
      tabindex=${offered ? 0 : -1}>${inside}</button>`;
  }

  chip(target, words, kind, own, label) {
    return this.target(target, `chip ${kind}`, words, own, label);
  }

  offer(targets, chosen, handler) {
    this.handler = handler;
    this.targets = targets;
    this.chosen = chosen;
    this.draw();
  }
}

/** @param {number} points that came since one's own last move */
export const gain = (points) =>
  points !== 0 &&
  html`<small class="gain" title=${t("since your last move")}>
    ${points > 0 ? "+" : "−"}${Math.abs(points)}</small> `;

/**
 * All points by category, as the position stands or as expected: rows are seats.
 * @param {import("./types.js").Points[]} rows
 * @param {string[]} names
 * @param {string} caption
 */
export function pointsTable(rows, names, caption, digits = 0) {
  const some = (category) => rows.some((row) => Math.abs(row[category]) >= 0.05);
  const all = Object.keys(rows[0]).filter((name) => name !== "total" && some(name));
  const head = (title) => html`<th scope="col">${title}</th>`;
  return html`<table class="points-table">
    <caption>${caption}</caption>
    <thead><tr>${[t("seat"), t("all"), ...all.map(categoryWords)].map(head)}</tr></thead>
    <tbody>${rows.map(
      (row, seat) => html`<tr class=${`owner-${seat}`}>
        <th scope="row" title=${who(seat, names[seat])}>
          <span class="seat-mark">${letter(seat)}</span>
          <span class="seat-name">${names[seat] || COLOURS[seat]}</span>
        </th>
        <td><b>${decimal(row.total, digits)}</b></td>
        ${all.map((category) => html`<td>${decimal(row[category], digits)}</td>`)}
      </tr>`,
    )}</tbody>
  </table>`;
}
