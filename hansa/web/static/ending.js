// The end of a game: who has won and why, every category of every seat, and how it came about.

import { Adapting } from "./adapting.js";
import { pointsTable } from "./desks.js";
import { h, say } from "./dom.js";
import { html, render } from "./html.js";
import { t } from "./language.js";
import { COLOURS, capital, letter, seatName, who } from "./words.js";

const WIDTH = 360;
const HEIGHT = 130;
const EDGE = 6;
const LEFT = 28;
const WORDS = {
  title: t("The game is over"),
  points: t("Points by category"),
  course: t("Points over the game, as if it had ended there"),
  review: t("Review this game"),
  again: t("Play again"),
  seats: t("Other seats"),
  higher: t("You won: the AI that adapts to you goes up to level"),
  lower: t("You came last: the AI that adapts to you goes down to level"),
  same: t("The AI that adapts to you stays at level"),
};

/** @typedef {[ply: number, totals: number[]][]} Course */

export class Ending {
  /** @param {import("./play.js").GameView} view */
  constructor(view) {
    this.view = view;
    this.node = h("div", {});
    this.told = false;
    /** @type {Course | null} */
    this.course = null;
  }

  /**
   * @param {import("./types.js").Table} table
   * @param {Record<string, string>} reasons
   */
  show(table, reasons) {
    const { result, phase } = table.position.state;
    if (phase !== "over") {
      this.told = false;
      this.course = null;
      render(null, this.node);
      return;
    }
    const names = table.seats.map(seatName);
    const winners = names
      .map((name, seat) => who(seat, name))
      .filter((_, seat) => result.ranks[seat] === 1);
    const reason = reasons[result.reason] ?? result.reason;
    const words =
      winners.length > 1
        ? t("{players} share the win: {reason}.", { players: winners.join(t(" and ")), reason })
        : t("{player} wins: {reason}.", { player: capital(winners[0]), reason });
    this.draw(table, names, words);
    if (this.told) return;
    this.told = true;
    say(words);
    this.view.chooser?.lead(this.node.querySelector("#result"));
    this.look().then(() => this.told && this.draw(table, names, words));
  }

  async look() {
    const { wire, game } = this.view;
    const answer = await wire.ask("course", { game }).catch(() => ({ course: null }));
    this.course = answer.course;
  }

  // What the opponents that adapt make of it.
  adapted({ yours, board, position }) {
    const { known } = this.view.page;
    const { ranks } = position.state.result;
    const kind = known.boards.find(({ name }) => name === board)?.game ?? "";
    const own = Math.min(...yours.map((seat) => ranks[seat]));
    if (!yours.length) return null;
    const adapting = new Adapting(localStorage);
    const found = adapting.count(this.view.game, kind, ranks, own, known.levels.length);
    if (!found) return null;
    const { before, after } = found;
    const change = after > before ? WORDS.higher : after < before ? WORDS.lower : WORDS.same;
    return html`<p id="adapted">${change} ${after}. ${known.levels[after - 1]}.</p>`;
  }

  draw(table, names, words) {
    const { view } = this;
    const { result } = table.position.state;
    const again = html`<button type="button" id="rematch" onClick=${() => view.rematch(table)}>
        ${WORDS.again}</button>
      <a class="button" id="new-seats" href=${`#/new?like=${view.game}`}>${WORDS.seats}</a>`;
    render(
      html`<section class="result" id="result" tabindex="-1">
        <h2>${WORDS.title}</h2><p>${words}</p>${this.adapted(table)}
        <ol class="ranking">${ranking(result, names)}</ol>
        <div class="wide-table" tabindex="0" role="group" aria-label=${WORDS.points}>
          ${pointsTable(result.scores, names, WORDS.points)}
        </div>
        ${this.course && html`<${CourseGraph} course=${this.course} />`}
        <div class="row">
          <a class="button act" href=${`#/study/${view.game}?review=1`}>${WORDS.review}</a>
          ${view.page.known.host && !table.recorded && again}
        </div>
      </section>`,
      this.node,
    );
  }
}

// The seats from the first to the last, each with a bar of all its points.
function ranking({ ranks, scores }, names) {
  const most = Math.max(1, ...scores.map((row) => row.total));
  const seats = scores.map((row, seat) => ({ seat, rank: ranks[seat], total: row.total }));
  seats.sort((one, other) => one.rank - other.rank);
  return seats.map(
    ({ seat, rank, total }) => html`<li class=${`owner-${seat}`}>
      <b class="rank-number">${rank}.</b>
      <span class="seat-mark" aria-hidden="true">${letter(seat)}</span>
      <span class="seat-name">${names[seat] || COLOURS[seat]}</span>
      <span class="bar-room" aria-hidden="true">
        <span class="bar-fill" style=${{ width: `${(100 * Math.max(0, total)) / most}%` }}></span>
      </span>
      <b>${total}</b>
    </li>`,
  );
}

/** @param {{ course: Course }} props */
function CourseGraph({ course }) {
  const last = Math.max(1, course.at(-1)?.[0] ?? 1);
  const all = course.flatMap(([, totals]) => totals);
  const most = Math.max(1, ...all);
  const least = Math.min(0, ...all);
  const x = (ply) => LEFT + ((WIDTH - LEFT - EDGE) * ply) / last;
  const y = (points) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (points - least)) / (most - least);
  const line = (_, seat) =>
    course
      .map(([ply, totals], place) => {
        const at = `${x(ply).toFixed(1)} ${y(totals[seat]).toFixed(1)}`;
        return `${place ? "L" : "M"}${at}`;
      })
      .join("");
  const marks = [...new Set([0, Math.round(most / 2), most])];
  return html`<figure class="course">
    <figcaption>${WORDS.course}</figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${WORDS.course}>
      ${marks.map(
        (points) => html`<path class="graph-line" d=${`M${LEFT} ${y(points)}H${WIDTH - EDGE}`} />
          <text class="course-word" x=${LEFT - 4} y=${y(points) + 4}>${points}</text>`,
      )}
      ${course[0][1].map((total, seat) => html`<path class=${`curve owner-${seat}`} d=${line(total, seat)} />`)}
    </svg>
  </figure>`;
}
