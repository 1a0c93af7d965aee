// A board with desks and a panel of words, where one is asked for a move: lessons and exercises.

import { BoardView, loadBoard } from "./board.js";
import { BoardWords } from "./board_words.js";
import { Chooser } from "./chooser.js";
import { h, isTyped, replace } from "./dom.js";
import { gameOf } from "./games.js";
import { t } from "./language.js";

export class TaskBoard {
  /**
   * @param {import("./types.js").Page} page
   * @param {string} title
   */
  constructor(page, title) {
    this.page = page;
    this.wire = page.wire;
    this.title = title;
    this.panel = h("div", { class: "lesson" });
    /** @type {import("./types.js").Position | null} in which a move is asked for */
    this.position = null;
  }

  close() {
    this.chooser?.close();
    if (this.keys) removeEventListener("keydown", this.keys);
  }

  /** @param {string} name of the board */
  async build(name) {
    this.close();
    const board = await loadBoard(name);
    this.board = new BoardView(board);
    const { Desks } = gameOf(board);
    this.desks = new Desks(board);
    this.words = new BoardWords(this.board);
    const bar = h("div", { class: "prompt-bar", role: "region", "aria-label": t("What to do") });
    const list = h("div", {});
    this.chooser = new Chooser({
      board: this.board,
      desks: this.desks,
      bar,
      list,
      play: (move) => this.play(move),
      foresee: (moves) => this.about("outcomes", { moves }),
      refuse: (target) => this.about("refuse", { target }),
    });
    const moves = h("details", {}, h("summary", {}, t("All moves")), list);
    replace(
      this.page.content,
      h(
        "div",
        { class: "game learn" },
        h("h1", { class: "unseen" }, this.title),
        h("div", { class: `left ${this.board.form}` }, bar, this.board.node),
        h(
          "aside",
          { class: "right", "aria-label": this.title },
          this.panel,
          this.desks.node,
          moves,
          this.words.node,
        ),
      ),
    );
    this.keys = (event) => this.keyed(event);
    addEventListener("keydown", this.keys);
  }

  keyed(event) {
    if (isTyped(event)) return;
    if (event.key === "Escape") this.chooser?.forget();
    else if (event.key === "h") this.panel.querySelector("#hint")?.click();
    else this.chooser?.jump(event.key);
  }

  /** @param {string} move that was chosen */
  play(move) {
    throw new Error(`nobody takes ${move}`);
  }

  async about(command, fields) {
    const { state } = /** @type {import("./types.js").Position} */ (this.position);
    const answer = await this.wire.ask(command, { state, ...fields }).catch(() => ({}));
    return answer.outcomes ?? answer.reasons ?? [];
  }

  /**
   * @param {import("./types.js").Position} position
   * @param {{ title: string, prompt: string, asks: boolean, seat: number | null,
   *   animate: boolean }} how
   */
  present(position, { title, prompt, asks, seat, animate }) {
    this.position = position;
    const names = position.state.desks.map(() => "");
    this.board?.show(position, animate);
    this.desks?.show(position, names, seat);
    this.words?.show(position);
    this.chooser?.ask({ ...position, moves: asks ? position.moves : [], prompt }, title);
  }
}
