// The page begins here: the key, the connection, and which view the address asks for.

import { h, replace, status } from "./dom.js";
import { gamesView, newGameView } from "./lobby.js";
import { openGame } from "./play.js";
import { openStudy } from "./study.js";
import { tournamentsView, tournamentView } from "./tournaments.js";
import { Wire } from "./wire.js";

const content = document.getElementById("content");
const page = { content, wire: null, known: null };
let view = null, turn = 0;

function keyFromAddress() {
  const found = /^#key=([\w.-]+)$/.exec(location.hash);
  if (found) {
    sessionStorage.setItem("hansa-key", found[1]);
    history.replaceState(null, "", "/");
  }
  return sessionStorage.getItem("hansa-key");
}

async function show() {
  const mine = ++turn;
  if (keyInAddress()) return location.reload();
  const [path, query = ""] = (location.hash.slice(2) || "games").split("?");
  const [name, game] = path.split("/").map(decodeURIComponent);
  view?.close?.();
  view = null;
  // Every view has a place of its own: one that is overtaken while it waits for the server writes where nobody looks.
  const place = h("div", { class: "view" });
  replace(content, place);
  const here = { ...page, content: place };
  document.querySelectorAll("nav a").forEach((link) =>
    (link.hash === `#/${name}` ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current")));
  try {
    let made;
    if (!page.known.host && name !== "study") made = await openGame(here, page.known.game);
    else if (name === "new") made = await newGameView(here, new URLSearchParams(query));
    else if (name === "game" && game) made = await openGame(here, game);
    else if (name === "study") made = await openStudy(here, game ?? null, new URLSearchParams(query));
    else if (name === "tournaments") made = game ? await tournamentView(here, game) : await tournamentsView(here);
    else made = await gamesView(here);
    if (mine !== turn) made?.close?.();
    else view = made;
    if (mine === turn) content.focus({ preventScroll: true });
  } catch (error) {
    replace(place, h("div", { class: "sheet" }, h("h1", {}, "That did not work"), h("p", { role: "alert" }, error.message),
      h("p", {}, h("a", { href: "#/games" }, "Back to the games"))));
  }
  return null;
}

const keyInAddress = () => location.hash.startsWith("#key=");

function theme() {
  const kept = localStorage.getItem("hansa-theme");
  if (kept) document.documentElement.dataset.theme = kept;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = getComputedStyle(document.documentElement).getPropertyValue("--is-dark").trim() === "1";
    document.documentElement.dataset.theme = dark ? "light" : "dark";
    localStorage.setItem("hansa-theme", document.documentElement.dataset.theme);
  });
}

async function start() {
  theme();
  const key = keyFromAddress();
  page.wire = new Wire(key);
  try {
    if (!key) throw new Error("This page needs the link that “hansa serve” printed, with its key.");
    page.known = await page.wire.connect();
  } catch (error) {
    replace(content, h("div", { class: "sheet" }, h("h1", {}, "No way in"), h("p", { role: "alert" }, error.message)));
    return;
  }
  if (!page.known.host) document.querySelector("nav").hidden = true;
  page.wire.again = () => (view?.open ? view.open() : show());
  addEventListener("hashchange", show);
  addEventListener("unhandledrejection", (event) => {
    if (event.reason?.code) {       // a refusal of the server that nobody expected: said, and not lost
      event.preventDefault();
      status(event.reason.message, true);
    }
  });
  await show();
}

start();
