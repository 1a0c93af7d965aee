// A game and its variations as a tree. What was played is the trunk; comments and glyphs belong to
// moves. Records keep it as notes (MOVES.md, section 6). No element is touched here:
// tests/javascript tests it alone.

/**
 * @typedef {{ mover: number | "*", move: string, words: string }} Told
 * @typedef {{ before?: string, comment?: string, glyph?: string, clock?: number, values?: number[],
 *   simulations?: number }} Said
 * @typedef {object} Place a position: the move that leads to it, and what may follow
 * @property {Told | null} told null at the root
 * @property {Place | null} parent
 * @property {Place[]} children the first is the continuation, the others are variations
 * @property {Said} said
 * @property {number} ply how many moves come before the position
 * @property {boolean} trunk whether it was played
 */

/** @returns {Place} */
const place = (told, parent, trunk) => ({
  told,
  parent,
  children: [],
  said: {},
  ply: parent ? parent.ply + 1 : 0,
  trunk,
});

export class Tree {
  /** @param {Told[]} log what was played */
  constructor(log) {
    this.root = place(null, null, true);
    /** @type {Place[]} the positions of the game, by ply */
    this.trunk = [this.root];
    for (const told of log) {
      const last = this.trunk[this.trunk.length - 1];
      const next = place(told, last, true);
      last.children.push(next);
      this.trunk.push(next);
    }
  }

  /** @param {any[]} notes of a record, the moves of variations told in words */
  read(notes) {
    for (const note of notes) {
      const noted = this.trunk[note.ply + 1];
      if (noted) readNote(noted, note);
    }
  }

  /**
   * @param {number} ply where the variation leaves the game
   * @param {string[]} line its moves
   * @returns {Place | null}
   */
  find(ply, line) {
    /** @type {Place | null} */
    let found = this.trunk[ply] ?? null;
    for (const move of line) {
      found = found?.children.find((child) => child.told?.move === move) ?? null;
    }
    return found;
  }

  /**
   * Adds what is not there yet of a line.
   * @param {number} ply
   * @param {Told[]} line
   * @returns {boolean} whether anything was added
   */
  add(ply, line) {
    let at = this.trunk[ply];
    let added = false;
    for (const told of line) {
      let next = at.children.find((child) => child.told?.move === told.move);
      if (!next) {
        next = place(told, at, false);
        at.children.push(next);
        added = true;
      }
      at = next;
    }
    return added;
  }

  /** @param {Place} gone and everything after it; what was played stays */
  remove({ parent, trunk, told }) {
    if (!parent || trunk) return;
    parent.children = parent.children.filter((child) => child.told !== told);
  }

  /** @param {Place} raised before the variation that stands before it; never before what was played */
  raise(raised) {
    const { children } = /** @type {Place} */ (raised.parent);
    const at = children.indexOf(raised);
    if (at < 1 || children[at - 1].trunk) return false;
    children.splice(at - 1, 2, raised, children[at - 1]);
    return true;
  }

  /**
   * What a record keeps. Variations after the last move that was played have no place in it.
   * @returns {any[]}
   */
  notes() {
    return this.trunk.slice(1).map(noteOf).filter(Boolean);
  }
}

/**
 * The places one after another, each the continuation of the one before.
 * @param {Place} first
 */
export function chainFrom(first) {
  const chain = [first];
  for (let at = first; at.children.length; at = at.children[0]) chain.push(at.children[0]);
  return chain;
}

/**
 * How one gets to a place: where the variation leaves the game, and its moves.
 * @param {Place} to
 */
export function pathTo(to) {
  /** @type {string[]} */
  const line = [];
  let at = to;
  while (!at.trunk && at.parent) {
    line.unshift(at.told?.move ?? "");
    at = at.parent;
  }
  return { ply: at.ply, line };
}

/**
 * Another variation from the same position; the place itself if there is none.
 * @param {Place} at
 * @param {number} way 1 or -1
 */
export function besides(at, way) {
  const all = at.parent?.children ?? [at];
  return all[(all.indexOf(at) + way + all.length) % all.length];
}

/** @param {Place} noted */
function readNote(noted, { ply: _, variations = [], ...said }) {
  noted.said = { ...noted.said, ...said };
  for (const { moves, notes } of variations) {
    /** @type {Place[]} */
    const chain = [];
    let at = /** @type {Place} */ (noted.parent);
    for (const told of moves) {
      let next = at.children.find((child) => child.told?.move === told.move);
      if (!next) {
        next = place(told, at, false);
        at.children.push(next);
      }
      chain.push(next);
      at = next;
    }
    const first = chain[0].ply - 1;
    for (const note of notes) {
      const inner = chain[note.ply - first];
      if (inner) readNote(inner, note);
    }
  }
}

/**
 * What is said of a move, and what might have been played instead; null if nothing is.
 * @param {Place} noted
 */
function noteOf(noted) {
  const siblings = /** @type {Place} */ (noted.parent).children;
  const others = siblings[0] === noted ? siblings.slice(1) : [];
  const variations = others.map(variationOf);
  const said = saidOnly(noted);
  if (!variations.length) return said;
  return { ...(said ?? { ply: noted.ply - 1 }), variations };
}

/** @param {Place} first */
function variationOf(first) {
  const chain = chainFrom(first);
  // The note of the first move is told beside what was played.
  const notes = chain.map((each, number) => (number ? noteOf(each) : saidOnly(each)));
  const moves = chain.map(({ told }) => `${told?.mover} ${told?.move}`);
  return { moves, notes: notes.filter(Boolean) };
}

/** @param {Place} noted */
function saidOnly(noted) {
  const said = Object.entries(noted.said).filter(
    ([, value]) => value !== "" && value !== undefined,
  );
  return said.length ? { ply: noted.ply - 1, ...Object.fromEntries(said) } : null;
}
