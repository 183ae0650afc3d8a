/**
 * Alerts of this browser: a notification and a sound when a turn comes, while a page of this server is open. The turn
 * may be that of the table in this tab, or of another seat that the browser keeps.
 */

import { Api, Problem } from "./api.js";
import { kept } from "./links.js";
import { say } from "./say.js";
import { store, stored } from "./storage.js";

const CHOSEN = "fitl alerts";
const ASKED = "fitl asked";
const LOOKED = "fitl looked";
const REMINDED = "fitl reminded";
const EVERY = 60_000;
/** Milliseconds between two looks at the tables that are open in no tab. */
const MOST = 12;
/** The largest number of those tables. */
const NO_LINES = 2 ** 31 - 1;
/** The number after which a view holds no lines of the log. */
const LONGEST = 200;
/** The largest number of characters in a notification. */

/** @type {AudioContext | null} */
let audio = null;

/**
 * @typedef {object} Chosen
 * @property {boolean} notify
 * @property {boolean} sound
 */

/** @returns {Chosen} the alerts that are switched on in this browser */
export function chosen() {
  const { notify, sound } = /** @type {Partial<Chosen>} */ (stored(CHOSEN, {}));
  return { notify: notify === true && permitted() === "granted", sound: sound === true };
}

/** Whether notifications are allowed: by the browser, and for this page. */
export function permitted() {
  return "Notification" in window ? Notification.permission : "unsupported";
}

/**
 * Switch notifications on or off. The browser asks for its permission now, on the player's click.
 * @param {boolean} on
 */
export async function notify(on) {
  if (on && permitted() === "default") await Notification.requestPermission();
  store(CHOSEN, { ...chosen(), notify: on && permitted() === "granted" });
}

/**
 * Switch the sound on or off. It is heard once, so that the player knows it and the browser allows it.
 * @param {boolean} on
 */
export function sound(on) {
  store(CHOSEN, { ...chosen(), sound: on });
  if (on) ring();
}

/**
 * Look at a table as it is now. Alert the player if his turn has just come and he does not see it.
 * @param {string} table
 * @param {Record<string, any>} view
 * @param {boolean} [isHere] whether the table is shown in this tab
 */
export function look(table, view, isHere = true) {
  if (view.seat === "" || !isTaken(view)) return;
  const asked = /** @type {Record<string, boolean>} */ (stored(ASKED, {}));
  const key = `${table} ${view.seat}`;
  const is = view.asked.seats.includes(view.seat);
  const comes = is && asked[key] === false;
  if (asked[key] !== is) {
    delete asked[key];
    store(ASKED, Object.fromEntries([...Object.entries(asked).slice(-99), [key, is]]));
  }
  if (comes && !isLooking(isHere)) alertTo(table, view, say("alerts.turn", { seat: view.seat }));
  if (!isHere && view.time) remind(table, view, view.time.seconds, false);
}

/**
 * Alert the player once when his time is nearly over, and once when it is over, if he does not see the table.
 * @param {string} table
 * @param {Record<string, any>} view
 * @param {number} seconds until the deadline
 * @param {boolean} [isHere] whether the table is shown in this tab
 */
export function remind(table, view, seconds, isHere = true) {
  const { seat, asked, time } = view;
  if (seat === "" || !asked.seats.includes(seat) || !isTaken(view) || seconds > time.reminder) return;
  const key = `${table} ${seat}`;
  const stage = `${asked.due} ${seconds < 0 ? "over" : "nearly over"}`;
  const told = /** @type {Record<string, string>} */ (stored(REMINDED, {}));
  if (told[key] === stage) return;
  delete told[key];
  store(REMINDED, Object.fromEntries([...Object.entries(told).slice(-99), [key, stage]]));
  if (!isLooking(isHere)) alertTo(table, view, say(seconds < 0 ? "alerts.over" : "alerts.nearly_over", { seat }));
}

/** @param {boolean} isHere whether the table is shown in this tab */
function isLooking(isHere) {
  return isHere && !document.hidden && document.hasFocus();
}

/** @param {Record<string, any>} view whose seat must have a player */
function isTaken(view) {
  return view.seats.some((/** @type {any} */ one) => one.name === view.seat && one.taken);
}

/**
 * @param {string} table
 * @param {Record<string, any>} view
 * @param {string} why
 */
function alertTo(table, view, why) {
  const on = chosen();
  if (on.sound) ring();
  if (!on.notify) return;
  try {
    const shown = new Notification(why, {
      body: String(view.standing).slice(0, LONGEST),
      tag: `fitl ${table}`,
    });
    shown.onclick = () => {
      window.focus();
      location.hash = encodeURIComponent(table);
      shown.close();
    };
  } catch {
    // some browsers of phones have notifications only for installed pages
  }
}

/** Play two short tones. A browser may refuse until the player has clicked on the page. */
function ring() {
  audio ??= new AudioContext();
  void audio.resume();
  [660, 880].forEach((pitch, place) => tone(/** @type {AudioContext} */ (audio), pitch, place * 0.18));
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} after seconds
 */
function tone(context, pitch, after) {
  const begins = context.currentTime + after;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.15, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + 0.3);
  const source = context.createOscillator();
  source.frequency.value = pitch;
  source.connect(volume).connect(context.destination);
  source.start(begins);
  source.stop(begins + 0.3);
}

/**
 * Look now and then at the other tables of this browser's seats. Of several tabs, one does so.
 * @param {() => string} here the table that is shown in this tab
 */
export function watch(here) {
  setInterval(() => void lookAtOthers(here()), EVERY);
}

/** @param {string} here */
export async function lookAtOthers(here) {
  const on = chosen();
  const last = Number(localStorage.getItem(LOOKED) ?? 0);
  if ((!on.notify && !on.sound) || Math.abs(Date.now() - last) < EVERY / 2) return;
  localStorage.setItem(LOOKED, String(Date.now()));
  const others = kept().filter(({ table, seat }) => table !== here && seat !== "");
  for (const { table, link } of others.slice(0, MOST)) {
    try {
      const path = `tables/${encodeURIComponent(table)}?after=${NO_LINES}`;
      look(table, await new Api(link).get(path), false);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
}
