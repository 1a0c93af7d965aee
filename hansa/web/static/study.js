// Analysing: step through a game or a position, explore variations, and what is shown beside them.

import { BoardView, loadBoard } from "./board.js";
import { BoardWords } from "./board_words.js";
import { Chooser } from "./chooser.js";
import { download, h, replace, status } from "./dom.js";
import { Editor } from "./editor.js";
import { Explorer } from "./explorer.js";
import { gameOf } from "./games.js";
import { html, render } from "./html.js";
import { t } from "./language.js";
import { loadButton } from "./lobby.js";
import { NotesPanel } from "./notes.js";
import { Retry } from "./retry.js";
import { ReviewPanel } from "./review.js";
import { step } from "./story.js";
import { Thinking } from "./thinking.js";
import { seatName, who } from "./words.js";

const FRAME = 900; // milliseconds a move, when a game is played like a film
const KEPT = "hansa-state"; // a position that belongs to no game

/**
 * @param {import("./types.js").Page} page
 * @param {string | null} game
 * @param {URLSearchParams} query
 */
export async function openStudy(page, game, query) {
  const study = new Study(page, game);
  await study.begin(query);
  return study;
}

export class Study {
  constructor(page, game) {
    /** @type {import("./types.js").Page} */
    this.page = page;
    this.wire = page.wire;
    /** @type {string | null} */
    this.game = game;
    this.state = null; // where we begin, if it is not a game, ...
    this.text = ""; // ... and how people write that
    /** @type {import("./types.js").Entry[]} */
    this.log = [];
    /** @type {string[]} */
    this.names = [];
    this.ply = 0;
    /** @type {string[]} the variation: moves after that ply ... */
    this.line = [];
    /** @type {string[]} ... and those of it that were stepped back over */
    this.ahead = [];
    /** @type {import("./tree.js").Told[]} the moves of `line` in words */
    this.played = [];
    this.wanted = { ply: 0, line: this.line, ahead: this.ahead };
    this.begun = false; // from now on what is followed was chosen by a person
    this.address = location.hash; // where the browser was when this study last looked
    this.film = 0;
    // These are there once a board is known (build).
    const later = /** @type {any} */ (null);
    /** @type {NotesPanel} */
    this.notes = later;
    /** @type {Thinking} */
    this.thinking = later;
    /** @type {ReviewPanel} */
    this.review = later;
    /** @type {Editor} */
    this.editor = later;
    /** @type {Retry} */
    this.retry = later;
  }

  /** @param {URLSearchParams} query */
  async begin(query) {
    if (this.game) {
      const { table } = await this.wire.ask("open", { game: this.game });
      await this.wire.ask("leave");
      this.log = table.log.entries;
      this.names = table.seats.map(seatName);
      await this.build(table.board);
      await this.notes.load().catch((error) => status(error.message, true));
    } else {
      const state = await this.kept(query.get("position"));
      if (!state) {
        this.offerBoards();
        return;
      }
      await this.takeState(state);
      this.names = state.desks.map(() => "");
      await this.build(state.board);
    }
    await this.arrive(query);
    this.begun = true;
    if (query.get("review")) this.review.begin();
    if (query.get("explore")) this.explorer?.open();
    if (query.get("drill")) await this.retry.drill(Number(query.get("ply")));
  }

  /**
   * The position of an address, or the one that was left in this tab.
   * @param {string | null} text
   */
  async kept(text) {
    if (text) return (await this.wire.ask("read", { text })).state;
    const kept = sessionStorage.getItem(KEPT);
    return kept ? JSON.parse(kept) : null;
  }

  async takeState(state) {
    this.state = state;
    sessionStorage.setItem(KEPT, JSON.stringify(state));
    // What cannot be written has no address of its own.
    const { line } = await this.wire.ask("write", { state }).catch(() => ({ line: "" }));
    this.text = line;
  }

  /**
   * To the position of an address.
   * @param {URLSearchParams} query
   */
  async arrive(query) {
    const last = this.log.length;
    const ply = query.has("ply") ? Math.min(Number(query.get("ply")) || 0, last) : last;
    const line = (query.get("line") ?? "").split(",").filter(Boolean);
    if (!(await this.go(ply, line, [], "stay")) && line.length) await this.go(ply, [], [], "stay");
  }

  /**
   * An address that the reader has gone back to: whether it is one of this study.
   * @param {string} name
   * @param {string | undefined} game
   * @param {URLSearchParams} query
   */
  returns(name, game, query) {
    if (name !== "study" || (game ?? null) !== this.game) return false;
    if (query.has("review") || query.has("drill")) return false;
    if (!this.game && query.get("position") !== this.text) return false;
    this.address = location.hash;
    if (query.has("explore")) this.explorer?.open();
    this.arrive(query);
    return true;
  }

