// From clicks to a move: of the legal moves the server sent, those that go with what was clicked;
// until one is left.

import { h, replace, say } from "./dom.js";
import { gameOf } from "./games.js";
import { t, tn } from "./language.js";
import { meaningOf, Note, placeBeside, showInPage } from "./popup.js";
import { inRewardOrder } from "./rewards.js";
import { ruleNodes } from "./rules.js";
import { capital, fits } from "./words.js";

const FEW = 9; // choices that are listed at once; more are narrowed by a second click if possible
const MOST_LISTED = 200;
const LONG = 95; // characters of a prompt, from which on it is set smaller
const MAP = new Set(["free", "piece", "route", "city", "special"]);
/** What the keyboard leads to: places on the map, one's own desk, the bar's buttons. */
const JUMPS = { m: "places", d: "things", b: "buttons" };

/** @typedef {import("./types.js").Choice} Choice */

/**
 * @typedef {object} Parts
 * @property {import("./board.js").BoardView} board
 * @property {import("./desks.js").Desks} desks
 * @property {HTMLElement} bar
 * @property {HTMLElement} list
 * @property {(move: string) => void} play is called with the text of the move that was chosen
 * @property {(moves: string[]) => Promise<string[]>} [foresee] what moves bring whom, in words
 * @property {(target: string) => Promise<string[]>} [refuse] why nothing can be done at a place
 */

