// Tournaments: the logs that are here; tables, plots and games of one, again and again while it is played.

import { h, replace, status } from "./dom.js";

const PAUSE = 2000, PATIENCE = 20;      // milliseconds between two looks; more where a look costs more than a part of that
const when = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export async function tournamentsView(page) {
  const { tournaments } = await page.wire.ask("tournaments");
  replace(page.content, h("div", { class: "sheet" }, h("h1", {}, "Tournaments"),
    tournaments.length ? h("div", { class: "wide-table" }, h("table", {}, h("thead", {}, h("tr", {}, ["Log", "Bots", "Begun", "Last game"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, tournaments.map((entry) => h("tr", {}, h("th", { scope: "row" }, h("a", { href: `#/tournaments/${encodeURIComponent(entry.name)}` }, entry.name)),
        h("td", {}, entry.bots.join(", ")), h("td", {}, entry.started), h("td", {}, when(entry.played)))))))
      : h("p", {}, "No logs here. ", h("code", {}, "hansa tournament"), " plays one; begin the server in its folder, or with ", h("code", {}, "--logs FOLDER"), ".")));
  return {};
}

export async function tournamentView(page, name) {
  const view = { closed: false, close() { this.closed = true; clearTimeout(this.timer); } };
  const parts = Object.fromEntries(["summary", "plots", "tables", "games"].map((part) => [part, h("div", { class: part })]));
  const filter = h("input", { type: "search", placeholder: "bots, ends, numbers", "aria-label": "Find games" });
  replace(page.content, h("div", { class: "sheet" }, h("h1", {}, name), parts.summary, parts.tables, parts.plots, h("h2", {}, "Games"), filter, parts.games));
  let known = -1, games = [];

  async function enter(game) {
    try {
      const answer = await page.wire.ask("tournament_game", { name, game });
      location.hash = `#/study/${answer.game}?ply=0`;
    } catch (error) { status(error.message, true); }
  }

  function list() {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = games.filter((game) => wanted.every((word) => `${game.id} ${game.bots.join(" ")} ${game.end} ${game.table}`.toLowerCase().includes(word)));
    replace(parts.games, h("div", { class: "played-games" }, h("table", {}, h("thead", {}, h("tr", {}, ["Game", "Seats, rank and points", "End", "Moves"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, found.slice(-300).reverse().map((game) => h("tr", {}, h("th", { scope: "row" }, h("button", { type: "button", class: "link", "data-game": game.id, onclick: () => enter(game.id) }, game.id)),
        h("td", {}, game.bots.map((bot, seat) => `${game.ranks[seat]}. ${bot} ${game.points[seat]}`).join(" · ")), h("td", {}, game.end), h("td", {}, game.moves)))))));
  }
  filter.addEventListener("input", list);

  async function look() {
    const began = performance.now();
    try {
      const report = await page.wire.ask("tournament", { name, known });
      if (view.closed) return;
      if (!report.same) {
        known = report.bytes;
        games = report.games;
        show(report);
      }
    } catch (error) { status(error.message, true); }
    view.timer = setTimeout(look, Math.max(PAUSE, PATIENCE * (performance.now() - began)));
  }

  function show(report) {
    replace(parts.summary, h("p", { id: "summary" }, report.summary), report.faults.map((line) => h("p", { class: "bad" }, line)), h("p", { class: "soft" }, h("code", {}, report.command)));
    replace(parts.tables, report.sheets.map((sheet) => [h("h2", {}, sheet.title), h("div", { class: "wide-table" }, h("table", { class: "numbers" },
      h("thead", {}, h("tr", {}, sheet.columns.map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, sheet.rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell)))))))]).flat());
    parts.plots.innerHTML = report.plots.join("");        // drawn and escaped by the server
    list();
  }

  await look();
  return view;
}
