// "Retry your mistakes": back to each of them, without the AI's opinion, until something better is
// found.

import { say } from "./dom.js";
import { html } from "./html.js";
import { t } from "./language.js";
import { Schedule } from "./schedule.js";
import { capital, percent, who } from "./words.js";

const BETTER = 1 / 3; // of what the mistake cost: a move that gives up less is better

const WORDS = {
  best: t("That is the best move."),
  comparing: t("Comparing it with the best move …"),
};

export class Retry {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    /** @type {import("./types.js").Judgement[]} */
    this.list = [];
    this.count = 0;
    /** @type {import("./types.js").Judgement | null} the mistake that is tried again */
    this.mistake = null;
    /** @type {string | null} */
    this.tried = null;
    this.drilled = false; // whether it is a drill ...
    this.counted = false; // ... whose answer is known
    /** @type {[good: boolean | null, words: string]} what was said last */
    this.said = [null, ""];
  }

  // Whether what the AI thinks is hidden.
  get hides() {
    return this.mistake !== null;
  }

  /** @param {import("./types.js").Judgement[]} mistakes */
  begin(mistakes) {
    this.list = [...mistakes];
    this.count = mistakes.length;
    return this.next();
  }

  // One of one's own mistakes, out of all games; how it goes says when it comes again.
  /** @param {number} ply */
  async drill(ply) {
    const { study } = this;
    const { judgement } = await study.wire.ask("drill", { game: study.game, ply });
    this.drilled = true;
    await this.begin([judgement]);
  }

  // Found, or not: the first answer counts.
  /** @param {boolean} found */
  answered(found) {
    const { study, mistake } = this;
    if (!this.drilled || this.counted || !mistake) return;
    this.counted = true;
    new Schedule(localStorage).tried({ game: study.game ?? "", ply: mistake.ply }, found);
  }

  async next() {
    if (this.drilled && !this.list.length && this.mistake) {
      location.hash = "#/drills?next=1";
      return;
    }
    this.mistake = this.list.shift() ?? null;
    this.tried = null;
    const { study } = this;
    if (!this.mistake) {
      await study.go();
      say(t("No more mistakes to retry"));
      return;
    }
    await study.go(this.mistake.ply, []);
    study.board?.node.scrollIntoView({ block: "nearest" });
  }

  // The position has changed: what was tried?
  moved() {
    const { study, mistake } = this;
    if (!mistake) return;
    if (study.ply !== mistake.ply) {
      this.stop();
      return;
    }
    const [move] = study.line;
    if (!move) {
      this.tried = null;
      const played = study.log[mistake.ply].words;
      this.tell(
        null,
        t(
          "{player} {move} here and gave up {share} of the win. Play something better on the board.",
          {
            player: who(mistake.seat, study.names[mistake.seat]),
            move: played,
            share: percent(mistake.loss),
          },
        ),
      );
    } else if (move === this.tried && this.said[1] !== WORDS.comparing) this.tell(...this.said);
    else this.judge(move); // again, if an answer was on its way: it is for a question of before
  }

  // Whatever may be played here gets a verdict.
  judge(move) {
    const { study } = this;
    const mistake = /** @type {import("./types.js").Judgement} */ (this.mistake);
    this.tried = move;
    if (move === mistake.best.move) this.tell(true, WORDS.best);
    else if (move === mistake.played.move) {
      this.tell(false, t("That is what was played: it {reason}.", { reason: mistake.why }));
    } else {
      this.tell(null, WORDS.comparing);
      study.thinking.compare(move, { game: study.game, ply: mistake.ply, moves: [] });
    }
  }

  /** @param {string} words why nothing could be found out */
  failed(words) {
    if (this.mistake) this.tell(false, `${capital(words)}.`);
  }

  /** @param {import("./types.js").Judgement} judgement */
  judged(judgement) {
    if (!this.mistake) return;
    const lost = percent(judgement.loss);
    if (judgement.loss < this.mistake.loss * BETTER) {
      this.tell(
        true,
        judgement.loss
          ? t("Better: it gives up only {share}.", { share: lost })
          : t("As good as the best."),
      );
    } else {
      const reason = judgement.why || t("gives up {share}", { share: lost });
      this.tell(false, t("Not yet: it {reason}.", { reason }));
    }
  }

  /**
   * @param {boolean | null} good
   * @param {string} words
   */
  tell(good, words) {
    const { study, mistake } = this;
    this.said = [good, words];
    if (good !== null) this.answered(good);
    const again = () => study.go(mistake?.ply, []);
    const stop = () => {
      this.stop();
      study.go();
    };
    study.thinking.say(html`<section id="retry"
      class=${`verdict ${good === null ? "" : good ? "best" : "mistake"}`}>
      <h2>${
        this.drilled
          ? t("Practice")
          : t("Retry: {number} of {all}", {
              number: this.count - this.list.length,
              all: this.count,
            })
      }</h2>
      <p>${words}</p>
      <div class="row">
        ${
          good !== true &&
          study.line.length > 0 &&
          html`<button type="button" onClick=${again}>${t("Try again")}</button>`
        }
        <button type="button" id="reveal" onClick=${() => this.reveal()}>${t("Show the answer")}</button>
        <button type="button" id="next-mistake" class=${good ? "act" : ""}
          onClick=${() => this.next()}>${this.list.length || this.drilled ? t("Next") : t("Done")}</button>
        <button type="button" onClick=${stop}>${t("Stop")}</button>
      </div>
    </section>`);
    say(words);
  }

  async reveal() {
    const { study, mistake } = this;
    if (!mistake) return;
    this.answered(false);
    await study.go(mistake.ply, []);
    const { words, targets } = mistake.best;
    study.board?.arrows([{ targets, label: "1", weight: 1 }]);
    this.tell(
      null,
      t("Best is: {move}. What was played {reason}.", { move: words, reason: mistake.why }),
    );
  }

  stop() {
    this.drilled = false;
    this.counted = false;
    this.mistake = null;
    this.list = [];
    this.study.thinking.say(null);
  }
}
