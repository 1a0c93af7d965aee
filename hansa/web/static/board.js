// The board: the server's map, what stands on it, and the places that may be clicked.

import { Arrows } from "./arrows.js";
import { h, s, still } from "./dom.js";
import { Pieces } from "./pieces.js";
import { meaningOf } from "./popup.js";
import { Spots } from "./spots.js";
import { letter } from "./words.js";

const maps = new Map();
const ZOOMS = [1, 1.25, 1.6, 2.1, 2.8, 3.8];
const READABLE = 0.58; // CSS pixels a unit of the map: its names have 11 pixels then

/** @param {string} name */
export async function loadBoard(name) {
  if (!maps.has(name)) {
    const answer = await fetch(`/board/${encodeURIComponent(name)}`);
    if (!answer.ok) throw new Error(`the server has no board ${name}`);
    maps.set(name, await answer.json());
  }
  return maps.get(name);
}

export class BoardView {
  constructor(board) {
    this.board = board;
    this.zoom = 0;
    const [width, height] = board.size;
    const layer = (name) => s("g", { class: `layer-${name}` });
    this.map = layer("map");
    this.map.innerHTML = board.map;
    explainParts(this.map, board);
    this.below = layer("below");
    this.above = layer("above");
    this.standing = new Pieces(board);
    this.spots = new Spots(this);
    this.marks = new Arrows(this);
    const label = { role: "group", "aria-label": `Map of ${board.title}` };
    this.svg = s(
      "svg",
      { class: "hansa-map", viewBox: `0 0 ${width} ${height}`, ...label },
      this.map,
      this.spots.roads,
      this.below,
      this.standing.layer,
      this.above,
      this.standing.fresh,
      this.marks.layer,
      this.spots.layer,
    );
    this.scroller = h("div", { class: "board-scroll" }, this.svg);
    this.form = width > height ? "wide" : "tall";
    this.caption = h("p", { class: "caption", hidden: true });
    const button = (label, step, sign) =>
      h("button", { type: "button", "aria-label": label, onclick: () => this.zoomBy(step) }, sign);
    const zoom = h(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("Zoom out", -1, "−"),
      button("Zoom in", 1, "+"),
    );
    const foot = h("div", { class: "board-foot" }, this.caption, zoom);
    this.node = h("div", { class: `board ${this.form}` }, this.scroller, foot);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.node.style.setProperty("--aspect", String(width / height));
    this.scroller.addEventListener("click", (event) => this.spots.clicked(event));
    const wheel = (event) => this.wheeled(event);
    this.scroller.addEventListener("wheel", wheel, { passive: false });
    requestAnimationFrame(() => this.fit());
  }

  // The whole map, unless a tall one would be too small to read where there is room beside it.
  fit() {
    const scale = this.svg.getBoundingClientRect().width / this.board.size[0];
    if (this.form === "wide" || !scale || innerWidth <= 900) return;
    const most = this.scroller.clientWidth / (scale * this.board.size[0]);
    const wanted = Math.min(READABLE / scale, most);
    if (wanted > 1.02) this.zoomTo(wanted, [0.5, 0.5]);
  }

  // Fingers on a trackpad that move apart come as a wheel with this key.
  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 1 : -1);
  }

  zoomBy(step) {
    const now = Number(this.node.style.getPropertyValue("--zoom") || 1);
    const next =
      step > 0
        ? ZOOMS.find((zoom) => zoom > now + 0.01)
        : ZOOMS.findLast((zoom) => zoom < now - 0.01);
    if (next) this.zoomTo(next);
  }

  zoomTo(zoom, middle = this.middle()) {
    const { scroller } = this;
    this.node.style.setProperty("--zoom", String(zoom));
    scroller.scrollLeft = middle[0] * scroller.scrollWidth - scroller.clientWidth / 2;
    scroller.scrollTop = middle[1] * scroller.scrollHeight - scroller.clientHeight / 2;
  }

  // The point of the map in the middle of what is seen, as parts of the whole.
  middle() {
    const { scroller } = this;
    return [
      (scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth,
      (scroller.scrollTop + scroller.clientHeight / 2) / scroller.scrollHeight,
    ];
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
  }

  /**
   * What is happening, below the map; nothing moves when it comes and goes.
   * @param {any[]} content
   */
  tell(...content) {
    this.caption.hidden = !content.length;
    this.caption.replaceChildren(...content);
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
