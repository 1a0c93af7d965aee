// What was played: in words, by turns, and shown once more on the map.

import { h } from "./dom.js";
import { html, render } from "./html.js";
import { t, tn } from "./language.js";
import { step } from "./story.js";
import { COLOURS, letter } from "./words.js";

const MOST = 300; // moves listed
const MOST_SINCE = 40;
const FRAME = 1000; // milliseconds a move that is shown again
const READ = 1800; // and after the last
const WORDS = { past: t("This has been played."), back: t("Back to the game") };
const before = (count) => tn("{count} move before these", "{count} moves before these", count);

/** @typedef {import("./types.js").Entry} Entry */

export class Story {
  /** @param {import("./play.js").GameView} view */
  constructor(view) {
    this.view = view;
    const log = { class: "log", tabindex: "0", role: "group", "aria-label": t("Moves played") };
    this.all = h("div", log);
    this.since = h("div", { class: "since" });
    /** @type {Entry[]} */
    this.log = [];
    this.from = 0; // the first move after one's own last one
    this.showing = 0; // which showing of moves goes on; 0 if none does
    this.count = 0;
  }

  /**
   * @param {import("./types.js").Table} table
   * @param {Entry[]} log
   * @param {string[]} names
   */
  draw(table, log, names) {
    this.log = log;
    const { yours } = table;
    const last = log.findLastIndex(({ mover }) => yours.includes(/** @type {number} */ (mover)));
    this.from = last + 1;
    const hidden = Math.max(0, log.length - MOST);
    render(
      html`${hidden > 0 && html`<p class="soft">${before(hidden)}</p>`}
        ${turns(log.slice(hidden)).map((turn) => this.turn(turn, names))}`,
      this.all,
    );
    this.all.scrollTop = this.all.scrollHeight;
    const own = yours.length ? log.slice(Math.max(0, last), this.from) : [];
    const news = yours.length
      ? log.slice(Math.max(this.from, log.length - MOST_SINCE))
      : log.slice(-3);
    render(
      html`<h2>${yours.length ? t("Since your last move") : t("Last moves")}
          ${
            news.length > 0 &&
            html`<button type="button" id="again" onClick=${() => this.show(news[0].ply, log.length)}>
              ${t("Show again")}</button>`
          }</h2>
        <ol class="log">${[...own, ...news].map((entry) => html`<li>${this.button(entry)}</li>`)}</ol>`,
      this.since,
    );
  }

  turn(entries, names) {
    const { mover } = entries[0];
    const colour = mover === "*" ? t("chance") : COLOURS[mover];
    return html`<section class=${`turn-log owner-${mover}`} key=${entries[0].ply}>
      <h3 title=${names[mover] ?? ""}>
        <span class="seat-mark" aria-hidden="true">${mover === "*" ? "*" : letter(mover)}</span>
        <span class="unseen">${colour}</span>
      </h3>
      <ol>${entries.map(
        (entry) => html`<li><button type="button" class="link"
        ...${this.links(entry)}>${entry.words}</button>${this.pencil(entry)}</li>`,
      )}</ol>
    </section>`;
  }

  // What corrects a move of a game that is written down.
  pencil({ ply }) {
    const { recording } = this.view;
    if (!recording.on) return null;
    const words = t("Correct move {number}", { number: ply + 1 });
    return html` <button type="button" class="pencil" data-correct=${ply} title=${words} aria-label=${words}
      onClick=${() => recording.correct(ply)}>✎</button>`;
  }

  button(entry) {
    return html`<button type="button" class="link" ...${this.links(entry)}>${step(entry)}</button>`;
  }

  // A move leads to the map: pointed at, its places are marked; clicked, it is shown once more.
  links({ ply, move }) {
    const point = () => this.view.board?.point(move);
    const leave = () => this.view.board?.point();
    const show = () => {
      leave();
      this.show(ply, ply + 1);
    };
    return {
      onClick: show,
      onMouseEnter: point,
      onMouseLeave: leave,
      onFocus: point,
      onBlur: leave,
    };
  }

  // --- once more -------------------------------------------------------------------------------

  // The moves from one ply to another, each as it was; then again what there is.
  async show(from, to) {
    const mine = ++this.count;
    this.showing = mine;
    const { view, log } = this;
    this.announce();
    try {
      await this.look(from, false, mine);
      for (let ply = from; ply < to && this.showing === mine; ply += 1) {
        await pause(ply === from ? FRAME / 2 : FRAME);
        if (this.showing !== mine) return;
        const entry = log[ply];
        view.board?.tell(
          h(
            "span",
            { class: `owner-${entry.mover}` },
            h("span", { class: "seat-mark" }, entry.mover === "*" ? "*" : letter(entry.mover)),
          ),
          ` ${t("Move {number}: {words}.", { number: ply + 1, words: entry.words })}`,
        );
        await this.look(ply + 1, true, mine);
      }
      await pause(READ);
    } catch {
      // the game has changed meanwhile, or the connection is gone
    }
    if (this.showing === mine) this.stop();
  }

  async look(ply, animate, mine) {
    const { view } = this;
    const { position } = await view.wire.ask("look", { game: view.game, ply });
    if (this.showing !== mine) return;
    view.board?.offer(new Map(), () => this.stop());
    const before = view.board?.pieces.map(({ slot, piece, at }) => [slot, piece, at]);
    view.board?.show(position, animate);
    view.desks?.recall(position);
    view.board?.standing.mark(animate ? before : position.pieces);
  }

  // Nothing can be chosen in what is past, but to come back from it.
  announce() {
    const { chooser, table } = this.view;
    if (!chooser || !table) return;
    const stop = { type: "button", id: "stop-showing", onclick: () => this.stop() };
    chooser.ask({ ...table.position, moves: [] }, WORDS.past, [h("button", stop, WORDS.back)]);
  }

  // Back to what there is.
  stop() {
    if (!this.showing) return;
    this.showing = 0;
    const { board, table } = this.view;
    board?.tell();
    if (!table || !board) return;
    board.show(table.position, false);
    this.view.desks?.recall(null);
    this.view.mark();
    this.view.ask(table);
  }
}

/**
 * The moves in groups: those of one seat, one after another.
 * @param {Entry[]} log
 */
export function turns(log) {
  /** @type {Entry[][]} */
  const found = [];
  for (const entry of log) {
    if (found.at(-1)?.[0].mover === entry.mover) found[found.length - 1].push(entry);
    else found.push([entry]);
  }
  return found;
}

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
