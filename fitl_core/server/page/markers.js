/** The seat's own Deception markers (7.3), to be revealed. */

import { button, make } from "./dom.js";
import { markerTold } from "./in_effect.js";
import { ENGLISH, say } from "./say.js";

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
    make("summary", {}, say("markers.own")),
    over && button(say("markers.end"), () => table.tell({ command: "end" }), { "data-key": "finished" }),
    ...view.markers.map((/** @type {string} */ marker, /** @type {number} */ place) =>
      make(
        "p",
        {},
        make("strong", {}, markerTold(table, marker).name),
        " ",
        make("span", ENGLISH, markerTold(table, marker).words),
        " ",
        ...table.factions.map((name) =>
          button(say("markers.reveal", { faction: name }), () => table.submit(`${name} reveal ${marker}`), {
            "data-key": `reveal ${place} ${name}`,
          }),
        ),
      ),
    ),
  );
}
