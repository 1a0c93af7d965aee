// The places of the map that may be clicked now, by mouse, finger or keyboard.

import { replace, s } from "./dom.js";
import { t } from "./language.js";

/** @type {Record<string, number>} what lies above what */
const ORDER = { route: 0, city: 1, special: 1, piece: 2, free: 2 };
const REACH = 26; // units of the map; or this number of CSS pixels, if they are more:
const FINGER = 24;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {(target: string | null, at: { x: number, y: number }) => void} Handler */

export class Spots {
  /** @param {import("./board.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.roads = s("g", { class: "layer-roads" });
    const keyed = (event) => this.keyed(event);
    this.layer = s("g", { class: "layer-spots", role: "group", onkeydown: keyed });
    /** @type {Handler | null} */
    this.handler = null;
  }

  /**
   * @param {Map<string, string>} targets with their labels
   * @param {Handler} handler hears clicks and Enter; null is a click beside everything
   */
  offer(targets, handler) {
    this.handler = handler;
    const active = /** @type {any} */ (document.activeElement);
    const focus = this.layer.contains(active) ? active.dataset.target : null;
    const known = [...targets.keys()]
      .filter((target) => target.split(" ")[0] in ORDER)
      .sort((one, other) => ORDER[one.split(" ")[0]] - ORDER[other.split(" ")[0]]);
    const spots = known.flatMap((target) =>
      this.view.points(target).map((point) => this.spot(target, targets.get(target), point)),
    );
    replace(this.layer, spots);
    const routes = known.filter((target) => target.startsWith("route "));
    replace(
      this.roads,
      routes.map((target) =>
        s("path", { d: this.road(target.split(" ")[1]), class: "offered-road" }),
      ),
    );
    const words = t("{count} places on the map to choose from; arrow keys move between them", {
      count: spots.length,
    });
    this.layer.setAttribute("aria-label", words);
    const first = spots.find((spot) => spot.dataset.target === focus) ?? spots[0];
    first?.setAttribute("tabindex", "0");
    if (focus !== null) first?.focus();
  }

  first() {
    return this.layer.querySelector("[tabindex='0']");
  }

  spot(target, label, point) {
    const [what, name] = target.split(" ");
    const node = s(
      "g",
      {
        class: `spot spot-${what}`,
        role: "button",
        tabindex: "-1",
        "aria-label": label,
        "data-target": target,
      },
      s("title", {}, label),
      this.shape(what, name, point.at),
    );
    node.point = point;
    return node;
  }

  // A route or a city, as it looks when it is offered and pointed at.
  outline(target) {
    const [what, name] = target.split(" ");
    return this.shape(what, name, this.view.points(target)[0].at);
  }

  shape(what, name, [cx, cy]) {
    if (what === "route") return s("path", { d: this.road(name), class: "spot-road" });
    if (what !== "city") return s("circle", { cx, cy, r: 22, class: "spot-shape" });
    const { width, height } = this.view.board.cities[name];
    const size = { width: width + 8, height: height + 28, rx: 10 };
    const corner = { x: cx - width / 2 - 4, y: cy - height / 2 - 22 };
    return s("rect", { ...corner, ...size, class: "spot-shape" });
  }

  road(name) {
    const points = this.view.board.routes[name].road.slice(1, -1);
    return `M${points.map((at) => at.join(" ")).join("L")}`;
  }

  clicked(event) {
    // A marker says what it is for, though houses are near.
    const found = event.target.closest?.(".spot, .marker") ?? (this.handler && this.nearest(event));
    const spot = found?.classList.contains("marker") ? null : found;
    if (spot) this.choose(spot, event);
    else this.handler?.(null, event);
  }

  // A finger is broader than a house: the nearest place within its reach is meant.
  nearest(event) {
    const frame = this.view.svg.getBoundingClientRect();
    const scale = frame.width / this.view.board.size[0];
    const x = (event.clientX - frame.left) / scale;
    const y = (event.clientY - frame.top) / scale;
    let best = null;
    let closest = Math.max(REACH, FINGER / scale);
    for (const spot of this.layer.children) {
      const distance = Math.hypot(spot.point.at[0] - x, spot.point.at[1] - y);
      if (distance < closest) [best, closest] = [spot, distance];
    }
    return best;
  }

  choose(spot, event) {
    this.view.standing.preferred = spot.point.slot ? spot.point : null;
    const frame = spot.getBoundingClientRect();
    this.handler?.(spot.dataset.target, {
      x: event.clientX || frame.left + frame.width / 2,
      y: event.clientY || frame.top + frame.height / 2,
    });
  }

  keyed(event) {
    const spot = event.target.closest?.(".spot");
    if (!spot) return;
    const way = WAYS[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(spot, {});
    else if (way) this.step(spot, way);
    else return;
    event.preventDefault();
  }

  // To the nearest place in a direction.
  step(spot, way) {
    const [x, y] = spot.point.at;
    let best = null;
    let least = Number.POSITIVE_INFINITY;
    for (const other of this.layer.children) {
      const dx = other.point.at[0] - x;
      const dy = other.point.at[1] - y;
      const ahead = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
    }
    if (!best) return;
    spot.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
    best.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
