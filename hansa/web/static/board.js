// The board: the server's map, the pieces on it moving to where they now stand, and the places that may be clicked.

import { h, replace, s, still } from "./dom.js";

const maps = new Map();
const ZOOMS = [1, 1.4, 2, 2.8];

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
    this.pieces = [];           // {slot, place, piece, node}
    this.handler = null;
    const [width, height] = board.size;
    this.layers = Object.fromEntries(["map", "roads", "below", "pieces", "above", "fresh", "arrows", "spots"].map((name) =>
      [name, s("g", { class: `layer-${name}` })]));
    this.layers.map.innerHTML = board.map;
    this.layers.spots.setAttribute("role", "group");
    this.svg = s("svg", {
      class: "hansa-map", viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `Map of ${board.title}`,
      onkeydown: (event) => this.keyed(event),
    }, Object.values(this.layers));
    this.scroller = h("div", { class: "board-scroll" }, this.svg);
    this.form = width > height ? "wide" : "tall";
    this.node = h("div", { class: `board ${this.form}` }, this.scroller,
      h("div", { class: "zoom", role: "group", "aria-label": "Zoom" },
        h("button", { type: "button", "aria-label": "Zoom out", onclick: () => this.zoomBy(-1) }, "−"),
        h("button", { type: "button", "aria-label": "Zoom in", onclick: () => this.zoomBy(1) }, "+")));
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.node.style.setProperty("--aspect", width / height);
    this.scroller.addEventListener("click", (event) => this.clicked(event));
  }

  zoomBy(step) {
    this.zoom = Math.max(0, Math.min(ZOOMS.length - 1, this.zoom + step));
    const { scroller } = this;
    const middle = [(scroller.scrollLeft + scroller.clientWidth / 2) / scroller.scrollWidth,
      (scroller.scrollTop + scroller.clientHeight / 2) / scroller.scrollHeight];
    this.node.style.setProperty("--zoom", ZOOMS[this.zoom]);
    scroller.scrollLeft = middle[0] * scroller.scrollWidth - scroller.clientWidth / 2;
    scroller.scrollTop = middle[1] * scroller.scrollHeight - scroller.clientHeight / 2;
  }

  // --- what stands where ---------------------------------------------------------------------------------------------

  // The server draws what lies below and above the pieces; the pieces move.
  show(position, animate = true) {
    this.layers.below.innerHTML = position.below;
    this.settle(position.pieces, animate && !still());
    this.layers.above.innerHTML = position.above;
  }

  // Pieces that stay keep their house; those that vanish here and appear there are the same piece, moving.
  settle(wanted, animate) {
    const left = [...this.pieces], kept = [], missing = [];
    for (const [slot, piece, at] of wanted) {
      const same = left.findIndex((old) => old.slot === slot && old.piece === piece
        && (!at || (old.at && old.at[0] === at[0] && old.at[1] === at[1])));
      if (same >= 0) kept.push(left.splice(same, 1)[0]);
      else missing.push({ slot, piece, at });
    }
    this.pieces = kept;
    const fresh = [];
    for (const entry of missing) {
      entry.place = entry.at ? null : this.freePlaces(entry.slot)[0];
      const where = entry.at ?? this.board.slots[entry.slot][entry.place];
      const moved = left.findIndex((old) => old.piece === entry.piece);
      if (moved >= 0) entry.node = left.splice(moved, 1)[0].node;
      else {
        entry.node = this.piece(entry.piece);
        if (animate) entry.node.classList.add("appearing");
        this.layers.pieces.append(entry.node);
      }
      entry.node.classList.toggle("gliding", animate);
      this.put(entry.node, where);
      if (animate) requestAnimationFrame(() => entry.node.classList.remove("appearing"));
      this.pieces.push(entry);
      fresh.push(where);
    }
    for (const old of left) {
      old.node.classList.add("leaving");
      if (animate) setTimeout(() => old.node.remove(), 300);
      else old.node.remove();
    }
    if (animate && fresh.length) {
      replace(this.layers.fresh, fresh.map(([x, y]) => s("circle", { cx: x, cy: y, r: 21, class: "fresh" })));
    } else if (!animate) replace(this.layers.fresh);
    this.preferred = null;
  }

  piece(name) {
    const [owner, kind] = name, shape = this.board.shapes[kind];
    const node = s("g", { class: `piece owner-${owner}` }), inner = s("g", {});
    inner.innerHTML = shape.body;
    inner.append(s("text", { x: shape.letter[0], y: shape.letter[1], class: "owner" }, owner));
    node.append(inner);
    return node;
  }

  put(node, [x, y]) {
    node.style.transform = `translate(${x}px, ${y}px)`;
  }

  freePlaces(slot) {
    const taken = new Set(this.pieces.filter((entry) => entry.slot === slot).map((entry) => entry.place));
    const free = this.board.slots[slot].map((_, place) => place).filter((place) => !taken.has(place));
    return this.preferred && this.preferred.slot === slot && free.includes(this.preferred.place)
      ? [this.preferred.place, ...free.filter((place) => place !== this.preferred.place)] : free;
  }

  // Where a target is: a list of points, as a class of houses may have several that fit; empty if it is not on the map.
  points(target) {
    const [what, ...words] = target.split(" ");
    if (what === "free") return this.freePlaces(words[0]).map((place) => ({ at: this.board.slots[words[0]][place], slot: words[0], place }));
    if (what === "piece") {
      return this.pieces.filter((entry) => entry.slot === words[1] && entry.piece === words[0])
        .map((entry) => ({ at: this.board.slots[entry.slot][entry.place], slot: entry.slot, place: entry.place }));
    }
    if (what === "city") return [{ at: this.board.cities[words[0]].at }];
    if (what === "route") return [{ at: this.board.routes[words[0]].at }];
    if (what === "special") return [{ at: this.board.spaces[words[0]] }];
    return [];
  }

  // --- what may be clicked -------------------------------------------------------------------------------------------

  // `targets`: a map of targets to their labels; `handler(target, event, slotted)` hears clicks and Enter.
  offer(targets, handler) {
    this.handler = handler;
    const hadFocus = this.layers.spots.contains(document.activeElement) ? document.activeElement.dataset.target : null;
    const spots = [];
    const order = { route: 0, city: 1, special: 1, piece: 2, free: 2 };
    const known = [...targets.keys()].filter((target) => target.split(" ")[0] in order)
      .sort((one, other) => order[one.split(" ")[0]] - order[other.split(" ")[0]]);
    for (const target of known) {
      for (const point of this.points(target)) spots.push(this.spot(target, targets.get(target), point));
    }
    replace(this.layers.spots, spots);
    replace(this.layers.roads, known.filter((target) => target.startsWith("route ")).map((target) =>
      s("path", { d: this.road(target.split(" ")[1]), class: "offered-road" })));
    this.layers.spots.setAttribute("aria-label", `${spots.length} places on the map to choose from; arrow keys move between them`);
    const focused = spots.find((spot) => spot.dataset.target === hadFocus) ?? spots[0];
    focused?.setAttribute("tabindex", "0");
    if (hadFocus !== null && focused) focused.focus();
  }

  firstSpot() {
    return this.layers.spots.querySelector("[tabindex='0']");
  }

  spot(target, label, point) {
    const [what, name] = target.split(" ");
    let shape;
    if (what === "route") {
      shape = s("path", { d: this.road(name), class: "spot-road" });
    } else if (what === "city") {
      const city = this.board.cities[name];
      shape = s("rect", { x: city.at[0] - city.width / 2 - 4, y: city.at[1] - city.height / 2 - 22,
        width: city.width + 8, height: city.height + 28, rx: 10, class: "spot-shape" });
    } else shape = s("circle", { cx: point.at[0], cy: point.at[1], r: 22, class: "spot-shape" });
    const node = s("g", { class: `spot spot-${what}`, role: "button", tabindex: "-1", "aria-label": label, "data-target": target }, s("title", {}, label), shape);
    node.point = point;
    return node;
  }

  road(name) {
    return `M${this.board.routes[name].road.slice(1, -1).map((at) => at.join(" ")).join("L")}`;
  }

  clicked(event) {
    let spot = event.target.closest?.(".spot");
    if (!spot && this.handler) spot = this.nearest(event);
    if (spot) this.choose(spot, event);
    else this.handler?.(null, event);
  }

  // A finger is broader than a house: the nearest place within its reach is meant.
  nearest(event) {
    const scale = this.svg.getBoundingClientRect().width / this.board.size[0];
    const reach = Math.max(26, 24 / scale), frame = this.svg.getBoundingClientRect();
    const x = (event.clientX - frame.left) / scale, y = (event.clientY - frame.top) / scale;
    let best = null, closest = reach;
    for (const spot of this.layers.spots.children) {
      const distance = Math.hypot(spot.point.at[0] - x, spot.point.at[1] - y);
      if (distance < closest) [best, closest] = [spot, distance];
    }
    return best;
  }

  choose(spot, event) {
    this.preferred = spot.point.slot ? spot.point : null;
    const frame = spot.getBoundingClientRect();
    const at = { x: event.clientX || frame.left + frame.width / 2, y: event.clientY || frame.top + frame.height / 2 };
    this.handler?.(spot.dataset.target, at, spot.point);
  }

  keyed(event) {
    const spot = event.target.closest?.(".spot");
    if (!spot) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(spot, {});
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const from = spot.point.at;
    let best = null, least = Infinity;
    for (const other of this.layers.spots.children) {
      const dx = other.point.at[0] - from[0], dy = other.point.at[1] - from[1];
      const ahead = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (ahead > 1 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
    }
    if (!best) return;
    spot.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
    best.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // --- arrows --------------------------------------------------------------------------------------------------------

  // `ways`: {targets, label, weight 0 to 1}; the first is the best.
  arrows(ways) {
    replace(this.layers.arrows, ways.map((way, number) => this.arrow(way, number)).reverse());
  }

  arrow({ targets, label, weight }, number) {
    const places = targets.map((target) => this.points(target)[0]?.at).filter(Boolean);
    if (!places.length) return null;
    const [start, end] = places.length > 1 ? places : [null, places[0]];
    const parts = [];
    if (start && Math.hypot(start[0] - end[0], start[1] - end[1]) > 50) {
      const bend = [(start[0] + end[0]) / 2 + (end[1] - start[1]) * 0.15, (start[1] + end[1]) / 2 - (end[0] - start[0]) * 0.15];
      const away = Math.atan2(end[1] - bend[1], end[0] - bend[0]);
      const tip = [end[0] - 25 * Math.cos(away), end[1] - 25 * Math.sin(away)];
      parts.push(s("path", { d: `M${start}Q${bend} ${tip}`, class: "arrow" }), s("path", {
        d: "M0 0L-18 -9L-13 0L-18 9Z", class: "arrow-head", transform: `translate(${tip}) rotate(${(away * 180) / Math.PI})` }));
    }
    parts.push(s("circle", { cx: end[0], cy: end[1], r: 25, class: "ring" }),
      s("circle", { cx: end[0] + 20, cy: end[1] - 20, r: 11, class: "arrow-head" }),
      s("text", { x: end[0] + 20, y: end[1] - 19.5, class: "rank" }, label));
    return s("g", { class: `way way-${number}`, opacity: 0.35 + 0.65 * weight, "aria-hidden": "true" }, parts);
  }
}