  // After the connection was lost.
  async open() {
    if (this.board) await this.go();
  }

  offerBoards() {
    const button = (board, count) => html`<button type="button"
      onClick=${() => this.start(board.name, count)}>
      <span aria-hidden="true">${count}</span><span class="unseen">${t(
        "{board} ({name}), {count} players",
        { board: board.title, name: board.name, count },
      )}</span>
    </button>`;
    render(
      html`<div class="sheet"><h1>${t("Analyse")}</h1>
        <p>${t(
          "Choose a game from the list, load a file with a game or a position, or begin " +
            "with an empty board:",
        )}</p>
        <ul class="empty-boards">${this.page.known.boards.map(
          (board) => html`<li class="row"><b>${board.title}</b> <code>${board.name}</code>
            <span class="row"><span class="soft">${t("Players")}:</span>
              ${board.players.map((count) => button(board, count))}</span></li>`,
        )}</ul>
        <div class="row">
          ${loadButton(this.page)}
          <a class="button" href="#/games">${t("The games")}</a>
        </div>
      </div>`,
      this.page.content,
    );
  }

  async start(board, players) {
    try {
      const { state } = await this.wire.ask("fresh", { setup: { board, players } });
      await this.takeState(state);
      await this.begin(new URLSearchParams());
    } catch (error) {
      status(error.message, true);
    }
  }

  close() {
    this.thinking?.close();
    this.review?.close();
    this.chooser?.close();
    clearInterval(this.film);
    if (this.keys) removeEventListener("keydown", this.keys);
    this.wire.ask("stop").catch(() => {});
  }

  async build(boardName) {
    render(null, this.page.content);
    const board = await loadBoard(boardName);
    this.board = new BoardView(board);
    const { Desks } = gameOf(board);
    this.desks = new Desks(board);
    const bar = h("div", { class: "prompt-bar", role: "region", "aria-label": t("What to do") });
    const list = h("div", {});
    this.words = new BoardWords(this.board);
    this.steps = h("div", { class: "below" });
    this.tools = h("div", { class: "row tools" });
    this.chooser = new Chooser({
      board: this.board,
      desks: this.desks,
      bar,
      list,
      play: (move) => this.go(this.ply, [...this.line, move]),
      foresee: (moves) => this.foresee(moves),
      refuse: (target) => this.refuse(target),
    });
    this.notes = new NotesPanel(this);
    this.thinking = new Thinking(this);
    this.review = new ReviewPanel(this);
    this.explorer = new Explorer(this);
    this.editor = new Editor(this);
    this.retry = new Retry(this);
    const fold = (title, node, open) => h("details", { open }, h("summary", {}, title), node);
    replace(
      this.page.content,
      h(
        "div",
        { class: "game study" },
        h("h1", { class: "unseen" }, t("Analysis, {board}", { board: board.title })),
        h("div", { class: `left ${this.board.form}` }, bar, this.board.node, this.steps),
        h(
          "aside",
          { class: "right", "aria-label": t("Analysis") },
          this.review.node,
          this.thinking.node,
          this.notes.node,
          this.explorer.node,
          fold(t("Desks"), this.desks.node, true),
          fold(t("All moves"), list, false),
          this.words.node,
          this.editor.node,
          this.tools,
        ),
      ),
    );
    this.keys = (event) => this.keyed(event);
    addEventListener("keydown", this.keys);
    this.drawTools();
  }

  keyed(event) {
    const busy = "input, select, textarea, dialog, .menu, .graph, .spot";
    if (event.target.closest?.(busy)) return;
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && this.editor.active) {
      event.preventDefault();
      this.editor.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const how = event.repeat ? "stay" : "step";
    if (event.key === "ArrowLeft") this.back(how);
    else if (event.key === "ArrowRight") this.on(how);
    else if (event.key === "ArrowUp" && this.forked) this.notes.beside(-1);
    else if (event.key === "ArrowDown" && this.forked) this.notes.beside(1);
    else if (event.key === "n") this.review.step(1);
    else if (event.key === "p") this.review.step(-1);
    else if (!this.chooser?.jump(event.key)) return;
    event.preventDefault();
  }

  // Whether there is a variation beside this one.
  get forked() {
    return (this.notes.here.parent?.children.length ?? 0) > 1;
  }

  base(ply = this.ply) {
    return this.state ? { state: this.state } : { game: this.game, ply };
  }

