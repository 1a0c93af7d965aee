// Positions with one clearly best plan: asked, graded, repeated; `hansa drill` keeps the same score.

import { say, status } from "./dom.js";
import { html, render } from "./html.js";
import { t, tn } from "./language.js";
import { TaskBoard } from "./task_board.js";
import { COLOURS } from "./words.js";

const WORDS = {
  title: t("Exercises"),
  task: t("What is the best plan?"),
  prompt: t("Play its first move on the board."),
  hint: t("Hint"),
  next: t("Next exercise"),
  practice: t("Practice"),
  analyse: t("Analyse"),
};

/** @typedef {{ rating: number, answered: number, right: number, streak: number, due: number,
 *   exercises: number }} Score */

/** @param {Score} score */
export const scoreWords = ({ rating, answered, right, streak }) =>
  t("Rating {rating}; {right} of {answered} right, {streak} in a row.", {
    rating,
    right,
    answered,
    streak,
  });

/** @param {import("./types.js").Page} page */
export async function exerciseView(page) {
  const view = new ExerciseView(page);
  await view.begin();
  return view;
}

class ExerciseView extends TaskBoard {
  /** @param {import("./types.js").Page} page */
  constructor(page) {
    super(page, WORDS.title);
    /** @type {any} the exercise */
    this.task = null;
    /** @type {any} what was said of the answer, once there is one */
    this.solved = null;
    this.hinted = false;
  }

  async begin() {
    this.task = await this.wire.ask("exercise");
    this.solved = null;
    this.hinted = false;
    await this.build(this.task.position.state.board);
    this.show();
    say(`${COLOURS[this.task.seat]}: ${WORDS.task}`);
  }

  /** @param {string} move */
  async play(move) {
    try {
      this.solved = await this.wire.ask("solve", { name: this.task.name, move });
    } catch (error) {
      status(error.message, true);
    }
    this.show();
    if (this.solved) say(this.solved.said.join(" "));
  }

  show() {
    const { task, solved } = this;
    this.present(task.position, {
      title: solved ? solved.said[0] : `${COLOURS[task.seat]}:`,
      prompt: solved ? "" : WORDS.prompt,
      asks: !solved,
      seat: solved ? null : task.seat,
      animate: false,
    });
    this.board?.arrows(solved ? [{ targets: solved.targets, label: "1", weight: 1 }] : []);
    this.draw();
    this.panel.querySelector("#solved")?.scrollIntoView({ block: "nearest" });
    if (solved) this.chooser?.lead(this.panel.querySelector("#next-exercise"));
  }

  draw() {
    const { task, solved } = this;
    const hint = () => {
      this.hinted = true;
      this.draw();
    };
    const score = solved?.score ?? task.score;
    const study = () => sessionStorage.setItem("hansa-state", JSON.stringify(task.position.state));
    render(
      html`<p class="soft">${t("Grade {grade} of {grades}", task)}</p>
        <h2>${WORDS.task}</h2>
        ${this.hinted && !solved && html`<p id="exercise-hint">${task.hint}</p>`}
        ${
          solved &&
          html`<div id="solved" class=${solved.right ? "right-answer" : "wrong-answer"}>
            <p><b>${solved.said[0]}</b></p>
            ${solved.said.slice(1).map((line) => html`<p>${line}</p>`)}
          </div>`
        }
        <p class="soft" id="score">${score.answered > 0 && scoreWords(score)}</p>
        <div class="row">
          ${
            solved
              ? html`<button type="button" class="act" id="next-exercise" onClick=${() => this.begin()}>
                ${WORDS.next}</button>
                <a class="button" href="#/study" onClick=${study}>${WORDS.analyse}</a>`
              : html`<button type="button" id="hint" onClick=${hint} disabled=${this.hinted}>
                ${WORDS.hint}</button>`
          }
          <a class="button" href="#/drills">${WORDS.practice}</a>
        </div>`,
      this.panel,
    );
  }
}

/** What the page of practice says of the exercises. @param {Score} score */
export const exercisesDue = ({ due, exercises, answered }) =>
  answered
    ? tn(
        "{count} of {all} exercises is to be repeated now.",
        "{count} of {all} exercises are to be repeated now.",
        due,
        { all: exercises },
      )
    : tn("{count} exercise.", "{count} exercises.", exercises);
