// The form for a new game.

import { ADAPTING, Adapting } from "./adapting.js";
import { html, render } from "./html.js";
import { COLOURS, capital, counted, letter } from "./words.js";

/**
 * A new game; with `?from=position` from the position that was left in this tab, whose board and
 * players are given; with `?like=GAME` what that game was played with is filled in.
 * @param {import("./types.js").Page} page
 * @param {URLSearchParams} query
 */
export async function newGameView(page, query) {
  const kept = query.has("from") ? sessionStorage.getItem("hansa-start") : null;
  const form = new NewGame(page, kept ? JSON.parse(kept) : null);
  const like = query.get("like");
  if (like) {
    const { table } = await page.wire.ask("open", { game: like });
    await page.wire.ask("leave");
    form.takeAfter(table);
  }
  form.draw();
  return {};
}

const FIRST_BOT = "mcts:level=5";
const WORDS = {
  adapting: "AI that adapts to you",
  adapts: "After a win it plays a level higher, after a last place a level lower.",
};
const LEVEL = /^mcts:level=(\d+)$/;
const CLOCKS = [0, 300, 600, 900, 1200, 1800, 3600]; // seconds
const INCREMENTS = [0, 5, 10, 20, 30, 60];

class NewGame {
  constructor(page, start) {
    this.page = page;
    this.start = start;
    this.adapting = new Adapting(localStorage);
    /** @type {import("./types.js").BoardEntry[]} */
    this.boards = page.known.boards.filter((board) => !start || board.name === start.board);
    const first = this.boards.find((board) => start || board.players.includes(4));
    this.board = first ?? this.boards[0];
    this.players = start ? start.players : 4;
    this.edition = this.board.editions[0];
    /** @type {Set<string>} */
    this.modules = new Set();
    this.seed = "";
    this.clock = 0; // seconds for each person; 0 without clocks
    this.increment = 0;
    this.problem = "";
    const own = start ? start.turn : 0; // the seat offered to whoever is here
    this.seats = COLOURS.map((_, seat) => ({
      kind: seat === own ? "here" : FIRST_BOT,
      spec: "",
      name: "",
    }));
  }

  /** @param {import("./types.js").Table} table whose board, modules and seats are taken over */
  takeAfter(table) {
    this.board = this.boards.find((board) => board.name === table.board) ?? this.board;
    this.players = table.seats.length;
    this.edition = table.edition ?? this.board.editions[0];
    this.modules = new Set(table.modules);
    this.clock = table.clock?.seconds ?? 0;
    this.increment = table.clock?.increment ?? 0;
    const offered = ["here", "link", ADAPTING, ...this.strengths().map(([value]) => value)];
    offered.push(...this.bots().map((bot) => bot.name));
    const adapts = this.adapting.plays(table.game);
    for (const [number, { person, here, name, spec }] of table.seats.entries()) {
      const bot = adapts && LEVEL.test(spec) ? ADAPTING : spec;
      const kind = person ? (here ? "here" : "link") : bot;
      this.seats[number] = offered.includes(kind)
        ? { kind, spec: "", name }
        : { kind: "spec", spec, name: "" };
    }
  }

  // The bots that play the game of the board.
  bots() {
    /** @type {import("./types.js").Bot[]} */
    const all = this.page.known.bots;
    return all.filter((bot) => bot.game === null || bot.game === this.board.game);
  }

  // The levels of the search, and above them the strengths that look further than the highest.
  strengths() {
    const search = this.bots().find((bot) => bot.name === "mcts");
    const known = (name) => search?.parameters.find((entry) => entry.name === name);
    const highest = known("level")?.high ?? 0;
    if (!search) return [];
    const now = this.adapting.level(this.board.game);
    const adapting = [ADAPTING, `${WORDS.adapting} (now level ${now})`];
    const levels = Array.from({ length: highest }, (_, number) => {
      const end = number === 0 ? " (weakest)" : number + 1 === highest ? " (strongest)" : "";
      return [`mcts:level=${number + 1}`, `AI, level ${number + 1}${end}`];
    });
    const beyond = (known("strength")?.choices ?? []).slice(-3);
    return [adapting, ...levels, ...beyond.map((name) => [`mcts:strength=${name}`, `AI, ${name}`])];
  }

