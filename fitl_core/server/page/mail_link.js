/** The pages behind the links of messages. An address, `stop#TABLE/SEAT/SECRET`, comes from a message. */

import { Api, Problem } from "./api.js";
import { button, make } from "./dom.js";
import { decoded } from "./links.js";
import { say } from "./say.js";
import { watchTheme } from "./theme.js";

/**
 * @typedef {object} Place the table and the seat of a link
 * @property {string} table
 * @property {string} seat
 */

/**
 * Ask the player before a link does anything: programs that look at links press no button.
 * @param {object} link
 * @param {string} link.path the end of the path of the request
 * @param {string} link.title
 * @param {string} link.heading
 * @param {string} link.act the label of the button
 * @param {(place: Place) => string} link.about
 * @param {(place: Place) => string[]} link.done
 */
export function mailLink({ path, title, heading, act, about, done }) {
  const root = /** @type {HTMLElement} */ (document.querySelector(".stopping"));
  const show = (/** @type {string[]} */ lines) =>
    root.replaceChildren(...lines.map((line) => make("p", { role: "status" }, line)));
  const ask = () => {
    const [table, seat, secret] = location.hash.replace(/^#/, "").split("/").map(decoded);
    if (!secret) {
      show([say("stop.incomplete")]);
      return;
    }
    const pressed = async () => {
      try {
        await new Api().send(`tables/${encodeURIComponent(table)}/messages/${path}`, { seat, secret });
        show(done({ table, seat }));
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        root.replaceChildren(make("p", { role: "status", ...error.tongue }, error.message));
      }
    };
    root.replaceChildren(make("p", {}, about({ table, seat })), button(act, pressed, { class: "main" }));
  };
  document.title = title;
  /** @type {HTMLElement} */ (document.querySelector("h1")).textContent = heading;
  watchTheme();
  addEventListener("hashchange", ask);
  ask();
}
