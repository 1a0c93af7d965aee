// What is said of a game: its moves with their variations, comments and glyphs, shown and edited.

import { h, status } from "./dom.js";
import { html, render } from "./html.js";
import { t } from "./language.js";
import { step } from "./story.js";
import { besides, chainFrom, pathTo, Tree } from "./tree.js";
import { COLOURS } from "./words.js";

/** @type {Record<string, string>} */
const GLYPHS = {
  "!": t("good"),
  "?": t("a mistake"),
  "!!": t("excellent"),
  "??": t("a blunder"),
  "!?": t("interesting"),
  "?!": t("doubtful"),
};
const WORDS = {
  title: t("Moves, variations and comments"),
  comment: t("Comment on this move"),
  remove: t("Remove from here on"),
  raise: t("Put first"),
  here: t(
    "Step to a move to say something about it. A move you play on the map becomes a variation.",
  ),
  unkept: t("Kept only until you leave this page."),
  late: t("Not kept: the game has not come to this position yet."),
};

/** @typedef {import("./tree.js").Place} Place */

export class NotesPanel {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.tree = new Tree(study.log);
    this.kept = false; // whether the server takes what is changed
    this.version = "";
    /** @type {Promise<void>} what is being sent */
    this.sending = Promise.resolve();
    this.body = h("div", { class: "notes" });
    this.node = h("details", { open: true }, h("summary", {}, WORDS.title), this.body);
  }

  // What the record of a game holds.
  async load() {
    const { game, log, wire } = this.study;
    this.tree = new Tree(log);
    this.kept = false;
    if (!game) return;
    const { notes, version, kept } = await wire.ask("notes", { game });
    this.tree.read(notes);
    Object.assign(this, { version, kept });
  }

  /** @returns {Place} where the study stands */
  get here() {
    const { ply, line } = this.study;
    return this.tree.find(ply, line) ?? this.tree.root;
  }

  /**
   * A line that is followed.
   * @param {number} ply
   * @param {import("./tree.js").Told[]} line
   * @param {boolean} keep whether it was chosen here, and not by an address
   */
  followed(ply, line, keep) {
    if (this.tree.add(ply, line) && keep) this.keep();
  }

  // To the variation beside this one.
  /** @param {number} way */
  beside(way) {
    const other = besides(this.here, way);
    if (other !== this.here) this.go(other);
  }

  /** @param {Place} to */
  go(to) {
    const { ply, line } = pathTo(to);
    return this.study.go(ply, line);
  }

  // --- changes ---------------------------------------------------------------------------------

  // One after another, so that each is about the notes that the one before has left.
  keep() {
    this.draw();
    if (!this.kept) return;
    this.sending = this.sending.then(async () => {
      try {
        const { study, version } = this;
        const asked = { game: study.game, notes: this.tree.notes(), version };
        this.version = (await study.wire.ask("annotate", asked)).version;
      } catch (error) {
        status(error.message, true);
      }
    });
  }

  /**
   * @param {Place} at
   * @param {import("./tree.js").Said} said
   */
  say(at, said) {
    Object.assign(at.said, said);
    this.keep();
  }

  /** @param {Place} at */
  remove(at) {
    const parent = /** @type {Place} */ (at.parent);
    this.tree.remove(at);
    this.keep();
    this.go(parent);
  }

  // --- drawing ---------------------------------------------------------------------------------

  draw() {
    const { tree, here } = this;
    render(
      html`${this.editor(here)}
        <div class="tree" role="group" aria-label=${WORDS.title}>
          <ol>${tree.trunk.slice(1).map((place) => this.played(place, here))}</ol>
          ${this.branches(tree.trunk[tree.trunk.length - 1], 0, here)}
        </div>`,
      this.body,
    );
    this.reveal();
  }

  // The list scrolls by itself; the page stays where it is.
  reveal() {
    const list = this.body.querySelector(".tree");
    const current = this.body.querySelector("[aria-current=step]");
    if (!list || !current) return;
    const above = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
    const inside = above >= 0 && above + current.offsetHeight <= list.clientHeight;
    if (!inside) list.scrollTop += above - list.clientHeight / 2;
  }

  editor(here) {
    if (!here.told) return html`<p class="soft">${WORDS.here}</p>`;
    const { comment = "", glyph = "", before = "" } = here.said;
    const late = !here.trunk && pathTo(here).ply === this.study.log.length;
    const button = (sign) => html`<button type="button" class="glyph" data-glyph=${sign}
      aria-label=${`${sign}: ${GLYPHS[sign]}`} title=${GLYPHS[sign]}
      aria-pressed=${String(glyph === sign)}
      onClick=${() => this.say(here, { glyph: glyph === sign ? "" : sign })}>${sign}</button>`;
    const write = (event) => this.say(here, { comment: event.target.value.trim() });
    return html`<div class="about-move">
      <p class="told">${step(here.told)} <b>${glyph}</b></p>
      ${before && html`<p class="comment">${before}</p>`}
      <div class="row" role="group" aria-label=${t("What you think of this move")}>
        ${Object.keys(GLYPHS).map(button)}
        ${
          !here.trunk &&
          html`<button type="button" id="raise" onClick=${() => this.tree.raise(here) && this.keep()}>
              ${WORDS.raise}</button>
            <button type="button" id="remove" onClick=${() => this.remove(here)}>${WORDS.remove}</button>`
        }
      </div>
      <textarea id="comment" key=${this.keyOf(here)} rows="2" class="wide" aria-label=${WORDS.comment}
        placeholder=${WORDS.comment} value=${comment} onChange=${write}></textarea>
      ${late ? html`<p class="soft">${WORDS.late}</p>` : !this.kept && html`<p class="soft">${WORDS.unkept}</p>`}
    </div>`;
  }

  /** @param {Place} at */
  keyOf(at) {
    const { ply, line } = pathTo(at);
    return `${ply} ${line.join(",")}`;
  }

  /**
   * A move of the game, and what might have been played instead.
   * @param {Place} place
   * @param {Place} here
   */
  played(place, here) {
    return html`<li key=${place.ply} value=${place.ply}>
      ${this.move(place, here)}${comments(place)}
      ${this.branches(/** @type {Place} */ (place.parent), 1, here)}
    </li>`;
  }

  /**
   * Variations from a position, each in a paragraph of its own.
   * @param {Place} from
   * @param {number} first which of what may follow is the first of them
   * @param {Place} here
   */
  branches(from, first, here) {
    const found = from.children.slice(first);
    if (!found.length) return null;
    return html`<ul>${found.map((place) => html`<li key=${place.told?.move}>${this.branch(place, here)}</li>`)}</ul>`;
  }

  branch(first, here) {
    return chainFrom(first).map(
      (place, number) => html`${this.move(place, here)}${comments(place)}
        ${number > 0 && place.parent?.children[0] === place ? this.branches(place.parent, 1, here) : null}`,
    );
  }

  move(place, here) {
    const { told, said } = place;
    const colour = told.mover === "*" ? t("chance") : COLOURS[told.mover];
    return html`<button type="button" class="link" aria-current=${place === here ? "step" : null}
      data-place=${this.keyOf(place)} onClick=${() => this.go(place)}>
      <span class="unseen">${colour} </span>${step(told)}${said.glyph ? html` <b>${said.glyph}</b>` : ""}
    </button> `;
  }
}

/** @param {Place} place */
const comments = ({ said: { before, comment } }) => [
  before && html`<span class="comment">${before} </span>`,
  comment && html`<span class="comment">${comment} </span>`,
];
