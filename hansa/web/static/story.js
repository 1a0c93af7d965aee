// Moves as they are told: whose, and in words.

import { html } from "./html.js";
import { t } from "./language.js";
import { COLOURS, letter } from "./words.js";

/** @param {{ mover: number | "*", words: string }} entry */
export const step = ({ mover, words }) => html`<span class=${`step owner-${mover}`}>
  <span class="seat-mark" title=${mover === "*" ? t("chance") : COLOURS[mover]}>
    ${mover === "*" ? "*" : letter(mover)}
  </span> ${words}
</span>`;
