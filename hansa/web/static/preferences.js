// What a person prefers on all pages: the language of the page, and its colours.

import { html } from "./html.js";
import { language, speak, t } from "./language.js";

/** Which language the page speaks; with another one it is loaded anew. */
export const languageChoice = () => html`<label class="block">${t("Language")}${" "}
  <select id="language" value=${language.code} onChange=${(event) => speak(event.target.value)}>
    ${Object.entries(language.languages).map(
      ([code, title]) => html`<option value=${code} lang=${code}>${title}</option>`,
    )}
  </select></label>`;

const PALETTES = {
  usual: t("as in the game"),
  "red-green": t("red and green apart (protanopia, deuteranopia)"),
  "blue-yellow": t("blue and green, yellow and pink apart (tritanopia)"),
  contrast: t("high contrast, a pattern for every seat"),
};

const palette = () => {
  const kept = localStorage.getItem("hansa-colours") ?? "";
  return kept in PALETTES ? kept : "usual";
};

/** The colours of seats, offices and goods, as they were chosen. */
export function showColours() {
  document.documentElement.dataset.colours = palette();
}

/** Which colours seats, offices and goods have. */
export function colourChoice() {
  const choose = (event) => {
    localStorage.setItem("hansa-colours", event.target.value);
    showColours();
  };
  return html`<label class="block">${t("Colours")}${" "}
    <select id="colours" value=${palette()} onChange=${choose}>
      ${Object.entries(PALETTES).map(([name, words]) => html`<option value=${name}>${words}</option>`)}
    </select></label>`;
}
