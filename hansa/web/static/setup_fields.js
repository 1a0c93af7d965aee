// Which game is played: board, players, edition, modules. The forms for a new game and for a game
// at a real table share it.

import { html } from "./html.js";
import { t } from "./language.js";
import { withRules } from "./rules.js";

/** @type {Record<string, string>} */
export const MODULES = { missions: t("missions"), favours: t("favours") };
/** @type {Record<string, string>} */
const EDITIONS = {
  bigbox: t("Big Box"),
  classic: t("Classic"),
  "classic-16": t("Classic, 16 markers"),
};
/** @type {Record<string, string>} */
const ABOUT_EDITIONS = {
  bigbox: t(
    "The newest rules, 15 markers: one of them moves pieces of others, and ties are broken by " +
      "actions, then by the network [T3, T45, T50, T75].",
  ),
  classic: t(
    "The first rules, 15 markers: one of them takes pieces off the board, and a tie is a shared win " +
      "[T3, T45, T50, T75].",
  ),
  "classic-16": t(
    "As Classic, with 16 markers: one more extra office and ability, one swap less [T3].",
  ),
};
/** @type {Record<string, string>} */
const ABOUT_MODULES = {
  missions: t(
    "Each player has a secret card with three cities: 1 prestige for each with an own office, and 5 " +
      "more for control of all three [T100].",
  ),
  favours: t(
    "Tiles with lasting abilities lie open: at the start of a turn two unused markers buy one, and " +
      "the turn ends [T101, T102].",
  ),
};
const USUAL_PLAYERS = 4;

/** @typedef {import("./types.js").BoardEntry} BoardEntry */

export class SetupFields {
  /**
   * @param {BoardEntry[]} boards
   * @param {() => void} changed
   * @param {any} start a position that says board and players, or null
   */
  constructor(boards, changed, start = null) {
    this.changed = changed;
    this.start = start;
    this.boards = boards.filter((board) => !start || board.name === start.board);
    const first = this.boards.find((board) => start || board.players.includes(USUAL_PLAYERS));
    this.board = first ?? this.boards[0];
    this.players = start ? start.players : USUAL_PLAYERS;
    this.edition = this.board.editions[0];
    /** @type {Set<string>} */
    this.modules = new Set();
  }

  /** @param {import("./types.js").Table} table whose board, players and modules are taken over */
  takeAfter(table) {
    this.board = this.boards.find((board) => board.name === table.board) ?? this.board;
    this.players = table.seats.length;
    this.edition = table.edition ?? this.board.editions[0];
    this.modules = new Set(table.modules);
  }

  /** @param {Partial<{ board: BoardEntry, players: number, edition: string }>} change */
  change(change) {
    Object.assign(this, change);
    const { players } = this.board;
    if (!this.start && !players.includes(this.players)) {
      this.players = players.includes(USUAL_PLAYERS) ? USUAL_PLAYERS : players[0];
    }
    if (!this.board.editions.includes(this.edition)) this.edition = this.board.editions[0];
    this.changed();
  }

  // As `new` and `on_the_table` take it.
  get setup() {
    const { board, players, edition } = this;
    const modules = players > 2 ? board.modules.filter((name) => this.modules.has(name)) : [];
    return {
      board: board.name,
      players,
      ...(board.editions.length ? { edition } : {}),
      ...(board.modules.length ? { modules } : {}),
    };
  }

  fields() {
    const { board, start } = this;
    const choose = (event) =>
      this.change({ board: this.boards.find((entry) => entry.name === event.target.value) });
    const counts = start ? [start.players] : board.players;
    const range = (entry) => [...new Set([entry.players[0], entry.players.at(-1)])].join("–");
    return [
      html`<label class="block board-field">${t("Board")} <select id="board" value=${board.name} onChange=${choose}>
        ${this.boards.map(
          (entry) =>
            html`<option value=${entry.name}>${t("{board}, {players} players", {
              board: entry.title,
              players: range(entry),
            })}</option>`,
        )}
      </select></label>`,
      html`<label class="block">${t("Players")} <select id="players" value=${this.players}
        onChange=${(event) => this.change({ players: Number(event.target.value) })}>
        ${counts.map((count) => html`<option value=${count}>${count}</option>`)}
      </select></label>`,
      html`<div class="board-field" hidden=${Boolean(start) || !board.editions.length}>
        <label class="block">${t("Edition")}
        <select id="edition" value=${this.edition} title=${ABOUT_EDITIONS[this.edition]}
          aria-describedby="about-edition"
          onChange=${(event) => this.change({ edition: event.target.value })}>
          ${board.editions.map((name) => html`<option value=${name}>${EDITIONS[name] ?? name}</option>`)}
        </select></label>
        <p class="soft about" id="about-edition">${withRules(ABOUT_EDITIONS[this.edition] ?? "")}</p>
      </div>`,
    ];
  }

  moduleBoxes() {
    const { board } = this;
    const allowed = this.players > 2 ? board.modules : [];
    const toggle = (name) => (event) => {
      if (event.target.checked) this.modules.add(name);
      else this.modules.delete(name);
      this.changed();
    };
    const box = (name) => html`<div>
      <label class="inline" title=${ABOUT_MODULES[name]}>
        <input type="checkbox" name="module" value=${name} checked=${this.modules.has(name)}
          aria-describedby=${`about-${name}`} onChange=${toggle(name)} />${MODULES[name] ?? name}
      </label>
      <small class="soft about" id=${`about-${name}`}>${withRules(ABOUT_MODULES[name] ?? "")}</small>
    </div>`;
    return html`<fieldset class="modules" hidden=${Boolean(this.start) || !board.modules.length}>
      <legend>${t("Modules")}</legend>
      ${
        allowed.length
          ? allowed.map(box)
          : html`<span class="soft">${t("none on this board with this number of players")}</span>`
      }
    </fieldset>`;
  }
}
