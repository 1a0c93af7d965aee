// What the AI thinks of the position that is studied: values, lines, expected points, and why.

import { pointsTable } from "./desks.js";
import { h, status } from "./dom.js";
import { html, render } from "./html.js";
import { decimal, language, t } from "./language.js";
import { withRules } from "./rules.js";
import { step } from "./story.js";
import { COLOURS, capital, letter, percent, verdictWords, who } from "./words.js";

const ARROWS = 3;
const locale = language.code === "en" ? undefined : language.code;
const SECONDS = [
  [5, "5 s"],
  [20, "20 s"],
  [60, "1 min"],
  [600, "10 min"],
];
const LINES = [3, 5, 10, 20];
const HEAT = "hansa-heat";
const WORDS = { candidate: t("Candidate"), value: t("Value"), visits: t("Visits") };

export class Thinking {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.node = h("div", { class: "thinking" });
    this.on = true;
    this.warm = localStorage.getItem(HEAT) === "on"; // every candidate as a spot of colour
    this.seconds = 20;
    this.lines = 5;
    // What is pushed belongs to the question with this mark; "why" and the lines are two questions.
    this.mark = 0;
    this.question = 0;
    this.held = false; // rows that change under a pressed finger would lose its click
    this.pointing = false; // at a line, which is all that is drawn on the map then
    /** @type {import("./types.js").Thought | null} */
    this.thought = null;
    this.words = "";
    /** @type {any} what is said below the lines: a verdict, or what Retry says */
    this.answer = null;
    /** @type {Record<string, any>} the position that the last "why" is about */
    this.asked = {};
    /** @type {import("./types.js").Points[] | null} of a game that is over */
    this.result = null;
    this.release = () => {
      this.held = false;
    };
    addEventListener("pointerup", this.release);
    addEventListener("pointercancel", this.release);
    const { wire } = study;
    this.offs = [
      wire.on("thought", (message) => message.mark === this.mark && this.hear(message)),
      wire.on("why", (message) => message.mark === this.question && this.judged(message)),
    ];
  }

  close() {
    for (const off of this.offs) off();
    removeEventListener("pointerup", this.release);
    removeEventListener("pointercancel", this.release);
  }

  // Another position: what is known of the last one helps nobody.
  moved() {
    this.answer = null;
    this.question += 1;
    this.held = false;
    this.pointing = false;
  }

  toggle() {
    this.on = !this.on;
    this.think();
  }

  get hides() {
    const { retry, editor } = this.study;
    return !this.on || retry.hides || editor.active;
  }

  async think() {
    const mark = ++this.mark;
    this.thought = null;
    this.result = null;
    this.words = this.hides ? "" : "…";
    this.draw();
    const { study } = this;
    if (this.hides) {
      study.wire.ask("stop", { what: "thought" }).catch(() => {});
      return;
    }
    const { seconds, lines } = this;
    try {
      const at = { ...study.base(), moves: study.line };
      const answer = await study.wire.ask("analyse", { ...at, seconds, lines, mark });
      if (answer.thinking || mark !== this.mark) return;
      this.words = answer.reason;
      this.result = study.position?.state.result?.scores ?? null;
    } catch (error) {
      if (mark !== this.mark) return;
      this.words = capital(error.message);
    }
    this.draw();
  }

  hear({ thought, done, waiting, error }) {
    if (error) status(error, true);
    if (waiting) this.words = t("Waiting: others are thinking, it is soon your turn.");
    if (thought && !this.held) {
      this.thought = thought;
      const count = thought.simulations.toLocaleString(locale);
      const seconds = decimal(thought.seconds, 1);
      this.words = `${t("{count} simulations in {seconds} s", { count, seconds })}${done ? "" : " …"}`;
      if (!this.pointing) this.arrows(thought.lines);
    }
    this.draw();
  }

  // --- drawing ---------------------------------------------------------------------------------

  draw() {
    const { thought, study } = this;
    const choose = (name) => (event) => {
      Object.assign(this, { [name]: Number(event.target.value) });
      this.think();
    };
    const points = this.result ?? (thought?.points.length ? thought.points : null);
    render(
      html`<div class="row">
        <button type="button" id="think" aria-pressed=${String(this.on)} onClick=${() => this.toggle()}>
          ${this.on ? t("Thinking") : t("Think")}
        </button>
        <button type="button" id="heat" aria-pressed=${String(this.warm)} onClick=${() => this.heat()}>
          ${t("Heat map")}
        </button>
        <select aria-label=${t("How long to think")} value=${this.seconds} onChange=${choose("seconds")}>
          ${SECONDS.map(([value, words]) => html`<option value=${value}>${words}</option>`)}
        </select>
        <select aria-label=${t("How many lines")} value=${this.lines} onChange=${choose("lines")}>
          ${LINES.map((value) => html`<option value=${value}>${t("{count} lines", { count: value })}</option>`)}
        </select>
      </div>
      <div class="answer" aria-live="polite">${this.answer}</div>
      ${thought && valueBars(thought.values, study.names)}
      <div class="lines" onPointerDown=${() => this.hold()}>
        ${thought ? this.table(thought) : html`<p class="soft">${this.words}</p>`}
      </div>
      ${
        points &&
        pointsTable(
          points,
          study.names,
          this.result ? t("Points by category") : t("Points expected at the end, by category"),
          this.result ? 0 : 1,
        )
      }`,
      this.node,
    );
  }

  // The map as the lines have it.
  redraw() {
    this.pointing = false;
    this.arrows(this.thought?.lines ?? []);
  }

  heat() {
    this.warm = !this.warm;
    localStorage.setItem(HEAT, this.warm ? "on" : "off");
    this.redraw();
    this.draw();
  }

  hold() {
    this.held = true;
  }

  table(thought) {
    const tried = thought.lines.filter((line, number) => line.visits > 0 || number === 0);
    return html`<table class="candidates" role="table">
      <caption>${this.words}</caption>
      <thead role="rowgroup"><tr role="row">
        <th scope="col" role="columnheader"><span class="unseen">${t("Rank")}</span></th>
        <th scope="col" role="columnheader">${WORDS.candidate}</th>
        <th scope="col" role="columnheader">${WORDS.value}</th>
        <th scope="col" role="columnheader">${WORDS.visits}</th>
        <th scope="col" role="columnheader"><span class="unseen">${t("Why")}</span></th>
      </tr></thead>
      <tbody role="rowgroup">${tried.map((line, number) => this.row(line, number))}</tbody>
    </table>`;
  }

  row(line, number) {
    const { study } = this;
    const seat = study.position?.state.to_move;
    const play = () => study.go(study.ply, [...study.line, line.move]);
    const follow = (count) => () => {
      const moves = [line, ...line.variation].slice(0, count + 2).map(({ move }) => move);
      study.go(study.ply, [...study.line, ...moves]);
    };
    const point = (ways) => {
      this.pointing = true;
      study.board?.arrows(ways);
    };
    const draw = (count) => () => {
      const moves = [line, ...line.variation].slice(0, count + 2);
      point(moves.map((move, place) => this.way(move, place, 1)));
    };
    return html`<tr class="line" key=${line.move} role="row"
      onMouseEnter=${() => point([this.way(line, number, 1)])}
      onMouseLeave=${() => this.redraw()}>
      <td role="cell">${number + 1}</td>
      <td role="cell">
        <button type="button" class="link" data-line=${line.move} onClick=${play}>
          ${capital(line.words)}
        </button>
        ${
          line.variation.length > 0 &&
          html`<div class="variation">${line.variation.map(
            (entry, place) => html`<button type="button" class="link" onClick=${follow(place)}
              onMouseEnter=${draw(place)} onFocus=${draw(place)}>
              ${step(entry)}</button>${" "}`,
          )}</div>`
        }
      </td>
      <td role="cell" data-of=${WORDS.value}>${percent(line.values[seat] ?? 0)}</td>
      <td role="cell" data-of=${WORDS.visits}>${line.visits.toLocaleString(locale)}</td>
      <td role="cell"><button type="button" class="soft" data-why=${line.move}
        onClick=${() => this.why(line.move)}>${t("why")}<span class="unseen"> ${line.words}?</span>
      </button></td>
    </tr>`;
  }

  way(line, number, weight) {
    return { targets: line.targets, label: String(number + 1), weight };
  }

  // The best lines as arrows, or all of them as a heat map.
  arrows(lines) {
    const most = lines[0]?.visits || 1;
    const tried = lines.filter((line) => line.visits > 0);
    if (this.warm) {
      const ways = tried.map((line, number) => this.way(line, number, line.visits / most));
      this.study.board?.heat(ways);
      return;
    }
    const best = tried.slice(0, ARROWS);
    const ways = best.map((line, number) => this.way(line, number, line.visits / most));
    this.study.board?.arrows(ways);
  }

  // --- why -------------------------------------------------------------------------------------

  /** @param {string} move */
  why(move, at = { ...this.study.base(), moves: this.study.line }) {
    this.say(html`<p class="soft" id="comparing">${t("Comparing it with the best move …")}</p>`);
    return this.compare(move, at);
  }

  /**
   * @param {string} move
   * @param {Record<string, any>} at the position it is played in
   */
  async compare(move, at) {
    const mark = ++this.question;
    this.asked = at;
    try {
      await this.study.wire.ask("why", { ...at, move, mark });
    } catch (error) {
      if (mark === this.question) this.judged({ error: error.message });
    }
  }

  /** @param {{ judgement?: import("./types.js").Judgement, error?: string, waiting?: boolean }} found */
  judged({ judgement, error, waiting }) {
    const { retry } = this.study;
    const wrong = error ?? t("nothing was found");
    if (waiting) return;
    if (retry.hides) judgement ? retry.judged(judgement) : retry.failed(wrong);
    else if (!judgement) this.say(html`<p class="bad">${capital(wrong)}</p>`);
    else this.say(verdict(judgement, this.study, this.asked));
  }

  say(answer) {
    this.answer = answer;
    this.draw();
    // Once all is drawn; above the lines, which change while one reads.
    const show = () => this.node.querySelector(".answer")?.scrollIntoView({ block: "nearest" });
    if (answer) requestAnimationFrame(show);
  }
}

