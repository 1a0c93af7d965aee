// A position changed by hand: the form and the places on the map that its game offers, or the text
// itself.

import { h, status } from "./dom.js";
import { gameOf } from "./games.js";
import { html, render } from "./html.js";
import { t } from "./language.js";
import { COLOURS } from "./words.js";

const WORDS = {
  text: t("As text, to copy and paste"),
  about: t("The notation of MOVES.md, section 13; a position as JSON will do as well."),
  copy: t("Copy"),
  use: t("Use this text"),
  copied: t("The position is in the clipboard."),
  selected: t("The text is selected: copy it with Ctrl-C."),
};

export class Editor {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.active = false;
    this.typing = false; // a field has text that is not confirmed yet
    this.stale = false; // what is drawn is not the position, because a field was being edited
    /** @type {any[]} where the study stood before each change */
    this.past = [];
    this.text = ""; // the position as people write it
    /** @type {string[]} */
    this.problems = [];
    const { EditForm } = gameOf(this.board);
    this.form = new EditForm(this);
    this.body = h("div", {
      oninput: () => {
        this.typing = true;
      },
      onchange: () => {
        this.typing = false;
      },
      onfocusout: () => this.typed(),
    });
    this.node = h(
      "details",
      { class: "editor", ontoggle: () => this.toggled() },
      h("summary", { id: "edit" }, t("Edit the position")),
      this.body,
    );
  }

  get board() {
    return /** @type {any} */ (this.study.board).board;
  }

  toggled() {
    this.active = this.node.open;
    this.study.thinking?.think();
    if (this.active) {
      this.again();
      this.node.scrollIntoView({ block: "start" });
    } else if (this.study.position) this.study.ask();
  }

  moved() {
    this.problems = [];
    if (this.active) this.again();
  }

  again() {
    this.draw();
    this.offer();
    this.write();
  }

  // The position as text, when the server has written it.
  async write() {
    const { study } = this;
    const { position } = study;
    try {
      const { block } = await study.wire.ask("write", { ...study.base(), moves: study.line });
      if (study.position === position) this.text = block;
    } catch (error) {
      this.text = "";
      this.refused(error);
    }
    this.draw();
  }

  // Not while a field is being edited.
  draw() {
    this.stale = this.typing;
    if (this.stale) return;
    const { state } = /** @type {any} */ (this.study.position);
    render(
      html`<div role="alert">
          <ul class="bad">${this.problems.map((words) => html`<li>${words}</li>`)}</ul></div>
        <div class="row">
          <button type="button" id="undo-edit" disabled=${!this.past.length}
            onClick=${() => this.undo()}>${t("Undo")}</button>
        </div>
        ${this.form.nodes(state, this.board)}
        <details><summary>${WORDS.text}</summary>
          <p class="soft">${WORDS.about}</p>
          <textarea id="position-text" rows="10" class="wide" spellcheck=${false}
            aria-label=${WORDS.text} value=${this.text}></textarea>
          <div class="row">
            <button type="button" id="copy" onClick=${() => this.copy()}>${WORDS.copy}</button>
            <button type="button" id="apply" onClick=${() => this.apply()}>${WORDS.use}</button>
          </div>
        </details>`,
      this.body,
    );
  }

  typed() {
    this.typing = false;
    if (this.stale) this.draw();
  }

  /** @param {import("./types.js").Position} position */
  title({ state }) {
    const { to_move: mover } = state;
    if (mover === null) return t("You are editing this position: a click changes a place.");
    return t("You are editing this position ({player} to move): a click changes a place.", {
      player: mover === "*" ? t("Chance") : COLOURS[mover],
    });
  }

  offer() {
    const { board, position, chooser } = this.study;
    board?.arrows([]);
    if (position) chooser?.ask({ ...position, moves: [] }, this.title(position));
    const targets = this.form.targets(position, board);
    board?.offer(targets, (target) => target && this.form.touch(target));
  }

  // --- parts of forms --------------------------------------------------------------------------

  /**
   * @param {string} title
   * @param {Iterable<any>} values
   * @param {any} chosen
   * @param {(value: string) => any} change
   * @param {(value: any) => string} words
   */
  select(title, values, chosen, change, label = title, words = String) {
    return html`<label class="inline">${title} <select aria-label=${label} value=${String(chosen)}
      onChange=${(event) => change(event.target.value)}>
      ${[...values].map((value) => html`<option value=${String(value)}>${words(value)}</option>`)}
    </select></label>`;
  }

  number(title, value, most, change, label = title) {
    return html`<label class="inline">${title} <input type="number" min="0" max=${most}
      value=${value} class="short" aria-label=${label}
      onChange=${(event) => change(Number(event.target.value))} /></label>`;
  }

  check(title, checked, change, label = title) {
    return html`<label class="inline"><input type="checkbox" checked=${Boolean(checked)}
      aria-label=${label} onChange=${(event) => change(event.target.checked)} />${title}</label>`;
  }

  // --- changes ---------------------------------------------------------------------------------

  async change(change) {
    const { study } = this;
    try {
      const at = { ...study.base(), moves: study.line };
      const { position } = await study.wire.ask("edit", { ...at, change });
      await this.use(position.state);
    } catch (error) {
      this.refused(error);
      this.draw(); // fields show what is, not what was refused
    }
  }

  async apply() {
    const text = this.body.querySelector("textarea").value;
    try {
      const { state } = await this.study.wire.ask("read", { text });
      await this.use(state);
    } catch (error) {
      this.refused(error);
      const list = this.body.querySelector("[role=alert] ul"); // the text stays as it was written
      list.replaceChildren(...this.problems.map((words) => h("li", {}, words)));
    }
  }

  // Selected where the browser lets no page write to the clipboard, for Ctrl-C.
  async copy() {
    const field = this.body.querySelector("textarea");
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status(WORDS.copied);
    } catch {
      status(WORDS.selected);
    }
  }

  refused(error) {
    status("");
    this.problems = error.problems?.length ? error.problems : [error.message];
  }

  use(state) {
    const { game, log, ply, line, state: start } = this.study;
    this.past.push({ game, log, ply, line, state: start });
    return this.study.use(state);
  }

  async undo() {
    const before = this.past.pop();
    if (!before) return;
    Object.assign(this.study, before);
    if (before.state) await this.study.takeState(before.state); // which has an address of its own
    this.study.drawTools();
    await this.study.notes.load();
    await this.study.go(before.ply, before.line);
  }
}
