// A game at the table: the position, what happened, what may be done; for people, or to watch
// bots.

import { Adapting } from "./adapting.js";
import { BoardView, loadBoard } from "./board.js";
import { BoardWords } from "./board_words.js";
import { Chooser } from "./chooser.js";
import { dialogue, download, h, isTyped, replace, say, status } from "./dom.js";
import { gameOf } from "./games.js";
import { handOver } from "./hand_over.js";
import { html, render } from "./html.js";
import { later, t } from "./language.js";
import { Pacer } from "./pace.js";
import { People } from "./people.js";
import { Recording } from "./recording.js";
import { Story } from "./replay.js";
import { Settings } from "./settings.js";
import { Teacher } from "./teacher.js";
import { letter, seatName, who } from "./words.js";

const SPEEDS = [3, 1.5, 0.6, 0.2, 0]; // seconds between moves of bots that are watched
const FIRST_SPEED = 2;

/** @typedef {import("./types.js").Table} Table */
/** @typedef {{ table: Table, log: import("./types.js").Entry[] }} Shown */

/**
 * @param {import("./types.js").Page} page
 * @param {string} game
 */
export async function openGame(page, game) {
  const view = new GameView(page, game);
  await view.open();
  return view;
}

export class GameView {
  constructor(page, game) {
    this.page = page;
    this.game = game;
    this.wire = page.wire;
    /** @type {import("./types.js").Entry[]} all that the server has told */
    this.log = [];
    /** @type {Table[] | null} what came before the board was drawn */
    this.early = [];
    /** @type {Table | null} what is shown */
    this.table = null;
    /** @type {import("./types.js").Position | null} that of one's own last decision, ... */
    this.decided = null;
    /** @type {import("./types.js").Position | null} ... and the one whose difference is marked */
    this.since = null;
    this.closed = false;
    this.settings = new Settings();
    this.teacher = new Teacher(this);
    /** @type {import("./ending.js").Ending | null} */
    this.ending = null;
    this.end = h("div", {});
    this.people = new People(this);
    this.recording = new Recording(this);
    this.hurries = false; // whether nothing is to be seen before it is one's own turn
    this.speed = FIRST_SPEED;
    this.pacer = new Pacer(
      (shown, left) => this.show(shown, left),
      (act, pause) => window.setTimeout(act, pause),
      (timer) => clearTimeout(timer),
    );
    this.pacer.pace = this.settings.pace;
    const offs = [
      this.wire.on("table", ({ table }) => {
        if (table.game !== game) return;
        if (this.early) this.early.push(table);
        else this.hear(table);
      }),
      this.wire.on("people", (news) => news.game === game && this.meet(news.people)),
    ];
    this.off = () => offs.map((off) => off());
  }

  async open() {
    this.early ??= [];
    const { table, links, reach } = await this.wire.ask("open", { game: this.game });
    this.links = links;
    this.reach = reach;
    if (!this.board) await this.build(table);
    if (this.closed) return;
    this.log = [];
    const early = this.early ?? [];
    this.early = null;
    for (const known of [table, ...early]) this.hear(known, true);
    this.drawTools();
    this.recall(); // nobody waits for it
  }

  // What has changed since one's own last move, for a player who comes back to a game.
  async recall() {
    const last = this.lastOwn;
    if (last === undefined || this.table?.recorded) return;
    const answer = await this.wire.ask("look", { game: this.game, ply: last }).catch(() => null);
    if (this.closed || this.lastOwn !== last || !this.table || !answer) return;
    this.since = answer.position;
    if (this.behind || this.decider(this.table) === null) this.decided = answer.position;
    this.mark();
  }

  // The ply of the last move that was made here.
  get lastOwn() {
    const own = this.table?.yours ?? [];
    return this.log.findLast(({ mover }) => own.includes(/** @type {number} */ (mover)))?.ply;
  }

  close() {
    this.closed = true;
    this.off();
    this.pacer.close();
    this.story?.stop();
    this.chooser?.close();
    this.teacher.close();
    this.people.close();
    this.hiding?.close();
    if (this.keys) removeEventListener("keydown", this.keys);
    this.wire.ask("leave").catch(() => {});
  }

