/** The seats: links to hand out, names, leaving a seat, and the tasks of the host. */

import { askingForVacation } from "./absence.js";
import { button, make } from "./dom.js";
import { faction } from "./figures.js";
import { linkField } from "./link_field.js";
import { address } from "./links.js";
import { ownLinks, switching } from "./own_seat.js";
import { say } from "./say.js";
import { titling } from "./table_title.js";
import { dayWords } from "./time.js";
import { FACTIONS } from "./words.js";

/**
 * The panel of all seats.
 * @param {import("./table.js").Table} table
 */
export function people(table) {
  const { view } = table;
  const nobody = FACTIONS.filter((name) => !view.seats.some((/** @type {any} */ one) => one.factions.includes(name)));
  const told = Object.keys(table.links).length > 0 && view.status === "gathering";
  return [
    told &&
      make("p", { class: "note" }, say("people.give_links")),
    make("ul", { class: "seats" }, ...view.seats.map((/** @type {any} */ seat) => row(seat, table))),
    nobody.length > 0 &&
      make("p", { class: "note" }, `${say("people.nobody")} `, ...nobody.map((name) => faction(name)), overtake(nobody, table)),
    own(table),
    (isPlayer(table) || table.isHost) && ownLinks(table),
    switching(table),
    table.isHost && titling(table),
    isPlayer(table) && table.room.messages.element,
    table.isHost && hosting(table),
    watching(table),
  ];
}

/**
 * @param {any} seat
 * @param {import("./table.js").Table} table
 */
function row(seat, table) {
  const { view } = table;
  const here = seat.name === view.seat;
  const told = seat.resigned ? say("people.given_up") : seat.taken ? seat.player || say("people.taken") : say("people.free");
  return make(
    "li",
    { "data-seat": seat.name },
    make("span", {}, ...seat.factions.map((/** @type {string} */ name) => faction(name))),
    " ",
    make("span", { class: "person" }, told),
    here && make("span", { class: "note" }, ` ${say("people.you")}`),
    seat.away && make("span", { class: "note" }, ` ${say("absence.away", { day: dayWords(seat.away) })}`),
    seat.markers > 0 && make("span", { class: "note" }, ` ${say("people.markers", { number: seat.markers })}`),
    !seat.taken && table.links[seat.name] && handed(seat.name, table),
    table.isHost && !seat.taken && view.status !== "closed" && renew(seat.name, table),
    table.isHost && !seat.taken && view.status === "playing" &&
      button(say("people.hand_over"), () => table.tell({ command: "hand-over", seat: seat.name })),
    table.isHost && seat.taken && view.status !== "closed" &&
      button(say("people.unseat"), () => table.tell({ command: "unseat", seat: seat.name })),
  );
}

/**
 * A link to hand out, to be copied.
 * @param {string} seat
 * @param {import("./table.js").Table} table
 */
function handed(seat, table) {
  const text = address({ table: table.name, link: table.links[seat] });
  return make("span", { class: "handed" }, ...linkField(text, say("people.link_of", { seat }), { "data-link": seat }));
}

/**
 * @param {string} seat
 * @param {import("./table.js").Table} table
 */
function renew(seat, table) {
  return button(say("people.new_link"), () => table.newLink(seat), { title: say("people.new_link_about") });
}

/**
 * The actions of a player for the own seat.
 * @param {import("./table.js").Table} table
 */
function own(table) {
  const { view } = table;
  const seat = view.seats.find((/** @type {any} */ one) => one.name === view.seat);
  if (!seat || view.status === "closed") return null;
  if (!seat.taken) return null;
  return make(
    "details",
    { "data-key": "own" },
    make("summary", {}, say("people.own")),
    naming(say("people.rename"), (name) => table.rename(name), seat.player),
    askingForVacation(table),
    make("p", {}, button(say("people.get_up"), () => table.tell({ command: "leave" })), " ", resigning(table)),
  );
}

/**
 * Whether the page is that of a player who has taken his seat.
 * @param {import("./table.js").Table} table
 */
function isPlayer({ view }) {
  return view.status !== "closed" && view.seats.some((/** @type {any} */ one) => one.name === view.seat && one.taken);
}

/** @param {import("./table.js").Table} table */
function resigning(table) {
  const sure = make("span");
  const really = () =>
    sure.replaceChildren(
      button(say("people.resign_sure"), () => table.tell({ command: "resign" })),
      button(say("page.no"), () => sure.replaceChildren()),
    );
  return make("span", {}, button(say("people.resign"), really), " ", sure);
}

/**
 * The form for sitting down at a free seat.
 * @param {import("./table.js").Table} table
 */
export function sitting(table) {
  const { view } = table;
  const seat = view.seats.find((/** @type {any} */ one) => one.name === view.seat);
  if (!seat || seat.taken || view.status === "closed") return null;
  return make(
    "section",
    { class: "sitting" },
    make("h2", {}, `${say("people.yours")} `, ...seat.factions.map((/** @type {string} */ name) => faction(name))),
    naming(say("people.sit"), (name) => table.sit(name)),
  );
}

/**
 * A field for the player's name.
 * @param {string} act
 * @param {(name: string) => void} does
 * @param {string} [before]
 */
function naming(act, does, before = "") {
  const field = /** @type {HTMLInputElement} */ (
    make("input", { id: "name", type: "text", maxlength: 60, value: before, autocomplete: "nickname", "data-key": "name" })
  );
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    does(field.value.trim());
  };
  return make(
    "form",
    { class: "inline", onsubmit: submitted },
    make("label", { for: "name" }, say("people.name")),
    field,
    make("button", { type: "submit", class: "main" }, act),
  );
}

/**
 * The actions that only the host may take.
 * @param {import("./table.js").Table} table
 */
function hosting(table) {
  if (table.view.status === "closed") return null;
  const sure = make("span");
  const really = () =>
    sure.replaceChildren(
      button(say("people.close_sure"), () => table.tell({ command: "close" })),
      button(say("page.no"), () => sure.replaceChildren()),
    );
  return make("p", {}, button(say("people.close"), really), " ", sure);
}

/**
 * The seats that the host may make of Non-players' Factions.
 * @param {string[]} nobody
 * @param {import("./table.js").Table} table
 */
function overtake(nobody, table) {
  if (!table.isHost || table.view.status !== "playing") return null;
  const acts = nobody.map((name) =>
    button(say("people.take_over", { faction: name }), () => table.tell({ command: "take-over", seat: name })),
  );
  return make("span", {}, ...acts);
}

/** @param {import("./table.js").Table} table */
function watching(table) {
  const text = address({ table: table.name, link: "" });
  return make("p", { class: "handed" }, `${say("people.spectators")} `, ...linkField(text, say("people.spectator_link")));
}
