// A position changed by hand: the form and the places on the map that its game offers, or the text itself.

import { h, replace, status } from "./dom.js";
import { gameOf } from "./games.js";

export class Editor {
  constructor(study) {
    this.study = study;
    this.active = false;
    const { EditForm } = gameOf(study.board.board);
    this.form = new EditForm(this);
    this.body = h("div", { oninput: () => { this.typing = true; }, onchange: () => { this.typing = false; }, onfocusout: () => this.typed() });
    this.problems = h("ul", { class: "bad", role: "alert" });
    this.node = h("details", { class: "editor", ontoggle: () => this.toggled() }, h("summary", { id: "edit" }, "Edit the position"), this.problems, this.body);
  }

  toggled() {
    this.active = this.node.open;
    this.study.think();
    if (this.active) this.again();
    else this.study.chooser.ask(this.study.position, "");
  }

  moved() {
    replace(this.problems);
    if (this.active) this.draw();
  }

  again() {
    this.draw();
    this.offer();
  }

  // Anew, but not under the fingers of somebody who writes; the keyboard stays where it was.
  draw() {
    this.stale = this.typing;
    if (this.stale) return;
    const { state } = this.study.position, focused = this.body.contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    replace(this.body, this.form.nodes(state, this.study.board.board), h("details", {}, h("summary", {}, "As text (MOVES.md)"), this.asText(state)));
    if (focused) this.body.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  typed() {
    this.typing = false;
    if (this.stale) this.draw();
  }

  asText(state) {
    this.text = h("textarea", { rows: 8, class: "wide", spellcheck: "false", "aria-label": "The position as JSON", value: JSON.stringify(state) });
    return h("div", {}, this.text, h("button", { type: "button", id: "apply", onclick: () => this.apply() }, "Use this text"));
  }

  offer() {
    this.study.board.arrows([]);
    this.study.board.offer(this.form.targets(this.study.position, this.study.board), (target) => target && this.form.touch(target));
  }

  // --- parts of forms ---------------------------------------------------------------------------------------------------

  select(title, values, chosen, change, label = title, words = String) {
    const node = h("select", { "aria-label": label, onchange: () => change(node.value) },
      [...values].map((value) => h("option", { value, selected: String(value) === String(chosen) }, words(value))));
    return h("label", { class: "inline" }, title, " ", node);
  }

  number(title, value, most, change, label = title) {
    return h("label", { class: "inline" }, title, " ", h("input", { type: "number", min: 0, max: most, value, class: "short", "aria-label": label, onchange: (event) => change(Number(event.target.value)) }));
  }

  check(title, checked, change, label = title) {
    return h("label", { class: "inline" }, h("input", { type: "checkbox", checked, "aria-label": label, onchange: (event) => change(event.target.checked) }), title);
  }

  // --- changes ----------------------------------------------------------------------------------------------------------

  async change(change) {
    const { study } = this;
    try {
      const { position } = await study.wire.ask("edit", { ...study.base(), moves: study.line, change });
      this.use(position.state);
    } catch (error) {
      this.draw();            // fields show what is, not what was refused
      this.refused(error);
    }
  }

  async apply() {
    try {
      const { state } = await this.study.wire.ask("load", { text: this.text.value });
      if (!state) throw new Error("this text is no position");
      this.use(state);
    } catch (error) { this.refused(error); }
  }

  refused(error) {
    status("");
    replace(this.problems, (error.problems?.length ? error.problems : [error.message]).map((words) => h("li", {}, words)));
  }

  use(state) {
    const { study } = this;
    Object.assign(study, { state, game: null, log: [], ply: 0, line: [] });     // from here on it is a position of its own
    study.slider.hidden = true;
    sessionStorage.setItem("hansa-state", JSON.stringify(state));
    study.go();
  }
}
