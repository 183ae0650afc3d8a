/** The choice of the language of the page, among those of the server. */

import { make } from "./dom.js";
import { language, say, speak, spoken } from "./say.js";

/** A select with the languages by their own names; the page shows only the tag of the present one. */
export function languageChoice() {
  const options = spoken().map(([tag, name]) => make("option", { value: tag, lang: tag, selected: tag === language }, name));
  const chosen = (/** @type {Event} */ event) => speak(/** @type {HTMLSelectElement} */ (event.target).value);
  return make(
    "span",
    { class: "language", title: say("language.label") },
    make("span", { "aria-hidden": "true" }, language.toUpperCase()),
    make("select", { "aria-label": say("language.label"), "data-key": "language", onchange: chosen }, ...options),
  );
}
