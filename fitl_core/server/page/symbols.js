/** The symbols on printed cards that the table does not know: a player looks at the card and says (8.4.1). */

import { cardButton } from "./card_text.js";
import { button, make } from "./dom.js";
import { say, woven } from "./say.js";

/**
 * @typedef {object} UnknownSymbol what is not known of a card for a Non-player
 * @property {number} card
 * @property {string} faction
 * @property {string[]} possible the symbols that it can be; with a halo alone, only the text of its instruction is unknown
 */

/**
 * The questions for the symbols of the two cards face up; nothing without any, and for spectators.
 * @param {import("./table.js").Table} table
 */
export function symbols(table) {
  const { seat, symbols_wanted: wanted } = table.view;
  if (wanted.length === 0 || (seat === "" && !table.isHost)) return null;
  return make(
    "details",
    { class: "symbols", "data-key": "symbols" },
    make("summary", {}, say("symbols.heading", { number: wanted.length })),
    make("p", { class: "note" }, say("symbols.about")),
    ...wanted.map((/** @type {UnknownSymbol} */ unknown) => question(table, unknown)),
  );
}

/**
 * @param {import("./table.js").Table} table
 * @param {UnknownSymbol} unknown
 */
function question(table, { card, faction, possible }) {
  const isText = possible.length === 1;
  const title = table.cards.get(card)?.title ?? "";
  const open = (/** @type {number} */ number) => table.trying(table.room.card.open(number));
  const named = cardButton(`#${card} ${title}`.trim(), card, open);
  const answers = isText ? ["halo plays"] : possible;
  return make(
    "div",
    { class: "symbol-wanted", "data-card": card, "data-faction": faction },
    make("p", {}, ...woven(isText ? "symbols.ask_text" : "symbols.ask", { card: named, faction })),
    make("div", { class: "answers" }, ...answers.map((symbol) => answer(table, `${card} ${faction} ${symbol}`, symbol))),
  );
}

/**
 * @param {import("./table.js").Table} table
 * @param {string} text the symbol as the header of a log has it
 * @param {string} symbol
 */
function answer(table, text, symbol) {
  const words = say(symbol === "halo plays" ? "symbols.plays" : `symbols.${symbol}`);
  return button(words, () => table.tell({ command: "state-symbol", symbols: text }), { "data-key": `symbol ${text}`, title: text });
}
