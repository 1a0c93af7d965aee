// The list of games, and files that are loaded.

import { dialogue, h } from "./dom.js";
import { html, render } from "./html.js";
import { later, t, tn } from "./language.js";
import { languageChoice } from "./preferences.js";
import { COLOURS, fits, letter, seatName, when } from "./words.js";

const WORDS = {
  name: t("New name"),
  links: t("Links to its seats are new ones then: hand them out again."),
};
const SEARCH_FROM = 6; // games, from which on they can be searched

/**
 * @param {import("./types.js").Page} page
 * @param {any} known the answer to `games`, if it was asked for already
 */
export async function gamesView(page, known = null) {
  const view = new GamesView(page);
  if (known) view.take(known);
  else await view.look();
  return view;
}

class GamesView {
  constructor(page) {
    this.page = page;
    this.games = [];
    /** @type {Record<string, import("./types.js").Sketch>} by board */
    this.sketches = {};
    this.deleted = ""; // the game that can be brought back
    this.wanted = "";
    /** @type {Map<string, import("./types.js").BoardEntry>} */
    this.boards = new Map(page.known.boards.map((board) => [board.name, board]));
  }

  async look() {
    this.take(await this.page.wire.ask("games"));
  }

  take({ games, sketches }) {
    Object.assign(this, { games, sketches });
    this.draw();
  }

  open() {
    return this.look();
  }

  draw() {
    const search = (event) => {
      this.wanted = event.target.value;
      this.draw();
    };
    const found = this.games.filter((entry) => fits(this.text(entry), this.wanted));
    render(
      html`<div class="sheet"><h1>${t("Games")}</h1>
        <div class="row">
          <a class="button act" href="#/new">${t("New game")}</a>
          <a class="button" href="#/record">${t("Record a game")}</a>
          <a class="button" href="#/learn">${t("Learn to play")}</a>
          <a class="button" href="#/drills">${t("Practice")}</a>
          ${loadButton(this.page)}
          <a class="button" href="#/study">${t("Analyse a position")}</a>
          ${
            this.games.length >= SEARCH_FROM &&
            html`<input type="search" id="find-game" placeholder=${t("Find a game")}
              aria-label=${t("Find a game by its board, players or name")} onInput=${search} />`
          }
        </div>
        <p role="status" class="notice" hidden=${!this.deleted}>
          ${t("{game} is deleted.", { game: this.deleted })} <button type="button" id="fetch-back"
            onClick=${() => this.fetchBack()}>${t("Undo")}</button></p>
        ${
          this.games.length
            ? html`<ul class="games">${found.map((entry) => this.card(entry))}</ul>`
            : html`<p>${t("No games yet. Begin one: against bots, with others, or let bots play and watch.")}</p>`
        }
        ${this.games.length > 0 && !found.length && html`<p>${t("No game fits.")}</p>`}
        ${languageChoice()}
      </div>`,
      this.page.content,
    );
  }

  text(entry) {
    return [entry.game, this.title(entry), ...(entry.seats ?? []).map(seatName)].join(" ");
  }

  title(entry) {
    return this.boards.get(entry.board)?.title ?? entry.board ?? entry.game;
  }

