// Analysing: step through a game or a position, explore variations, let the AI think aloud, review, retry, edit.

import { BoardView, loadBoard } from "./board.js";
import { capital, Chooser } from "./chooser.js";
import { pointsTable } from "./desks.js";
import { gameOf } from "./games.js";
import { download, h, percent, replace, say, status } from "./dom.js";
import { Editor } from "./editor.js";
import { ValueGraph, valueBars } from "./graph.js";
import { seatName } from "./play.js";
import { Retry } from "./retry.js";

const ARROWS = 3;
const FRAME = 900;          // milliseconds a move, when a game is played like a film

export async function openStudy(page, game, query) {
  const study = new Study(page, game);
  await study.begin(query);
  return study;
}

class Study {
  constructor(page, game) {
    Object.assign(this, { page, game, wire: page.wire, ply: 0, line: [], mark: 0, thinking: true, state: null, played: [] });
    this.offs = [
      this.wire.on("thought", (message) => { if (message.mark === this.mark) this.thought(message); }),
      this.wire.on("why", (message) => { if (message.mark === this.mark) this.judged(message); }),
      this.wire.on("review", (message) => { if (message.mark === "review") this.reviewed(message); }),
    ];
  }

  async begin(query) {
    if (this.game) {
      const { table } = await this.wire.ask("open", { game: this.game });
      await this.wire.ask("leave");
      this.log = table.log.entries;
      this.names = table.seats.map(seatName);
      this.ply = query.has("ply") ? Math.min(Number(query.get("ply")) || 0, this.log.length) : this.log.length;
      await this.build(table.board);
    } else {
      const kept = sessionStorage.getItem("hansa-state");
      this.log = [];
      if (kept) this.state = JSON.parse(kept);
      else {
        replace(this.page.content, h("div", { class: "sheet" }, h("h1", {}, "Analyse"),
          h("p", {}, "Choose a game from the list, load a file with a game or a position, or begin with an empty board:"),
          h("div", { class: "row" }, this.page.known.boards.map((board) => board.players.map((count) => h("button", { type: "button",
            onclick: () => this.start(board.name, count) }, `${board.title} (${board.name}), ${count} players`))).flat()),
          h("p", {}, h("a", { href: "#/games" }, "The games"))));
        return;
      }
      this.names = this.state.desks.map((_, seat) => `Player ${seat}`);
      await this.build(this.state.board);
    }
    await this.go();
    if (query.get("review")) this.review();
  }

  async open() { await this.go(); }       // after the connection was lost

  async start(board, players) {
    try {
      const { state } = await this.wire.ask("fresh", { setup: { board, players } });
      sessionStorage.setItem("hansa-state", JSON.stringify(state));
      await this.begin(new URLSearchParams());
    } catch (error) { status(error.message, true); }
  }

  close() {
    this.offs.forEach((off) => off());
    this.chooser?.close();
    clearInterval(this.film);
    removeEventListener("keydown", this.keys);
    removeEventListener("pointerup", this.release);
    removeEventListener("pointercancel", this.release);
    this.wire.ask("stop").catch(() => {});
  }

