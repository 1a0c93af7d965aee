// What a player has chosen about how games are played here; kept in this browser.

import { Adapting } from "./adapting.js";
import { status, still } from "./dom.js";
import { html } from "./html.js";
import { t } from "./language.js";
import { PACES } from "./pace.js";
import { colourChoice, languageChoice } from "./preferences.js";

const KEY = "hansa-";
const PACE_WORDS = {
  instant: t("at once"),
  quick: t("quick"),
  calm: t("calm"),
  step: t("step by step"),
};
/** @type {import("./pace.js").Pace[]} */
const SLOWEST_FIRST = ["step", "calm", "quick", "instant"];
const SWITCHES = {
  coach: t("Coach: say when my move costs something"),
  confirm: t("Ask before I end my turn"),
  sound: t("A sound when it is my turn"),
  notify: t("A notification when it is my turn and I look elsewhere"),
};
const WORDS = {
  pace: t("Moves of others"),
  silent: t("This browser shows no notifications of this page; its settings say why."),
  adapting: t("The AI that adapts to me plays at level"),
};
const NOTE = 660; // hertz
const LASTS = 0.25; // seconds

export class Settings {
  /** @returns {import("./pace.js").Pace} */
  get pace() {
    const kept = /** @type {import("./pace.js").Pace} */ (localStorage.getItem(`${KEY}pace`) ?? "");
    return kept in PACES ? kept : still() ? "instant" : "quick";
  }

  set pace(pace) {
    localStorage.setItem(`${KEY}pace`, pace);
  }

  /** @param {keyof typeof SWITCHES} name */
  has(name) {
    return localStorage.getItem(KEY + name) === "on";
  }

  /**
   * @param {string} name
   * @param {boolean} on
   */
  async turn(name, on) {
    localStorage.setItem(KEY + name, on ? "on" : "off");
    if (on && name === "sound") chime();
    if (on && name === "notify") await this.allowNotes();
  }

  // A browser may have been told to show none, or shows none of pages that come without encryption.
  async allowNotes() {
    const allowed = "Notification" in window ? await Notification.requestPermission() : "denied";
    if (allowed === "denied") status(WORDS.silent, true);
  }

  // It is now the turn of a player at this screen.
  /** @param {string} words */
  call(words) {
    if (this.has("sound")) chime();
    if (!document.hidden || !this.has("notify") || !("Notification" in window)) return;
    if (Notification.permission !== "granted") return;
    const note = new Notification("hansa", { body: words, tag: "hansa-turn" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  }

  /**
   * How fast the moves of others are shown: from one at a time to all at once.
   * @param {(pace: import("./pace.js").Pace) => void} paced
   */
  slider(paced) {
    const choose = (event) => {
      this.pace = SLOWEST_FIRST[Number(event.target.value)];
      paced(this.pace);
    };
    const words = PACE_WORDS[this.pace];
    return html`<label>${WORDS.pace}${" "}
      <input type="range" id="pace" min="0" max=${SLOWEST_FIRST.length - 1}
        value=${SLOWEST_FIRST.indexOf(this.pace)} aria-valuetext=${words} onInput=${choose} />
      <output for="pace">${words}</output></label>`;
  }

  /**
   * @param {import("./types.js").Known} known
   * @param {string} kind which game is played
   */
  nodes({ levels }, kind) {
    const adapting = new Adapting(localStorage);
    const level = (about, place) =>
      html`<option value=${place + 1}>${place + 1}. ${about}</option>`;
    const box = ([name, words]) => html`<label class="block">
      <input type="checkbox" name=${name} checked=${this.has(name)}
        onChange=${(event) => this.turn(name, event.target.checked)} /> ${words}
    </label>`;
    return html`<label class="block">${WORDS.adapting}${" "}
        <select id="level" value=${adapting.level(kind)}
          onChange=${(event) => adapting.set(kind, Number(event.target.value))}>
          ${levels.map(level)}
        </select></label>
      ${languageChoice()}
      ${colourChoice()}
      ${Object.entries(SWITCHES).map(box)}`;
  }
}

// Short and soft.
function chime() {
  const audio = new AudioContext();
  const volume = new GainNode(audio, { gain: 0.06 });
  const tone = new OscillatorNode(audio, { frequency: NOTE });
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + LASTS);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + LASTS);
  tone.onended = () => audio.close();
}
