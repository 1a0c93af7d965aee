// The board: the server's map, the pieces on it, and the places that may be clicked.

import { Arrows } from "./arrows.js";
import { h, replace, s, still } from "./dom.js";
import { loadGame } from "./games.js";
import { language, t } from "./language.js";
import { Lettering } from "./lettering.js";
import { Pieces } from "./pieces.js";
import { meaningOf } from "./popup.js";
import { Spots } from "./spots.js";
import { letter } from "./words.js";
import { Zoom } from "./zoom.js";

const maps = new Map();

/** @param {string} name */
export async function loadBoard(name) {
  if (!maps.has(name)) {
    const answer = await fetch(`/board/${encodeURIComponent(name)}?lang=${language.code}`);
    if (!answer.ok) throw new Error(t("the server has no board {name}", { name }));
    const board = await answer.json();
    await loadGame(board.game);
    maps.set(name, board);
  }
  return maps.get(name);
}

export class BoardView {
  constructor(board) {
    this.board = board;
    const [width, height] = board.size;
    const layer = (name) => s("g", { class: `layer-${name}` });
    this.map = layer("map");
    this.map.innerHTML = board.map;
    explainParts(this.map, board);
    // A name is read though a piece, a flag or a marker stands where it is.
    this.names = s(
      "g",
      { class: "layer-names" },
      [...this.map.querySelectorAll(".name")].map(named),
    );
    explainParts(this.names, board);
    this.below = layer("below");
    this.above = layer("above");
    this.standing = new Pieces(board);
    this.spots = new Spots(this);
    this.marks = new Arrows(this);
    this.pointed = s("g", { class: "layer-pointed", "aria-hidden": "true" });
    const label = { role: "group", "aria-label": t("Map of {board}", { board: board.title }) };
    this.svg = s(
      "svg",
      { class: "hansa-map", viewBox: `0 0 ${width} ${height}`, ...label },
      weaves(),
      this.map,
      this.spots.roads,
      this.below,
      this.standing.layer,
      this.above,
      this.names,
      this.standing.fresh,
      this.pointed,
      this.marks.layer,
      this.spots.layer,
    );
    this.scroller = h("div", { class: "board-scroll" }, this.svg);
    this.form = width > height ? "wide" : "tall";
    this.caption = h("p", { class: "caption", hidden: true, onclick: () => this.unfold() });
    this.caption.addEventListener("keydown", (event) => event.key === "Enter" && this.unfold());
    this.lettering = new Lettering(this);
    this.zoom = new Zoom(this.scroller, board.size, (readable) => this.lettering.resize(readable));
    const foot = h("div", { class: "board-foot" }, this.caption, this.zoom.buttons);
    this.node = h("div", { class: `board ${this.form}` }, this.scroller, foot);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.node.style.setProperty("--aspect", String(width / height));
    this.scroller.addEventListener("click", (event) => this.spots.clicked(event));
  }

  get pieces() {
    return this.standing.all;
  }

  /**
   * The server draws what lies below and above the pieces; the pieces move.
   * @param {import("./types.js").Position} position
   */
  show(position, animate = true) {
    this.below.innerHTML = position.below;
    this.standing.settle(position.pieces, animate && !still());
    this.above.innerHTML = position.above;
    callByColours(this.below);
    callByColours(this.above);
    this.lettering.flutter();
  }

  /**
   * What is happening, below the map; nothing moves when it comes and goes.
   * @param {any[]} content
   */
  tell(...content) {
    const { caption } = this;
    caption.hidden = !content.length;
    caption.replaceChildren(...content);
    caption.classList.remove("whole");
    const cut = caption.scrollHeight > caption.clientHeight + 1;
    caption.classList.toggle("cut", cut);
    if (cut) caption.tabIndex = 0;
    else caption.removeAttribute("tabindex");
  }

  // A caption that is longer than there is room shows all of itself, or its first lines again.
  unfold() {
    const { classList } = this.caption;
    if (classList.contains("cut")) classList.toggle("whole");
  }

