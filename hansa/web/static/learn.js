// Games taught by doing: a lesson is a position, tasks in words, and what is right about a move.

import { say, status } from "./dom.js";
import { html, render } from "./html.js";
import { t } from "./language.js";
import { withRules } from "./rules.js";
import { TaskBoard } from "./task_board.js";

const KEPT = "hansa-lessons"; // which lessons this browser has finished
const WORDS = {
  finished: t("This lesson is finished."),
  title: t("Learn to play"),
  about: t(
    "Ten minutes a game: in each lesson you make a move or two on the board, and hear what is right about it.",
  ),
  done: t("done"),
  task: t("Your task"),
  again: t("Again"),
  next: t("Next lesson"),
  all: t("All lessons"),
  play: t("Play a game"),
  right: t("Right."),
  wrong: t("Not quite."),
};

/** @returns {string[]} */
const finished = () => JSON.parse(localStorage.getItem(KEPT) ?? "[]");

/** @param {import("./types.js").Page} page */
export async function lessonsView({ content, wire }) {
  const { games } = await wire.ask("lessons");
  const known = finished();
  const entry = (game) => (title, place) =>
    html`<li>
    <a href=${`#/learn/${game}/${place + 1}`}>${title}</a>
    ${known.includes(`${game}/${place + 1}`) && html` <small class="badge quiet">${WORDS.done}</small>`}
  </li>`;
  render(
    html`<div class="sheet"><h1>${WORDS.title}</h1><p>${WORDS.about}</p>
      <div class="fields">
        ${games.map(
          ({ game, title, lessons }) => html`<section><h2>${title}</h2>
            <ol class="lessons">${lessons.map(entry(game))}</ol></section>`,
        )}
      </div></div>`,
    content,
  );
  return {};
}

/**
 * @param {import("./types.js").Page} page
 * @param {string} game
 * @param {number} number
 */
export async function lessonView(page, game, number) {
  const view = new LessonView(page, game, number);
  await view.begin();
  return view;
}

class LessonView extends TaskBoard {
  constructor(page, game, number) {
    super(page, WORDS.title);
    this.game = game;
    this.number = number;
    /** @type {string[]} the right moves so far */
    this.done = [];
    /** @type {any} */
    this.lesson = null;
  }

  async begin() {
    this.lesson = await this.ask([]);
    await this.build(this.lesson.position.state.board);
    this.show(false);
  }

  ask(moves) {
    return this.wire.ask("lesson", { game: this.game, number: this.number, moves });
  }

  /** @param {string} move */
  async play(move) {
    try {
      this.lesson = await this.ask([...this.done, move]);
      this.done = this.lesson.done;
    } catch (error) {
      status(error.message, true);
    }
    this.show(true);
  }

  /** @param {boolean} animate */
  show(animate) {
    const { lesson } = this;
    this.present(lesson.position, {
      title: lesson.finished ? WORDS.finished : `${WORDS.task}:`,
      prompt: lesson.asks,
      asks: !lesson.finished,
      seat: lesson.finished ? null : 0,
      animate,
    });
    if (lesson.finished) this.keep();
    this.draw();
    this.panel.querySelector("#said")?.scrollIntoView({ block: "nearest" });
    if (lesson.finished) this.chooser?.lead(this.panel.querySelector("#next-lesson"));
    const verdict = lesson.said ? `${lesson.right ? WORDS.right : WORDS.wrong} ${lesson.said}` : "";
    say(`${verdict} ${lesson.asks}`);
  }

  keep() {
    const known = new Set(finished()).add(`${this.game}/${this.number}`);
    localStorage.setItem(KEPT, JSON.stringify([...known]));
  }

  draw() {
    const { lesson, game, number } = this;
    const last = number === lesson.of;
    const next = last
      ? html`<a class="button act" id="next-lesson" href="#/new">${WORDS.play}</a>`
      : html`<a class="button act" id="next-lesson" href=${`#/learn/${game}/${number + 1}`}>${WORDS.next}</a>`;
    const again = () => {
      this.done = [];
      this.begin();
    };
    render(
      html`<p class="soft">${t("{game}, {number} of {all}", { game: lesson.game, number, all: lesson.of })}</p>
        <h2>${lesson.title}</h2>
        <p>${withRules(lesson.text)}</p>
        ${lesson.asks && html`<p class="task"><b>${WORDS.task}:</b> ${lesson.asks}</p>`}
        ${
          lesson.said &&
          html`<p id="said" class=${lesson.right ? "right-answer" : "wrong-answer"}>
            <b>${lesson.right ? WORDS.right : WORDS.wrong}</b> ${withRules(lesson.said)}</p>`
        }
        <div class="row">
          ${lesson.finished && next}
          <button type="button" onClick=${again}>${WORDS.again}</button>
          <a class="button" href="#/learn">${WORDS.all}</a>
        </div>`,
      this.panel,
    );
  }
}
