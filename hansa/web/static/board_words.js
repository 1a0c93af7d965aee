// The map in words, for people who hear the page: what is where, route by route and city by city.
// A game says it of its own positions (`inWords`); the frame is the same for all.

import { h } from "./dom.js";
import { gameOf } from "./games.js";
import { html, render } from "./html.js";
import { t } from "./language.js";

const CONTROL = /<title>([^<]*)<\/title><path [^>]*class="mast"/g; // the title of a flag

export class BoardWords {
  /** @param {{ board: any }} view */
  constructor({ board }) {
    this.board = board;
    this.body = h("div", { class: "board-words" });
    this.node = h(
      "details",
      { ontoggle: () => this.draw() },
      h("summary", {}, t("The map in words")),
      this.body,
    );
  }

  /** @param {import("./types.js").Position} position */
  show(position) {
    this.position = position;
    this.draw();
  }

  // Only where it is read: it is a hundred lines.
  draw() {
    const { position, board } = this;
    if (!this.node.open || !position) return;
    const flags = `${position.above}${position.below}`.matchAll(CONTROL);
    const held = [...flags].map(([, words]) => words);
    const parts = [...gameOf(board).inWords(position.state, board), [t("Control"), held]];
    render(
      parts.map(
        ([title, lines]) => html`<h3>${title}</h3>
          <ul>${lines.length ? lines.map((line) => html`<li>${line}</li>`) : html`<li>${t("none")}</li>`}</ul>`,
      ),
      this.body,
    );
  }
}
