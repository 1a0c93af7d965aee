// The page begins here: the key, the connection, and which view the address asks for.

import { h, replace, status } from "./dom.js";
import { language, later, t } from "./language.js";
import { gamesView } from "./lobby.js";
import { showColours } from "./preferences.js";
import { RulesPanel } from "./rules.js";
import { Wire } from "./wire.js";
import { capital } from "./words.js";

const content = /** @type {HTMLElement} */ (document.getElementById("content"));
const TAB_KEY = "hansa-key";
// What only some views need is fetched with the first of them, all at once; what games need also
// when nothing else is to be done.
const GAME = [
  "adapting",
  "pace",
  "settings",
  "arrows",
  "board",
  "board_words",
  "chooser",
  "desks",
  "games",
  "hand_over",
  "labels",
  "lettering",
  "new_game",
  "people",
  "pieces",
  "play",
  "popup",
  "recording",
  "replay",
  "rewards",
  "setup_fields",
  "spots",
  "story",
  "teacher",
  "teutonica",
  "teutonica_form",
  "teutonica_words",
  "zoom",
];
const STUDY = [
  "study",
  "notes",
  "tree",
  "thinking",
  "review",
  "retry",
  "graph",
  "explorer",
  "editor",
  "schedule",
];
/** @type {Set<string>} */
const fetched = new Set();

/**
 * The key in the address goes to the server, which answers with a cookie: from then on every tab,
 * every bookmark and the browser of tomorrow is let in. This tab keeps it too, since a browser may
 * have links to several seats.
 */
function keyOfTab() {
  const found = /^#key=([\w.-]+)$/.exec(location.hash);
  if (!found) return sessionStorage.getItem(TAB_KEY);
  sessionStorage.setItem(TAB_KEY, found[1]);
  history.replaceState(null, "", "/");
  fetch("/enter", { method: "POST", body: found[1] }).catch(() => {}); // this tab does not wait
  return found[1];
}

class Main {
  /** @param {string | null} key */
  constructor(key) {
    this.wire = new Wire(key);
    /** @type {import("./types.js").View | null} */
    this.view = null;
    this.turn = 0;
    /** @type {Promise<any> | null} the list of games, asked for before the view is there */
    this.games = null;
  }

  async begin() {
    // On a slow line every answer takes long: what is shown first is asked with the greeting.
    this.wire.opened = () => {
      this.wire.opened = null;
      if (addressed()[0] === "games") this.games = this.wire.ask("games").catch(() => null);
    };
    try {
      this.known = await this.wire.connect();
    } catch (error) {
      const words = h("p", { role: "alert" }, capital(error.message));
      replace(content, h("div", { class: "sheet" }, h("h1", {}, t("No way in")), words));
      return;
    }
    if (!this.known.host) nav().hidden = true;
    this.offerHelp();
    if (this.known.host) this.takeFiles();
    this.wire.again = () => (this.view?.open ? this.view.open() : this.show());
    addEventListener("hashchange", () => this.show());
    addEventListener("unhandledrejection", (event) => {
      if (!event.reason?.code) return;
      event.preventDefault(); // a refusal of the server that nobody expected: said, and not lost
      status(event.reason.message, true);
    });
    await this.show();
    const idle = window.requestIdleCallback ?? setTimeout;
    idle(() => {
      style("tournaments");
      fetchAhead(GAME);
    });
  }

  // The rules and the keys, wherever one is.
  offerHelp() {
    const rules = new RulesPanel(this.wire);
    document.getElementById("open-rules")?.addEventListener("click", () => rules.toggle());
    document.getElementById("open-help")?.addEventListener("click", help);
    addEventListener("keydown", (event) => {
      const at = /** @type {Element} */ (event.target);
      if (at.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey) return;
      if (event.key === "?") help();
      else if (event.key === "r" && !event.altKey) rules.toggle();
      else return;
      event.preventDefault();
    });
  }