  async build(table) {
    const board = await loadBoard(table.board);
    this.board = new BoardView(board);
    const { Desks, reasons } = gameOf(board);
    this.desks = new Desks(board);
    this.desks.beside = (seat) => this.people.badge(seat);
    this.reasons = reasons;
    const bar = h("div", { class: "prompt-bar", role: "region", "aria-label": t("What to do") });
    const list = h("div", {});
    this.words = new BoardWords(this.board);
    this.tools = h("div", { class: "row tools" });
    this.choices = h("div", { class: "settings" });
    this.paceSlider = h("div", { class: "pace" });
    this.story = new Story(this);
    this.chooser = new Chooser({
      board: this.board,
      desks: this.desks,
      bar,
      list,
      play: (move) => this.play(move),
      foresee: (moves) => this.foresee(moves),
      refuse: (target) => this.refuse(target),
    });
    const fold = (title, node, open) => h("details", { open }, h("summary", {}, title), node);
    replace(
      this.page.content,
      h(
        "div",
        { class: "game" },
        h(
          "h1",
          { class: "unseen" },
          t("{board}, game {name}", { board: board.title, name: this.game }),
        ),
        h(
          "div",
          { class: `left ${this.board.form}` },
          bar,
          this.board.node,
          h("div", { class: "below" }, this.paceSlider, this.story.since),
        ),
        h(
          "aside",
          { class: "right", "aria-label": t("Players and moves") },
          this.end,
          this.teacher.node,
          this.desks.node,
          this.people.node,
          fold(t("What was played"), this.story.all, true),
          fold(t("All moves"), list, false),
          this.words.node,
          fold(t("Settings"), this.choices, false),
          this.tools,
        ),
      ),
    );
    this.keys = (event) => this.keyed(event);
    addEventListener("keydown", this.keys);
  }

  keyed(event) {
    if (isTyped(event)) return;
    if (event.key === "u" && this.table?.can_undo) this.undo();
    else if (event.key === "Escape") this.escape();
    else if (event.key === "n" && this.behind) this.pacer.next();
    else if (event.key === "h" && this.mayAsk) this.teacher.ask();
    else this.chooser?.jump(event.key);
  }

  escape() {
    if (this.recording.ply !== null) this.recording.stop();
    else if (this.story?.showing) this.story.stop();
    else if (this.behind) this.skip();
    else this.chooser?.forget();
  }

  // On to one's own turn.
  skip() {
    this.hurries = true;
    this.pacer.skip();
  }

  // --- what comes from the server --------------------------------------------------------------

  // Whether more has happened than is shown.
  get behind() {
    return this.pacer.queue.length > 0;
  }

  /**
   * @param {Table} table
   * @param {boolean} first whether it is what there was when we came
   */
  hear(table, first = false) {
    table.heard = performance.now();
    this.log.length = Math.min(this.log.length, table.log.start);
    this.log.push(...table.log.entries);
    // Nobody waits to see what they have just done themselves, nor what nobody looks at.
    const own = table.yours.includes(/** @type {number} */ (this.log.at(-1)?.mover));
    const back = table.ply <= (this.table?.ply ?? -1);
    const shown = { table, log: [...this.log] };
    const unseen = this.hurries || document.hidden || table.watched || table.recorded;
    if (first || own || back || unseen) this.pacer.now(shown);
    else this.pacer.add(shown);
    if (this.behind) this.drawWaiting();
  }

  // A person has come or gone.
  /** @param {import("./types.js").Present} people */
  meet(people) {
    for (const shown of [this.table, ...this.pacer.queue.map(({ table }) => table)]) {
      if (shown) shown.people = people;
    }
    if (!this.table || this.closed) return;
    this.desks?.draw();
    this.people.draw();
    if (this.decider(this.table) === null && !this.behind) this.ask(this.table);
  }

  /**
   * @param {Shown} shown
   * @param {number} left how much more has happened
   */
  show({ table, log }, left) {
    if (this.closed) return;
    const before = this.table;
    this.table = table;
    this.recording.ply = null;
    if (before && table.ply < before.ply) this.teacher.clear();
    this.story?.stop();
    const { position, seats } = table;
    const names = seats.map(seatName);
    const decides = left ? null : this.decider(table);
    this.board?.show(position, before !== null && table.ply === before.ply + 1);
    if (table.ply !== before?.ply) this.since = this.decided;
    this.desks?.show(position, names, decides);
    this.mark();
    this.words?.show(position);
    this.people.draw();
    const title = this.title(table, names, decides);
    this.chooser?.ask(left ? { ...position, moves: [] } : position, title, this.buttons(table));
    this.story?.draw(table, log, names);
    const news = before && table.ply > before.ply ? log[table.ply - 1] : null;
    const told = news ? this.tell(news, names, left) : "";
    if (decides !== null) {
      this.decided = position;
      this.hurries = false;
    }
    this.hide(table, before, names);
    this.showEnd();
    status(table.fault, Boolean(table.fault));
    document.title = decides === null || table.recorded ? "hansa" : t("● Your move – hansa");
    if (decides !== null && before?.ply !== table.ply) {
      say(`${told} ${title} ${position.prompt}`);
      if (news && !table.yours.includes(/** @type {number} */ (news.mover)))
        this.settings.call(`${title} ${position.prompt}`);
    }
  }

