/** The words of a card: both sides, what each leaves in effect, and our clarifications. Card numbers open them. */

import { button, make } from "./dom.js";
import { ENGLISH, say } from "./say.js";
import { title } from "./words.js";

const NUMBERED = /(#|\b[Cc]ards? |\bCapability |\bMomentum )(\d{1,3})\b/g;
/** A card by its number, as the log and effects name it. */

/** @typedef {import("./figures.js").CardTold} CardTold */

/**
 * The name of a side, or nothing for a card without sides.
 * @param {CardTold} card
 * @param {string} side
 */
export function sideName(card, side) {
  return Object.keys(card.sides).length > 1 ? title(side) : "";
}

/**
 * The words of a side, after its name.
 * @param {CardTold} card
 * @param {string} side
 */
export function sideWords(card, side) {
  const name = sideName(card, side);
  return make("p", { class: `side ${side}`, ...ENGLISH }, name && make("strong", {}, `${name}: `), card.sides[side]?.text ?? "");
}

/**
 * Our clarifications of a card, to be opened; nothing if there are none.
 * @param {CardTold} card
 * @param {string} key the place of the details in the page
 */
export function clarified({ number, clarifications }, key) {
  if (clarifications.length === 0) return null;
  return make(
    "details",
    { class: "clarified", "data-key": `clarified ${key} ${number}` },
    make("summary", {}, say("card.clarifications", { number: clarifications.length })),
    make(
      "dl",
      ENGLISH,
      ...clarifications.map(({ question, answer }) => make("div", {}, make("dt", {}, question), make("dd", {}, answer))),
    ),
  );
}

/**
 * Both sides of a card with the clarifications.
 * @param {CardTold} card
 * @param {string} key the place in the page
 */
export function cardWords(card, key) {
  return [...Object.keys(card.sides).map((side) => sideWords(card, side)), clarified(card, key)];
}

/**
 * The sides of an Event as answers, each with its words.
 * @param {CardTold} card
 * @param {{clause: Record<string, any>, text: string}[]} answers
 * @param {(clause: Record<string, any>) => void} say
 */
export function sideChoice(card, answers, say) {
  const sides = answers.map(({ clause, text }) =>
    make(
      "div",
      { class: "side-choice" },
      button(title(clause.name), () => say(clause), {
        "data-key": text,
        "data-answer": text,
        "aria-describedby": `side-${clause.name}`,
      }),
      make("p", { id: `side-${clause.name}`, ...ENGLISH }, card.sides[clause.name]?.text ?? ""),
    ),
  );
  return make(
    "div",
    { class: "side-choices" },
    make("p", { class: "name" }, `#${card.number} ${card.title}`),
    ...sides,
    clarified(card, "choice"),
  );
}

/**
 * A text in which each number of a card is a button that opens the card.
 * @param {string} text
 * @param {(number: number) => void} open
 * @returns {(string | HTMLElement)[]}
 */
export function withCards(text, open) {
  /** @type {(string | HTMLElement)[]} */
  const found = [];
  let end = 0;
  for (const match of text.matchAll(NUMBERED)) {
    const number = Number(match[2]);
    if (number < 1 || number > 130) continue;
    found.push(text.slice(end, match.index), cardButton(match[0], number, open));
    end = match.index + match[0].length;
  }
  return [...found, text.slice(end)];
}

/**
 * @param {string} label
 * @param {number} number
 * @param {(number: number) => void} open
 */
export function cardButton(label, number, open) {
  return button(label, () => open(number), { class: "plain card-link", "data-card": number, title: say("card.show") });
}
