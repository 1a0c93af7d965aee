// The pieces on the map: which of them is the same as before, and how it comes to where it now is.

import { replace, s } from "./dom.js";
import { letter } from "./words.js";

const LEAVING = 300; // milliseconds
const FRESH = 27; // units of the map: wider than the ring of what is offered

/** @typedef {import("./types.js").Point} Point */
/** @typedef {{ slot: string, piece: string, at: Point | null, place: number, node: any }} Standing */

export class Pieces {
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "layer-pieces" });
    this.fresh = s("g", { class: "layer-fresh" });
    /** @type {Standing[]} */
    this.all = [];
    /** @type {{ slot: string, place: number } | null} the house that was clicked for the next one */
    this.preferred = null;
  }

  /**
   * Pieces that stay keep their house; those that vanish here and appear there are the same piece,
   * moving.
   * @param {import("./types.js").Piece[]} wanted
   * @param {boolean} animate
   */
  settle(wanted, animate) {
    const left = [...this.all];
    /** @type {import("./types.js").Piece[]} */
    const missing = [];
    this.all = [];
    for (const entry of wanted) {
      const same = left.findIndex((old) => stays(old, entry));
      if (same >= 0) this.all.push(...left.splice(same, 1));
      else missing.push(entry);
    }
    for (const [slot, piece, at] of missing) {
      const moved = left.findIndex((old) => old.piece === piece);
      const [from] = moved >= 0 ? left.splice(moved, 1) : [null];
      const place = at ? -1 : this.freePlaces(slot)[0];
      const node = from?.node ?? this.newNode(piece, animate);
      this.all.push({ slot, piece, at, place, node });
      node.classList.toggle("gliding", animate);
      put(node, at ?? this.board.slots[slot][place]);
      if (animate) requestAnimationFrame(() => node.classList.remove("appearing"));
    }
    for (const { node } of left) {
      node.classList.add("leaving");
      if (animate) setTimeout(() => node.remove(), LEAVING);
      else node.remove();
    }
    this.preferred = null;
  }

  newNode(piece, animate) {
    const shape = this.board.shapes[piece[1]];
    const inner = s("g", {});
    inner.innerHTML = shape.body;
    const [x, y] = shape.letter;
    inner.append(s("text", { x, y, class: "owner" }, letter(piece[0])));
    const node = s("g", { class: `piece owner-${piece[0]}` }, inner);
    if (animate) node.classList.add("appearing");
    this.layer.append(node);
    return node;
  }

  /**
   * Rings around the pieces that stand elsewhere than before.
   * @param {import("./types.js").Piece[]} before
   */
  mark(before) {
    const known = before.map(([slot, piece, at]) => `${slot} ${piece} ${at}`);
    const ring = ({ slot, piece, at, place }) => {
      const same = known.indexOf(`${slot} ${piece} ${at}`);
      if (same >= 0) {
        known.splice(same, 1);
        return null;
      }
      const [cx, cy] = at ?? this.board.slots[slot][place];
      return s("circle", { cx, cy, r: FRESH, class: "fresh" });
    };
    replace(this.fresh, this.all.map(ring));
  }

  /** @param {string} slot */
  freePlaces(slot) {
    const taken = this.all.filter((entry) => entry.slot === slot).map((entry) => entry.place);
    const free = [...this.board.slots[slot].keys()].filter((place) => !taken.includes(place));
    const first = this.preferred?.slot === slot ? this.preferred.place : -1;
    return free.sort((one, other) => Number(other === first) - Number(one === first));
  }

  /** @param {string} slot */
  free(slot) {
    const at = (place) => ({ at: this.board.slots[slot][place], slot, place });
    return this.freePlaces(slot).map(at);
  }

  /**
   * @param {string} piece
   * @param {string} slot
   */
  found(piece, slot) {
    return this.all
      .filter((entry) => entry.slot === slot && entry.piece === piece)
      .map(({ place }) => ({ at: this.board.slots[slot][place], slot, place }));
  }
}

function stays(old, [slot, piece, at]) {
  if (old.slot !== slot || old.piece !== piece) return false;
  return !at || (old.at && old.at[0] === at[0] && old.at[1] === at[1]);
}

function put(node, [x, y]) {
  node.style.transform = `translate(${x}px, ${y}px)`;
}
