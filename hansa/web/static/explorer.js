// What strong players played in the position that is studied: how often, and with what result.

import { h } from "./dom.js";
import { html, render } from "./html.js";
import { decimal, t, tn } from "./language.js";
import { capital } from "./words.js";

const WORDS = {
  title: t("What strong players played"),
  none: t("None of the games came here. The lines above say what the AI thinks of it."),
  similar: t("Positions with the markers in another order are counted too."),
};

/** @param {number} share */
const whole = (share) => Math.round(100 * share);

/** @typedef {{ move: string, words: string, targets: string[], games: number, share: number,
 *   interval: [number, number], points: number }} Move */

export class Explorer {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.mark = 0; // of the last question: answers to others are too late
    this.body = h("div", { class: "explorer" });
    this.node = h(
      "details",
      { id: "explorer", ontoggle: () => this.toggled() },
      h("summary", {}, WORDS.title),
      this.body,
    );
  }

  // Opened or closed: the address says so, and leads others here.
  toggled() {
    this.study.follow("stay");
    return this.moved();
  }

  // As an address asks for it: before all that the AI says.
  open() {
    this.study.thinking.node.before(this.node);
    this.node.open = true;
  }

  // Another position; nothing is asked while nobody looks.
  async moved() {
    const { study, node } = this;
    const mark = ++this.mark;
    if (!node.open) return;
    if (study.retry.hides) {
      render(null, this.body);
      return;
    }
    try {
      const found = await study.wire.ask("explore", { ...study.base(), moves: study.line });
      if (mark === this.mark) this.draw(found);
    } catch (error) {
      if (mark === this.mark)
        render(html`<p class="soft">${capital(error.message)}.</p>`, this.body);
    }
  }

  /** @param {{ games: number, similar: boolean, even: number, last: number | null,
   *   moves: Move[] }} found */
  draw({ games, similar, even, last, moves }) {
    if (!moves.length) {
      const back = () => this.study.go(/** @type {number} */ (last), []);
      const known =
        last !== null &&
        html`<button type="button" id="last-explored" onClick=${back}>
          ${t("Back to move {number}, where some of them were", { number: last })}</button>`;
      render(html`<p class="soft">${WORDS.none}</p>${known}`, this.body);
      return;
    }
    const came = tn(
      "{count} game of the AI against itself came here.",
      "{count} games of the AI against itself came here.",
      games,
    );
    render(
      html`<p class="soft">${came} ${similar && WORDS.similar}
          ${" "}${t("Even would be {share} of the win.", { share: `${whole(even)} %` })}</p>
        <div class="lines"><table>
          <thead><tr>
            <th scope="col">${t("Move")}</th><th scope="col">${t("Games")}</th>
            <th scope="col">${t("Win")}</th><th scope="col">${t("95 %")}</th>
            <th scope="col">${t("Points")}</th>
          </tr></thead>
          <tbody>${moves.map((move) => this.row(move))}</tbody>
        </table></div>`,
      this.body,
    );
  }

  /** @param {Move} move */
  row({ move, words, targets, games, share, interval, points }) {
    const { study } = this;
    const point = () => {
      study.thinking.pointing = true;
      study.board?.arrows([{ targets, label: "", weight: 1 }]);
    };
    return html`<tr key=${move} onMouseEnter=${point} onMouseLeave=${() => study.thinking.redraw()}>
      <td><button type="button" class="link" data-explored=${move} onFocus=${point}
        onClick=${() => study.go(study.ply, [...study.line, move])}>${capital(words)}</button></td>
      <td>${games}</td><td>${whole(share)} %</td>
      <td>${interval.map(whole).join("–")} %</td>
      <td>${decimal(points, 1)}</td>
    </tr>`;
  }
}
