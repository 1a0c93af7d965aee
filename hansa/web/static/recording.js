// A game at a real table while it is written down: corrections of earlier moves, and hints for one
// seat alone.

import { dialogue, h, status } from "./dom.js";
import { html } from "./html.js";
import { t, tn } from "./language.js";
import { missionWords } from "./teutonica_form.js";
import { seatName, who } from "./words.js";

const NOBODY = -1;
const WORDS = {
  shown: t("A mission has been shown"),
  mission: t("Mission"),
  note: t("Note it"),
};
const lost = (count) =>
  tn(
    "{count} move after it no longer fits; note it again:",
    "{count} moves after it no longer fit; note them again:",
    count,
  );

export class Recording {
  /** @param {import("./play.js").GameView} view */
  constructor(view) {
    this.view = view;
    /** @type {number | null} the move that is being corrected */
    this.ply = null;
    this.key = `hansa-hints-for:${view.game}`;
  }

  // Whether this browser writes the game down.
  get on() {
    const { table, page } = this.view;
    return Boolean(table?.recorded && page.known.host);
  }

  // The one seat that gets hints.
  get seat() {
    return Number(localStorage.getItem(this.key) ?? NOBODY);
  }

  /** @param {number | null} mover whether the AI may say something about their moves */
  helps(mover) {
    return !this.view.table?.recorded || mover === this.seat;
  }

  // The choice of that seat.
  choice() {
    const { table } = this.view;
    if (!this.on || !table) return null;
    const choose = (event) => {
      localStorage.setItem(this.key, event.target.value);
      this.view.ask(/** @type {any} */ (this.view.table));
    };
    return html`<label class="block">${t("Hints for")}${" "}
      <select id="hints-for" value=${this.seat} onChange=${choose}>
        <option value=${NOBODY}>${t("nobody")}</option>
        ${table.seats.map(
          (seat, number) => html`<option value=${number}>${who(number, seatName(seat))}</option>`,
        )}
      </select></label>`;
  }

  // --- missions --------------------------------------------------------------------------------

  // Says which mission a player has shown.
  missions() {
    const { table, board } = this.view;
    const cards = board?.board.missions ?? [];
    if (!this.on || !table?.modules.includes("missions") || !cards.length) return null;
    const label = (words, field) => html`<label class="block">${words}${" "}${field}</label>`;
    return html`<form class="shown-mission" onSubmit=${(event) => this.showMission(event)}>
      <fieldset><legend>${WORDS.shown}</legend>
        ${label(
          t("Player"),
          html`<select name="seat">${table.seats.map(
            (seat, number) => html`<option value=${number}>${who(number, seatName(seat))}</option>`,
          )}</select>`,
        )}
        ${label(
          WORDS.mission,
          html`<select name="cities">${cards.map(
            (card, number) =>
              html`<option value=${card.join(" ")}>${missionWords(board?.board, number)}</option>`,
          )}</select>`,
        )}
        <button type="submit">${WORDS.note}</button>
      </fieldset></form>`;
  }

  async showMission(event) {
    event.preventDefault();
    const { view } = this;
    const said = new FormData(event.target);
    const [seat, cities] = [Number(said.get("seat")), String(said.get("cities"))];
    if (!(await view.command("show_mission", { seat, cities })) || !view.table) return;
    const player = who(seat, seatName(view.table.seats[seat]));
    status(t("The mission of {player} is noted.", { player }));
  }

  // --- corrections -----------------------------------------------------------------------------

  /** @param {number} ply of the move that was another one */
  async correct(ply) {
    const { view } = this;
    const { position } = await view.wire.ask("look", { game: view.game, ply });
    const { table } = view;
    if (!table) return;
    this.ply = ply;
    const names = table.seats.map(seatName);
    const mover = position.state.to_move;
    view.teacher.clear();
    view.board?.show(position, false);
    view.board?.standing.mark(position.pieces);
    view.desks?.show(position, names, Number.isInteger(mover) ? mover : null);
    view.words?.show(position);
    const player = Number.isInteger(mover) ? who(mover, names[mover]) : t("Chance");
    const cancel = { type: "button", id: "not-wrong", onclick: () => this.stop() };
    const asked = { ...position, prompt: "" };
    view.chooser?.ask(asked, t("Move {number}, {player}, was:", { number: ply + 1, player }), [
      h("button", cancel, t("Leave it as it is")),
    ]);
    view.board?.tell();
    view.page.content.querySelector(".prompt-bar")?.scrollIntoView({ block: "nearest" });
  }

  // Back to the end of the game.
  stop() {
    if (this.ply === null) return;
    this.ply = null;
    const { view } = this;
    if (view.table) view.show({ table: view.table, log: view.log }, 0);
  }

  /** @param {string} move what was played instead */
  async send(move) {
    const { ply, view } = this;
    this.ply = null;
    const answer = await view.command("correct", { ply, move, plies: view.log.length });
    if (!answer) {
      if (view.table) view.show({ table: view.table, log: view.log }, 0);
      return;
    }
    if (!answer.lost.length) return;
    const names = view.table?.seats.map(seatName) ?? [];
    const said = ({ mover, words }) =>
      h("li", {}, `${mover === "*" ? t("Chance") : who(mover, names[mover])}: ${words}`);
    await dialogue(
      t("Corrected"),
      h("div", {}, h("p", {}, lost(answer.lost.length)), h("ol", {}, answer.lost.map(said))),
      [[t("Go on"), true, "act"]],
    );
  }
}