  change(change) {
    Object.assign(this, change);
    const { players } = this.board;
    if (!this.start && !players.includes(this.players)) {
      this.players = players.includes(4) ? 4 : players[0];
    }
    if (!this.board.editions.includes(this.edition)) this.edition = this.board.editions[0];
    const offered = this.bots().map((bot) => bot.name);
    for (const seat of this.seats) {
      const bot = seat.kind.split(":")[0];
      if (!["here", "link", "spec", ADAPTING].includes(bot) && !offered.includes(bot))
        seat.kind = FIRST_BOT;
    }
    this.draw();
  }

  draw() {
    const { start, board } = this;
    render(
      html`<form class="sheet" onSubmit=${(event) => this.begin(event)}>
        <h1>${start ? "New game from this position" : "New game"}</h1>
        ${
          start &&
          html`<p class="soft" id="start">${board.title}, turn ${start.turns + 1}:
            ${" "}${COLOURS[start.turn]} is to play. <a href="#/new">A game from the beginning</a></p>`
        }
        <div class="fields">${this.fields()}</div>
        ${this.moduleBoxes()}
        <fieldset class="seats"><legend>Who sits where</legend>
          ${this.seats.slice(0, this.players).map((seat, number) => this.seatRow(seat, number))}
        </fieldset>
        <datalist id="bots">
          ${this.bots().map((bot) => html`<option value=${bot.name}></option>`)}
        </datalist>
        <p role="alert" class="bad">${this.problem}</p>
        <div class="row"><button type="submit" class="act" id="begin">Begin</button></div>
        <details><summary>Bots and their settings</summary><dl>${this.bots().map(aboutBot)}</dl></details>
      </form>`,
      this.page.content,
    );
  }

  fields() {
    const { board, start } = this;
    const choose = (event) =>
      this.change({ board: this.boards.find((entry) => entry.name === event.target.value) });
    const counts = start ? [start.players] : board.players;
    const range = (entry) => [...new Set([entry.players[0], entry.players.at(-1)])].join(" to ");
    return [
      html`<label class="block board-field">Board <select id="board" value=${board.name} onChange=${choose}>
        ${this.boards.map(
          (entry) =>
            html`<option value=${entry.name}>${entry.title}, ${range(entry)} players</option>`,
        )}
      </select></label>`,
      html`<label class="block">Players <select id="players" value=${this.players}
        onChange=${(event) => this.change({ players: Number(event.target.value) })}>
        ${counts.map((count) => html`<option value=${count}>${count}</option>`)}
      </select></label>`,
      html`<label class="block" hidden=${Boolean(start) || !board.editions.length}>Edition
        <select id="edition" value=${this.edition}
          onChange=${(event) => this.change({ edition: event.target.value })}>
          ${board.editions.map((name) => html`<option value=${name}>${EDITIONS[name] ?? name}</option>`)}
        </select></label>`,
      this.timeField("clock", "Clock for people", CLOCKS, (value) =>
        value ? counted(value / 60, "minute") : "none",
      ),
      this.clock
        ? this.timeField("increment", "More for each turn", INCREMENTS, (value) => `${value} s`)
        : null,
      html`<label class="block">Seed <input id="seed" inputmode="numeric" placeholder="by chance"
        onInput=${(event) => {
          this.seed = event.target.value.trim();
        }} /></label>`,
    ];
  }

  timeField(name, words, values, say) {
    const all = [...new Set([...values, this[name]])].sort((one, other) => one - other);
    return html`<label class="block">${words} <select id=${name} value=${this[name]}
      onChange=${(event) => this.change({ [name]: Number(event.target.value) })}>
      ${all.map((value) => html`<option value=${value}>${say(value)}</option>`)}
    </select></label>`;
  }

  moduleBoxes() {
    const { board } = this;
    const allowed = this.players > 2 ? board.modules : [];
    const toggle = (name) => (event) => {
      if (event.target.checked) this.modules.add(name);
      else this.modules.delete(name);
    };
    const box = (name) => html`<label class="inline">
      <input type="checkbox" name="module" value=${name} checked=${this.modules.has(name)}
        onChange=${toggle(name)} />${name}
    </label>`;
    return html`<fieldset class="modules" hidden=${Boolean(this.start) || !board.modules.length}>
      <legend>Modules</legend>
      ${
        allowed.length
          ? allowed.map(box)
          : html`<span class="soft">none on this board with so many players</span>`
      }
    </fieldset>`;
  }

