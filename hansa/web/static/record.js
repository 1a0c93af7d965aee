// The form that begins a game at a real table, which is written down here: what is played, who
// plays, and what lies on the table where the computer would have drawn it.

import { html, render } from "./html.js";
import { t } from "./language.js";
import { MODULES, SetupFields } from "./setup_fields.js";
import { COLOURS, capital, letter } from "./words.js";

const LONGEST_NAME = 40;
/** @type {Record<string, string>} */
const THINGS = {
  ...MODULES,
  taverns: t("Markers on the routes"),
  warehouses: t("Goods in the cities"),
};

const WORDS = {
  secret: t("What stays secret is dealt for now; say later which mission a player has shown."),
};

/** @typedef {{ name: string, key: string, label: string, words: string[], called: string[],
 *   several: boolean, secret: boolean }} Question */

/** @param {import("./types.js").Page} page */
export async function recordView(page) {
  const form = new RecordForm(page);
  await form.changed();
  return {};
}

class RecordForm {
  /** @param {import("./types.js").Page} page */
  constructor(page) {
    this.page = page;
    this.chosen = new SetupFields(page.known.boards, () => this.changed());
    this.names = COLOURS.map(() => "");
    /** @type {Question[]} */
    this.questions = [];
    /** @type {Map<string, string>} what was said, also to questions of another setup */
    this.answers = new Map();
    this.problem = "";
    this.asked = 0; // answers about an earlier choice come too late
  }

  // Another setup: other things lie on the table.
  async changed() {
    const mine = ++this.asked;
    const { setup } = this.chosen;
    const { questions } = await this.page.wire.ask("on_the_table", { setup });
    if (mine !== this.asked) return;
    this.questions = questions;
    this.draw();
  }

  draw() {
    const groups = [...new Set(this.questions.map(({ name }) => name))];
    render(
      html`<form class="sheet" onSubmit=${(event) => this.begin(event)}>
        <h1>${t("Record a game")}</h1>
        <p>${t(
          "You play at a real table and write the game down here, to analyse it afterwards. " +
            "Nothing is drawn: you are asked what came up. Any move can be corrected later.",
        )}</p>
        <div class="fields">${this.chosen.fields()}</div>
        ${this.chosen.moduleBoxes()}
        <fieldset class="seats"><legend>${t("Who plays which colour")}</legend>
          ${this.names.slice(0, this.chosen.players).map((_, seat) => this.seatRow(seat))}
        </fieldset>
        ${groups.map((name) => this.group(name))}
        <p role="alert" class="bad">${this.problem}</p>
        <div class="row"><button type="submit" class="act" id="begin">${t("Begin")}</button></div>
      </form>`,
      this.page.content,
    );
  }

  seatRow(seat) {
    const write = (event) => {
      this.names[seat] = event.target.value;
    };
    return html`<div class=${`seat-row owner-${seat}`} key=${seat}>
      <span class="seat-mark">${letter(seat)}</span>
      <label class="named">${COLOURS[seat]}
        <input class="who" value=${this.names[seat]} placeholder=${t("name")}
          maxlength=${LONGEST_NAME} onInput=${write} /></label>
    </div>`;
  }

  /** @param {string} name */
  group(name) {
    const questions = this.questions.filter((question) => question.name === name);
    const later =
      questions.some(({ secret }) => secret) && html`<p class="soft">${WORDS.secret}</p>`;
    return html`<fieldset class="on-the-table" key=${name}>
      <legend>${capital(THINGS[name] ?? name)}</legend>
      ${later}
      <div class="fields">${questions.map((question) => this.question(question))}</div>
    </fieldset>`;
  }

  /** @param {Question} question */
  question({ name, key, label, words, called, several, secret }) {
    const place = `${name} ${key}`;
    const said = this.answers.get(place) ?? "";
    const write = (event) => this.answers.set(place, event.target.value);
    const field = several
      ? html`<input required value=${said} data-asked=${place} onInput=${write}
          placeholder=${t("such as {words}", { words: words.join(" ") })} />`
      : html`<select required=${!secret} value=${said} data-asked=${place} onChange=${write}>
          <option value="">${secret ? t("secret") : t("choose …")}</option>
          ${words.map((word, at) => html`<option value=${word}>${called[at]}</option>`)}
        </select>`;
    return html`<label class="block" key=${place}>${capital(label)} ${field}</label>`;
  }

  async begin(event) {
    event.preventDefault();
    const { setup, players } = this.chosen;
    const seats = this.names.slice(0, players).map((name) => ({ who: "here", name: name.trim() }));
    const answers = this.questions.map(({ name, key }) =>
      String(this.answers.get(`${name} ${key}`) ?? ""),
    );
    try {
      const { game } = await this.page.wire.ask("new", { setup, seats, recorded: true, answers });
      location.hash = `#/game/${game}`;
    } catch (error) {
      this.problem = capital(error.message);
      this.draw();
    }
  }
}
