// Arrows on the map: what the AI would play.

import { replace, s } from "./dom.js";

const RADIUS = 25;
const FAR = 50; // places that are nearer need no arrow between them
const BEND = 0.15;
const REGION = 105;
const HEAT = 30;

/** @typedef {{ targets: string[], label: string, weight: number }} Way the first is the best */

export class Arrows {
  /** @param {import("./board.js").BoardView} view */
  constructor(view) {
    this.view = view;
    this.layer = s("g", { class: "layer-arrows" });
  }

  /** @param {Way[]} ways */
  show(ways) {
    replace(this.layer, ways.map((way, number) => this.arrow(way, number)).reverse());
  }

  /**
   * Every candidate as a spot of colour: the stronger, the more it was looked at.
   * @param {Way[]} ways
   */
  heat(ways) {
    const spot = ({ targets, weight }) => {
      const places = targets.flatMap((target) => this.view.points(target).slice(0, 1));
      const at = places.at(-1)?.at;
      const look = { r: HEAT, class: "heat", opacity: 0.15 + 0.75 * weight, "aria-hidden": "true" };
      return at ? s("circle", { cx: at[0], cy: at[1], ...look }) : null;
    };
    replace(this.layer, ways.map(spot).reverse());
  }

  // A part of the map, around a point.
  around([cx, cy]) {
    replace(this.layer, s("circle", { cx, cy, r: REGION, class: "ring region" }));
  }

  arrow({ targets, label, weight }, number) {
    const places = targets.flatMap((target) => this.view.points(target).slice(0, 1));
    if (!places.length) return null;
    const [first, second] = places.map(({ at }) => at);
    const end = second ?? first;
    const long = second && Math.hypot(first[0] - second[0], first[1] - second[1]) > FAR;
    return s(
      "g",
      { class: `way way-${number}`, opacity: 0.35 + 0.65 * weight, "aria-hidden": "true" },
      long ? shaft(first, second) : null,
      s("circle", { cx: end[0], cy: end[1], r: RADIUS, class: "ring" }),
      label && s("circle", { cx: end[0] + 20, cy: end[1] - 20, r: 11, class: "arrow-head" }),
      label && s("text", { x: end[0] + 20, y: end[1] - 19.5, class: "rank" }, label),
    );
  }
}

function shaft(start, end) {
  const bend = [
    (start[0] + end[0]) / 2 + (end[1] - start[1]) * BEND,
    (start[1] + end[1]) / 2 - (end[0] - start[0]) * BEND,
  ];
  const away = Math.atan2(end[1] - bend[1], end[0] - bend[0]);
  const tip = [end[0] - RADIUS * Math.cos(away), end[1] - RADIUS * Math.sin(away)];
  const transform = `translate(${tip}) rotate(${(away * 180) / Math.PI})`;
  return [
    s("path", { d: `M${start}Q${bend} ${tip}`, class: "arrow" }),
    s("path", { d: "M0 0L-18 -9L-13 0L-18 9Z", class: "arrow-head", transform }),
  ];
}
