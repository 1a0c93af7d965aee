// "Retry your mistakes": back to each of them, without the AI's opinion, until something better is found.

import { h, percent, replace, say } from "./dom.js";

export class Retry {
  constructor(study) {
    this.study = study;
    this.hides = false;         // whether what the AI thinks is hidden
    this.list = [];
  }

  begin(seat, mistakes) {
    this.list = [...mistakes];
    this.count = mistakes.length;
    this.next();
  }

  async next() {
    this.judged_ = this.list.shift() ?? null;
    this.hides = this.judged_ !== null;
    this.tried = null;
    if (this.hides) {
      await this.study.go(this.judged_.ply, []);
      this.study.board.node.scrollIntoView({ block: "nearest" });
    }
    else { await this.study.go(); say("No more mistakes to retry"); }
  }

  moved() {
    if (!this.hides) return;
    const { study, judged_: judged } = this;
    if (study.ply !== judged.ply) { this.stop(); return; }
    const move = study.line.at(0);
    if (study.line.length === 1 && move !== this.tried) {
      this.tried = move;
      if (move === judged.best.move) { this.tell(true, "That is the best move."); return; }
      if (move === judged.played.move) { this.tell(false, `That is what was played. ${judged.why}.`); return; }
      study.why(move, { game: study.game, ply: judged.ply, moves: [] });
    } else if (!study.line.length) {
      this.tried = null;
      this.tell(null, `Seat ${judged.seat} played “${study.log[judged.ply].words}” here and gave up ${percent(judged.loss)} of the win. Play something better on the board.`);
    }
  }

  judged(judgement) {
    const good = judgement.loss < this.judged_.loss / 3;
    this.tell(good, good ? `Better: it gives up only ${percent(judgement.loss)}.` : `Not yet: ${judgement.why || `it gives up ${percent(judgement.loss)}`}.`);
  }

  tell(good, words) {
    const { study } = this;
    replace(study.answer, h("section", { class: `verdict ${good === null ? "" : good ? "best" : "mistake"}`, id: "retry" },
      h("h2", {}, `Retry: ${this.count - this.list.length} of ${this.count}`), h("p", {}, words),
      h("div", { class: "row" },
        good === false ? h("button", { type: "button", onclick: () => study.go(this.judged_.ply, []) }, "Try again") : null,
        h("button", { type: "button", id: "reveal", onclick: () => this.reveal() }, "Show the answer"),
        h("button", { type: "button", id: "next-mistake", class: good ? "act" : "", onclick: () => this.next() }, this.list.length ? "Next" : "Done"),
        h("button", { type: "button", onclick: () => { this.stop(); study.go(); } }, "Stop"))));
    study.answer.scrollIntoView({ block: "nearest" });
    say(words);
  }

  async reveal() {
    const { study, judged_: judged } = this;
    await study.go(judged.ply, []);
    study.board.arrows([{ targets: (study.position.moves.find((move) => move.move === judged.best.move)?.targets ?? []), label: "1", weight: 1 }]);
    const words = study.position.moves.find((move) => move.move === judged.best.move)?.words ?? judged.best.move;
    this.tell(null, `Best is: ${words}. What was played ${judged.why}.`);
  }

  stop() {
    this.hides = false;
    this.list = [];
    replace(this.study.answer);
  }
}
