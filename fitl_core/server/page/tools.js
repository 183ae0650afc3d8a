/** The small tools in the head of each page: light or dark, and the language. */

import { make } from "./dom.js";
import { languageChoice } from "./language.js";
import { themeButton } from "./theme.js";

/**
 * The tools together, at the end of the head.
 * @param {...HTMLElement} more those of one page
 */
export function tools(...more) {
  return make("span", { class: "tools" }, ...more, themeButton(), languageChoice());
}