  /** @param {string} kind of a seat: what is said beside it */
  about(kind) {
    const level = LEVEL.exec(this.specOf(kind));
    const words = level ? (this.page.known.levels[Number(level[1]) - 1] ?? "") : "";
    if (kind === ADAPTING) return `${words}. ${WORDS.adapts}`;
    if (level) return words;
    return this.bots().find((bot) => bot.name === kind)?.about ?? "";
  }

  /** @param {string} kind of a seat */
  specOf(kind) {
    return kind === ADAPTING ? `mcts:level=${this.adapting.level(this.board.game)}` : kind;
  }

  seatRow(seat, number) {
    const label = COLOURS[number];
    const about = this.about(seat.kind);
    const choose = (event) => {
      seat.kind = event.target.value;
      this.draw();
    };
    const write = (name) => (event) => {
      seat[name] = event.target.value;
    };
    return html`<div class=${`seat-row owner-${number}`} key=${number}>
      <span class="seat-mark">${letter(number)}</span>
      <select aria-label=${label} value=${seat.kind} onChange=${choose}>
        <optgroup label="People">
          <option value="here">${label}: a person at this browser</option>
          <option value="link">${label}: a person with a link</option>
        </optgroup>
        <optgroup label="The AI">
          ${this.strengths().map(([value, words]) => html`<option value=${value}>${words}</option>`)}
        </optgroup>
        <optgroup label="Bots">
          ${this.bots().map((bot) => html`<option value=${bot.name}>${bot.name}</option>`)}
          <option value="spec">with settings …</option>
        </optgroup>
      </select>
      <input class="who" value=${seat.name} placeholder="name" maxlength="40"
        aria-label=${`${label}: name`} onInput=${write("name")}
        hidden=${seat.kind !== "here" && seat.kind !== "link"} />
      <input class="spec" value=${seat.spec} placeholder="such as mcts:seconds=1" list="bots"
        aria-label=${`${label}: bot with settings`} onInput=${write("spec")}
        hidden=${seat.kind !== "spec"} />
      <small class="soft">${about}</small>
    </div>`;
  }

  async begin(event) {
    event.preventDefault();
    const { start, board, seed } = this;
    const modules = this.players > 2 ? board.modules.filter((name) => this.modules.has(name)) : [];
    const setup = {
      board: board.name,
      players: this.players,
      ...(board.editions.length ? { edition: this.edition } : {}),
      ...(board.modules.length ? { modules } : {}),
    };
    const seats = this.seats.slice(0, this.players).map(({ kind, spec, name }) => ({
      who: kind === "spec" ? spec.trim() || "?" : this.specOf(kind),
      name: kind === "here" || kind === "link" ? name.trim() : "",
    }));
    try {
      if (seed && !/^\d{1,15}$/.test(seed)) throw new Error("the seed is a whole number");
      const begins = start ? { state: start } : { setup };
      const chance = seed ? { seed: Number(seed) } : {};
      const { clock, increment } = this;
      const time = clock ? { clock, increment } : {};
      const { game } = await this.page.wire.ask("new", { ...begins, seats, ...chance, ...time });
      const seated = this.seats.slice(0, this.players);
      if (seated.some(({ kind }) => kind === ADAPTING)) this.adapting.remember(game);
      location.hash = `#/game/${game}`;
    } catch (error) {
      this.problem = capital(error.message);
      this.draw();
    }
  }
}

/** @type {Record<string, string>} */
const EDITIONS = { bigbox: "Big Box", classic: "Classic", "classic-16": "Classic, 16 markers" };

const aboutBot = (bot) => html`
  <dt><code>${bot.name}</code> ${bot.about}</dt>
  <dd><ul>${bot.parameters.map(
    (entry) => html`<li><code>${entry.name}</code> ${entry.help}
      ${entry.choices.length || entry.default === null ? "" : ` (${entry.default})`}</li>`,
  )}</ul></dd>`;
