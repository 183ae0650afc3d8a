/**
 * Links to tables and seats. A link is `#TABLE/LINK`, or `#/LINK` for a personal one: no server gets the part after
 * `#`, and the page removes the link from the address as soon as it has read it. A link is good once (`taking.js`).
 * The browser keeps the secrets of its seats, until the player has it forget them. So the address of a table without
 * a link opens the seat that the browser keeps.
 */

import { say } from "./say.js";
import { store, stored } from "./storage.js";

const KEPT = "fitl seats";
const MOST = 50;
/** The largest number of seats that a browser keeps. */

/**
 * @typedef {object} Place
 * @property {string} table
 * @property {string} link the secret of a seat or of the host; empty for a spectator
 * @property {string} [offered] a link that has been opened and not been used yet
 */

/** @returns {Place | null} the table that the address names, with the secret that this browser has for it */
export function place() {
  const [table, link] = location.hash.replace(/^#/, "").split("/").map(decoded);
  if (link) {
    sessionStorage.setItem(offer(table), link);
    history.replaceState(null, "", `#${encodeURIComponent(table)}`);
  }
  const offered = sessionStorage.getItem(offer(table)) ?? "";
  if (!table && !offered) return null;
  return { table, link: sessionStorage.getItem(key(table)) ?? keptAt(table)?.link ?? "", offered };
}

/**
 * Forget a link that has been opened: it was used, or the player does not want it.
 * @param {string} table
 */
export function withdraw(table) {
  sessionStorage.removeItem(offer(table));
}

/**
 * The address of a seat, to be given to its player.
 * @param {Place} where
 */
export function address({ table, link }) {
  const secret = link ? `/${encodeURIComponent(link)}` : "";
  return `${location.origin}${location.pathname}#${encodeURIComponent(table)}${secret}`;
}

/**
 * Keep another secret for this tab; an empty one makes it a spectator.
 * @param {Place} where
 */
export function hold({ table, link }) {
  sessionStorage.setItem(key(table), link);
  if (link) noteLost(table, null);
}

/**
 * Note the seat of a table that this browser has lost, until the player has read it: a page that is loaded again still
 * says so.
 * @param {string} table
 * @param {string | null} seat the seat in words; null: he has read it
 */
export function noteLost(table, seat) {
  if (seat === null) sessionStorage.removeItem(lost(table));
  else sessionStorage.setItem(lost(table), seat);
}

/**
 * @param {string} table
 * @returns {string | null} the seat in words that this browser has lost, if he has not read it
 */
export function lostAt(table) {
  return sessionStorage.getItem(lost(table));
}

/**
 * @typedef {object} Kept
 * @property {string} table
 * @property {string} seat empty for the host
 * @property {string} link
 */

/** @returns {Kept[]} the seats that this browser keeps, the last one first */
export function kept() {
  return stored(KEPT, []);
}

/** @param {Kept} seat */
export function keep(seat) {
  const others = kept().filter(
    (one) => one.link !== seat.link && (one.table !== seat.table || one.seat !== seat.seat),
  );
  store(KEPT, [seat, ...others].slice(0, MOST));
}

/**
 * The seat of a table that this browser keeps; of several, the one used last.
 * @param {string} table
 */
export function keptAt(table) {
  return kept().find((one) => one.table === table);
}

/** @param {string} seat a seat in words; empty for the host */
export function seatWords(seat) {
  return seat ? say("seat.one", { seat }) : say("seat.host");
}

/**
 * Forget a seat.
 * @param {Kept} seat
 */
export function forget(seat) {
  const others = kept().filter((one) => one.link !== seat.link);
  store(KEPT, others);
}

/**
 * Decode a part of an address. A part that cannot be decoded is returned as it is.
 * @param {string} part
 */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {string} table */
function key(table) {
  return `fitl link ${table}`;
}

/** @param {string} table */
function offer(table) {
  return `fitl offered ${table}`;
}

/** @param {string} table */
function lost(table) {
  return `fitl lost ${table}`;
}
