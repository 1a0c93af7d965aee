// From clicks to a move: of the legal moves the server sent, those that go with what was clicked; until one is left.

import { h, replace, say } from "./dom.js";

const FEW = 9;              // so many choices are listed at once; more are narrowed by a second click if they can be
const MAP = new Set(["free", "piece", "route", "city", "special"]);

export class Chooser {
  // `board` and `desks` offer targets; `play(move)` is called with the text of the move that was chosen.
  constructor({ board, desks, bar, list, play }) {
    Object.assign(this, { board, desks, bar, list, play });
    this.chosen = [];
    this.moves = [];
  }

  // `position` as the server sends it; `title` says who decides; `extra` are further buttons for the bar.
  ask(position, title, extra = []) {
    this.close();
    this.position = position;
    this.moves = position.moves;
    this.title = title;
    this.extra = extra;
    this.chosen = [];
    this.offer();
    this.listAll();
    if (this.returns && this.moves.length) {
      this.returns = false;
      (this.board.firstSpot() ?? this.bar.querySelector(".act"))?.focus();
    }
  }

  fitting() {
    return this.moves.filter((move) => this.chosen.every((target) => move.targets.includes(target)));
  }

  offer() {
    const targets = new Map(), { labels } = this.position;
    for (const move of this.fitting()) {
      for (const target of move.targets) if (!this.chosen.includes(target)) targets.set(target, labels[target] ?? target);
    }
    const handler = (target, at) => this.clicked(target, at);
    this.board.offer(targets, handler);
    this.desks?.offer(targets, this.chosen, handler);
    this.showBar();
  }

  showBar() {
    const plain = this.fitting().filter((move) => move.targets.every((target) => this.chosen.includes(target)));
    const words = this.chosen.length
      ? `${this.chosen.map((target) => this.position.labels[target]).join(", ")}: choose a place.`
      : this.moves.length || this.position.state.phase === "over" ? this.position.prompt : "";
    replace(this.bar, h("p", { class: "prompt", id: "prompt" }, h("strong", {}, this.title), " ", words),
      h("div", { class: "row" },
        this.chosen.length ? h("button", { type: "button", onclick: () => this.forget() }, "Not this") : null,
        plain.map((move) => h("button", { type: "button", class: "act", "data-move": move.move, onclick: () => this.take(move) },
          capital(move.words))),
        this.extra));
  }

  listAll() {
    if (!this.list) return;
    const field = h("input", { type: "search", "aria-label": "Find a move by words or places", placeholder: "words or places, such as: place t bre" });
    const rows = h("ul", { class: "moves" });
    const show = () => {
      const wanted = plain(field.value).split(/\s+/).filter(Boolean);
      const found = this.moves.filter((move) => {
        const text = plain(`${move.words} ${move.move}`);
        return wanted.every((word) => text.includes(word));
      });
      replace(rows, found.slice(0, 200).map((move) => h("li", {},
        h("button", { type: "button", "data-move": move.move, onclick: () => this.take(move) }, capital(move.words), " ",
          h("code", {}, move.move)))),
        found.length > 200 ? h("li", { class: "soft" }, `and ${found.length - 200} more: narrow the search`) : null);
      return found;
    };
    field.addEventListener("input", show);
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      const found = show();
      if (found.length === 1) this.take(found[0]);
      else say(`${found.length} moves fit`);
    });
    show();
    replace(this.list, this.moves.length ? [h("p", { class: "soft" }, `${this.moves.length} legal moves`), field, rows]
      : h("p", { class: "soft" }, "Nothing to choose now."));
  }

  clicked(target, at) {
    if (target === null) {
      if (this.menu) this.close();
      else if (this.chosen.length) this.forget();
      return;
    }
    this.close();
    const fitting = this.fitting();
    let found = fitting.filter((move) => move.targets.includes(target));
    const [what, , slot] = target.split(" ");
    if (what === "piece" && !this.chosen.length) {        // a piece on a full route stands for its route, too
      const route = `route ${slot.split("/")[0]}`;
      found = [...fitting.filter((move) => move.targets.includes(route)), ...found];
    }
    if (!found.length) return;
    const begins = this.position.state.phase === "turn" && !this.chosen.length;
    if (found.length === 1 && !begins) {
      this.take(found[0]);
      return;
    }
    const more = found.some((move) => move.targets.some((other) => other !== target && !this.chosen.includes(other) && MAP.has(other.split(" ")[0])));
    if (found.length > FEW && more) {
      this.chosen.push(target);
      this.offer();
      say(`${this.position.labels[target]} chosen; choose a place`);
      return;
    }
    this.open(found, at);
  }

  open(found, at) {
    const back = document.activeElement;
    this.menu = h("div", { class: "menu", role: "menu", "aria-label": "What to do here" },
      found.map((move) => h("button", { type: "button", role: "menuitem", "data-move": move.move, onclick: () => this.take(move) }, capital(move.words))),
      h("button", { type: "button", role: "menuitem", class: "soft", onclick: () => { this.close(); back?.focus?.(); } }, "Not now"));
    this.menu.addEventListener("keydown", (event) => {
      const items = [...this.menu.children], number = items.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) items[(number + step + items.length) % items.length].focus();
      else if (event.key === "Escape") { this.close(); back?.focus?.(); }
      else if (event.key === "Tab") { this.close(); return; }
      else return;
      event.preventDefault();
    });
    document.body.append(this.menu);
    const { offsetWidth: width, offsetHeight: height } = this.menu;
    this.menu.style.left = `${Math.max(6, Math.min((at?.x ?? innerWidth / 2) + 12, innerWidth - width - 6))}px`;
    this.menu.style.top = `${Math.max(6, Math.min((at?.y ?? innerHeight / 2) + 8, innerHeight - height - 6))}px`;
    this.menu.firstChild.focus({ preventScroll: true });
  }

  close() {
    this.menu?.remove();
    this.menu = null;
  }

  forget() {
    this.close();
    this.chosen = [];
    this.offer();
  }

  take(move) {
    // Whoever plays by keyboard finds the focus where the next choice is.
    if (document.activeElement?.matches?.(":focus-visible") && !document.activeElement.closest("details")) this.returns = true;
    this.close();
    this.moves = [];
    this.chosen = [];
    this.extra = [];
    this.offer();               // nothing, until the server has answered
    this.play(move.move);
  }
}

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
