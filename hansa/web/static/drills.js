// Practice: one's own mistakes, over all games that were reviewed, again and again until they are none.

import { exercisesDue, scoreWords } from "./exercises.js";
import { html, render } from "./html.js";
import { t, tn } from "./language.js";
import { Schedule } from "./schedule.js";

const WORDS = {
  title: t("Practice"),
  none: t(
    "There is nothing to practise yet: review a game that you have played, and your mistakes in it come here.",
  ),
  done: t("That is all for now: what you have found comes again in some days."),
  begin: t("Begin"),
  own: t("Your mistakes"),
  exercises: t("Exercises"),
  about: t(
    "Positions from strong games in which one plan is clearly best; they are those of the command hansa drill.",
  ),
};

/** @param {import("./schedule.js").Drill} drill */
const addressOf = ({ game, ply }) => `#/study/${game}?ply=${ply}&drill=1`;

/**
 * @param {import("./types.js").Page} page
 * @param {URLSearchParams} query with `next` straight to the next mistake, if there is one
 */
export async function drillsView(page, query) {
  const { drills } = await page.wire.ask("drills");
  const due = new Schedule(localStorage).due(drills);
  if (query.has("next") && due.length) {
    location.replace(addressOf(due[0]));
    return {};
  }
  const words = due.length
    ? tn(
        "{count} mistake of yours in all games; {due} to practise now.",
        "{count} mistakes of yours in all games; {due} to practise now.",
        drills.length,
        { due: due.length },
      )
    : drills.length
      ? WORDS.done
      : WORDS.none;
  const { score } = await page.wire.ask("exercise");
  render(
    html`<div class="sheet"><h1>${WORDS.title}</h1>
      <h2>${WORDS.own}</h2><p id="drills">${words}</p>
      ${due.length > 0 && html`<p><a class="button act" href=${addressOf(due[0])}>${WORDS.begin}</a></p>`}
      <h2>${WORDS.exercises}</h2>
      <p>${WORDS.about}</p>
      <p id="exercises">${exercisesDue(score)} ${score.answered > 0 && scoreWords(score)}</p>
      <p><a class="button act" id="begin-exercises" href="#/exercise">${WORDS.begin}</a></p>
      <p><a href="#/games">${t("The games")}</a></p></div>`,
    page.content,
  );
  return {};
}
