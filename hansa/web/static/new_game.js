// The form for a new game.

import { ADAPTING, Adapting } from "./adapting.js";
import { html, render } from "./html.js";
import { t, tn } from "./language.js";
import { SetupFields } from "./setup_fields.js";
import { COLOURS, capital, letter } from "./words.js";

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
  adapts: t("After a win it plays a level higher, after a last place a level lower."),
};
const LEVEL = /^mcts:level=(\d+)$/;
const CLOCKS = [0, 300, 600, 900, 1200, 1800, 3600]; // seconds
const INCREMENTS = [0, 5, 10, 20, 30, 60];

class NewGame {
  constructor(page, start) {
    this.page = page;
    this.start = start;
    this.adapting = new Adapting(localStorage);
    this.chosen = new SetupFields(page.known.boards, () => this.changed(), start);
    this.seed = "";
    this.clock = 0; // seconds for each person; 0 without clocks
    this.increment = 0;
    this.problem = "";
    const own = start ? start.turn : 0; // the seat offered to the person here
    this.seats = COLOURS.map((_, seat) => ({
      kind: seat === own ? "here" : FIRST_BOT,
      spec: "",
      name: "",
    }));
  }

  get board() {
    return this.chosen.board;
  }

  get players() {
    return this.chosen.players;
  }

  /** @param {import("./types.js").Table} table whose board, modules and seats are taken over */
  takeAfter(table) {
    this.chosen.takeAfter(table);
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
    const adapting = [ADAPTING, t("AI that adapts to you (now level {level})", { level: now })];
    const levels = Array.from({ length: highest }, (_, number) => {
      const level = t("AI, level {level}", { level: number + 1 });
      const end =
        number === 0 ? ` (${t("weakest")})` : number + 1 === highest ? ` (${t("strongest")})` : "";
      return [`mcts:level=${number + 1}`, level + end];
    });
    const beyond = (known("strength")?.choices ?? []).slice(-3);
    return [
      adapting,
      ...levels,
      ...beyond.map((name) => [`mcts:strength=${name}`, t("AI, {strength}", { strength: name })]),
    ];
  }

  // Another board or number of players: bots that do not play it are replaced.
  changed() {
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
        <h1>${start ? t("New game from this position") : t("New game")}</h1>
        ${
          start &&
          html`<p class="soft" id="start">${t("{board}, turn {number}: {player} is to play.", {
            board: board.title,
            number: start.turns + 1,
            player: COLOURS[start.turn],
          })} <a href="#/new">${t("A game from the beginning")}</a></p>`
        }
        <div class="fields">${this.fields()}</div>
        ${this.chosen.moduleBoxes()}
        <fieldset class="seats"><legend>${t("Who sits where")}</legend>
          ${this.seats.slice(0, this.players).map((seat, number) => this.seatRow(seat, number))}
        </fieldset>
        <datalist id="bots">
          ${this.bots().map((bot) => html`<option value=${bot.name}></option>`)}
        </datalist>
        <p role="alert" class="bad">${this.problem}</p>
        <div class="row"><button type="submit" class="act" id="begin">${t("Begin")}</button></div>
        <details><summary>${t("Bots and their settings")}</summary><dl>${this.bots().map(aboutBot)}</dl></details>
      </form>`,
      this.page.content,
    );
  }

  fields() {
    return [
      ...this.chosen.fields(),
      this.timeField("clock", t("Clock for people"), CLOCKS, (value) =>
        value ? tn("{count} minute", "{count} minutes", value / 60) : t("none"),
      ),
      this.clock
        ? this.timeField("increment", t("More for each turn"), INCREMENTS, (value) => `${value} s`)
        : null,
      html`<label class="block">${t("Seed")} <input id="seed" inputmode="numeric" placeholder=${t("by chance")}
        onInput=${(event) => {
          this.seed = event.target.value.trim();
        }} /></label>`,
    ];
  }

  timeField(name, words, values, say) {
    const all = [...new Set([...values, this[name]])].sort((one, other) => one - other);
    return html`<label class="block">${words} <select id=${name} value=${this[name]}
      onChange=${(event) => {
        this[name] = Number(event.target.value);
        this.draw();
      }}>
      ${all.map((value) => html`<option value=${value}>${say(value)}</option>`)}
    </select></label>`;
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
        <optgroup label=${t("People")}>
          <option value="here">${t("{player}: a person at this browser", { player: label })}</option>
          <option value="link">${t("{player}: a person with a link", { player: label })}</option>
        </optgroup>
        <optgroup label=${t("The AI")}>
          ${this.strengths().map(([value, words]) => html`<option value=${value}>${words}</option>`)}
        </optgroup>
        <optgroup label=${t("Bots")}>
          ${this.bots().map((bot) => html`<option value=${bot.name}>${bot.name}</option>`)}
          <option value="spec">${t("with settings …")}</option>
        </optgroup>
      </select>
      <input class="who" value=${seat.name} placeholder=${t("name")} maxlength="40"
        aria-label=${t("{player}: name", { player: label })} onInput=${write("name")}
        hidden=${seat.kind !== "here" && seat.kind !== "link"} />
      <input class="spec" value=${seat.spec} placeholder=${t("such as mcts:seconds=1")} list="bots"
        aria-label=${t("{player}: bot with settings", { player: label })} onInput=${write("spec")}
        hidden=${seat.kind !== "spec"} />
      <small class="soft">${about}</small>
    </div>`;
  }

  async begin(event) {
    event.preventDefault();
    const { start, seed } = this;
    const seats = this.seats.slice(0, this.players).map(({ kind, spec, name }) => ({
      who: kind === "spec" ? spec.trim() || "?" : this.specOf(kind),
      name: kind === "here" || kind === "link" ? name.trim() : "",
    }));
    try {
      if (seed && !/^\d{1,15}$/.test(seed)) throw new Error(t("the seed is a whole number"));
      const begins = start ? { state: start } : { setup: this.chosen.setup };
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

const aboutBot = (bot) => html`
  <dt><code>${bot.name}</code> ${bot.about}</dt>
  <dd><ul>${bot.parameters.map(
    (entry) => html`<li><code>${entry.name}</code> ${entry.help}
      ${entry.choices.length || entry.default === null ? "" : ` (${entry.default})`}</li>`,
  )}</ul></dd>`;
