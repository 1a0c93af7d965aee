// Rules: their numbers in texts become links, and a panel looks them up by number or in words.

import { h, say } from "./dom.js";
import { html, render } from "./html.js";
import { t } from "./language.js";

const NUMBER = /\b([TH]\d{1,3})\b/;
const WITH_BRACKETS = /(\[?\b[TH]\d{1,3}\b[\],.;]*)/; // which stay on the line of their number
const WORDS = {
  title: t("Rules"),
  search: t("Find rules by words or by number"),
  placeholder: t("words, such as: extra office, or T38"),
  short: t("In short"),
  chapters: t("Chapters"),
  close: t("Close"),
};

/**
 * A text in which the numbers of rules can be clicked.
 * @param {string} text
 * @param {(rule: string) => any} button
 * @param {(...parts: any[]) => any} unbroken brackets and stops around a number, on one line with it
 */
const linked = (text, button, unbroken) =>
  text.split(WITH_BRACKETS).map((part, place) => {
    if (!(place % 2)) return part;
    const [before, rule, after] = part.split(NUMBER);
    return before || after ? unbroken(before, button(rule), after) : button(rule);
  });

/**
 * As elements of the page.
 * @param {string} text
 */
export const ruleNodes = (text) =>
  linked(
    text,
    (rule) => h("button", { type: "button", class: "rule", "data-rule": rule }, rule),
    (...parts) => h("span", { class: "unbroken" }, ...parts),
  );

/**
 * The same for templates.
 * @param {string} text
 */
export const withRules = (text) =>
  linked(
    text,
    (rule) => html`<button type="button" class="rule" data-rule=${rule}>${rule}</button>`,
    (...parts) => html`<span class="unbroken">${parts}</span>`,
  );

export class RulesPanel {
  /** @param {import("./wire.js").Wire} wire */
  constructor(wire) {
    this.wire = wire;
    /** @type {{ game: string, title: string, letter: string }[]} */
    this.games = [];
    this.game = "";
    this.asked = "";
    /** @type {string[]} */
    this.found = [];
    /** @type {{ summary: string[], sections: [string, string, string][] } | null} */
    this.contents = null;
    this.problem = "";
    this.question = 0;
    this.back = /** @type {HTMLElement | null} */ (null);
    this.node = h("div", { class: "rules-panel", id: "rules", role: "dialog", hidden: true });
    this.node.setAttribute("aria-label", WORDS.title);
    this.node.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    document.body.append(this.node);
    document.addEventListener("click", (event) => {
      const link = /** @type {Element} */ (event.target).closest("[data-rule]");
      if (link) this.open(/** @type {HTMLElement} */ (link).dataset.rule);
    });
  }

  /** @param {string} asked */
  async open(asked = "") {
    if (this.node.hidden) this.back = /** @type {HTMLElement} */ (document.activeElement);
    if (!this.games.length) this.games = (await this.wire.ask("lessons")).games;
    const letter = NUMBER.exec(asked)?.[1][0];
    const named = this.games.find((each) => each.letter === letter);
    this.game = (named?.game ?? this.game) || this.games[0].game;
    this.node.hidden = false;
    this.contents = null;
    await this.ask(asked);
    this.node.querySelector("input")?.focus();
    if (asked) say(this.found[0] ?? this.problem);
  }

  close() {
    this.node.hidden = true;
    if (this.back?.isConnected) this.back.focus();
  }

  toggle() {
    if (this.node.hidden) this.open();
    else this.close();
  }

  async ask(asked) {
    const mine = ++this.question;
    this.asked = asked;
    try {
      const answer = await this.wire.ask("rules", { game: this.game, asked });
      if (mine !== this.question) return;
      this.problem = "";
      this.found = answer.found ?? [];
      this.contents = answer.sections ? answer : null;
    } catch (error) {
      if (mine !== this.question) return;
      this.found = [];
      this.contents = null;
      this.problem = error.message;
    }
    this.draw();
  }

  draw() {
    const choose = (event) => {
      this.game = event.target.value;
      this.ask(this.asked);
    };
    const { contents } = this;
    render(
      html`<div class="rules-head">
          <h2>${WORDS.title}</h2>
          <select aria-label=${t("Game")} value=${this.game} onChange=${choose}>
            ${this.games.map(({ game, title }) => html`<option value=${game}>${title}</option>`)}
          </select>
          <button type="button" class="soft" onClick=${() => this.close()}>${WORDS.close}</button>
        </div>
        <input type="search" id="find-rule" aria-label=${WORDS.search} placeholder=${WORDS.placeholder}
          value=${this.asked} onInput=${(event) => this.ask(event.target.value)} />
        <div class="rules-found" tabindex="0" role="group" aria-label=${WORDS.title}>
          ${this.problem && html`<p class="bad">${this.problem}</p>`}
          ${this.found.map((text) => html`<p class="rule-text">${withRules(text)}</p>`)}
          ${contents && this.chapters(contents)}
        </div>`,
      this.node,
    );
  }

  chapters({ summary, sections }) {
    const all = ([heading, first, last]) => html`<li>
      <button type="button" class="link" onClick=${() => this.ask(`${first}-${last.slice(1)}`)}>
        ${heading}</button> <small class="soft">${t("{first} to {last}", { first, last })}</small></li>`;
    return html`<h3>${WORDS.short}</h3>
      <ul>${summary.map((point) => html`<li>${withRules(point)}</li>`)}</ul>
      <h3>${WORDS.chapters}</h3>
      <ul>${sections.map(all)}</ul>`;
  }
}