  /**
   * Where a target is: a list, as a class of houses may have several that fit; empty if it is not
   * on the map.
   * @param {string} target
   * @returns {{ at: import("./types.js").Point, slot?: string, place?: number }[]}
   */
  points(target) {
    const [what, ...words] = target.split(" ");
    const { board, standing } = this;
    if (what === "free") return standing.free(words[0]);
    if (what === "piece") return standing.found(words[0], words[1]);
    const at = {
      city: () => board.cities[words[0]].at,
      route: () => board.routes[words[0]].at,
      special: () => board.spaces[words[0]],
    }[what]?.();
    return at ? [{ at }] : [];
  }

  /**
   * Where a move that was played has been: its routes and cities, until another is pointed at.
   * @param {string} [move]
   */
  point(move = "") {
    const places = placesOf(this.board, move);
    replace(
      this.pointed,
      places.map((place) => this.spots.outline(place)),
    );
  }

  /**
   * What was clicked, as a target; empty beside everything.
   * @param {MouseEvent} event
   */
  placeAt(event) {
    const node = /** @type {Element} */ (event.target).closest?.("[data-place]");
    const place = /** @type {HTMLElement | undefined} */ (node)?.dataset.place ?? "";
    const [what, slot, number] = place.split(" ");
    if (what === "arrow") return "";
    if (what !== "house") return place;
    const here = (entry) => entry.slot === slot && entry.place === Number(number);
    const standing = this.pieces.find(here);
    return standing ? `piece ${standing.piece} ${slot}` : `free ${slot}`;
  }

  offer(targets, handler) {
    this.spots.offer(targets, handler);
  }

  /**
   * The part of the map where some targets are, without saying which of them.
   * @param {string[]} targets
   */
  ringAround(targets) {
    const region = (target) => {
      const [what, ...words] = target.split(" ");
      const route = ["free", "piece"].includes(what) ? words.at(-1)?.split("/")[0] : null;
      return route ? `route ${route}` : target;
    };
    const at = targets.flatMap((target) => this.points(region(target)))[0]?.at;
    if (at) this.marks.around(at);
    else this.arrows([]);
  }

  heat(ways) {
    this.marks.heat(ways);
  }

  arrows(ways) {
    this.marks.show(ways);
  }
}

/**
 * The routes and cities that a move names, as targets.
 * @param {{ routes?: Record<string, any>, cities: Record<string, any> }} board
 * @param {string} move
 */
export function placesOf({ routes = {}, cities }, move) {
  const names = new Set(move.split(/[ ,/]/));
  const route = (name) => (name in routes ? [`route ${name}`] : []);
  const city = (name) => (name in cities ? [`city ${name}`] : []);
  return [...names].flatMap((name) => [...route(name), ...city(name)]);
}

// Patterns of the seats, for those who choose them (colours.css).
const WEAVES = {
  1: "M-2 2L2 -2M0 8L8 0M6 10L10 6",
  2: "M0 2H8M0 6H8",
  3: "M2 2h.1M6 6h.1",
  4: "M0 4H8M4 0V8",
};

function weaves() {
  const drawn = Object.entries(WEAVES).map(([seat, threads]) =>
    s(
      "pattern",
      {
        id: `weave-${seat}`,
        class: `owner-${seat}`,
        width: 8,
        height: 8,
        patternUnits: "userSpaceOnUse",
      },
      s("rect", { width: 8, height: 8, class: "weave-ground" }),
      s("path", { d: threads, class: "weave-line", "stroke-linecap": "round" }),
    ),
  );
  return s("defs", {}, drawn);
}

// A name without its city, for which it still stands.
function named(name) {
  return s("g", { "data-place": name.closest("[data-place]")?.getAttribute("data-place") }, name);
}

// What signs and cities are for, where a pointer rests on them.
function explainParts(map, board) {
  for (const node of map.querySelectorAll("[data-place]")) {
    const words = meaningOf(board, node.dataset.place);
    if (words && !node.dataset.place.startsWith("house")) node.prepend(s("title", {}, words));
  }
}

// Drawings count the seats; people call them by their colours.
function callByColours(layer) {
  for (const word of layer.querySelectorAll(".flag-word, .owner")) {
    const owner = word.closest("[class*=owner-]")?.getAttribute("class") ?? "";
    word.textContent = letter(/owner-(\w)/.exec(owner)?.[1] ?? "?");
  }
}
