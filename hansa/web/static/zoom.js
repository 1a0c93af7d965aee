// The map nearer or farther: buttons, the wheel, two fingers; and dragged where it is larger than its frame.

import { h } from "./dom.js";
import { t } from "./language.js";

const ZOOMS = [1, 1.25, 1.6, 2.1, 2.8, 3.8];
const NEAREST = 6;
const WHEEL = 0.0015; // how much nearer a unit of the wheel brings
const DRAGGED = 6; // pixels, from which on a click is none
const NARROW = 900; // pixels: there the page itself scrolls by the wheel

const LEAST = 11; // pixels of the smallest word, unless the sheet says another number

export class Zoom {
  /**
   * @param {HTMLElement} scroller with the map in it
   * @param {[number, number]} size of the map
   * @param {(readable: number) => void} [resized] hears how many units of the map the smallest word needs
   */
  constructor(scroller, size, resized = () => {}) {
    this.scroller = scroller;
    this.size = size;
    this.resized = resized;
    this.now = 1;
    /** @type {Map<number, { x: number, y: number }>} fingers, or the pressed mouse */
    this.pointers = new Map();
    this.moved = 0; // how far it was dragged since it was pressed
    const button = (label, step, sign) =>
      h("button", { type: "button", "aria-label": label, onclick: () => this.step(step) }, sign);
    this.buttons = h(
      "div",
      { class: "zoom", role: "group", "aria-label": t("Zoom") },
      button(t("Zoom out"), -1, "−"),
      button(t("Zoom in"), 1, "+"),
    );
    new ResizeObserver(() => this.measure()).observe(scroller);
    scroller.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    scroller.addEventListener("pointerdown", (event) => this.pressed(event));
    scroller.addEventListener("pointermove", (event) => this.dragged(event));
    const release = (event) => this.pointers.delete(event.pointerId);
    scroller.addEventListener("pointerup", release);
    scroller.addEventListener("pointercancel", release);
    scroller.addEventListener("pointerleave", release);
    // Dragging the map chooses nothing on it.
    scroller.addEventListener(
      "click",
      (event) => {
        if (this.moved > DRAGGED && event.detail > 0) event.stopImmediatePropagation();
        this.moved = 0;
      },
      { capture: true },
    );
  }

  // How many units of the map are a pixel: by it the sheet keeps words large enough to read.
  measure() {
    const map = this.scroller.children[0];
    const { width } = map?.getBoundingClientRect() ?? { width: 0 };
    if (!width) return;
    const perPixel = this.size[0] / width;
    this.scroller.style.setProperty("--per-pixel", perPixel.toFixed(3));
    this.resized(perPixel * Number(getComputedStyle(map).getPropertyValue("--least") || LEAST));
  }

  /** @param {number} way to the next larger, or smaller, of a few sizes */
  step(way) {
    const next =
      way > 0
        ? ZOOMS.find((zoom) => zoom > this.now + 0.01)
        : ZOOMS.findLast((zoom) => zoom < this.now - 0.01);
    if (next) this.to(next, this.middle);
  }

  get middle() {
    const { left, top, width, height } = this.scroller.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }

  /**
   * @param {number} zoom
   * @param {{ x: number, y: number }} at the point of the screen that stays where it is
   */
  to(zoom, at) {
    const { scroller } = this;
    const frame = scroller.getBoundingClientRect();
    const [dx, dy] = [at.x - frame.left, at.y - frame.top];
    const x = (scroller.scrollLeft + dx) / scroller.scrollWidth;
    const y = (scroller.scrollTop + dy) / scroller.scrollHeight;
    this.now = Math.max(1, Math.min(NEAREST, zoom));
    scroller.parentElement?.style.setProperty("--zoom", String(this.now));
    scroller.classList.toggle("near", this.now > 1);
    // What scrolls can be reached by keys, even where nothing in it can be chosen.
    if (this.now > 1) scroller.tabIndex = 0;
    else scroller.removeAttribute("tabindex");
    this.measure();
    scroller.scrollLeft = x * scroller.scrollWidth - dx;
    scroller.scrollTop = y * scroller.scrollHeight - dy;
  }

  // Fingers on a trackpad that move apart come as a wheel with the control key.
  wheeled(event) {
    if (!event.ctrlKey && innerWidth <= NARROW) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : 1) * (event.ctrlKey ? 5 : 1);
    this.to(this.now * Math.exp(-pixels * WHEEL), { x: event.clientX, y: event.clientY });
  }

  // --- fingers, and the mouse ------------------------------------------------------------------

  pressed(event) {
    if (event.button > 0) return;
    if (event.isPrimary) {
      this.pointers.clear(); // of a finger that was lifted elsewhere
      this.moved = 0;
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  dragged(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId);
    this.pointers.set(event.pointerId, now);
    this.moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (others.length === 1) this.pinched(before, now, others[0][1]);
    else if (!others.length && event.pointerType === "mouse" && this.moved > DRAGGED) {
      this.scroller.scrollLeft -= now.x - before.x; // a finger scrolls by itself
      this.scroller.scrollTop -= now.y - before.y;
    }
  }

  pinched(before, now, other) {
    const far = (one) => Math.hypot(one.x - other.x, one.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    if (far(before) > 0) this.to((this.now * far(now)) / far(before), middle);
  }
}
