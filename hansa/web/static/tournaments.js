// Tournaments: the logs that are here; tables, plots and games of one, again and again while it is played.

import { status } from "./dom.js";
import { Component, createRef, html, render } from "./html.js";
import { t } from "./language.js";
import { fits, when } from "./words.js";

// Milliseconds between two looks; more where a look costs more than a part of that.
const PAUSE = 2000;
const PATIENCE = 20;
const MOST_SHOWN = 300;

/**
 * @param {string[]} titles
 * @param {string[]} [meanings] said where a pointer rests on them
 */
const heads = (titles, meanings = []) =>
  html`<thead><tr>
    ${titles.map((words, column) => html`<th scope="col" title=${meanings[column]}>${words}</th>`)}
  </tr></thead>`;

/** @param {import("./types.js").Page} page */
export async function tournamentsView(page) {
  const { tournaments } = await page.wire.ask("tournaments");
  const row = (entry) => html`<tr>
    <th scope="row">
      <a href=${`#/tournaments/${encodeURIComponent(entry.name)}`}>${entry.name}</a>
    </th>
    <td>${entry.bots.join(", ")}</td><td>${when(Date.parse(entry.started) / 1000)}</td><td>${when(entry.played)}</td>
  </tr>`;
  const table = html`<div class="wide-table"><table>
    ${heads([t("Log"), t("Bots"), t("Begun"), t("Last game")])}<tbody>${tournaments.map(row)}</tbody>
  </table></div>`;
  const none = html`<p>${t(
    "No logs here. 'hansa tournament' plays one; begin the server in its folder, or " +
      "with '--logs FOLDER'.",
  )}</p>`;
  render(
    html`<div class="sheet"><h1>${t("Tournaments")}</h1>${tournaments.length ? table : none}</div>`,
    page.content,
  );
  return {};
}

/**
 * @param {import("./types.js").Page} page
 * @param {string} name
 */
export async function tournamentView(page, name) {
  const view = new TournamentView(page, name);
  await view.look();
  return view;
}

class TournamentView {
  constructor(page, name) {
    this.page = page;
    this.name = name;
    this.closed = false;
    this.report = {
      bytes: -1,
      summary: "",
      command: "",
      faults: [],
      sheets: [],
      games: [],
      plots: [],
    };
    this.wanted = "";
    this.timer = 0;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
  }

  async look() {
    const began = performance.now();
    try {
      const known = this.report.bytes;
      const report = await this.page.wire.ask("tournament", { name: this.name, known });
      if (this.closed) return;
      if (!report.same) {
        this.report = report;
        this.draw();
      }
    } catch (error) {
      if (this.report.bytes < 0) throw error; // nothing is shown that could stay
      status(error.message, true);
    }
    const pause = Math.max(PAUSE, PATIENCE * (performance.now() - began));
    this.timer = window.setTimeout(() => this.look(), pause);
  }

  async enter(game) {
    try {
      const answer = await this.page.wire.ask("tournament_game", { name: this.name, game });
      location.hash = `#/study/${answer.game}?ply=0`;
    } catch (error) {
      status(error.message, true);
    }
  }

  draw() {
    const { report } = this;
    const find = (event) => {
      this.wanted = event.target.value;
      this.draw();
    };
    render(
      html`<div class="sheet">
        <h1>${this.name}</h1>
        <div class="summary">
          <p id="summary">${report.summary}</p>
          ${report.faults.map((line) => html`<p class="bad">${line}</p>`)}
          <p class="soft"><code>${report.command}</code></p>
        </div>
        <div class="tables">${report.sheets.map(sheetTable)}</div>
        <${Plots} plots=${report.plots} />
        <h2>${t("Games")}</h2>
        <input type="search" placeholder=${t("bots, ends, numbers")} aria-label=${t("Find games")}
          onInput=${find} value=${this.wanted} />
        <div class="games">${this.gamesTable()}</div>
      </div>`,
      this.page.content,
    );
  }

  gamesTable() {
    const words = (game) => `${game.id} ${game.bots.join(" ")} ${game.end} ${game.table}`;
    const found = this.report.games.filter((game) => fits(words(game), this.wanted));
    const seats = (game) =>
      game.bots.map((bot, seat) => `${game.ranks[seat]}. ${bot} ${game.points[seat]}`).join(" · ");
    const row = (game) => html`<tr key=${game.id}>
      <th scope="row">
        <button type="button" class="link" data-game=${game.id} onClick=${() => this.enter(game.id)}>
          ${game.id}
        </button>
      </th>
      <td>${seats(game)}</td><td>${game.end}</td><td>${game.moves}</td>
    </tr>`;
    return html`<div class="played-games"><table>
      ${heads([t("Game"), t("Seats, rank and points"), t("End"), t("Moves")])}
      <tbody>${found.slice(-MOST_SHOWN).reverse().map(row)}</tbody>
    </table></div>`;
  }
}

const sheetTable = (sheet) => html`
  <h2>${sheet.title}</h2>
  <div class="wide-table"><table class="numbers">
    ${heads(sheet.columns, sheet.meanings)}
    <tbody>
      ${sheet.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}
    </tbody>
  </table></div>`;

// Drawn and escaped by the server; set anew only when it has sent others.
class Plots extends Component {
  root = createRef();

  componentDidMount() {
    this.fill();
  }

  componentDidUpdate(before) {
    if (before.plots !== this.props.plots) this.fill();
  }

  fill() {
    this.root.current.innerHTML = this.props.plots.join("");
  }

  render() {
    return html`<div class="plots" ref=${this.root}></div>`;
  }
}
