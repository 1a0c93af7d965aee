// The value of every seat over a game, drawn; a click goes to that move, and mistakes are marked.

import { html } from "./html.js";
import { t } from "./language.js";
import { COLOURS, verdictWords } from "./words.js";

const WIDTH = 720;
const HEIGHT = 220;
const LEFT = 58;
const RIGHT = 6;
const TOP = 6;
const BOTTOM = 12;
const MARKED = ["blunder", "mistake", "inaccuracy"];
const STEPS = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10 };

/** @param {number} value */
const yOf = (value) => TOP + (HEIGHT - BOTTOM - TOP) * (1 - value);

/** @param {{ review: import("./types.js").Review, ply: number, go: (ply: number) => void }} props */
export function Graph({ review, ply, go }) {
  const plies = Math.max(1, review.plies);
  const xOf = (at) => LEFT + ((WIDTH - LEFT - RIGHT) * at) / plies;
  const plyAt = (event) => {
    const frame = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - frame.left) / frame.width) * WIDTH;
    const at = Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * plies);
    return Math.max(0, Math.min(plies, at));
  };
  const keyed = (event) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    go(ply + step);
  };
  const curve = (seat) =>
    review.values
      .map(([at, values], number) => {
        const point = `${xOf(at).toFixed(1)} ${yOf(values[seat]).toFixed(1)}`;
        return `${number ? "L" : "M"}${point}`;
      })
      .join("");
  const seats = Array.from({ length: review.players }, (_, seat) => seat);
  return html`<svg class="graph" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="slider" tabindex="0"
    aria-label=${t("Value of each seat over the game; arrow keys step")} aria-valuemin="0"
    aria-valuemax=${plies} aria-valuenow=${ply}
    aria-valuetext=${t("move {number} of {all}", { number: ply, all: plies })}
    onClick=${(event) => go(plyAt(event))} onKeyDown=${keyed}>
    ${[0, 0.5, 1].map(
      (value) => html`
        <path d=${`M${LEFT} ${yOf(value)}H${WIDTH - RIGHT}`} class="graph-line" />
        <text x=${LEFT - 5} y=${yOf(value) + (value === 1 ? 15 : 5)} class="graph-word">${100 * value}%</text>`,
    )}
    ${seats.map((seat) => html`<path class=${`curve owner-${seat}`} d=${curve(seat)} />`)}
    <path class="graph-cursor" d=${`M${xOf(ply)} ${TOP}V${HEIGHT - BOTTOM}`} />
    ${review.decisions.filter((judged) => MARKED.includes(judged.verdict)).map((judged) => mark(judged, xOf, go))}
  </svg>`;
}

function mark(judged, xOf, go) {
  const { ply, seat, verdict, best, why } = judged;
  const at = `translate(${xOf(ply)} ${yOf(best.values[seat])})`;
  const look = (event) => {
    event.stopPropagation();
    go(ply);
  };
  return html`<g class=${`mark ${verdict} owner-${seat}`} transform=${at} onClick=${look}>
    <title>${t("move {number}, {player}: {verdict}; {reason}", {
      number: ply + 1,
      player: COLOURS[seat],
      verdict: verdictWords(verdict),
      reason: why,
    })}</title>
    <circle r=${verdict === "blunder" ? 8 : 6} />
  </g>`;
}
