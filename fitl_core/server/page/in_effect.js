/** The things in effect, with their words: the RVN Leader, Capabilities, Momentum, revealed Deception markers. */

import { make } from "./dom.js";
import { cardButton } from "./card_text.js";
import { ENGLISH, say } from "./say.js";
import { title } from "./words.js";

/**
 * The numbers of the cards whose words the page shows.
 * @param {Record<string, any>} view
 */
export function cardsToKnow({ position, pivotal_events }) {
  if (position === null) return [];
  return [position.card, position.next, ...lastingCards(position), ...pivotal_events.map((/** @type {any} */ one) => one.card)];
}

/**
 * The numbers of the Capabilities and Momentum in effect.
 * @param {Record<string, any>} position
 * @returns {number[]}
 */
export function lastingCards({ capabilities, momentum }) {
  return [...Object.keys(capabilities).map(Number), ...momentum.map((/** @type {any} */ one) => one.card)];
}

/**
 * @param {import("./table.js").Table} table
 * @param {Record<string, any>} position
 */
export function inEffect(table, position) {
  const capabilities = Object.entries(position.capabilities).map(([card, side]) => lasting(table, Number(card), side));
  const momentum = position.momentum.map((/** @type {any} */ { card, side }) => lasting(table, card, side));
  const revealed = position.revealed.map((/** @type {any} */ { faction, marker }) => shown(table, faction, marker));
  return make(
    "section",
    { class: "in-effect", "aria-label": say("effect.heading") },
    make("h3", {}, say("effect.heading")),
    make("dl", {}, leader(table, position.leader), ...capabilities, ...momentum, ...revealed),
  );
}

/**
 * The RVN Leader with his words (2.4.1).
 * @param {import("./table.js").Table} table
 * @param {{current: string, box: string[], face_down: boolean}} now
 */
function leader(table, { current, face_down }) {
  const found = table.told.leaders.find((/** @type {any} */ one) => one.id === current);
  if (found === undefined) return entry(say("effect.leader"), say("effect.no_leader"), "");
  const words = found.words.replace(/^RVN Leader( from the start)?:? /, "");
  const told = title(words.slice(0, 1)) + words.slice(1);
  return entry(say("effect.leader"), found.name, face_down ? make("span", {}, say("effect.face_down")) : told);
}

/**
 * A Capability or Momentum.
 * @param {import("./table.js").Table} table
 * @param {number} number
 * @param {string} side
 */
function lasting(table, number, side) {
  const card = table.cards.get(number);
  const [kind, ...words] = (card?.sides[side]?.text ?? "").split(": ");
  const open = (/** @type {number} */ one) => table.trying(table.room.card.open(one));
  const name = cardButton(`#${number} ${card?.title ?? ""}`, number, open);
  const isMomentum = card?.sides[side]?.lasting === "momentum";
  const told = words.length > 0 && kind === (isMomentum ? "Momentum" : "Capability") ? words.join(": ") : (card?.sides[side]?.text ?? "");
  return entry(say(isMomentum ? "effect.momentum" : "effect.capability"), name, told, `, ${side}`);
}

/**
 * A Deception marker that a player has revealed (7.3).
 * @param {import("./table.js").Table} table
 * @param {string} faction
 * @param {string} marker
 */
function shown(table, faction, marker) {
  const { name, words } = markerTold(table, marker);
  return entry(say("effect.revealed", { faction }), name, words);
}

/**
 * The name and the use of a kind of Deception marker.
 * @param {import("./table.js").Table} table
 * @param {string} marker
 * @returns {{name: string, words: string}}
 */
export function markerTold(table, marker) {
  return table.told.markers.find((/** @type {any} */ one) => one.id === marker) ?? { name: title(marker), words: "" };
}

/**
 * @param {string} what
 * @param {string | Node} name
 * @param {string | Node} words those of the server
 * @param {string} [more]
 */
function entry(what, name, words, more = "") {
  return make("div", {}, make("dt", {}, `${what}: `, make("strong", {}, name), more), make("dd", words instanceof Node ? {} : ENGLISH, words));
}