  // Its script is fetched when there is an end.
  async showEnd() {
    if (!this.ending && this.table?.position.state.phase !== "over") return;
    const { Ending } = await later(() => import("./ending.js"));
    if (this.closed || !this.table) return;
    this.ending ??= new Ending(this);
    if (!this.end.firstChild) this.end.append(this.ending.node);
    this.ending.show(this.table, this.reasons);
  }

  // Everything that has changed since one's own last decision.
  mark() {
    const since = this.since ?? this.table?.position;
    if (!since) return;
    this.board?.standing.mark(since.pieces);
    this.desks?.compare(this.since);
  }

  decider({ position }) {
    const mover = position.state.to_move;
    return position.moves.length && Number.isInteger(mover) ? mover : null;
  }

  // A move of another player, in a sentence: over the map, and aloud.
  tell({ mover, words }, names, left) {
    if (this.table?.yours.includes(mover)) {
      this.board?.tell();
      return "";
    }
    const name = mover === "*" ? t("Chance") : who(mover, names[mover]);
    const told = `${name} ${words}.`;
    const mark = h(
      "span",
      { class: `owner-${mover}` },
      h("span", { class: "seat-mark" }, letterOf(mover)),
    );
    const more = left ? h("small", {}, ` ${t("{count} more", { count: left })}`) : null;
    this.board?.tell(mark, ` ${told}`, more ?? "");
    if (left) say(told);
    return told;
  }

  // More has happened while something was being shown: offer to go on.
  drawWaiting() {
    if (!this.table || !this.chooser) return;
    const { position } = this.table;
    this.chooser.ask({ ...position, moves: [] }, this.waitingTitle(), this.buttons(this.table));
  }

  waitingTitle() {
    return t("{count} more to see …", { count: this.pacer.queue.length });
  }

  title(table, names, decides) {
    const { state } = table.position;
    const mover = state.to_move;
    if (this.behind) return this.waitingTitle();
    if (state.phase === "over") return "";
    const seat = Number.isInteger(mover) ? who(mover, names[mover]) : "";
    if (decides !== null) return table.yours.length > 1 ? `${seat}:` : t("Your move:");
    if (table.asks !== null)
      return t("{player}, please come to the screen.", {
        player: who(table.asks, names[table.asks]),
      });
    if (!seat) return table.recorded ? t("What came up?") : t("A marker is drawn …");
    if (table.waits_for !== "bot") return t("Waiting for {player}.", { player: seat });
    return table.pace === null
      ? t("Paused. {player} is next.", { player: seat })
      : t("{player} is thinking …", { player: seat });
  }

  /** @param {Table} table */
  buttons(table) {
    const button = (id, words, act, more = {}) =>
      h("button", { type: "button", id, onclick: act, ...more }, words);
    if (this.behind) {
      return [
        button("next-move", t("Next"), () => this.pacer.next()),
        button("skip", t("Skip"), () => this.skip()),
      ];
    }
    /** @type {any[]} */
    const buttons = this.people.offers();
    if (this.mayAsk) buttons.push(button("hint", t("Hint"), () => this.teacher.ask()));
    if (table.can_undo) buttons.push(button("undo", t("Undo"), () => this.undo()));
    if (table.watched && this.page.known.host && table.waits_for !== null) {
      const running = table.pace !== null;
      const pause = () => this.pace(running ? null : SPEEDS[this.speed]);
      buttons.push(
        button("pause", running ? t("Pause") : t("Go on"), pause),
        button("step", t("One move"), () => this.command("step"), { disabled: running }),
        h("label", { class: "inline" }, `${t("speed")} `, this.slider(running)),
      );
    } else if (table.pace === null && this.page.known.host) {
      buttons.push(button(null, t("Let the bots go on"), () => this.pace(0)));
    }
    return buttons;
  }

  slider(running) {
    const choose = (event) => {
      this.speed = Number(event.target.value);
      if (running) this.pace(SPEEDS[this.speed]);
    };
    const range = { type: "range", min: 0, max: SPEEDS.length - 1, value: String(this.speed) };
    return h("input", { ...range, "aria-label": t("speed of the bots"), onchange: choose });
  }

  // What a mission hides: the screen, until the player it belongs to is there.
  hide({ asks }, before, names) {
    if (asks === null) {
      this.hiding?.close();
      this.hiding = null;
    } else if (before?.asks !== asks || !this.hiding) {
      this.hiding?.close();
      this.hiding = handOver(who(asks, names[asks]), async () => {
        const answer = await this.command("show", { seat: asks });
        if (answer) this.hear(answer.table, true);
      });
    }
  }

  // --- what goes to the server -----------------------------------------------------------------

