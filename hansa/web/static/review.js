// The review of a game: a graph of the values, how well everybody played, and the mistakes.

import { h, say } from "./dom.js";
import { Graph } from "./graph.js";
import { html, render } from "./html.js";
import { t, tn } from "./language.js";
import { verdict } from "./thinking.js";
import { COLOURS, capital, letter, percent, verdictWords } from "./words.js";

const MOST_LISTED = 30;
const COUNTED = { "??": t("blunders"), "?": t("mistakes"), "?!": t("inaccuracies") };

export class ReviewPanel {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.node = h("div", { class: "review" });
    /** @type {import("./types.js").Review | null} */
    this.review = null;
    /** @type {import("./types.js").Judgement[]} the worst first */
    this.mistakes = [];
    /** @type {[number, number] | null} */
    this.progress = null;
    this.words = "";
    this.off = study.wire.on(
      "review",
      (message) => message.mark === "review" && this.hear(message),
    );
  }

  close() {
    this.off();
  }

  async begin() {
    this.progress = [0, 1];
    this.words = t("Every decision is judged …");
    this.draw();
    this.node.firstElementChild?.scrollIntoView({ block: "nearest" });
    try {
      await this.study.wire.ask("review", { game: this.study.game, mark: "review" });
    } catch (error) {
      this.fail(error.message);
    }
  }

  fail(words) {
    this.progress = null;
    this.words = capital(words);
    this.draw();
  }

  hear({ progress, review, error, waiting }) {
    if (error) this.fail(error);
    else if (waiting) this.words = t("Waiting: others are thinking, it is soon your turn.");
    else if (progress) {
      this.progress = [progress[0], Math.max(1, progress[1])];
      this.words = t("{done} of {all} decisions are judged …", {
        done: progress[0],
        all: progress[1],
      });
    }
    if (review) this.show(review);
    this.draw();
  }

  /** @param {import("./types.js").Review} review */
  show(review) {
    this.progress = null;
    this.words = "";
    this.review = review;
    const judged = new Map(review.decisions.map((each) => [each.ply, each]));
    this.mistakes = review.mistakes.map(
      (ply) => /** @type {import("./types.js").Judgement} */ (judged.get(ply)),
    );
    say(
      tn(
        "The review is done: {count} mistake",
        "The review is done: {count} mistakes",
        this.mistakes.length,
      ),
    );
  }

  moved() {
    if (this.review) this.draw();
  }

  // To the next mistake, or the one before, in the order of the game; after the last comes the first.
  step(way) {
    const { ply } = this.study;
    const all = this.mistakes.map((judged) => judged.ply).sort((one, other) => (one - other) * way);
    const next = all.find((other) => (other - ply) * way > 0) ?? all[0];
    if (next !== undefined) this.look(next);
  }

  /** @param {number} ply */
  async look(ply) {
    const { study } = this;
    await study.go(ply, []);
    const judged = this.mistakes.find((each) => each.ply === ply);
    if (judged) study.thinking.say(verdict(judged, study, { ply }));
    study.board?.node.scrollIntoView({ block: "nearest" });
  }

  // --- drawing ---------------------------------------------------------------------------------

  draw() {
    const { review, progress, words } = this;
    render(
      html`
        ${
          progress &&
          html`<progress id="reviewing" aria-label=${t("Reviewing")}
          value=${progress[0]} max=${progress[1]}></progress>`
        }
        ${words && html`<p class=${progress ? "soft" : "bad"}>${words}</p>`}
        ${review && this.results(review)}`,
      this.node,
    );
  }

  results(review) {
    const { study, mistakes } = this;
    const go = (ply) => study.go(ply, []);
    return html`<h2>${t("Review")}</h2>
      <div class="dock"><${Graph} review=${review} ply=${study.ply} go=${go} />
      ${
        mistakes.length > 0 &&
        html`<div class="row">
          <button type="button" id="worse-before" onClick=${() => this.step(-1)}>‹ ${t("Mistake")} (p)</button>
          <button type="button" id="worse-after" onClick=${() => this.step(1)}>${t("Mistake")} › (n)</button>
        </div>`
      }</div>
      <div class="wide-table"><table class="accuracy">
        <thead><tr><th scope="col">${t("Seat")}</th><th scope="col">${t("Accuracy")}</th>
          ${Object.entries(COUNTED).map(
            ([glyph, name]) => html`<th scope="col" title=${name}>
              <span aria-hidden="true">${glyph}</span><span class="unseen">${name}</span></th>`,
          )}<th scope="col"><span class="unseen">${t("Retry")}</span></th>
        </tr></thead>
        <tbody>${review.seats.map((row, seat) => this.seat(row, seat))}</tbody>
      </table></div>
      ${
        // Not while they are tried again: the list names the better moves.
        !study.retry.hides &&
        html`<ol class="mistakes">${mistakes
          .slice(0, MOST_LISTED)
          .map((judged) => this.mistake(judged))}</ol>`
      }`;
  }

  seat(row, seat) {
    const { study } = this;
    const own = this.mistakes.filter((judged) => judged.seat === seat);
    return html`<tr class=${`owner-${seat}`}>
      <th scope="row"><span class="seat-mark" title=${COLOURS[seat]}>${letter(seat)}</span>
        ${" "}${study.names[seat] || COLOURS[seat]}</th>
      <td>${row.accuracy === null ? "–" : percent(row.accuracy)}</td>
      <td>${row.blunder}</td><td>${row.mistake}</td><td>${row.inaccuracy}</td>
      <td>${
        own.length > 0 &&
        html`<button type="button" data-retry=${seat}
        onClick=${() => study.retry.begin(own)}>${t("Retry")}</button>`
      }</td>
    </tr>`;
  }

  mistake(judged) {
    const { ply, seat, played, best } = judged;
    return html`<li class=${`owner-${seat}`}>
      <button type="button" class="link" data-ply=${ply} onClick=${() => this.look(ply)}>
        <span class="seat-mark">${letter(seat)}</span>
        ${" "}${t("move {number}, {verdict}: {played}; better: {best}", {
          number: ply + 1,
          verdict: verdictWords(judged.verdict),
          played: played.words,
          best: best.words,
        })}
        ${" "}(${judged.why})
      </button></li>`;
  }
}