  // Files that are dropped anywhere on the page; a browser would show them in its place.
  takeFiles() {
    const holds = (event) => event.dataTransfer?.types.includes("Files");
    const mark = (event, on) => {
      if (!holds(event)) return;
      event.preventDefault();
      content.classList.toggle("dropping", on);
    };
    addEventListener("dragover", (event) => mark(event, true));
    addEventListener("dragleave", (event) => event.relatedTarget ?? mark(event, false));
    addEventListener("drop", async (event) => {
      mark(event, false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      const { loadFile } = await later(() => import("./loading.js"));
      await loadFile(/** @type {any} */ (this), file);
    });
  }

  async show() {
    if (location.hash.startsWith("#key=")) {
      location.reload();
      return;
    }
    const [path, query = ""] = addressed();
    const [name, game, part] = path.split("/").map(decodeURIComponent);
    if (this.view?.returns?.(name, game, new URLSearchParams(query))) return;
    const mine = ++this.turn;
    this.view?.close?.();
    this.view = null;
    document.title = "hansa";
    status(""); // what was said is about another view
    // Every view has a place of its own: one that is overtaken while it waits for the server
    // writes where nobody looks.
    const place = h("div", { class: "view" });
    const loading = h("p", { class: "loading" }, t("One moment …"));
    replace(content, place, loading);
    for (const link of nav().querySelectorAll("a")) {
      if (link.hash === `#/${name}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    try {
      const made = await this.open(place, name, game, part, new URLSearchParams(query));
      if (mine !== this.turn) return made.close?.();
      loading.remove();
      this.view = made;
      content.focus({ preventScroll: true });
    } catch (error) {
      const words = h("p", { role: "alert" }, capital(error.message));
      const back = h("p", {}, h("a", { href: "#/games" }, t("Back to the games")));
      const sheet = h("div", { class: "sheet" }, h("h1", {}, t("That did not work")), words, back);
      loading.remove();
      replace(place, sheet);
    }
    return undefined;
  }

  /**
   * @param {HTMLElement} place
   * @param {string} name
   * @param {string} game
   * @param {string} part
   * @param {URLSearchParams} query
   * @returns {Promise<import("./types.js").View>}
   */
  async open(place, name, game, part, query) {
    const known = /** @type {import("./types.js").Known} */ (this.known);
    const page = { content: place, wire: this.wire, known };
    if (name === "learn") {
      const { lessonView, lessonsView } = await later(() => import("./learn.js"));
      return game && part ? lessonView(page, game, Number(part)) : lessonsView(page);
    }
    if (name === "study") {
      fetchAhead(STUDY);
      const { openStudy } = await later(() => import("./study.js"));
      return openStudy(page, game ?? null, query);
    }
    if (!known.host) return this.openGame(page, /** @type {string} */ (known.game));
    if (name === "drills") {
      const { drillsView } = await later(() => import("./drills.js"));
      return drillsView(page, query);
    }
    if (name === "exercise") {
      const { exerciseView } = await later(() => import("./exercises.js"));
      return exerciseView(page);
    }
    if (name === "new") {
      fetchAhead(GAME);
      const { newGameView } = await import("./new_game.js");
      return newGameView(page, query);
    }
    if (name === "record") {
      const { recordView } = await later(() => import("./record.js"));
      return recordView(page);
    }
    if (name === "game" && game) return this.openGame(page, game);
    if (name === "tournaments") {
      style("tournaments");
      const { tournamentView, tournamentsView } = await later(() => import("./tournaments.js"));
      return game ? tournamentView(page, game) : tournamentsView(page);
    }
    const { games } = this;
    this.games = null;
    return gamesView(page, await games);
  }

  /**
   * @param {import("./types.js").Page} page
   * @param {string} game
   */
  async openGame(page, game) {
    fetchAhead(GAME);
    const { openGame } = await import("./play.js");
    return openGame(page, game);
  }
}

/**
 * Scripts that will be imported in a moment, asked for side by side and not one after another.
 * @param {string[]} names
 */
function fetchAhead(names) {
  for (const name of names.filter((each) => !fetched.has(each))) {
    fetched.add(name);
    document.head.append(h("link", { rel: "modulepreload", href: fileBeside(`${name}.js`) }));
  }
}

/**
 * The address of a file: this script's own names the edition of all of them.
 * @param {string} name
 */
const fileBeside = (name) => new URL(name, import.meta.url).href;

const help = () => later(() => import("./help.js")).then(({ showHelp }) => showHelp());

/** The view that the address asks for, and what is behind its question mark. */
const addressed = () => (location.hash.slice(2) || "games").split("?");

/**
 * A style sheet that only some views need; what is for small screens stays the last word.
 * @param {string} name
 */
function style(name) {
  if (fetched.has(`${name}.css`)) return;
  fetched.add(`${name}.css`);
  const sheet = h("link", { rel: "stylesheet", href: fileBeside(`${name}.css`) });
  document.getElementById("screens")?.before(sheet);
}

const nav = () => /** @type {HTMLElement} */ (document.querySelector("nav"));

// What the page has before its scripts run.
function nameParts() {
  document.documentElement.lang = language.code;
  const name = (selector, words, attribute = "") => {
    const node = document.querySelector(selector);
    if (attribute) node?.setAttribute(attribute, words);
    else if (node) node.textContent = words;
  };
  name(".skip", t("Skip to the game"));
  name("nav", t("Pages"), "aria-label");
  name("nav [href='#/games']", t("Games"));
  name("nav [href='#/new']", t("New game"));
  name("nav [href='#/learn']", t("Learn"));
  name("nav [href='#/study']", t("Analyse"));
  name("nav [href='#/tournaments']", t("Tournaments"));
  name("#open-rules", t("Rules"), "aria-label");
  name("#open-rules .long", t("Rules"));
  name("#open-help", t("Help"), "aria-label");
  name("#theme", t("Switch between light and dark"), "aria-label");
}

function theme() {
  const root = document.documentElement;
  const kept = localStorage.getItem("hansa-theme");
  if (kept) root.dataset.theme = kept;
  document.getElementById("theme")?.addEventListener("click", () => {
    const night = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const dark = (root.dataset.theme ?? night) === "dark";
    root.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("hansa-theme", root.dataset.theme);
  });
}

nameParts();
theme();
showColours();
new Main(keyOfTab()).begin();
