// Help while one plays: a hint in three steps, and the coach, who says what a move has cost.

import { h } from "./dom.js";
import { html, render } from "./html.js";
import { t } from "./language.js";
import { withRules } from "./rules.js";
import { capital, percent, verdictWords } from "./words.js";

const WORTH_SAYING = 0.03; // of the win: from here on the library calls a move inaccurate
const WORDS = {
  hint: t("Hint"),
  coach: t("Coach"),
  thinking: t("Looking for a good move …"),
  waiting: t("Others are thinking; it is soon your turn."),
  which: t("What should I play?"),
  why: t("Why?"),
  play: t("Play it"),
  close: t("Close"),
  back: t("Take it back"),
  keep: t("Leave it"),
};

/** @typedef {{ area: string, move: string, words: string, targets: string[], why: string[] }} Hint */

export class Teacher {
  /** @param {import("./play.js").GameView} view */
  constructor(view) {
    this.view = view;
    this.node = h("div", { class: "teacher", role: "region", "aria-label": WORDS.hint });
    this.node.setAttribute("aria-live", "polite");
    this.mark = 0; // of the last question; an answer to another one is too late
    /** @type {Hint | null} */
    this.hint = null;
    this.step = 0;
    this.judgedPly = -1;
    const { wire } = view;
    this.offs = [
      wire.on("hint", (message) => message.mark === this.mark && this.hear(message)),
      wire.on("why", (message) => message.mark === this.mark && this.judged(message)),
    ];
  }

  close() {
    for (const off of this.offs) off();
  }

  // What was said is about another position now.
  clear() {
    this.mark += 1;
    this.hint = null;
    this.judgedPly = -1;
    this.view.board?.arrows([]);
    render(null, this.node);
  }

  /**
   * @param {string} title
   * @param {any} content
   * @param {[id: string, words: string, act: () => void][]} buttons
   */
  say(title, content, buttons = []) {
    render(
      html`<section class="advice"><h2>${title}</h2>${content}
        <div class="row">
          ${buttons.map(
            ([id, words, act]) =>
              html`<button type="button" id=${id} key=${id} onClick=${act}>${words}</button>`,
          )}
          <button type="button" class="soft" id="no-advice" onClick=${() => this.clear()}>
            ${WORDS.close}</button>
        </div>
      </section>`,
      this.node,
    );
    this.node.scrollIntoView({ block: "nearest" });
  }

  fail(words) {
    this.say(WORDS.hint, html`<p class="bad">${capital(words)}</p>`);
  }

  // --- a hint: where, what, why ----------------------------------------------------------------

  async ask() {
    this.clear();
    const mark = this.mark;
    this.say(WORDS.hint, html`<p class="soft">${WORDS.thinking}</p>`);
    const { wire, game, table } = this.view;
    try {
      await wire.ask("hint", { game, ply: table?.ply, mark });
    } catch (error) {
      if (mark === this.mark) this.fail(error.message);
    }
  }

  hear({ hint, error, waiting }) {
    if (waiting) this.say(WORDS.hint, html`<p class="soft">${WORDS.waiting}</p>`);
    else if (error) this.fail(error);
    else if (hint) {
      this.hint = hint;
      this.tell(1);
    }
  }

  /** @param {number} step how much is told: where to look, what to play, why */
  tell(step) {
    const { hint, view } = this;
    if (!hint) return;
    this.step = step;
    const content = html`<p id="hint-area">${hint.area}</p>
      ${step > 1 && html`<p id="hint-move"><b>${capital(hint.words)}.</b></p>`}
      ${step > 2 && hint.why.map((line) => html`<p class="hint-why">${withRules(line)}</p>`)}`;
    /** @type {[string, string, () => void][]} */
    const more =
      step === 1
        ? [["hint-on", WORDS.which, () => this.tell(2)]]
        : [
            ...(step === 2 ? [wordsFor(() => this.tell(3))] : []),
            ["hint-play", WORDS.play, () => view.chooser?.takeNamed(hint.move)],
          ];
    if (step === 1) view.board?.ringAround(hint.targets);
    else view.board?.arrows([{ targets: hint.targets, label: "", weight: 1 }]);
    this.say(WORDS.hint, content, more);
  }

  // --- the coach -------------------------------------------------------------------------------

  /**
   * One has just made a move.
   * @param {string} move
   * @param {number} ply at which it was made
   */
  async watch(move, ply) {
    this.clear();
    if (!this.view.settings.has("coach")) return;
    this.judgedPly = ply;
    const { wire, game } = this.view;
    const asked = wire.ask("why", { game, ply, move, mark: this.mark });
    await asked.catch(() => {}); // players who may not ask the AI are not coached
  }

  judged({ judgement, waiting }) {
    const { table } = this.view;
    if (waiting || !judgement || !table || judgement.loss < WORTH_SAYING) return;
    const own = this.view.log.findLast(({ mover }) => table.yours.includes(Number(mover)));
    if (own?.ply !== this.judgedPly) return; // one has moved again meanwhile
    const { played, best, loss, verdict, why, plan } = judgement;
    /** @type {[string, string, () => void][]} */
    const back = table.can_undo ? [["take-back", WORDS.back, () => this.view.undo()]] : [];
    const cost = t("{verdict}: {move}. It cost {share} of the win", {
      verdict: capital(verdictWords(verdict)),
      move: played.words,
      share: percent(loss),
    });
    this.say(
      WORDS.coach,
      html`<p id="coach">${cost}${why ? t("; it {reason}", { reason: why }) : ""}.</p>
        <p>${t("Better:")} <b>${best.words}</b>.</p>
        ${plan.map((line) => html`<p class="plan">${withRules(line)}</p>`)}`,
      back,
    );
  }
}

/** @type {(act: () => void) => [string, string, () => void]} */
const wordsFor = (act) => ["hint-why", WORDS.why, act];
