/** The seats of this browser at a table: links for other browsers, a change of the seat, and a seat that is lost. */

import { button, make, refill } from "./dom.js";
import { linkField } from "./link_field.js";
import { address, forget, hold, keep, kept, lostAt, noteLost, seatWords } from "./links.js";
import { say } from "./say.js";
import { exchanged } from "./taking.js";

const AGAIN = "fitl again";
/** The event that shows the table anew, with another seat or none. */
/** @type {WeakMap<object, HTMLElement>} the links of a table's page, which stay in sight when news come */
const SHOWN = new WeakMap();

/** @param {() => void} act */
export function onChange(act) {
  addEventListener(AGAIN, act);
}

function again() {
  dispatchEvent(new CustomEvent(AGAIN));
}

/**
 * Become a spectator, because the secret of the seat opens nothing any more. If another tab has got a new secret for
 * the seat, go on with it.
 * @param {import("./table.js").Table} table
 */
export function lose(table) {
  const { name, link } = table;
  const seat = kept().find((one) => one.link === link)?.seat ?? table.view?.seat ?? null;
  forget({ table: name, seat: seat ?? "", link });
  const renewed = kept().find((one) => one.table === name && one.seat === seat);
  if (renewed) {
    hold(renewed);
    again();
    return;
  }
  hold({ table: name, link: "" });
  noteLost(name, seat === null ? say("seat.some") : seatWords(seat));
  again();
}

/**
 * Tell a player that his seat is lost, and what he can do.
 * @param {import("./table.js").Table} table
 */
export function lostSeat(table) {
  const lost = table.link ? null : lostAt(table.name);
  if (lost === null) return null;
  const close = () => {
    noteLost(table.name, null);
    table.room.show();
  };
  const isSeat = table.view.seats.some((/** @type {any} */ one) => seatWords(one.name) === lost);
  return make(
    "section",
    { class: "lost", role: "alert" },
    make("h2", {}, say("seat.lost", { seat: lost })),
    make("p", {}, say(isSeat ? "seat.lost_why" : "seat.lost_to_rules")),
    make("p", {}, say("seat.lost_then")),
    switching(table),
    button(say("seat.look_on"), close),
  );
}

/**
 * The other seats of this browser at the table.
 * @param {import("./table.js").Table} table
 */
export function switching(table) {
  const others = kept().filter((one) => one.table === table.name && one.link !== table.link);
  if (others.length === 0) return null;
  const change = (/** @type {import("./links.js").Kept} */ seat) => () => {
    hold(seat);
    keep(seat);
    again();
  };
  return make(
    "p",
    { class: "acts" },
    `${say("seat.others")} `,
    ...others.map((seat) => button(say("seat.go_on", { seat: seatWords(seat.seat) }), change(seat))),
  );
}

/**
 * New links for the own seat: one for another browser, or one that shuts other browsers out.
 * @param {import("./table.js").Table} table
 */
export function ownLinks(table) {
  if (!table.link || table.view.status === "closed") return null;
  const element = SHOWN.get(table) ?? linking(table);
  SHOWN.set(table, element);
  return element;
}

/** @param {import("./table.js").Table} table */
function linking(table) {
  const made = make("p", { class: "handed", "aria-live": "polite" });
  const linked = async () => {
    const answer = await table.trying(renewed(table, "everybody"));
    if (!answer) return;
    const text = address({ table: table.name, link: answer.link });
    refill(made, ...linkField(text, say("seat.link")), ` ${say("seat.link_about")}`);
  };
  const alone = async () => {
    if (await table.trying(shutOthersOut(table))) made.replaceChildren(say("seat.alone"));
  };
  return make(
    "div",
    { class: "own-links" },
    make(
      "p",
      { class: "acts" },
      button(say("seat.link"), linked),
      button(say("seat.lock_out"), alone, { title: say("seat.lock_out_about") }),
    ),
    made,
  );
}

/**
 * @param {import("./table.js").Table} table
 * @param {"me" | "everybody"} keeping
 */
function renewed(table, keeping) {
  return table.api.send(`${table.path}/links`, { seat: table.view.seat, keeping });
}

/**
 * Void all links and secrets of the seat but a new one of this browser. The old one is void last, so that a lost
 * answer shuts nobody out.
 * @param {import("./table.js").Table} table
 */
async function shutOthersOut(table) {
  const { link: made } = await renewed(table, "me");
  const { link, seat } = await exchanged(`${table.path}/links/take`, made);
  keep({ table: table.name, seat, link });
  hold({ table: table.name, link });
  table.link = link;
  table.api.link = link;
  await renewed(table, "me");
  return true;
}
