// The page begins here: the key, the connection, and which view the address asks for.

import { h, replace, status } from "./dom.js";
import { showHelp } from "./help.js";
import { language, t } from "./language.js";
import { gamesView } from "./lobby.js";
import { newGameView } from "./new_game.js";
import { openGame } from "./play.js";
import { RulesPanel } from "./rules.js";
import { showColours } from "./settings.js";
import { Wire } from "./wire.js";

const content = /** @type {HTMLElement} */ (document.getElementById("content"));
const TAB_KEY = "hansa-key";
// What only some views need is fetched with the first of them, all at once.
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
async function keyOfTab() {
  const found = /^#key=([\w.-]+)$/.exec(location.hash);
  if (!found) return sessionStorage.getItem(TAB_KEY);
  sessionStorage.setItem(TAB_KEY, found[1]);
  history.replaceState(null, "", "/");
  await fetch("/enter", { method: "POST", body: found[1] }).catch(() => {});
  return found[1];
}

class Main {
  /** @param {string | null} key */
  constructor(key) {
    this.wire = new Wire(key);
    /** @type {import("./types.js").View | null} */
    this.view = null;
    this.turn = 0;
  }

  async begin() {
    try {
      this.known = await this.wire.connect();
    } catch (error) {
      const words = h("p", { role: "alert" }, error.message);
      replace(content, h("div", { class: "sheet" }, h("h1", {}, t("No way in")), words));
      return;
    }
    if (!this.known.host) nav().hidden = true;
    this.offerHelp();
    this.wire.again = () => (this.view?.open ? this.view.open() : this.show());
    addEventListener("hashchange", () => this.show());
    addEventListener("unhandledrejection", (event) => {
      if (!event.reason?.code) return;
      event.preventDefault(); // a refusal of the server that nobody expected: said, and not lost
      status(event.reason.message, true);
    });
    await this.show();
  }

  // The rules and the keys, wherever one is.
  offerHelp() {
    const rules = new RulesPanel(this.wire);
    document.getElementById("open-rules")?.addEventListener("click", () => rules.toggle());
    document.getElementById("open-help")?.addEventListener("click", () => showHelp());
    addEventListener("keydown", (event) => {
      const at = /** @type {Element} */ (event.target);
      if (at.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey) return;
      if (event.key === "?") showHelp();
      else if (event.key === "r" && !event.altKey) rules.toggle();
      else return;
      event.preventDefault();
    });
  }

  async show() {
    if (location.hash.startsWith("#key=")) {
      location.reload();
      return;
    }
    const [path, query = ""] = (location.hash.slice(2) || "games").split("?");
    const [name, game, part] = path.split("/").map(decodeURIComponent);
    if (this.view?.returns?.(name, game, new URLSearchParams(query))) return;
    const mine = ++this.turn;
    this.view?.close?.();
    this.view = null;
    document.title = "hansa";
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
      const words = h("p", { role: "alert" }, error.message);
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
      const { lessonView, lessonsView } = await import("./learn.js");
      return game && part ? lessonView(page, game, Number(part)) : lessonsView(page);
    }
    if (name === "study") {
      fetchAhead(STUDY);
      const { openStudy } = await import("./study.js");
      return openStudy(page, game ?? null, query);
    }
    if (!known.host) return openGame(page, /** @type {string} */ (known.game));
    if (name === "drills") {
      const { drillsView } = await import("./drills.js");
      return drillsView(page, query);
    }
    if (name === "exercise") {
      const { exerciseView } = await import("./exercises.js");
      return exerciseView(page);
    }
    if (name === "new") return newGameView(page, query);
    if (name === "record") {
      const { recordView } = await import("./record.js");
      return recordView(page);
    }
    if (name === "game" && game) return openGame(page, game);
    if (name === "tournaments") {
      const { tournamentView, tournamentsView } = await import("./tournaments.js");
      return game ? tournamentView(page, game) : tournamentsView(page);
    }
    return gamesView(page);
  }
}

/**
 * Scripts that will be imported in a moment, asked for side by side and not one after another.
 * @param {string[]} names
 */
function fetchAhead(names) {
  for (const name of names.filter((each) => !fetched.has(each))) {
    fetched.add(name);
    document.head.append(h("link", { rel: "modulepreload", href: `/static/${name}.js` }));
  }
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
new Main(await keyOfTab()).begin();
