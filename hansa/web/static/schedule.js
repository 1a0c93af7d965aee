// When a mistake is practised again: the better it goes, the later. Kept in this browser;
// tests/javascript tests it alone.

const KEPT = "hansa-drills";
const DAY = 24 * 3600; // seconds
const PAUSES = [0, 1, 3, 7, 21, 60]; // days; a mistake that is made again begins anew

/** @typedef {{ game: string, ply: number, seat: number, loss: number, verdict: string }} Drill */

/** @param {{ game: string, ply: number }} drill */
const nameOf = ({ game, ply }) => `${game} ${ply}`;

export class Schedule {
  /**
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   * @param {() => number} now in seconds
   */
  constructor(storage, now = () => Date.now() / 1000) {
    this.storage = storage;
    this.now = now;
  }

  /** @returns {Record<string, [box: number, next: number]>} */
  get all() {
    try {
      return JSON.parse(this.storage.getItem(KEPT) ?? "{}") ?? {};
    } catch {
      return {};
    }
  }

  /**
   * Those to be practised now, what was never tried last.
   * @param {Drill[]} drills
   * @returns {Drill[]}
   */
  due(drills) {
    const { all } = this;
    const at = (drill) => all[nameOf(drill)]?.[1] ?? Number.POSITIVE_INFINITY;
    const due = drills.filter((drill) => !(nameOf(drill) in all) || at(drill) <= this.now());
    return due.sort((one, other) => Number(at(one) > at(other)) - Number(at(one) < at(other)));
  }

  /**
   * @param {{ game: string, ply: number }} drill
   * @param {boolean} found whether the better move was found at once
   * @returns {number} in how many days it comes again
   */
  tried(drill, found) {
    const { all } = this;
    const [box] = all[nameOf(drill)] ?? [0];
    const next = found ? Math.min(box + 1, PAUSES.length - 1) : 0;
    all[nameOf(drill)] = [next, this.now() + PAUSES[next] * DAY];
    this.storage.setItem(KEPT, JSON.stringify(all));
    return PAUSES[next];
  }
}