export class Chooser {
  /** @param {Parts} parts */
  constructor({ board, desks, bar, list, play, foresee, refuse }) {
    this.board = board;
    this.desks = desks;
    this.bar = bar;
    this.list = list;
    this.play = play;
    this.foresee = foresee;
    this.refuse = refuse;
    this.note = new Note();
    desks.explain = (target, at) => this.explain(target, at);
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Choice[]} */
    this.moves = [];
    /** @type {any[]} */
    this.extra = [];
    this.title = "";
    /** @type {HTMLElement | null} */
    this.menu = null;
    this.returns = false; // whether the focus goes to the next choice, ...
    this.inList = false; // ... or to the list of all moves
    // An offered place is as high as the bar: nothing below moves when words are longer.
    this.prompt = h("p", { class: "prompt", id: "prompt" });
    this.row = h("div", { class: "row" });
    replace(bar, this.prompt, this.row);
  }

  /**
   * @param {import("./types.js").Position} position
   * @param {string} title who decides
   * @param {any[]} extra further buttons for the bar
   */
  ask(position, title, extra = []) {
    this.close();
    this.position = position;
    this.moves = position.moves;
    this.title = title;
    this.extra = extra;
    this.chosen = [];
    this.keepFocus(() => this.offer());
    this.listAll();
    if (this.returns && this.moves.length) this.focusNext();
  }

  // --- the keyboard ----------------------------------------------------------------------------

  get places() {
    return this.board.spots.first();
  }

  get things() {
    return this.desks.node.querySelector(".offered");
  }

  get buttons() {
    return this.bar.querySelector(".act") ?? this.bar.querySelector("button");
  }

  // To where something can be chosen now.
  focusNext() {
    this.returns = false;
    /** @type {any} */ (this.places ?? this.things ?? this.buttons)?.focus();
  }

  /**
   * Where players who use the keyboard go on, once nothing is left to choose.
   * @param {HTMLElement | null} node
   */
  lead(node) {
    if (!this.returns) return;
    this.returns = false;
    node?.focus();
  }

  /**
   * @param {string} key
   * @returns {boolean} whether it leads anywhere
   */
  jump(key) {
    const found = key in JUMPS ? this[JUMPS[key]] : null;
    found?.focus();
    return Boolean(found);
  }

  // Players who use the keyboard find the focus on the same button, or where the next choice is.
  keepFocus(draw) {
    const active = document.activeElement;
    const own = this.bar.contains(active) || this.desks.node.contains(active);
    const keyed = own && active?.matches(":focus-visible");
    draw();
    if (!keyed || active?.isConnected) return;
    const same = active?.id && this.bar.querySelector(`#${active.id}`);
    if (same) /** @type {any} */ (same).focus();
    else if (this.moves.length) this.focusNext();
    else this.returns = true;
  }

  fitting() {
    const fits = (move) => this.chosen.every((target) => move.targets.includes(target));
    return this.moves.filter(fits);
  }

  label(target) {
    return this.position?.labels[target] ?? target;
  }

  offer() {
    const targets = new Map();
    for (const target of this.fitting().flatMap((move) => move.targets)) {
      if (!this.chosen.includes(target)) targets.set(target, this.label(target));
    }
    const handler = (target, at) => this.clicked(target, at);
    this.board.offer(targets, handler);
    this.desks.offer(targets, this.chosen, handler);
    this.showBar();
  }

  words() {
    if (this.chosen.length) {
      const places = this.chosen.map((target) => this.label(target)).join(", ");
      return t("{places}: choose a place.", { places });
    }
    const over = this.position?.state.phase === "over";
    return this.position && (this.moves.length || over) ? this.position.prompt : "";
  }

  // The pieces that the player who decides has in the hand, as they look on the board.
  hand() {
    const { board, position } = this;
    if (!position || !this.moves.length) return null;
    const pieces = gameOf(board.board).inHand(position.state);
    const pip = (piece) =>
      h("i", { class: `pip ${piece[1]} owner-${piece[0]}`, "aria-hidden": "true" });
    return pieces.length ? h("span", { class: "in-hand" }, pieces.map(pip)) : null;
  }

  showBar() {
    const done = (move) => move.targets.every((target) => this.chosen.includes(target));
    const button = (move) =>
      h(
        "button",
        { type: "button", class: "act", "data-move": move.move, onclick: () => this.take(move) },
        capital(move.words),
      );
    const back = () => h("button", { type: "button", onclick: () => this.forget() }, t("Not this"));
    const words = this.words();
    this.prompt.classList.toggle("crowded", this.title.length + words.length > LONG);
    replace(this.prompt, h("strong", {}, this.title), " ", words, this.hand());
    replace(
      this.row,
      this.chosen.length ? back() : null,
      this.fitting().filter(done).map(button),
      this.extra,
    );
  }

  listAll() {
    // Not after a click: the field would take the arrow keys away from the study.
    this.inList ||= Boolean(this.list.querySelector(":focus-visible"));
    if (!this.moves.length) {
      replace(this.list, h("p", { class: "soft" }, t("Nothing to choose now.")));
      return;
    }
    const rows = h("ul", { class: "moves" });
    const field = h("input", {
      type: "search",
      "aria-label": t("Find a move by words or places"),
      placeholder: t("words or places, such as: place t bre"),
      oninput: () => show(),
      onkeydown: (event) => {
        if (event.key !== "Enter") return;
        const found = show();
        if (found.length === 1) this.take(found[0]);
        else say(tn("{count} move fits", "{count} moves fit", found.length));
      },
    });
    const row = (move) => {
      const props = { type: "button", "data-move": move.move, onclick: () => this.take(move) };
      return h("li", {}, h("button", props, capital(move.words), " ", h("code", {}, move.move)));
    };
    const show = () => {
      const found = this.moves.filter((move) => fits(`${move.words} ${move.move}`, field.value));
      const more = found.length - MOST_LISTED;
      const rest = h(
        "li",
        { class: "soft" },
        t("and {count} more: narrow the search", { count: more }),
      );
      replace(rows, found.slice(0, MOST_LISTED).map(row), more > 0 ? rest : null);
      return found;
    };
    show();
    const count = h(
      "p",
      { class: "soft" },
      tn("{count} legal move", "{count} legal moves", this.moves.length),
    );
    replace(this.list, count, field, rows);
    if (this.inList) field.focus();
    this.inList = false;
  }

  clicked(target, at) {
    if (target === null) {
      if (this.menu) this.close();
      else if (this.chosen.length) this.forget();
      else this.explain(this.board.placeAt(at), { x: at.clientX, y: at.clientY });
      return;
    }
    this.close();
    const found = this.meant(target);
    if (!found.length) return;
    const begins = this.position?.state.phase === "turn" && !this.chosen.length;
    if (found.length === 1 && !begins) {
      this.take(found[0]);
      return;
    }
    const others = found.flatMap((move) => move.targets).filter((other) => other !== target);
    const onMap = (other) => !this.chosen.includes(other) && MAP.has(other.split(" ")[0]);
    if (found.length > FEW && others.some(onMap)) {
      this.chosen.push(target);
      this.offer();
      if (document.activeElement?.matches(":focus-visible")) this.focusNext();
      say(t("{place} chosen; choose a place", { place: this.label(target) }));
      return;
    }
    this.open(inRewardOrder(found), at);
  }

  // The moves that a click on a target may mean.
  meant(target) {
    const fitting = this.fitting();
    const [what, , slot] = target.split(" ");
    const found = fitting.filter((move) => move.targets.includes(target));
    if (what !== "piece" || this.chosen.length) return found;
    const route = `route ${slot.split("/")[0]}`; // a piece on a full route stands for its route too
    return [...fitting.filter((move) => move.targets.includes(route)), ...found];
  }

  /**
   * A click on what cannot be used: what it is for, and why nothing can be done with it now.
   * @param {string} target
   * @param {{ x: number, y: number }} at
   */
  async explain(target, at) {
    this.note.close();
    if (!target) return;
    const { board, position } = this;
    const marker = target.startsWith("route ")
      ? position?.state.routes?.[target.split(" ")[1]]?.marker
      : null;
    const meanings = [target, ...(marker ? [`marker ${marker}`] : [])].map((each) =>
      meaningOf(board.board, each),
    );
    const reasons = this.moves.length ? ((await this.refuse?.(target)) ?? []) : [];
    this.note.show("", [...reasons, ...meanings].filter(Boolean), at);
  }

  open(found, at) {
    const back = /** @type {any} */ (document.activeElement);
    const leave = () => {
      this.close();
      back?.focus?.();
    };
    const item = (move) =>
      h(
        "button",
        {
          type: "button",
          role: "menuitem",
          "data-move": move.move,
          onclick: () => this.take(move),
        },
        capital(move.words),
      );
    const none = { type: "button", role: "menuitem", class: "soft", onclick: leave };
    const list = h(
      "div",
      { role: "menu", "aria-label": t("What to do here") },
      found.map(item),
      h("button", none, t("Not now")),
    );
    const menu = h("div", { class: "menu" }, list);
    menu.addEventListener("keydown", (event) => {
      const items = [...list.children];
      const number = items.indexOf(document.activeElement);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Tab") this.close();
      else if (step) items[(number + step + items.length) % items.length].focus();
      else if (event.key === "Escape") leave();
      else return;
      if (event.key !== "Tab") event.preventDefault();
    });
    this.menu = menu;
    showInPage(menu);
    placeBeside(menu, at);
    list.firstChild.focus({ preventScroll: true });
    const told = [this.tellWhatComes(list, found), this.tellWhatLacks(menu, found)];
    Promise.all(told).then(() => this.menu === menu && placeBeside(menu, at));
  }

  // Below each choice, what it brings whom; the menu does not wait for that.
  async tellWhatComes(list, found) {
    const outcomes = await this.foresee?.(found.map((move) => move.move));
    for (const [number, words] of (outcomes ?? []).entries()) {
      if (words) list.children[number].append(h("small", { class: "outcome" }, capital(words)));
    }
  }

  // Below a claim, the rewards that it does not have and why.
  async tellWhatLacks(menu, found) {
    const claim = found.find((move) => move.move.startsWith("claim"));
    const reasons = claim ? ((await this.refuse?.(claim.targets[0])) ?? []) : [];
    menu.append(
      ...reasons.map((line) =>
        h("p", { class: "lacks" }, t("Not possible:"), " ", ruleNodes(line)),
      ),
    );
  }

  close() {
    this.note.close();
    this.menu?.remove();
    this.menu = null;
  }

  forget() {
    this.close();
    this.chosen = [];
    this.keepFocus(() => this.offer());
  }

  /** @param {string} text of a move that may be played now */
  takeNamed(text) {
    const move = this.moves.find((each) => each.move === text);
    if (move) this.take(move);
  }

  /** @param {Choice} move */
  take(move) {
    // Players who use the keyboard find the focus where the next choice is.
    const active = document.activeElement;
    if (active?.matches(":focus-visible") && !active.closest("details")) this.returns = true;
    this.close();
    this.moves = [];
    this.chosen = [];
    this.extra = [];
    this.offer(); // nothing, until the server has answered
    replace(this.prompt, h("strong", {}, `${capital(move.words)} …`));
    this.play(move.move);
  }
}