  /** @param {string} target */
  async refuse(target) {
    const at = { ...this.base(), moves: this.line, target };
    const answer = await this.wire.ask("refuse", at).catch(() => ({ reasons: [] }));
    return answer.reasons;
  }

  async foresee(moves) {
    const at = { ...this.base(), line: this.line, moves };
    const answer = await this.wire.ask("outcomes", at).catch(() => ({ outcomes: [] }));
    return answer.outcomes;
  }

  // --- where we are ----------------------------------------------------------------------------

  /**
   * To a position; what was played is not a variation of itself.
   * @param {number} ply
   * @param {string[]} line
   * @param {string[]} ahead
   * @param {"step" | "stay"} how whether the browser's way back leads to where one was before
   * @returns {Promise<boolean>} whether it is shown
   */
  async go(ply = this.ply, line = this.line, ahead = [], how = "step") {
    const before = this.ply;
    const wanted = { ply: Math.max(0, Math.min(ply, this.log.length)), line, ahead };
    while (!this.retry.hides && wanted.line.length && this.isPlayed(wanted)) {
      wanted.line = wanted.line.slice(1);
      wanted.ply += 1;
    }
    this.wanted = wanted;
    try {
      const answer = await this.wire.ask("look", { ...this.base(wanted.ply), moves: wanted.line });
      if (this.wanted !== wanted) return false;
      Object.assign(this, wanted);
      /** @type {import("./types.js").Position} */
      this.position = answer.position;
      this.played = answer.played;
      if (!this.retry.hides) this.notes.followed(this.ply, this.played, this.begun);
      this.show(Math.abs(before - this.ply) < 2);
      this.follow(how);
      return true;
    } catch (error) {
      if (this.wanted === wanted) {
        this.wanted = { ply: this.ply, line: this.line, ahead: this.ahead };
      }
      status(error.message, true);
      return false;
    }
  }

  isPlayed({ ply, line }) {
    return this.log[ply]?.move === line[0];
  }

  // The address is always that of the position: it can be shared, kept, loaded again, gone back to.
  /** @param {"step" | "stay"} how */
  follow(how) {
    if (!this.game && !this.text) return;
    // The reader went elsewhere while the server was asked: that address stays, and is shown next.
    if (location.hash !== this.address) return;
    const from = this.game
      ? `/${this.game}?ply=${this.ply}`
      : `?position=${encodeURIComponent(this.text)}`;
    const line = this.line.length ? `&line=${encodeURIComponent(this.line.join(","))}` : "";
    const explore = this.explorer?.node.open ? "&explore=1" : "";
    const address = `#/study${from}${line}${explore}`;
    if (address === location.hash) return;
    if (how === "step") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
    this.address = location.hash;
  }

  // Steps go on from where the last one leads, though it is not shown yet.
  /** @param {"step" | "stay"} how */
  back(how = "step") {
    const { ply, line, ahead } = this.wanted;
    if (line.length) this.go(ply, line.slice(0, -1), [...line.slice(-1), ...ahead], how);
    else if (ply > 0) this.go(ply - 1, [], [], how);
  }

  /** @param {"step" | "stay"} how */
  on(how = "step") {
    const { ply, line, ahead } = this.wanted;
    const next = this.notes.tree.find(ply, line)?.children[0]?.told?.move;
    if (ahead.length) this.go(ply, [...line, ahead[0]], ahead.slice(1), how);
    else if (!line.length && ply < this.log.length) this.go(ply + 1, [], [], how);
    else if (next) this.go(ply, [...line, next], [], how);
  }

  // The game as a film: a move and then the next, until the end or a click.
  toggleFilm() {
    const running = Boolean(this.film);
    clearInterval(this.film);
    this.film = running ? 0 : window.setInterval(() => this.frame(), FRAME);
    this.drawSteps();
  }

  frame() {
    if (this.ply < this.log.length && !this.line.length) this.on("stay");
    else this.toggleFilm();
  }

  /** @param {boolean} animate */
  show(animate) {
    const position = /** @type {import("./types.js").Position} */ (this.position);
    const mover = position.state.to_move;
    status("");
    this.board?.show(position, animate);
    this.board?.arrows([]);
    this.desks?.show(position, this.names, Number.isInteger(mover) ? mover : null);
    this.ask();
    this.words?.show(position);
    this.drawSteps();
    this.notes.draw();
    this.thinking.moved();
    this.review.moved();
    this.retry.moved();
    this.explorer?.moved();
    this.editor.moved();
    if (this.editor.active) this.editor.offer();
    this.thinking.think();
  }

