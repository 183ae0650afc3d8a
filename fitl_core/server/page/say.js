/**
 * The texts of the page, in the language of its reader. All of them are in `texts/`, one file for each language; the
 * server sends one language, with English for each text that it lacks. What the server says itself stays English.
 */

import { store, stored } from "./storage.js";

const KEPT = "fitl language";
const AGAIN = 2000;
/** Milliseconds before the texts are asked for again. */
const HOLE = /\{(\w+)\}/;
/** The place in a text for a value, by its name. */

/** @typedef {string | {ordinal?: Record<string, string>, [category: string]: any}} Text a text, or its plural forms */
/** @typedef {string | number | Node | null | undefined} Value */

/** @type {{language: string, languages: Record<string, string>, missing: string[], texts: Record<string, Text>}} */
const { language: chosen, languages, texts } = await load();

/** The tag of the language of the page. */
export const language = chosen;

/** The reader's own variety of that language, for dates and numbers: `en-GB` for a page in English. */
export const locale = navigator.languages.find((tag) => tag.split("-")[0] === language.split("-")[0]) ?? language;

/** @type {Record<string, string>} The attributes of an element with words of the server, which speaks English. */
export const ENGLISH = language === "en" ? {} : { lang: "en" };

const plurals = new Intl.PluralRules(language);
const ordinals = new Intl.PluralRules(language, { type: "ordinal" });
const figures = new Intl.NumberFormat(locale);

document.documentElement.lang = language;

/**
 * A text with its values. `number` is the one that decides about the plural.
 * @param {string} key
 * @param {Record<string, Value>} [values] by their names in the text
 * @returns {string}
 */
export function say(key, values = {}) {
  return woven(key, values).join("");
}

/**
 * A text as the children of an element. Its values may be elements, or lists of them.
 * @param {string} key
 * @param {Record<string, Value | (Node | string)[]>} values
 * @returns {(Node | string)[]}
 */
export function woven(key, values) {
  const said = form(texts[key], Number(values.number));
  if (said === undefined) console.error(`no text of the page: ${key}`);
  const pieces = (said ?? key).split(HOLE); // each second piece is the name of a value
  return pieces.flatMap((piece, place) => (place % 2 === 0 ? piece : written(piece, values)));
}

/**
 * The form of a text for a number.
 * @param {Text | undefined} text
 * @param {number} number
 * @returns {string | undefined}
 */
function form(text, number) {
  if (typeof text !== "object") return text;
  const { ordinal } = text;
  return ordinal ? (ordinal[ordinals.select(number)] ?? ordinal.other) : (text[plurals.select(number)] ?? text.other);
}

/**
 * A value as it stands in a text.
 * @param {string} name
 * @param {Record<string, Value | (Node | string)[]>} values
 */
function written(name, values) {
  if (!(name in values)) console.error(`no value of a text: ${name}`);
  const value = values[name];
  if (name === "number") return figures.format(Number(value));
  return typeof value === "number" ? String(value) : (value ?? "");
}

/** @returns {[string, string][]} the tags and names of all languages that the page speaks */
export function spoken() {
  return Object.entries(languages);
}

/**
 * Show the page in another language. It is loaded again; a move in the making stays.
 * @param {string} tag
 */
export function speak(tag) {
  store(KEPT, tag);
  location.reload();
}

/** The texts in the language that the player has chosen, or in the first one of the browser that is offered. */
async function load() {
  const kept = /** @type {string} */ (stored(KEPT, ""));
  const wanted = [kept, ...navigator.languages].filter((tag) => typeof tag === "string" && tag !== "");
  const address = new URL(`texts.json?languages=${encodeURIComponent(wanted.join())}`, import.meta.url);
  for (;;) {
    try {
      const answer = await fetch(address, { cache: "no-cache", credentials: "omit" });
      if (answer.ok) return await answer.json();
    } catch {
      // the server cannot be reached just now
    }
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}
