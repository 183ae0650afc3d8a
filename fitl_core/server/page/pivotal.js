/** Pivotal Events: to place, to waive, or to order beforehand. */

import { button, make } from "./dom.js";
import { cardWords } from "./card_text.js";
import { ENGLISH, say } from "./say.js";

/**
 * @typedef {object} PivotalEvent a Pivotal Event that a Faction holds
 * @property {string} faction
 * @property {number} card
 * @property {{wanted: string, facts: string[], is_met: boolean}[]} conditions
 * @property {boolean} may_be_placed
 */

/**
 * The choices for a Pivotal Event that can be placed now.
 * @param {import("./table.js").Table} table
 */
export function pivotal(table) {
  const { view } = table;
  const waiting = view.asked.what === "pivotal" && view.asked.seats.includes(view.seat);
  const may = new Set([...view.may_place, ...(waiting ? view.asked.factions : [])]);
  const own = view.pivotal_events.filter(({ faction }) => may.has(faction) && table.factions.includes(faction));
  return own.map((/** @type {PivotalEvent} */ held) =>
    make(
      "section",
      { class: "pivotal", "aria-label": say("pivotal.of", { faction: held.faction }) },
      make("h3", {}, say("pivotal.may", { faction: held.faction })),
      ...about(table, held, "offer"),
      make(
        "div",
        { class: "answers" },
        button(say("pivotal.place", { card: held.card, title: name(table, held) }), () => table.submit(`${held.faction} pivotal #${held.card}`), {
          "data-key": `pivotal ${held.faction}`,
        }),
        button(say("pivotal.waive"), () => table.submit(`${held.faction} waive`), { "data-key": `waive ${held.faction}` }),
      ),
    ),
  );
}

/**
 * The Pivotal Events that Factions hold, the standing orders, and those that the seat may give.
 * @param {import("./table.js").Table} table
 */
export function orders(table) {
  const { view } = table;
  const standing = view.orders.map((/** @type {any} */ order) => given(table, order));
  if (standing.length + view.pivotal_events.length === 0) return null;
  const own = view.pivotal_events.filter(({ faction }) => table.factions.includes(faction));
  const others = view.pivotal_events.filter((/** @type {PivotalEvent} */ held) => !own.includes(held));
  return make(
    "section",
    { class: "orders", "aria-label": say("pivotal.heading") },
    make("h3", {}, say("pivotal.heading")),
    ...own.map((/** @type {PivotalEvent} */ held) => owned(table, held)),
    standing.length > 0 && make("ul", { class: "standing" }, ...standing),
    others.length > 0 &&
      make(
        "details",
        { "data-key": "pivotal others" },
        make("summary", {}, say("pivotal.others", { who: others.map(({ faction }) => faction).join(", ") })),
        ...others.map((/** @type {PivotalEvent} */ held) =>
          make("div", { class: "held" }, heading(table, held), ...about(table, held, "held")),
        ),
      ),
  );
}

/**
 * A Pivotal Event of the seat, with the orders that can be given for it.
 * @param {import("./table.js").Table} table
 * @param {PivotalEvent} held
 */
function owned(table, held) {
  const faction = held.faction;
  const texts = [
    [`${faction}: pivotal if playable, else waive`, say("pivotal.order_place")],
    [`${faction}: waive`, say("pivotal.order_waive")],
  ];
  return make(
    "div",
    { class: "held" },
    heading(table, held),
    ...(table.view.may_place.includes(faction) ? [] : about(table, held, "own")), // else it is offered above
    make(
      "p",
      { class: "note" },
      say("pivotal.about"),
    ),
    ...texts.map(([text, words]) =>
      button(words, () => table.tell({ command: "give-order", text }), { "data-key": `give ${text}`, title: text }),
    ),
  );
}

/**
 * @param {import("./table.js").Table} table
 * @param {{number: number, seat: string, seal: string, text: string}} order
 */
function given(table, { number, seat, seal, text }) {
  return make(
    "li",
    {},
    make("strong", {}, `${table.person(seat)}: `),
    text || say("pivotal.sealed"),
    " ",
    make("span", { class: "proof" }, seal),
    seat === table.view.seat &&
      button(say("proposals.take_back"), () => table.tell({ command: "take-back-order", number }), { "data-key": `order ${number}` }),
  );
}

/**
 * @param {import("./table.js").Table} table
 * @param {PivotalEvent} held
 */
function heading(table, held) {
  return make("p", {}, make("strong", {}, `${held.faction}: #${held.card} ${name(table, held)}`));
}

/**
 * The words of a Pivotal Event, and its conditions with the present figures.
 * @param {import("./table.js").Table} table
 * @param {PivotalEvent} held
 * @param {string} key the place in the page
 */
function about(table, { card, conditions }, key) {
  const told = table.cards.get(card);
  return [
    ...(told ? cardWords(told, key) : []),
    make(
      "ul",
      { class: "conditions" },
      ...conditions.map(({ wanted, facts, is_met }) =>
        make(
          "li",
          { class: is_met ? "met" : "" },
          make("strong", {}, is_met ? say("pivotal.met") : say("pivotal.unmet")),
          " ",
          make("span", ENGLISH, `${wanted} (${facts.join(", ")})`),
        ),
      ),
    ),
  ];
}

/**
 * @param {import("./table.js").Table} table
 * @param {PivotalEvent} held
 */
function name(table, { card }) {
  return table.cards.get(card)?.title ?? "";
}
