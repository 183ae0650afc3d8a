/** A link to hand out: a field with its text, and a button that copies it. */

import { button, make } from "./dom.js";
import { say } from "./say.js";

/**
 * @param {string} text
 * @param {string} label
 * @param {Record<string, unknown>} [more] other attributes of the field
 */
export function linkField(text, label, more = {}) {
  const field = make("input", {
    class: "link",
    type: "text",
    readonly: true,
    value: text,
    "aria-label": label,
    onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
    ...more,
  });
  return [field, copying(text)];
}

/** @param {string} text */
function copying(text) {
  if (!navigator.clipboard) return null;
  return button(say("page.copy"), async (event) => {
    const copies = /** @type {HTMLElement} */ (event.currentTarget);
    await navigator.clipboard.writeText(text);
    copies.textContent = say("page.copied");
  });
}
