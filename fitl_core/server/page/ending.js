/** The end of a game: the result, and the ways to go on from it. */

import { button, make } from "./dom.js";
import { faction } from "./figures.js";
import { hold, keep } from "./links.js";
import { signed } from "./words.js";

/** @type {Record<string, string>} */
const ORDINALS = { 1: "1st", 2: "2nd", 3: "3rd" };

/**
 * The result with links to the curves, the replay and a rematch; nothing while the game goes on.
 * @param {import("./table.js").Table} table
 */
export function ending(table) {
  const { position, seat, standing } = table.view;
  if (!position?.ended) return null;
  const places = position.places.map((/** @type {string[]} */ share, /** @type {number} */ place) =>
    make(
      "li",
      {},
      make("strong", {}, `${ORDINALS[place + 1] ?? `${place + 1}th`} `),
      ...share.map((name) => faction(name, ` ${player(table, name)} (margin ${signed(position.margins[name])}) `)),
    ),
  );
  return make(
    "section",
    { class: "result", "aria-label": "The result" },
    make("h2", {}, "The game is over"),
    make("p", {}, standing),
    make("ul", {}, ...places),
    make(
      "div",
      { class: "answers" },
      button("See the curves", () => table.room.choose("curves"), { "data-key": "see curves" }),
      make("a", { href: `api/${table.path}/replay`, target: "_blank", rel: "noopener" }, "Replay page"),
      (seat !== "" || table.isHost) &&
        button("Rematch with the same seats", () => table.trying(again(table)), { "data-key": "rematch" }),
    ),
    (seat !== "" || table.isHost) &&
      make(
        "p",
        { class: "note" },
        "The first player who asks for the rematch opens a new table. Each player who asks gets the link of his own seat there.",
      ),
  );
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
  const made = await table.api.send(`${table.path}/rematch`, null);
  hold({ table: made.table, link: made.link });
  keep(made);
  location.hash = encodeURIComponent(made.table);
}