/**
 * Bars of the value to each seat, as parts of a whole.
 * @param {number[]} values
 * @param {string[]} names
 */
function valueBars(values, names) {
  const said = values.map((value, seat) =>
    t("{player} {share} percent", { player: COLOURS[seat], share: Math.round(100 * value) }),
  );
  const row = (value, seat) => html`<div class=${`bar-row owner-${seat}`} title=${names[seat]}>
    <span class="seat-mark">${letter(seat)}</span>
    <span class="bar-room">
      <span class="bar-fill" style=${{ width: `${(100 * value).toFixed(1)}%` }}></span>
    </span>
    <b>${decimal(100 * value, 1)} %</b>
  </div>`;
  return html`<div class="bars" role="img" aria-label=${said.join(", ")}>${values.map(row)}</div>`;
}

/**
 * @param {import("./types.js").Judgement} judged
 * @param {import("./study.js").Study} study
 * @param {Record<string, any>} at the position it is about
 */
export function verdict(judged, study, { ply = 0, moves = [] }) {
  const { seat, played, best } = judged;
  const { names, board } = study;
  const found = judged.verdict === "best";
  const why = judged.why ? `: ${judged.why}.` : ".";
  const words = found
    ? t("This is the best move that is known.")
    : capital(verdictWords(judged.verdict)) + why;
  const less = (row, other) =>
    Object.fromEntries(
      Object.keys(row).map((name) => [name, (played.points[other]?.[name] ?? 0) - row[name]]),
    );
  return html`<section class=${`verdict ${judged.verdict}`} id="verdict">
    <h2>${t("Why?")} ${who(seat, names[seat])}</h2>
    <p>${capital(played.words)}: <b>${percent(played.values[seat])}</b></p>
    ${
      !found &&
      html`<p>${t("Better:")} <button type="button" class="link" id="better"
        onClick=${() => study.go(ply, [...moves, best.move])}
        onMouseEnter=${() => {
          study.thinking.pointing = true;
          board?.arrows([{ targets: best.targets, label: "1", weight: 1 }]);
        }}
        onMouseLeave=${() => study.thinking.redraw()}>${best.words}</button>:
        ${" "}<b>${percent(best.values[seat])}</b></p>`
    }
    <p>${words}</p>
    ${judged.plan.map((line) => html`<p class="plan">${withRules(line)}</p>`)}
    ${
      !found &&
      best.points.length > 0 &&
      pointsTable(best.points.map(less), names, t("Points expected, played less best"), 1)
    }
  </section>`;
}
