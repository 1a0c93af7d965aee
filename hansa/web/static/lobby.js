// The list of games, files that are loaded, and the form for a new game.

import { dialogue, h, replace, status } from "./dom.js";

const ENDS = { interrupted: "goes on", moves: "cut off", time: "cut off" };
const when = (seconds) => new Date(seconds * 1000).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export async function gamesView(page) {
  const { games } = await page.wire.ask("games");
  const titles = Object.fromEntries(page.known.boards.map((board) => [board.name, board.title]));
  const file = h("input", { type: "file", accept: ".jsonl,.json", class: "unseen", id: "file", "aria-label": "A file with a game or a position",
    onchange: () => file.files.length && load(page, file.files[0]) });
  const remove = async (game) => {
    if (!await dialogue(`Delete ${game}?`, h("p", {}, "The game and its review are gone for good."), [["Keep it", false], ["Delete", true, "danger"]])) return;
    await page.wire.ask("remove", { game });
    location.reload();
  };
  const players = (seats) => {
    const counts = new Map();
    for (const seat of seats.map((spec) => (spec === "human" ? "a person" : spec.split(":")[0]))) counts.set(seat, (counts.get(seat) ?? 0) + 1);
    return [...counts].map(([name, count]) => (count === 1 ? name : name === "a person" ? `${count} people` : `${count}\u00a0×\u00a0${name}`)).join(", ");
  };
  const damaged = (entry) => h("tr", { class: "damaged" }, h("th", { scope: "row" }, entry.game), h("td", { colspan: 4, class: "bad" }, `cannot be read: ${entry.problem}`),
    h("td", {}, when(entry.played)), h("td", {}, h("button", { type: "button", class: "soft", "aria-label": `Delete ${entry.game}`, onclick: () => remove(entry.game) }, "Delete")));
  replace(page.content, h("div", { class: "sheet" }, h("h1", {}, "Games"),
    h("div", { class: "row" }, h("a", { class: "button act", href: "#/new" }, "New game"),
      h("button", { type: "button", onclick: () => file.click() }, "Load a file …"), file,
      h("a", { class: "button", href: "#/study" }, "Analyse a position")),
    games.length ? h("div", { class: "wide-table" }, h("table", { class: "games" },
      h("thead", {}, h("tr", {}, ["Game", "Board", "Who plays", "Moves", "State", "Played", ""].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, games.map((entry) => (entry.problem ? damaged(entry) : h("tr", {},
        h("th", { scope: "row" }, h("a", { href: `#/game/${entry.game}` }, entry.game)), h("td", {}, titles[entry.board] ?? entry.board),
        h("td", {}, players(entry.seats)), h("td", {}, entry.plies),
        h("td", {}, ENDS[entry.end] ?? `over: ${entry.totals.join(" · ")}`), h("td", {}, when(entry.played)),
        h("td", {}, h("div", { class: "row" }, h("a", { class: "button", href: `#/study/${entry.game}` }, "Analyse"),
          h("button", { type: "button", class: "soft", "aria-label": `Delete ${entry.game}`, onclick: () => remove(entry.game) }, "Delete")))))))))
      : h("p", {}, "No games yet. Begin one: against bots, with others, or let bots play and watch.")));
  return {};
}

async function load(page, file) {
  try {
    if (file.size > 1_000_000) throw new Error(`${file.name} has more than a megabyte; cut out the game you want`);
    const answer = await page.wire.ask("load", { text: await file.text() });
    if (answer.state) {
      sessionStorage.setItem("hansa-state", JSON.stringify(answer.state));
      location.hash = "#/study";
    } else location.hash = `#/game/${answer.game}`;
  } catch (error) {
    status(error.message, true);
  }
}

// The levels of the search, and above them the strengths that look further than the highest.
function strengths(bots) {
  const known = (name) => bots.find((bot) => bot.name === "mcts")?.parameters.find((entry) => entry.name === name);
  const levels = Array.from({ length: known("level")?.high ?? 0 }, (_, number) => [`mcts:level=${number + 1}`, `AI, level ${number + 1}`]);
  return [...levels, ...(known("strength")?.choices ?? []).slice(-3).map((name) => [`mcts:strength=${name}`, `AI, ${name}`])];
}

// A new game; with `?from=position` from the position that was left in this tab, whose board and players are given.
export async function newGameView(page, query) {
  const kept = query.has("from") ? sessionStorage.getItem("hansa-start") : null, start = kept ? JSON.parse(kept) : null;
  const boards = page.known.boards.filter((board) => !start || board.name === start.board);
  let bots = [];              // those that play the game of the board
  const select = (label, id, options, change) => {
    const node = h("select", { id, onchange: change }, options.map(([value, words]) => h("option", { value }, words)));
    return [node, h("label", { class: "block" }, label, node)];
  };
  const entry = () => boards.find((board) => board.name === boardField.value);
  const [boardField, boardLabel] = select("Board", "board", boards.map((board) => [board.name, `${board.title} (${board.name})`]), () => update());
  const [playersField, playersLabel] = select("Players", "players", [], () => seatRows());
  const [editionField, editionLabel] = select("Edition", "edition", []);
  const modules = h("fieldset", { class: "modules" });
  const seats = h("fieldset", { class: "seats" }), first = start ? start.turn : 0;       // the seat offered to whoever is here
  const seedField = h("input", { id: "seed", inputmode: "numeric", placeholder: "by chance" });
  const problem = h("p", { role: "alert", class: "bad" });

  function update() {
    const before = Number(playersField.value);
    bots = page.known.bots.filter((bot) => bot.game === null || bot.game === entry().game);
    editionLabel.hidden = Boolean(start) || !entry().editions.length;
    modules.hidden = Boolean(start) || !entry().modules.length;
    replace(bound, bots.map((bot) => h("option", { value: bot.name })));
    replace(about, about.firstChild, aboutBots());
    replace(playersField, (start ? [start.players] : entry().players).map((count) => h("option", { value: count, selected: count === before || (!before && count === 4) }, count)));
    replace(editionField, entry().editions.map((edition) => h("option", { value: edition }, edition)));
    seatRows();
  }

  function seatRows() {
    const count = Number(playersField.value);
    const allowed = count > 2 ? entry().modules : [];
    replace(modules, h("legend", {}, "Modules"), allowed.length ? allowed.map((name) => h("label", { class: "inline" },
      h("input", { type: "checkbox", name: "module", value: name }), name)) : h("span", { class: "soft" }, "none on this board with so many players"));
    const known = [...seats.querySelectorAll(".seat-row")].map((row) => [row.querySelector("select").value, row.querySelector(".spec").value, row.querySelector(".who").value]);
    replace(seats, h("legend", {}, "Who sits where"), Array.from({ length: count }, (_, seat) => seatRow(seat, known[seat])));
  }

  function seatRow(seat, [kind, spec, name] = [seat === first ? "here" : "mcts:level=5", "", ""]) {
    const specField = h("input", { class: "spec", value: spec, placeholder: "such as mcts:seconds=1", "aria-label": `Seat ${seat}: spec of the bot`, list: "bots" });
    const nameField = h("input", { class: "who", value: name, placeholder: "name", maxlength: 40, "aria-label": `Seat ${seat}: name` });
    const about = h("small", { class: "soft" });
    const field = h("select", { "aria-label": `Seat ${seat}`, onchange: () => shown() },
      h("optgroup", { label: "People" }, h("option", { value: "here" }, "a person at this browser"), h("option", { value: "link" }, "a person with a link")),
      h("optgroup", { label: "The AI" }, strengths(bots).map(([value, words]) => h("option", { value }, words))),
      h("optgroup", { label: "Bots" }, bots.map((bot) => h("option", { value: bot.name }, bot.name)), h("option", { value: "spec" }, "with settings …")));
    field.value = kind;
    if (!field.value) field.value = "mcts:level=5";     // a bot for another game
    const shown = () => {
      specField.hidden = field.value !== "spec";
      nameField.hidden = field.value !== "here" && field.value !== "link";
      about.textContent = bots.find((bot) => bot.name === field.value)?.about ?? (field.value.includes("=") ? "tree search with a fitted mind" : "");
    };
    shown();
    return h("div", { class: `seat-row owner-${seat}` }, h("span", { class: "seat-mark" }, seat), field, nameField, specField, about);
  }

  async function begin(event) {
    event.preventDefault();
    problem.textContent = "";
    const setup = { board: boardField.value, players: Number(playersField.value) };
    if (entry().editions.length) setup.edition = editionField.value;
    if (entry().modules.length) setup.modules = [...modules.querySelectorAll("input:checked")].map((box) => box.value);
    const chairs = [...seats.querySelectorAll(".seat-row")].map((row) => {
      const kind = row.querySelector("select").value;
      return { who: kind === "spec" ? row.querySelector(".spec").value.trim() || "?" : kind, name: row.querySelector(".who").value.trim() };
    });
    const seed = seedField.value.trim();
    try {
      if (seed && !/^\d{1,15}$/.test(seed)) throw new Error("the seed is a whole number");
      const { game } = await page.wire.ask("new", { ...(start ? { state: start } : { setup }), seats: chairs, ...(seed ? { seed: Number(seed) } : {}) });
      location.hash = `#/game/${game}`;
    } catch (error) {
      problem.textContent = error.message;
    }
  }

  const aboutBots = () => h("dl", {}, bots.map((bot) => [
    h("dt", {}, h("code", {}, bot.name), ` ${bot.about}`),
    h("dd", {}, h("ul", {}, bot.parameters.map((entry) => h("li", {}, h("code", {}, entry.name), ` ${entry.help}`,
      entry.choices.length ? "" : entry.default === null ? "" : ` (${entry.default})`))))]));
  const about = h("details", {}, h("summary", {}, "Bots and their settings")), bound = h("datalist", { id: "bots" });
  replace(page.content, h("form", { class: "sheet", onsubmit: begin }, h("h1", {}, start ? "New game from this position" : "New game"),
    start ? h("p", { class: "soft", id: "start" }, `${boards[0].title}, turn ${start.turns + 1}: seat ${start.turn} is to play. `, h("a", { href: "#/new" }, "A game from the beginning")) : null,
    h("div", { class: "fields" }, boardLabel, playersLabel, editionLabel, h("label", { class: "block" }, "Seed", seedField)), modules, seats,
    bound, problem,
    h("div", { class: "row" }, h("button", { type: "submit", class: "act", id: "begin" }, "Begin")), about));
  boardField.value = boards.find((board) => start || board.players.includes(4)).name;
  update();
  return {};
}
