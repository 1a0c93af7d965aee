// A game at the table: what stands there, what happened, what may be done; for people, or to watch bots.

import { BoardView, loadBoard } from "./board.js";
import { capital, Chooser } from "./chooser.js";
import { pointsTable } from "./desks.js";
import { gameOf } from "./games.js";
import { dialogue, download, h, replace, say, status, still } from "./dom.js";

const GLIDE = 420, ALL_GLIDES = 2600;       // milliseconds: for one move, and for all that are waiting to be shown

export const seatName = (seat, number) => seat.name || (seat.person ? `Player ${number}` : seat.spec.split(":")[0]);

export async function openGame(page, game) {
  const view = new GameView(page, game);
  await view.open();
  return view;
}

class GameView {
  constructor(page, game) {
    Object.assign(this, { page, game, wire: page.wire, log: [], queue: [], early: [], closed: false });
    this.off = this.wire.on("table", ({ table }) => {
      if (table.game !== game) return;
      if (this.early) this.early.push(table);       // the board is not drawn yet
      else this.heard(table);
    });
  }

  async open() {
    this.early ??= [];
    const { table, links } = await this.wire.ask("open", { game: this.game });
    this.links = links;
    if (!this.board) await this.build(table);
    if (this.closed) return;
    this.log = [];
    replace(this.tools, this.menu());
    const early = this.early ?? [];
    this.early = null;
    for (const known of [table, ...early]) this.heard(known, true);
  }

  close() {
    this.closed = true;
    this.off();
    this.chooser?.close();
    removeEventListener("keydown", this.keys);
    this.wire.ask("leave").catch(() => {});
  }

  async build(table) {
    this.board = new BoardView(await loadBoard(table.board));
    const { Desks, reasons } = gameOf(this.board.board);
    this.desks = new Desks(this.board.board);
    this.reasons = reasons;
    this.bar = h("div", { class: "prompt-bar", role: "region", "aria-label": "What to do" });
    this.story = h("ol", { class: "log", tabindex: "0", "aria-label": "Moves played" });
    this.all = h("div", {});
    this.since = h("div", { class: "since" });
    this.tools = h("div", { class: "row tools" });
    this.over = h("div", {});
    this.chooser = new Chooser({ board: this.board, desks: this.desks, bar: this.bar, list: this.all, play: (move) => this.play(move) });
    const fold = (title, node, open) => h("details", { open }, h("summary", {}, title), node);
    replace(this.page.content, h("div", { class: "game" },
      h("h1", { class: "unseen" }, `${this.board.board.title}, game ${this.game}`),
      h("div", { class: `left ${this.board.form}` }, this.bar, this.board.node, h("div", { class: "below" }, this.since)),
      h("aside", { class: "right", "aria-label": "Players and moves" }, this.over, this.desks.node,
        fold("What was played", this.story, true), fold("All moves", this.all, false), this.tools)));
    this.keys = (event) => {
      if (event.target.closest?.("input, select, textarea, dialog, .menu") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "u" && this.table.can_undo) this.undo();
      if (event.key === "Escape") this.chooser.forget();
    };
    addEventListener("keydown", this.keys);
  }

  // --- what comes from the server -------------------------------------------------------------------------------------

  heard(table, first = false) {
    this.log.length = Math.min(this.log.length, table.log.start);
    this.log.push(...table.log.entries);
    table.back = !table.log.entries.length || table.log.start < (this.table?.ply ?? 0);
    this.queue.push(table);
    if (first || still() || document.hidden) {
      this.queue.splice(0, this.queue.length - 1);
      this.next(!first);
    } else if (!this.gliding) this.next(true);
  }

  next(animate) {
    const table = this.queue.shift();
    this.gliding = false;
    if (!table || this.closed) return;
    this.show(table, animate);
    if (this.queue.length) {
      this.gliding = true;
      setTimeout(() => this.next(true), Math.min(GLIDE, ALL_GLIDES / this.queue.length));
    }
  }

  show(table, animate) {
    const before = this.table;
    this.table = table;
    const { position } = table, { state } = position, names = table.seats.map(seatName);
    const decides = position.moves.length && Number.isInteger(state.to_move) ? state.to_move : null;
    this.board.show(position, animate);
    this.desks.show(position, names, decides);
    const title = this.title(table, names, decides);
    this.chooser.ask(position, title, this.buttons(table));
    this.tell(table, names);
    if (table.asks !== null && (before?.asks !== table.asks || !this.hiding)) this.handOver(table.asks, names);
    if (table.asks === null) { this.hiding?.close(); this.hiding = null; }
    if (state.phase === "over") this.showEnd(table, names);
    else replace(this.over);
    status(table.fault, Boolean(table.fault));
    if (decides !== null && before?.ply !== table.ply && !this.queue.length) say(`${title} ${position.prompt}`);
  }

  title(table, names, decides) {
    const { state } = table.position;
    if (state.phase === "over") return "";
    if (decides !== null) return table.yours.length > 1 ? `Seat ${decides}, ${names[decides]}:` : "Your move:";
    if (table.asks !== null) return `Seat ${table.asks}, ${names[table.asks]}, please come to the screen.`;
    if (table.waits_for === "bot" && table.pace === null) return `Paused. Seat ${state.to_move}, ${names[state.to_move]}, is next.`;
    if (table.waits_for === "bot") return `Seat ${state.to_move}, ${names[state.to_move]}, is thinking …`;
    return Number.isInteger(state.to_move) ? `Waiting for seat ${state.to_move}, ${names[state.to_move]}.` : "A marker is drawn …";
  }

