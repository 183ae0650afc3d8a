/** The page that stops the messages to a seat. Its address, `stop#TABLE/SEAT/SECRET`, comes from a message. */

import { Api, Problem } from "./api.js";
import { button, make } from "./dom.js";
import { decoded } from "./links.js";
import { watchTheme } from "./theme.js";

const root = /** @type {HTMLElement} */ (document.getElementById("stop"));

/** @param {...string} lines */
function show(...lines) {
  root.replaceChildren(...lines.map((line) => make("p", { role: "status" }, line)));
}

/** Ask the player, and stop the messages on his click. */
function ask() {
  const [table, seat, secret] = location.hash.replace(/^#/, "").split("/").map(decoded);
  if (!secret) {
    show("This link is not complete. Copy all of it from the message.");
    return;
  }
  const stop = async () => {
    try {
      await new Api().send(`tables/${encodeURIComponent(table)}/messages/stop`, { seat, secret });
      show(`No more messages about turns of ${seat} at table ${table}.`, "The player can switch them on again at the table.");
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      show(error.message);
    }
  };
  root.replaceChildren(
    make("p", {}, `Messages tell the player of ${seat} at table ${table} of each turn.`),
    button("Stop these messages", stop, { class: "main" }),
  );
}

watchTheme();
addEventListener("hashchange", ask);
ask();
