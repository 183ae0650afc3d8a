/** Pivotal Events (to place, to waive, or to order beforehand) and Deception markers. */

import { button, make } from "./dom.js";
import { title } from "./words.js";

/**
 * The choices for a Pivotal Event that can be placed now.
 * @param {import("./table.js").Table} table
 */
export function pivotal(table) {
  const { view } = table;
  const waiting = view.asked.what === "pivotal" && view.asked.seats.includes(view.seat);
  const may = new Set([...view.may_place, ...(waiting ? view.asked.factions : [])]);
  const own = [...may].filter((name) => table.factions.includes(name));
  return own.map((name) =>
    make(
      "p",
      { class: "pivotal" },
      `${name} can place its Pivotal Event (2.3.8). `,
      button("Place it", () => table.submit(`${name} pivotal #${table.pivotal[name]}`), {
        class: "main",
        "data-key": `pivotal ${name}`,
      }),
      button("Not on this card", () => table.submit(`${name} waive`), { "data-key": `waive ${name}` }),
    ),
  );
}

/**
 * The standing orders, and two that the seat may give.
 * @param {import("./table.js").Table} table
 */
export function orders(table) {
  const { view } = table;
  const held = view.position?.pivotal.held ?? [];
  const own = table.factions.filter((name) => held.includes(name));
  const standing = view.orders.map((/** @type {any} */ { number, seat, seal, text }) =>
    make(
      "li",
      {},
      make("strong", {}, `${table.person(seat)}: `),
      text || "sealed",
      " ",
      make("span", { class: "proof" }, seal),
      seat === view.seat &&
        button("Take back", () => table.tell({ command: "take-back-order", number }), {
          "data-key": `order ${number}`,
        }),
    ),
  );
  const offered = own.flatMap((name) => [`${name}: pivotal if playable, else waive`, `${name}: waive`]);
  if (standing.length + offered.length === 0) return null;
  return make(
    "details",
    { class: "orders", "data-key": "orders" },
    make("summary", {}, "Standing orders for Pivotal Events"),
    make("p", { class: "note" }, "Nobody sees your order before it acts; then its seal proves that you gave it before."),
    standing.length > 0 && make("ul", {}, ...standing),
    ...offered.map((text) =>
      button(text, () => table.tell({ command: "give-order", text }), { "data-key": `give ${text}` }),
    ),
  );
}

/**
 * The seat's own Deception markers, to be revealed.
 * @param {import("./table.js").Table} table
 */
export function markers(table) {
  const { view } = table;
  if (view.markers.length === 0 || view.status !== "playing") return null;
  const over = view.asked.what === "markers" && view.asked.seats.includes(view.seat);
  return make(
    "details",
    { class: "markers", "data-key": "markers", open: over },
    make("summary", {}, "Your Deception markers"),
    over && button("Nothing more to reveal", () => table.tell({ command: "end" }), { "data-key": "finished" }),
    ...view.markers.map((/** @type {string} */ marker, /** @type {number} */ place) =>
      make(
        "p",
        {},
        `${title(marker)} `,
        ...table.factions.map((name) =>
          button(`Reveal for ${name}`, () => table.submit(`${name} reveal ${marker}`), {
            "data-key": `reveal ${place} ${name}`,
          }),
        ),
      ),
    ),
  );
}
