// The language of the page: its own texts, as the server's catalogue has them. English is what is
// written in the sources; what has no translation stays English.

const KEPT = "hansa-lang"; // a cookie, since the server reads it
const KEEP = 400 * 24 * 3600; // seconds
const COUNTED = 100; // forms of counts repeat after this number, from twice this number on

/**
 * @typedef {object} Language
 * @property {string} code
 * @property {Record<string, string>} languages what there is: how each calls itself, by its code
 * @property {string} decimal
 * @property {string} forms which form of a message goes with 0, 1, 2, ...: a digit each
 * @property {Record<string, string | string[]>} messages by the English ones
 */

/** @type {Language} */
const ENGLISH = { code: "en", languages: { en: "English" }, decimal: ".", forms: "", messages: {} };

async function load() {
  const answer = await fetch("/words").catch(() => null);
  return answer?.ok ? answer.json() : ENGLISH;
}

/** @type {Language} */
export const language = typeof document === "undefined" ? ENGLISH : await load();

/** @type {Promise<void> | null} */
let rest = null;

/**
 * A script that is not needed for the list of games and a turn; the server sends the messages of all
 * of these when the first of them is wanted.
 * @template Script
 * @param {() => Promise<Script>} load
 * @returns {Promise<Script>}
 */
export async function later(load) {
  rest ??= loadRest();
  await rest;
  return load();
}

async function loadRest() {
  if (!Object.keys(language.messages).length) return; // English is in the scripts
  const answer = await fetch("/words?part=later").catch(() => null);
  if (answer?.ok) Object.assign(language.messages, (await answer.json()).messages);
  else rest = null; // the next script asks again
}

/**
 * @param {string} message
 * @param {Record<string, any>} fields
 */
const filled = (message, fields) =>
  message.replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));

/**
 * A message in the language of the page. It is a literal: `python -m tests.translations` finds it.
 * @param {string} message
 * @param {Record<string, any>} fields what goes into its braces
 */
export function t(message, fields = {}) {
  const found = language.messages[message];
  return filled(typeof found === "string" ? found : message, fields);
}

/**
 * A message with a `{count}`, whose form depends on it.
 * @param {string} one
 * @param {string} many
 * @param {number} count
 * @param {Record<string, any>} fields
 */
export function tn(one, many, count, fields = {}) {
  const { forms, messages } = language;
  const at = count < 2 * COUNTED ? count : COUNTED + (count % COUNTED);
  const known = messages[one];
  const found = Array.isArray(known) ? known[Number(forms[at])] : undefined;
  return filled(found ?? (count === 1 ? one : many), { ...fields, count });
}

/**
 * A number with the decimal sign of the language; nought has no other sign.
 * @param {number} value
 * @param {number} digits
 */
export const decimal = (value, digits) =>
  value
    .toFixed(digits)
    .replace(/^-(?=0(\.0*)?$)/, "")
    .replace(".", language.decimal);

/** @param {string} code */
export function speak(code) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not everywhere
  document.cookie = `${KEPT}=${code}; path=/; max-age=${KEEP}; samesite=strict`;
  location.reload();
}