  // What may be played here.
  ask() {
    const position = /** @type {import("./types.js").Position} */ (this.position);
    const mover = position.state.to_move;
    const title = Number.isInteger(mover) ? `${who(mover, this.names[mover])}:` : "";
    this.chooser?.ask(position, mover === "*" ? `${t("Chance")}:` : title);
  }

  drawSteps() {
    const { log, ply } = this;
    const button = (id, words, label, act) => html`<button type="button" id=${id} title=${label}
      aria-label=${label} onClick=${act}>${words}</button>`;
    render(
      html`<div class="row steps-row" role="group" aria-label=${t("Step through the game")}>
        ${button("first", "«", t("To the start"), () => this.go(0, []))}
        ${button("back", "‹", t("One move back"), () => this.back())}
        ${button("on", "›", t("One move on"), () => this.on())}
        ${
          log.length > 0 &&
          html`<button type="button" id="play" aria-pressed=${String(Boolean(this.film))}
            onClick=${() => this.toggleFilm()}>${this.film ? t("Pause") : t("Play")}</button>`
        }
        ${button("last", "»", t("To the end"), () => this.go(log.length, []))}
        ${
          log.length > 0 &&
          html`<input type="range" min="0" max=${log.length} value=${ply}
            aria-label=${t("Move of the game")}
            onInput=${(event) => this.go(Number(event.target.value), [], [], "stay")} />`
        }
      </div>
      <div class="path">${this.path()}${this.variation()}</div>`,
      /** @type {Element} */ (this.steps),
    );
  }

  path() {
    const { log, ply } = this;
    if (!log.length) return null;
    const last = ply > 0 ? html`: ${step(log[ply - 1])}` : null;
    const next =
      log[ply] && !this.line.length
        ? html`<span class="soft next-move">
      ${" "}${t("Next, move {number}:", { number: ply + 1 })} ${step(log[ply])}</span>`
        : null;
    return html`<p>${t("Move {number} of {all}", { number: ply, all: log.length })}${last}${next}</p>`;
  }

  variation() {
    const { played, line, ahead } = this;
    if (!played.length && !ahead.length) return null;
    const all = [...line, ...ahead];
    const to = (count) => () => this.go(this.ply, all.slice(0, count), all.slice(count));
    const button = (entry, number) => html`<button type="button" class="link"
      aria-current=${number === played.length - 1 ? "step" : null}
      onClick=${to(number + 1)}>${step(entry)}</button>${" "}`;
    const more = ahead.length
      ? html`<button type="button" class="link soft"
      onClick=${to(all.length)}>${t("and {count} more", { count: ahead.length })}</button>${" "}`
      : null;
    return html`<p><b>${t("Variation:")} </b>${played.map(button)}${more}
      <button type="button" onClick=${() => this.go(this.ply, [])}>
        ${this.game ? t("Back to the game") : t("Back to the start")}
      </button></p>`;
  }

  // --- what can be done with it ----------------------------------------------------------------

  drawTools() {
    const button = (id, words, act) =>
      html`<button type="button" id=${id} onClick=${act}>${words}</button>`;
    render(
      html`
        ${this.game && button("review", t("Review the game"), () => this.review.begin())}
        ${button("judge", t("Judge the last move"), () => this.judgeLast())}
        ${this.page.known.host && button("play-on", t("Play on from here"), () => this.playOn())}
        ${button(null, t("Save the position"), () => this.save())}
        ${
          this.game
            ? html`<a class="button" href=${`#/game/${this.game}`}>${t("Back to the table")}</a>`
            : button(null, t("Another position"), () => this.another())
        }`,
      /** @type {Element} */ (this.tools),
    );
  }

  judgeLast() {
    const { line, log, ply } = this;
    const last = log[ply - 1];
    if (line.length) {
      const at = { ...this.base(), moves: line.slice(0, -1) };
      this.thinking.why(line[line.length - 1], at);
    } else if (last && last.mover !== "*") {
      this.thinking.why(last.move, { game: this.game, ply: ply - 1, moves: [] });
    } else status(t("There is no move to judge before this position."));
  }

  // A new game from this position: who sits where is asked first.
  playOn() {
    sessionStorage.setItem("hansa-start", JSON.stringify(this.position?.state));
    location.hash = "#/new?from=position";
  }

  save() {
    download("position.json", `${JSON.stringify(this.position?.state)}\n`);
  }

  another() {
    sessionStorage.removeItem(KEPT);
    location.hash = "#/study";
  }

  // From here on it is a position of its own.
  async use(state) {
    await this.takeState(state);
    Object.assign(this, { game: null, log: [], ply: 0, line: [] });
    this.drawTools();
    await this.notes.load();
    await this.go(0, []);
  }
}