  async command(name, fields = {}) {
    try {
      status("");
      return await this.wire.ask(name, fields);
    } catch (error) {
      status(error.message, true);
      const { table } = this;
      if (!this.closed && table) this.ask(table);
      return null;
    }
  }

  /** @param {Table} table */
  ask(table) {
    const title = this.title(table, table.seats.map(seatName), this.decider(table));
    this.chooser?.ask(table.position, title, this.buttons(table));
  }

  // Whether a hint can be asked for: the player who decides is here.
  get mayAsk() {
    if (this.behind || this.table === null) return false;
    const decides = this.decider(this.table);
    return decides !== null && this.recording.helps(decides);
  }

  // The position in which something is chosen: the present one, or that of a correction.
  get asksAbout() {
    return this.recording.ply ?? this.table?.ply;
  }

  /** @param {string} move */
  async play(move) {
    const { table } = this;
    if (!table) return;
    if (this.recording.ply !== null) {
      await this.recording.send(move);
      return;
    }
    if (move === "end" && this.settings.has("confirm") && !(await this.confirmed(table))) {
      this.show({ table, log: this.log }, 0);
      return;
    }
    const coached = this.recording.helps(this.decider(table));
    if (!(await this.command("play", { move, ply: table.ply }))) return;
    if (coached) await this.teacher.watch(move, table.ply);
    else this.teacher.clear();
  }

  confirmed(table) {
    return dialogue(t("End your turn?"), h("p", {}, table.position.prompt), [
      [t("Not yet"), false],
      [t("End the turn"), true, "act"],
    ]);
  }

  /** @param {string} target */
  async refuse(target) {
    const at = { game: this.game, ply: this.asksAbout, target };
    const answer = await this.wire.ask("refuse", at).catch(() => ({ reasons: [] }));
    return answer.reasons;
  }

  /** @param {string[]} moves */
  async foresee(moves) {
    const answer = await this.wire
      .ask("outcomes", { game: this.game, ply: this.asksAbout, moves })
      .catch(() => ({ outcomes: [] }));
    return answer.outcomes;
  }

  undo() {
    this.decided = null;
    return this.command("undo");
  }

  pace(seconds) {
    return this.command("pace", { seconds });
  }

  // The same people and bots once more.
  /** @param {Table} table */
  async rematch({ board, modules, edition, seats, clock }) {
    const adapting = new Adapting(localStorage);
    const adapts = adapting.plays(this.game);
    const kind = this.page.known.boards.find(({ name }) => name === board)?.game;
    const again = (spec) =>
      adapts && /^mcts:level=\d+$/.test(spec) ? `mcts:level=${adapting.level(kind)}` : spec;
    const chairs = seats.map(({ person, here, name, spec }) => ({
      who: person ? (here ? "here" : "link") : again(spec),
      name,
    }));
    const time = clock ? { clock: clock.seconds, increment: clock.increment } : {};
    const game = edition
      ? { board, players: seats.length, edition, modules }
      : { board, players: seats.length };
    const answer = await this.command("new", { setup: game, seats: chairs, ...time });
    if (!answer) return;
    if (adapts) adapting.remember(answer.game);
    location.hash = `#/game/${answer.game}`;
  }

  async save() {
    const answer = await this.command("record");
    if (answer) download(`${this.game}.jsonl`, `${JSON.stringify(answer.record)}\n`);
  }

  async showLinks(links) {
    const { showLinks } = await later(() => import("./links.js"));
    return showLinks(links, this.reach, this.table?.seats.map(seatName) ?? []);
  }

  // Beside what was played last; bots that are watched have a speed of their own.
  drawPace() {
    const paced = (pace) => {
      this.pacer.choose(pace);
      this.drawPace();
    };
    const node = /** @type {HTMLElement} */ (this.paceSlider);
    node.hidden = Boolean(this.table?.watched || this.table?.recorded);
    render(this.settings.slider(paced), node);
  }

  drawTools() {
    this.drawPace();
    const links = this.links ?? [];
    render(
      [
        this.recording.missions(),
        this.recording.choice(),
        this.settings.nodes(this.page.known, /** @type {any} */ (this.board).board.game),
      ],
      /** @type {Element} */ (this.choices),
    );
    render(
      html`<a class="button" href=${`#/study/${this.game}`}>${t("Analyse")}</a>
        <button type="button" onClick=${() => this.save()}>${t("Save as file")}</button>
        ${
          links.length > 0 &&
          html`<button type="button" onClick=${() => this.showLinks(links)}>${t("Links")}</button>`
        }`,
      /** @type {Element} */ (this.tools),
    );
  }
}

const letterOf = (mover) => (mover === "*" ? "*" : letter(mover));
