// An opponent that adapts to the player here: its level goes up after a win and down after a
// last place. Kept in this browser, for each game. tests/javascript tests it alone.

const LEVELS = "hansa-level-";
const GAMES = "hansa-adapting";
const FIRST = 3;
const MOST_KEPT = 50; // games that are remembered

/** The kind of a seat in the form for a new game. */
export const ADAPTING = "adapting";

/**
 * The level of the next game.
 * @param {number} level
 * @param {number[]} ranks of all seats, from 1
 * @param {number} rank one's own
 * @param {number} highest
 */
export function nextLevel(level, ranks, rank, highest) {
  const alone = ranks.filter((other) => other === rank).length === 1;
  const won = alone && rank === 1;
  const lost = rank > 1 && rank === Math.max(...ranks);
  return Math.max(1, Math.min(highest, level + (won ? 1 : lost ? -1 : 0)));
}

export class Adapting {
  /** @param {Pick<Storage, "getItem" | "setItem">} storage */
  constructor(storage) {
    this.storage = storage;
  }

  /** @param {string} kind which game */
  level(kind) {
    return Number(this.storage.getItem(LEVELS + kind)) || FIRST;
  }

  /**
   * @param {string} kind
   * @param {number} level
   */
  set(kind, level) {
    this.storage.setItem(LEVELS + kind, String(level));
  }

  /** @returns {Record<string, number | null>} games with such opponents; the level after those that are over */
  get games() {
    try {
      return JSON.parse(this.storage.getItem(GAMES) ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /**
   * @param {string} game
   * @param {number | null} after
   */
  remember(game, after = null) {
    const all = Object.entries({ ...this.games, [game]: after });
    this.storage.setItem(GAMES, JSON.stringify(Object.fromEntries(all.slice(-MOST_KEPT))));
  }

  /** @param {string} game */
  plays(game) {
    return Object.hasOwn(this.games, game);
  }

  /**
   * A game is over: counted once, however often its end is looked at.
   * @param {string} game
   * @param {string} kind
   * @param {number[]} ranks
   * @param {number} rank
   * @param {number} highest
   * @returns {{ before: number, after: number } | null} null if it had no such opponents
   */
  count(game, kind, ranks, rank, highest) {
    if (!this.plays(game)) return null;
    const before = this.level(kind);
    const counted = this.games[game];
    if (counted) return { before: counted, after: before };
    const after = nextLevel(before, ranks, rank, highest);
    this.set(kind, after);
    this.remember(game, before);
    return { before, after };
  }
}
