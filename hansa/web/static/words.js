// Names of seats, numbers and times as people read them. No element is touched here: tests/javascript tests it alone.

import { decimal, language, t } from "./language.js";

// As hansa/views/words/naming.py has them.
export const COLOURS = [t("Red"), t("Green"), t("Blue"), t("Yellow"), t("Purple")];
const LETTERS = t("R G B Y P").split(" "); // on their pieces, each another one

/**
 * The letter on the pieces of an owner: a seat's number as text, or `n` for the neutral player.
 * @param {string | number} owner
 */
export const letter = (owner) => (owner === "n" ? "N" : (LETTERS[Number(owner)] ?? "?"));

/**
 * What a player at a seat is called beside its colour; empty for a person without a name.
 * @param {{ person: boolean, name: string, spec: string }} seat
 */
export function seatName({ person, name, spec }) {
  if (name || person) return name;
  const [bot, settings = ""] = spec.split(":");
  if (bot !== "mcts") return bot;
  const found = /(?:level|strength)=([\w-]+)/.exec(settings);
  if (!found) return t("AI");
  return found[0].startsWith("level")
    ? t("AI, level {level}", { level: found[1] })
    : t("AI, {strength}", { strength: found[1] });
}

/**
 * A seat in full: "Red (Anna)".
 * @param {number} seat
 * @param {string} [name]
 */
export const who = (seat, name) => (name ? `${COLOURS[seat]} (${name})` : COLOURS[seat]);

/** @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/**
 * Without capitals and accents, as one searches.
 * @param {string} text
 */
export const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss");

/**
 * Whether every word that is looked for occurs.
 * @param {string} text
 * @param {string} wanted
 */
export function fits(text, wanted) {
  const found = plain(text);
  return plain(wanted)
    .split(/\s+/)
    .every((word) => found.includes(word));
}

/** @param {number} share */
export const percent = (share) =>
  `${decimal(100 * share, share > 0.995 || share < 0.0005 ? 0 : 1)} %`;

/** @param {number} seconds */
export const when = (seconds) =>
  new Date(seconds * 1000).toLocaleString(language.code === "en" ? [] : language.code, {
    dateStyle: "medium",
    timeStyle: "short",
  });

/** @type {Record<string, string>} */
const VERDICTS = {
  blunder: t("blunder"),
  mistake: t("mistake"),
  inaccuracy: t("inaccuracy"),
  good: t("good"),
  best: t("best"),
  uncertain: t("uncertain"),
};
/** @type {Record<string, string>} what points are counted for */
const CATEGORIES = {
  total: t("total"),
  prestige: t("prestige"),
  abilities: t("abilities"),
  markers: t("markers"),
  special: t("special"),
  cities: t("cities"),
  network: t("network"),
  missions: t("missions"),
  countries: t("countries"),
  unsold: t("unsold"),
  sold: t("sold"),
};

/** @param {string} name */
export const verdictWords = (name) => VERDICTS[name] ?? name;

/** @param {string} name */
export const categoryWords = (name) => CATEGORIES[name] ?? name;

/** @param {number} seconds as clocks show them: "4:09", "1:02:30" */
export function clockWords(seconds) {
  const all = Math.ceil(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(all / 60) % 60;
  const hours = Math.floor(all / 3600);
  return hours ? `${hours}:${two(minutes)}:${two(all % 60)}` : `${minutes}:${two(all % 60)}`;
}
