/** The state of the game: the turn, the cards face up, margins and tracks. */

import { cardWords } from "./card_text.js";
import { make } from "./dom.js";
import { ENGLISH, say } from "./say.js";
import { FACTIONS, signed, title } from "./words.js";

const [NOW, NEXT] = ["Now", "Next"];
/** The places of the two cards face up. */

/**
 * @typedef {object} CardTold
 * @property {number} number
 * @property {string} title
 * @property {string} kind
 * @property {string | null} period
 * @property {string[]} order
 * @property {string | null} precondition the conditions of a Pivotal Event
 * @property {Record<string, {text: string, lasting: string | null}>} sides
 * @property {{question: string, answer: string}[]} clarifications
 */

/**
 * A Faction with its colour and name.
 * @param {string} name
 * @param {...import("./dom.js").Child} more
 */
export function faction(name, ...more) {
  return make("span", { class: `faction ${name}` }, name, ...more);
}

/**
 * A line about the seats that the table waits for.
 * @param {Record<string, any>} view
 */
export function waiting(view) {
  const { asked, seat } = view;
  const mine = seat !== "" && asked.seats.includes(seat);
  const who = asked.factions.length > 0 ? asked.factions : asked.seats;
  return make(
    "p",
    { class: mine ? "turn mine" : "turn" },
    make("strong", {}, mine ? say("page.your_turn") : who.length > 0 ? say("page.waiting", { who: who.join(", ") }) : ""),
    " ",
    make("span", ENGLISH, view.standing),
  );
}

/**
 * The present card and the next one.
 * @param {Record<string, any>} position
 * @param {Map<number, CardTold>} cards the known cards
 */
export function cardsFaceUp(position, cards) {
  const shown = [
    [NOW, position.card],
    [NEXT, position.next],
  ].filter(([, number]) => number !== null);
  return make(
    "div",
    { class: "cards" },
    ...shown.map(([when, number]) => card(when, number, cards.get(number), position)),
  );
}

/**
 * @param {string} when
 * @param {number} number
 * @param {CardTold | undefined} told
 * @param {Record<string, any>} position
 */
function card(when, number, told, position) {
  const summary = make(
    "summary",
    {},
    make("span", { class: "when" }, when === NOW ? say("page.now") : say("figures.next")),
    make("span", { class: "name" }, `#${number} ${told?.title ?? ""}`),
    make("span", { class: "order" }, ...(told?.order ?? []).map((name) => eligible(name, when, position))),
  );
  const words = told === undefined ? [] : cardWords(told, when);
  return make("details", { class: "card", "data-key": `card ${when}` }, summary, ...words);
}

/**
 * A Faction in a card's order, marked if it is not Eligible.
 * @param {string} name
 * @param {string} when
 * @param {Record<string, any>} position
 */
function eligible(name, when, position) {
  const can = when !== NOW || position.eligible.includes(name);
  const chip = faction(name, !can && make("span", { class: "unseen" }, ` ${say("figures.ineligible")}`));
  chip.classList.toggle("out", !can);
  chip.classList.toggle("acts", when === NOW && position.to_act === name);
  return chip;
}

/**
 * Margins, Resources and the shared tracks.
 * @param {Record<string, any>} position
 */
export function figures(position) {
  const { tracks, margins, victory } = position;
  const rows = FACTIONS.map((name) =>
    make(
      "tr",
      {},
      make("th", { scope: "row" }, faction(name)),
      make("td", { class: margins[name] > 0 ? "ahead" : "" }, signed(margins[name])),
      make("td", {}, String(victory[name])),
      make("td", {}, tracks.resources[name] === undefined ? "" : String(tracks.resources[name])),
    ),
  );
  const heads = [say("figures.faction"), say("figures.margin"), say("figures.score"), say("figures.resources")];
  const shared = ["aid", "patronage", "econ", "trail"];
  return make(
    "div",
    { class: "figures" },
    make(
      "table",
      {},
      make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows),
    ),
    make(
      "dl",
      {},
      ...shared.map((name) => make("div", {}, make("dt", {}, title(name)), make("dd", {}, String(tracks[name])))),
    ),
  );
}
