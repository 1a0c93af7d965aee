// The map in words, for whoever hears the page: what lies and stands where, route by route and city
// by city. A game says it of its own positions (`inWords`); the frame is the same for all.

import { h } from "./dom.js";
import { gameOf } from "./games.js";
import { html, render } from "./html.js";

const TITLE = /<title>([^<]*)<\/title>/g;

export class BoardWords {
  /** @param {{ board: any }} view */
  constructor({ board }) {
    this.board = board;
    this.body = h("div", { class: "board-words" });
    this.node = h(
      "details",
      { ontoggle: () => this.draw() },
      h("summary", {}, "The map in words"),
      this.body,
    );
  }

  /** @param {import("./types.js").Position} position */
  show(position) {
    this.position = position;
    this.draw();
  }

  // Only where somebody reads it: it is a hundred lines.
  draw() {
    const { position, board } = this;
    if (!this.node.open || !position) return;
    const held = [...position.above.matchAll(TITLE), ...position.below.matchAll(TITLE)]
      .map(([, words]) => words)
      .filter((words) => / is controlled by | has the most /.test(words));
    const parts = [...gameOf(board).inWords(position.state, board), ["Control", held]];
    render(
      parts.map(
        ([title, lines]) => html`<h3>${title}</h3>
          <ul>${lines.length ? lines.map((line) => html`<li>${line}</li>`) : html`<li>none</li>`}</ul>`,
      ),
      this.body,
    );
  }
}
