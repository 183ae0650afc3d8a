/** The steps of seats before the deck is sealed: they add seeds and choose markers. */

import { here } from "./api.js";
import { button, make } from "./dom.js";
import { say } from "./say.js";
import { title } from "./words.js";

const MARKERS = ["agenda", "asset", "threat"];

/**
 * Add a seed of this browser, if seats add seeds. With them nobody can know the deck beforehand.
 * @param {import("./table.js").Table} table
 */
export async function addSeed(table) {
  if (table.adding) return;
  if (!crypto.subtle && table.view.asked.words.startsWith("seeds ")) {
    table.room.ruled(here("seed", say("gathering.seed")));
    return;
  }
  table.adding = true;
  let due = await seedDue(table);
  while (due !== null && (await table.tell(due))) due = await seedDue(table);
  table.adding = false;
}

/**
 * First commit to a seed. After all seats have committed, give the seed.
 * @param {import("./table.js").Table} table
 * @returns {Promise<object | null>} the command that is due
 */
async function seedDue({ view, name }) {
  const own = view.seats.find((/** @type {any} */ one) => one.name === view.seat);
  if (!own?.taken || !view.asked.words.startsWith("seeds ")) return null;
  const key = `fitl seed ${name} ${own.name}`;
  if (!own.promised) {
    const seed = localStorage.getItem(key) ?? digits(crypto.getRandomValues(new Uint8Array(32)));
    localStorage.setItem(key, seed);
    const hashed = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`fitl seed 1\n${seed}`));
    return { command: "promise-seed", commitment: `sha256:${digits(new Uint8Array(hashed))}` };
  }
  const everybody = view.seats.every((/** @type {any} */ one) => one.promised);
  const seed = localStorage.getItem(key);
  return everybody && !own.seed && seed !== null ? { command: "give-seed", seed } : null;
}

/** @param {Uint8Array} bytes */
function digits(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Two Deception markers, chosen or drawn blindly under the option Handicap (7.3).
 * @param {import("./table.js").Table} table
 */
export function choosingMarkers(table) {
  const { asked, seat } = table.view;
  if (!asked.words.startsWith("Deception markers ") || !asked.seats.includes(seat)) return null;
  const fields = ["first", "second"].map((place) =>
    make(
      "select",
      { name: place, "aria-label": say(`gathering.marker_${place}`), "data-key": place },
      ...MARKERS.map((value) => make("option", { value }, title(value))),
    ),
  );
  const choose = (/** @type {string[]} */ markers) => table.tell({ command: "choose-markers", markers });
  const chosen = () => fields.map((one) => /** @type {HTMLSelectElement} */ (one).value);
  return make(
    "section",
    { class: "sitting" },
    make("h2", {}, say("gathering.markers")),
    make("div", { class: "inline" }, ...fields, button(say("gathering.choose"), () => choose(chosen()), { class: "main" })),
    button(say("gathering.blindly"), () => choose([]), { "data-key": "blindly" }),
  );
}