  card(entry) {
    const remove = html`<button type="button" class="soft" onClick=${() => this.remove(entry)}>
      ${t("Delete")}<span class="unseen"> ${entry.game}</span>
    </button>`;
    if (entry.problem) {
      return html`<li key=${entry.game} class="damaged">
        <div><h2>${entry.game}</h2><p class="bad">${t("cannot be read: {reason}", { reason: entry.problem })}</p>
          <p class="soft">${when(entry.played)}</p></div>
        <div class="row">${remove}</div>
      </li>`;
    }
    const rename = html`<button type="button" class="soft" onClick=${() => this.rename(entry)}>
      ${t("Rename")}<span class="unseen"> ${entry.game}</span>
    </button>`;
    return html`<li key=${entry.game}>
      <a class="picture" href=${`#/game/${entry.game}`} tabindex="-1" aria-hidden="true">
        ${picture(this.sketches[entry.board], entry.marks)}</a>
      <div>
        <h2><a href=${`#/game/${entry.game}`}>${this.title(entry)}</a> ${this.state(entry)}</h2>
        <p class="players">${entry.seats.map((seat, number) => player(seat, number, entry.totals))}</p>
        <p class="soft">
          ${tn("{count} move", "{count} moves", entry.plies)} ·
          ${" "}${t("played {when}", { when: when(entry.played) })} · ${entry.game}
        </p>
      </div>
      <div class="row">
        <a class="button" href=${`#/game/${entry.game}`}>
          ${this.action(entry)}</a>
        <a class="button" href=${`#/study/${entry.game}`}>${t("Analyse")}</a>${rename}${remove}
      </div>
    </li>`;
  }

  action({ over, recorded, seats }) {
    if (over) return t("Look");
    if (recorded) return t("Go on");
    return seats.some(({ person }) => person) ? t("Play") : t("Watch");
  }

  state(entry) {
    if (entry.over) return html`<small class="badge quiet">${t("over")}</small>`;
    if (entry.recorded) return html`<small class="badge quiet">${t("being recorded")}</small>`;
    const { to_move: mover } = entry;
    if (typeof mover !== "number") return null;
    const seat = entry.seats[mover];
    return seat.person && seat.here
      ? html`<small class="badge">${t("{player}: your move", { player: COLOURS[mover] })}</small>`
      : html`<small class="badge quiet">${t("{player} is to move", { player: COLOURS[mover] })}</small>`;
  }

  async remove({ game }) {
    await this.page.wire.ask("remove", { game });
    this.deleted = game;
    await this.look();
    document.getElementById("fetch-back")?.focus();
  }

  async fetchBack() {
    const game = this.deleted;
    this.deleted = "";
    await this.page.wire.ask("fetch_back", { game });
    await this.look();
  }

  // The game by another name, by which it is found again.
  async rename({ game, seats }) {
    const field = h("input", {
      class: "wide",
      value: game,
      maxlength: 60,
      "aria-label": WORDS.name,
    });
    const links = seats.some(({ person, here }) => person && !here);
    const words = links ? h("p", { class: "soft" }, WORDS.links) : null;
    const buttons = [
      [t("Leave it"), false],
      [t("Rename"), true, "act"],
    ];
    // @ts-expect-error tuples
    if (!(await dialogue(t("Rename {game}", { game }), h("div", {}, field, words), buttons)))
      return;
    if (field.value.trim() === game) return;
    await this.page.wire.ask("rename", { game, name: field.value.trim() });
    await this.look();
  }
}

/**
 * A button to choose a file with games or a position, which is then shown.
 * @param {import("./types.js").Page} page
 */
export function loadButton(page) {
  const load = async ({ target }) => {
    const { loadFile } = await later(() => import("./loading.js"));
    if (target.files.length) await loadFile(page, target.files[0]);
    target.value = ""; // the same file may be chosen again
  };
  return html`<button type="button" onClick=${() => document.getElementById("file")?.click()}>
      ${t("Load a file …")}
    </button>
    <input type="file" accept=".jsonl,.json,.txt" class="unseen" id="file" tabindex="-1"
      aria-label=${t("A file with a game or a position")} onChange=${load} />`;
}

/**
 * The board, and whose pieces stand where.
 * @param {import("./types.js").Sketch | undefined} sketch
 * @param {[x: number, y: number, owner: number][]} marks
 */
function picture(sketch, marks = []) {
  if (!sketch) return null;
  const [width, height] = sketch.size;
  const road = (points) => points.map(([x, y], place) => `${place ? "L" : "M"}${x} ${y}`).join("");
  return html`<svg viewBox=${`0 0 ${width} ${height}`}>
    <path class="sketch-road" d=${sketch.roads.map(road).join("")} />
    ${sketch.cities.map(([x, y]) => html`<circle class="sketch-city" cx=${x} cy=${y} r="24" />`)}
    ${marks.map(
      ([x, y, owner]) => html`<rect class=${`sketch-piece owner-${owner}`}
        x=${x - 17} y=${y - 17} width="34" height="34" rx="6" />`,
    )}
  </svg>`;
}

const player = (seat, number, totals) => html`<span class=${`player owner-${number}`}>
  <span class="seat-mark" title=${COLOURS[number]}>${letter(number)}</span>
  <span class="player-name">${seatName(seat) || COLOURS[number]}</span>
  ${totals.length ? html`<b>${totals[number]}</b>` : null}
</span>`;