  async build(boardName) {
    this.board = new BoardView(await loadBoard(boardName));
    const { Desks } = gameOf(this.board.board);
    this.desks = new Desks(this.board.board);
    this.bar = h("div", { class: "prompt-bar", role: "region", "aria-label": "What to do" });
    this.all = h("div", {});
    this.path = h("div", { class: "path", "aria-label": "Moves to here" });
    this.bars = h("div", {});
    // Rows that change under a pressed finger would lose its click.
    this.table = h("div", { class: "lines", onpointerdown: () => { this.held = true; } });
    this.release = () => { this.held = false; };
    addEventListener("pointerup", this.release);
    addEventListener("pointercancel", this.release);
    this.points = h("div", {});
    this.answer = h("div", { class: "answer", "aria-live": "polite" });
    this.reviewNode = h("div", { class: "review" });
    this.thinkButton = h("button", { type: "button", id: "think", "aria-pressed": "true", onclick: () => this.toggle() }, "Thinking");
    this.secondsField = h("select", { "aria-label": "How long to think", onchange: () => this.think() },
      [[5, "5 s"], [20, "20 s"], [60, "1 min"], [600, "10 min"]].map(([value, words]) => h("option", { value, selected: value === 20 }, words)));
    this.linesField = h("select", { "aria-label": "How many lines", onchange: () => this.think() }, [3, 5, 10, 20].map((value) => h("option", { value, selected: value === 5 }, `${value} lines`)));
    const step = (words, label, act, id) => h("button", { type: "button", "aria-label": label, title: label, id, onclick: act }, words);
    this.slider = h("input", { type: "range", min: 0, max: this.log.length, "aria-label": "Move of the game", oninput: () => this.go(Number(this.slider.value), []) });
    this.chooser = new Chooser({ board: this.board, desks: this.desks, bar: this.bar, list: this.all, play: (move) => this.go(this.ply, [...this.line, move]) });
    this.editor = new Editor(this);
    this.retry = new Retry(this);
    const fold = (title, node, open) => h("details", { open }, h("summary", {}, title), node);
    replace(this.page.content, h("div", { class: "game study" },
      h("h1", { class: "unseen" }, `Analysis, ${this.board.board.title}`),
      h("div", { class: `left ${this.board.form}` }, this.bar, this.board.node, h("div", { class: "below" },
        h("div", { class: "row steps-row", role: "group", "aria-label": "Step through the game" },
          step("«", "To the start", () => this.go(0, []), "first"), step("‹", "One move back", () => this.back(), "back"),
          step("›", "One move on", () => this.on(), "on"),
          this.log.length ? this.playButton = h("button", { type: "button", id: "play", "aria-pressed": "false", onclick: () => this.playOn() }, "Play") : null, step("»", "To the end", () => this.go(this.log.length, []), "last"),
          this.log.length ? this.slider : null), this.path, this.reviewNode)),
      h("aside", { class: "right", "aria-label": "Analysis" },
        h("div", { class: "row" }, this.thinkButton, this.secondsField, this.linesField),
        this.bars, this.table, this.answer, this.points,
        fold("Desks", this.desks.node, true), fold("All moves", this.all, false), this.editor.node,
        h("div", { class: "row tools" },
          this.game ? h("button", { type: "button", id: "review", onclick: () => this.review() }, "Review the game") : null,
          h("button", { type: "button", id: "judge", onclick: () => this.judgeLast() }, "Judge the last move"),
          this.page.known.host ? h("button", { type: "button", id: "play-on", onclick: () => this.playOnFromHere() }, "Play on from here") : null,
          h("button", { type: "button", onclick: () => download("position.json", `${JSON.stringify(this.position.state)}\n`) }, "Save the position"),
          this.game ? h("a", { class: "button", href: `#/game/${this.game}` }, "Back to the table")
            : h("button", { type: "button", onclick: () => { sessionStorage.removeItem("hansa-state"); this.close(); location.reload(); } }, "Another position")))));
    this.keys = (event) => {
      if (event.target.closest?.("input, select, textarea, dialog, .menu, .graph, .spot") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "ArrowLeft") this.back();
      else if (event.key === "ArrowRight") this.on();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", this.keys);
  }

  base(ply = this.ply) {
    return this.state ? { state: this.state } : { game: this.game, ply };
  }

  // --- where we are ---------------------------------------------------------------------------------------------------

  async go(ply = this.ply, line = this.line) {
    const before = this.ply, wanted = this.wanted = { ply: Math.max(0, Math.min(ply, this.log.length)), line };
    try {
      const { position, played } = await this.wire.ask("look", { ...this.base(wanted.ply), moves: line });
      if (this.wanted !== wanted) return;
      Object.assign(this, { ...wanted, position, played });
      this.show(Math.abs(before - this.ply) < 2);
    } catch (error) {
      if (this.wanted === wanted) this.wanted = { ply: this.ply, line: this.line };
      status(error.message, true);
    }
  }

  // Steps go on from where the last one leads, though it is not shown yet; moves are those of the position that is shown.
  back() {
    const { ply, line } = this.wanted;
    if (line.length) this.go(ply, line.slice(0, -1));
    else if (ply > 0) this.go(ply - 1, []);
  }

  on() {
    const { ply, line } = this.wanted;
    if (!line.length && ply < this.log.length) this.go(ply + 1, []);
  }

  // A new game from this position: who sits where is asked first.
  playOnFromHere() {
    sessionStorage.setItem("hansa-start", JSON.stringify(this.position.state));
    location.hash = "#/new?from=position";
  }

  // The game as a film: a move and then the next, until the end or a click.
  playOn() {
    const running = Boolean(this.film);
    clearInterval(this.film);
    this.film = running ? null : setInterval(() => (this.ply < this.log.length && !this.line.length ? this.on() : this.playOn()), FRAME);
    this.playButton.setAttribute("aria-pressed", String(!running));
    this.playButton.textContent = running ? "Play" : "Pause";
  }

  show(animate) {
    const { state } = this.position, mover = state.to_move;
    status("");
    this.board.show(this.position, animate);
    this.board.arrows([]);
    this.desks.show(this.position, this.names, Number.isInteger(mover) ? mover : null);
    const title = mover === "*" ? "Chance:" : mover === null ? "" : `Seat ${mover}, ${this.names[mover]}:`;
    this.chooser.ask(this.position, title);
    this.slider.value = this.ply;
    this.graph?.at(this.ply);
    this.tellPath();
    replace(this.answer);
    this.retry.moved();
    this.editor.moved();
    if (this.editor.active) this.editor.offer();
    this.think();
  }

  tellPath() {
    const last = this.ply > 0 ? this.log[this.ply - 1] : null;
    const row = (entry) => h("span", { class: `step owner-${entry.mover}` }, h("span", { class: "seat-mark" }, entry.mover), " ", entry.words);
    replace(this.path,
      this.log.length ? h("p", {}, `Move ${this.ply} of ${this.log.length}`, last ? ": " : "", last ? row(last) : "") : null,
      this.played.length ? h("p", {}, h("b", {}, "Variation: "), this.played.map((entry, number) => [number ? " · " : "", row(entry)]).flat(), " ",
        h("button", { type: "button", onclick: () => this.go(this.ply, []) }, this.game ? "Back to the game" : "Back to the start")) : null);
  }

  // --- thinking ---------------------------------------------------------------------------------------------------------

  toggle() {
    this.thinking = !this.thinking;
    this.thinkButton.setAttribute("aria-pressed", String(this.thinking));
    this.thinkButton.textContent = this.thinking ? "Thinking" : "Think";
    this.think();
  }

  async think() {
    const mark = ++this.mark;
    replace(this.table, this.thinking ? h("p", { class: "soft" }, "…") : null);       // what is known of another position helps nobody
    if (!this.thinking || this.retry.hides || this.editor.active || this.reviewing) {
      if (!this.reviewing) this.wire.ask("stop").catch(() => {});
      replace(this.bars); replace(this.table); replace(this.points);
      return;
    }
    try {
      const answer = await this.wire.ask("analyse", { ...this.base(), moves: this.line, seconds: Number(this.secondsField.value), lines: Number(this.linesField.value), mark });
      if (!answer.thinking && mark === this.mark) {
        replace(this.bars); replace(this.points);
        replace(this.table, h("p", { class: "soft" }, answer.reason));
        if (this.position.state.result) replace(this.points, pointsTable(this.position.state.result.scores, this.names, "Points by category"));
      }
    } catch (error) { status(error.message, true); }
  }

  thought({ thought, done, waiting, error }) {
    if (error) status(error, true);
    if (waiting) replace(this.table, h("p", { class: "soft" }, "Waiting: other searches are running."));
    if (!thought) return;
    const seat = this.position.state.to_move, most = thought.lines[0]?.visits || 1;
    replace(this.bars, valueBars(thought.values, this.names));
    const focused = document.activeElement?.dataset?.line;
    if (!this.held) replace(this.table, h("table", {}, h("caption", {}, `${thought.simulations.toLocaleString()} simulations in ${thought.seconds.toFixed(1)} s${done ? "" : " …"}`),
      h("thead", {}, h("tr", {}, ["", "Move", "Value", "Visits", ""].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, thought.lines.filter((line, number) => line.visits > 0 || number === 0).map((line, number) => h("tr", { class: "line", onmouseenter: () => this.board.arrows([this.way(line, number, 1)]), onmouseleave: () => this.arrowsOf(thought.lines) },
        h("td", {}, number + 1),
        h("td", {}, h("button", { type: "button", class: "link", "data-line": line.move, title: line.variation.join(", "), onclick: () => this.go(this.ply, [...this.line, line.move]) }, capital(line.words))),
        h("td", {}, percent(line.values[seat] ?? 0)), h("td", {}, line.visits.toLocaleString()),
        h("td", {}, h("button", { type: "button", class: "soft", "data-why": line.move, "aria-label": `Why ${line.words}?`, onclick: () => this.why(line.move) }, "why"))))) ));
    if (focused) this.table.querySelector(`[data-line="${CSS.escape(focused)}"]`)?.focus();
    if (thought.points.length) replace(this.points, pointsTable(thought.points, this.names, "Points expected at the end, by category", 1));
    this.most = most;
    this.arrowsOf(thought.lines);
  }

  way(line, number, weight) {
    return { targets: line.targets, label: String(number + 1), weight };
  }

  arrowsOf(lines) {
    this.board.arrows(lines.slice(0, ARROWS).filter((line) => line.visits > 0).map((line, number) => this.way(line, number, line.visits / this.most)));
  }

  // --- why ----------------------------------------------------------------------------------------------------------------

  async why(move, at = { ...this.base(), moves: this.line }) {
    this.wondering = { move };
    replace(this.answer, h("p", { class: "soft" }, "Comparing it with the best move …"));
    try {
      await this.wire.ask("why", { ...at, move, mark: ++this.mark });
    } catch (error) { replace(this.answer, h("p", { class: "bad" }, error.message)); }
  }

  judgeLast() {
    if (this.line.length) this.why(this.line.at(-1), { ...this.base(), moves: this.line.slice(0, -1) });
    else if (this.ply > 0 && this.log[this.ply - 1].mover !== "*") this.why(this.log[this.ply - 1].move, { game: this.game, ply: this.ply - 1, moves: [] });
    else status("There is no move to judge before this position.");
  }

  judged({ judgement, error }) {
    if (error || !judgement) { replace(this.answer, h("p", { class: "bad" }, error ?? "nothing was found")); return; }
    if (this.retry.hides) { this.retry.judged(judgement); return; }
    replace(this.answer, verdictNode(judgement, this.names));
    this.answer.scrollIntoView({ block: "nearest" });
  }

  // --- review ---------------------------------------------------------------------------------------------------------------

  async review() {
    this.reviewing = true;
    ++this.mark;
    replace(this.reviewNode, h("progress", { id: "reviewing", "aria-label": "Reviewing" }), h("p", {}, "Every decision is judged …"));
    try { await this.wire.ask("review", { game: this.game, mark: "review" }); }
    catch (error) { this.reviewing = false; replace(this.reviewNode, h("p", { class: "bad" }, error.message)); this.think(); }
  }

  reviewed({ progress, review, error, waiting }) {
    if (error) { this.reviewing = false; replace(this.reviewNode, h("p", { class: "bad" }, error)); this.think(); return; }
    if (waiting) return;
    if (progress) {
      const bar = this.reviewNode.querySelector("progress");
      if (bar) { [bar.value, bar.max] = [progress[0], Math.max(1, progress[1])]; }
      return;
    }
    if (!review) return;
    this.reviewing = false;
    this.found = review;
    this.graph = new ValueGraph(review, (ply) => this.go(ply, []));
    this.graph.at(this.ply);
    const mistakes = review.mistakes.map((ply) => review.decisions.find((judged) => judged.ply === ply));
    replace(this.reviewNode, h("h2", {}, "Review"), this.graph.node,
      h("div", { class: "wide-table" }, h("table", { class: "accuracy" }, h("thead", {}, h("tr", {}, ["Seat", "Accuracy", "Blunders", "Mistakes", "Inaccuracies", ""].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, review.seats.map((row, seat) => h("tr", { class: `owner-${seat}` }, h("th", { scope: "row" }, h("span", { class: "seat-mark" }, seat), " ", this.names[seat]),
          h("td", {}, row.accuracy === null ? "–" : percent(row.accuracy)), h("td", {}, row.blunder), h("td", {}, row.mistake), h("td", {}, row.inaccuracy),
          h("td", {}, row.blunder + row.mistake + row.inaccuracy
            ? h("button", { type: "button", "data-retry": seat, onclick: () => this.retry.begin(seat, mistakes.filter((judged) => judged.seat === seat)) }, "Retry the mistakes") : null)))))),
      h("ol", { class: "mistakes" }, mistakes.slice(0, 30).map((judged) => h("li", { class: `owner-${judged.seat}` },
        h("button", { type: "button", class: "link", "data-ply": judged.ply, onclick: async () => { await this.go(judged.ply, []); replace(this.answer, verdictNode(judged, this.names)); this.board.node.scrollIntoView({ block: "nearest" }); } },
          h("span", { class: "seat-mark" }, judged.seat), ` move ${judged.ply}: ${judged.verdict}, ${this.log[judged.ply]?.words ?? judged.played.move}; ${judged.why}`)))));
    say(`The review is done: ${mistakes.length} mistakes`);
    this.think();
  }
}

export function verdictNode(judged, names) {
  const words = judged.verdict === "best" ? "This is the best move that is known." : capital(judged.verdict) + (judged.why ? `: ${judged.why}.` : ".");
  return h("section", { class: `verdict ${judged.verdict}`, id: "verdict" }, h("h2", {}, `Why? Seat ${judged.seat}, ${names[judged.seat]}`),
    h("p", {}, h("code", {}, judged.played.move), " ", h("b", {}, percent(judged.played.values[judged.seat])),
      judged.verdict === "best" ? "" : [" · best: ", h("code", {}, judged.best.move), " ", h("b", {}, percent(judged.best.values[judged.seat]))]),
    h("p", {}, words),
    judged.best.points.length && judged.verdict !== "best" ? pointsTable(judged.best.points.map((best, seat) => Object.fromEntries(Object.keys(best).map((name) =>
      [name, (judged.played.points[seat]?.[name] ?? 0) - best[name]]))), names, "Points expected, played less best", 1) : null);
}
