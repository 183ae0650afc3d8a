/**
 * Links to tables and seats. A link is `#TABLE/SECRET`: no server gets the part after `#`, and the page removes
 * the secret from the address as soon as it has read it. A tab keeps its own secret. The browser keeps those of the
 * seats taken in it, until the player has it forget them.
 */

const KEPT = "fitl seats";

/**
 * @typedef {object} Place
 * @property {string} table
 * @property {string} link the secret of a seat or of the host; empty for a spectator
 */

/** @returns {Place | null} the table that the address names, with the secret that this tab has for it */
export function place() {
  const [table, link] = location.hash.replace(/^#/, "").split("/").map(read);
  if (!table) return null;
  if (link) {
    sessionStorage.setItem(key(table), link);
    history.replaceState(null, "", `#${encodeURIComponent(table)}`);
  }
  return { table, link: link || (sessionStorage.getItem(key(table)) ?? "") };
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
  if (link) sessionStorage.setItem(key(table), link);
  else sessionStorage.removeItem(key(table));
}

/**
 * @typedef {object} Kept
 * @property {string} table
 * @property {string} seat empty for the host
 * @property {string} link
 */

/** @returns {Kept[]} the seats that this browser keeps, the last one first */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {Kept} seat */
export function keep(seat) {
  const others = kept().filter((one) => one.table !== seat.table || one.seat !== seat.seat);
  localStorage.setItem(KEPT, JSON.stringify([seat, ...others].slice(0, 50)));
}

/**
 * Forget a seat.
 * @param {Kept} seat
 */
export function forget(seat) {
  const others = kept().filter((one) => one.link !== seat.link);
  localStorage.setItem(KEPT, JSON.stringify(others));
}

/**
 * Decode a part of an address. A part that cannot be decoded is returned as it is.
 * @param {string} part
 */
function read(part) {
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
