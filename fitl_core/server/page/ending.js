/** The end of a game: the result, and the ways to go on from it. */

import { button, make } from "./dom.js";
import { faction } from "./figures.js";
import { hold, keep, keptAt } from "./links.js";
import { ENGLISH, say } from "./say.js";
import { signed } from "./words.js";

/**
 * The result with links to the curves, the replay and a rematch; nothing while the game goes on.
 * @param {import("./table.js").Table} table
 */
export function ending(table) {
  const { position, standing } = table.view;
  if (!position?.ended) return null;
  const places = position.places.map((/** @type {string[]} */ share, /** @type {number} */ place) =>
    make(
      "li",
      {},
      make("strong", {}, `${say("ending.place", { number: place + 1 })} `),
      ...share.map((name) => faction(name, ` ${player(table, name)} ${say("ending.margin", { margin: signed(position.margins[name]) })} `)),
    ),
  );
  return make(
    "section",
    { class: "result", "aria-label": say("ending.result") },
    make("h2", {}, say("ending.over")),
    make("p", ENGLISH, standing),
    make("ul", {}, ...places),
    make(
      "div",
      { class: "answers" },
      button(say("ending.curves"), () => table.room.choose("curves"), { "data-key": "see curves" }),
      make("a", { href: `api/${table.path}/replay`, target: "_blank", rel: "noopener" }, say("ending.replay")),
      mayPlay(table) && !table.rematch && rematching(table, "ending.rematch"),
    ),
    rematch(table),
  );
}

/** @param {import("./table.js").Table} table whose player or host may have a place at the rematch */
function mayPlay(table) {
  return table.view.seat !== "" || table.isHost;
}

/**
 * The rematch that was begun, with the way to it; without one, how it is begun.
 * @param {import("./table.js").Table} table
 */
function rematch(table) {
  const name = table.rematch;
  if (!name) return mayPlay(table) && make("p", { class: "note" }, say("ending.about"));
  const way = mayPlay(table)
    ? rematching(table, "ending.go")
    : make("a", { href: `#${encodeURIComponent(name)}` }, say("ending.look_on"));
  const words = say(mayPlay(table) ? "ending.begun" : "ending.begun_look");
  return make("p", { class: "rematch", role: "status" }, make("strong", {}, words), " ", way);
}

/**
 * @param {import("./table.js").Table} table
 * @param {string} label the key of its text
 */
function rematching(table, label) {
  return button(say(label), () => table.trying(again(table)), { "data-key": "rematch" });
}

/**
 * The name of the player of a Faction, if it is known.
 * @param {import("./table.js").Table} table
 * @param {string} name
 */
function player(table, name) {
  const found = table.view.seats.find((/** @type {any} */ one) => one.factions.includes(name));
  return found?.player ?? "";
}

/**
 * Go to the seat at the rematch.
 * @param {import("./table.js").Table} table
 */
async function again(table) {
  const own = keptAt(table.rematch);
  if (own && own.seat === table.view.seat) {
    hold(own);
    location.hash = encodeURIComponent(own.table);
    return;
  }
  const made = await table.api.send(`${table.path}/rematch`, null);
  hold({ table: made.table, link: made.link });
  keep(made);
  location.hash = encodeURIComponent(made.table);
}
