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

/** The colours of seats and offices, as they were chosen. */
export function showColours() {
  const clear = localStorage.getItem("hansa-colours") === "on";
  document.documentElement.dataset.colours = clear ? "clear" : "usual";
}
