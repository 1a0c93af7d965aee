// When what has happened is shown: the moves of others one after another, at a pace that people
// can follow. No element is touched here: tests/javascript tests it alone.

/** @typedef {"instant" | "quick" | "calm" | "step"} Pace */

/** @type {Record<Pace, number>} milliseconds a move; a step waits until the viewer asks for it */
export const PACES = { instant: 0, quick: 450, calm: 1300, step: Number.POSITIVE_INFINITY };

/**
 * @template Item
 */
export class Pacer {
  /**
   * @param {(item: Item, left: number) => void} show shows one; `left` are still to be shown
   * @param {(act: () => void, milliseconds: number) => number} schedule
   * @param {(timer: number) => void} cancel
   */
  constructor(show, schedule, cancel) {
    this.show = show;
    this.schedule = schedule;
    this.cancel = cancel;
    /** @type {Pace} */
    this.pace = "quick";
    /** @type {Item[]} */
    this.queue = [];
    this.resting = false;
    this.timer = 0;
  }

  /**
   * Something has happened.
   * @param {Item} item
   */
  add(item) {
    this.queue.push(item);
    this.pump();
  }

  /**
   * Something that nobody waits for, such as one's own move: at once, and nothing before it.
   * @param {Item} item
   */
  now(item) {
    this.queue = [item];
    this.next();
    if (this.pace === "step") this.resting = false; // the next one is the first to be seen
  }

  // The next one now.
  next() {
    this.cancel(this.timer);
    this.resting = false;
    this.pump();
  }

  // No more waiting: only what came last is shown.
  skip() {
    this.queue.splice(0, this.queue.length - 1);
    this.next();
  }

  /** @param {Pace} pace */
  choose(pace) {
    this.pace = pace;
    if (this.resting) this.rest();
  }

  close() {
    this.cancel(this.timer);
    this.queue = [];
    this.resting = true;
  }

  pump() {
    while (this.queue.length && !this.resting) {
      const item = /** @type {Item} */ (this.queue.shift());
      this.rest();
      this.show(item, this.queue.length);
    }
  }

  // After one is shown the next one waits; the first after a long time never does.
  rest() {
    this.cancel(this.timer);
    const pause = PACES[this.pace];
    this.resting = pause > 0;
    if (pause > 0 && Number.isFinite(pause)) this.timer = this.schedule(() => this.next(), pause);
  }
}