  buttons(table) {
    const buttons = [];
    if (table.can_undo) buttons.push(h("button", { type: "button", id: "undo", onclick: () => this.undo() }, "Undo"));
    if (table.watched && this.page.known.host && table.waits_for !== null) {
      const running = table.pace !== null;
      buttons.push(h("button", { type: "button", id: "pause", onclick: () => this.pace(running ? null : this.speed()) }, running ? "Pause" : "Go on"),
        h("button", { type: "button", id: "step", disabled: running, onclick: () => this.command("step") }, "One move"),
        h("label", { class: "inline" }, "speed ", this.slider(running)));
    } else if (table.pace === null && this.page.known.host) buttons.push(h("button", { type: "button", onclick: () => this.pace(0) }, "Let the bots go on"));
    return buttons;
  }

  slider(running) {
    const node = h("input", { type: "range", min: "0", max: "4", step: "1", value: String(this.chosenSpeed ?? 2), "aria-label": "speed of the bots",
      onchange: () => { this.chosenSpeed = Number(node.value); if (running) this.pace(this.speed()); } });
    return node;
  }

  speed() {
    return [3, 1.5, 0.6, 0.2, 0][this.chosenSpeed ?? 2];
  }

  // The moves in words: all of them on the side, those since one's own last move below the board.
  tell(table, names) {
    const row = (entry) => h("li", { class: entry.mover === "*" ? "chance" : `owner-${entry.mover}` },
      h("span", { class: "seat-mark", title: entry.mover === "*" ? "chance" : names[entry.mover] }, entry.mover), " ", entry.words);
    const shown = Math.max(0, this.log.length - 300);
    replace(this.story, shown ? h("li", { class: "soft" }, `${shown} moves before these`) : null, this.log.slice(shown).map(row));
    this.story.scrollTop = this.story.scrollHeight;
    let last = this.log.length;
    while (last > 0 && !(table.yours.includes(this.log[last - 1].mover))) last -= 1;
    const news = table.yours.length ? this.log.slice(Math.max(last, this.log.length - 40)) : this.log.slice(-3);
    const own = last > 0 && table.yours.length ? this.log[last - 1] : null;
    replace(this.since, h("h2", {}, table.yours.length ? "Since your last move" : "Last moves"),
      h("ol", { class: "log" }, own ? row(own) : null, news.map(row)));
  }

  handOver(seat, names) {
    this.hiding?.close();
    const done = () => this.command("show", { seat }).then((answer) => answer && this.heard(answer.table, true));
    this.hiding = h("dialog", { class: "hand-over", "aria-label": "Hand over" },
      h("h2", {}, `Now it is seat ${seat}: ${names[seat]}`),
      h("p", {}, "Everybody else looks away: this player's mission is shown next."),
      h("button", { type: "button", class: "act", id: "show-me", onclick: () => { done(); } }, `I am ${names[seat]}: show me the board`));
    this.hiding.addEventListener("cancel", (event) => event.preventDefault());
    this.hiding.addEventListener("close", ({ target }) => target.remove());
    document.body.append(this.hiding);
    this.hiding.showModal();
  }

  showEnd(table, names) {
    const { result } = table.position.state;
    const winners = names.map((name, seat) => `seat ${seat} (${name})`).filter((_, seat) => result.ranks[seat] === 1);
    const words = `${capital(winners.join(" and "))} ${winners.length > 1 ? "share the win" : "wins"}: ${this.reasons[result.reason] ?? result.reason}.`;
    replace(this.over, h("section", { class: "result", id: "result" }, h("h2", {}, "The game is over"), h("p", {}, words),
      pointsTable(result.scores, names, "Points by category"),
      h("p", {}, h("a", { class: "button", href: `#/study/${this.game}?review=1` }, "Review this game"))));
    if (!this.told) say(words);
    this.told = true;
  }

  // --- what goes to the server ----------------------------------------------------------------------------------------

  async command(name, fields = {}) {
    try {
      status("");
      return await this.wire.ask(name, fields);
    } catch (error) {
      status(error.message, true);
      if (!this.closed && this.table) this.chooser.ask(this.table.position, this.title(this.table, this.table.seats.map(seatName), this.table.position.state.to_move), this.buttons(this.table));
      return null;
    }
  }

  play(move) {
    return this.command("play", { move, ply: this.table.ply });
  }

  undo() {
    return this.command("undo");
  }

  pace(seconds) {
    return this.command("pace", { seconds });
  }

  menu() {
    const links = (this.links ?? []).map(({ seat, key }) => `${location.origin}/#key=${key}`);
    return [
      h("a", { class: "button", href: `#/study/${this.game}` }, "Analyse"),
      h("button", { type: "button", onclick: async () => {
        const answer = await this.command("record");
        if (answer) download(`${this.game}.jsonl`, `${JSON.stringify(answer.record)}\n`);
      } }, "Save as file"),
      links.length ? h("button", { type: "button", onclick: () => dialogue("Links for the other players",
        h("div", {}, h("p", {}, "Each opens one seat, and shows only what that seat may see."),
          this.links.map(({ seat }, number) => h("label", { class: "block" }, `Seat ${seat} `, h("input", { readonly: true, value: links[number], class: "wide", onfocus: (event) => event.target.select() })))),
        [["Done", true, "act"]]) }, "Links") : null,
    ];
  }
}
