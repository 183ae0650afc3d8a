/** Elements, made from names and text. Text from elsewhere is never read as markup. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Make an element. An attribute that is `true` has no value; one that is false or null is left out. Functions
 * such as `onclick` are listeners.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...present(children));
  return element;
}

/**
 * Make a button that calls `act`.
 * @param {string | Node} label
 * @param {(event: Event) => void} act
 * @param {Record<string, unknown>} [attributes]
 */
export function button(label, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, label);
}

/**
 * Replace the children of an element. Open details and typed text are kept in the new child with the same
 * `data-key`. The keyboard focus stays there too, or goes to the first child that can get it.
 * @param {Element} parent
 * @param {...Child} children
 */
export function refill(parent, ...children) {
  const active = document.activeElement;
  const inside = active !== null && active !== parent && parent.contains(active);
  const key = inside ? active.getAttribute("data-key") : null;
  const before = [...parent.querySelectorAll("details[data-key], input[data-key]")];
  parent.replaceChildren(...present(children));
  for (const old of before) keepState(old, parent.querySelector(`[data-key="${old.getAttribute("data-key")}"]`));
  if (!inside) return;
  const every = /** @type {HTMLElement[]} */ ([...parent.querySelectorAll("button, input, select, a")]);
  const again = every.find((one) => key !== null && one.getAttribute("data-key") === key);
  (again ?? every.find((one) => !one.hasAttribute("disabled")))?.focus({ preventScroll: true });
}

/**
 * Replace the children of an element that is read aloud when it changes. The same children are not read again.
 * @param {Element} parent
 * @param {...Child} children
 */
export function announce(parent, ...children) {
  const next = make("div", {}, ...children);
  if (next.innerHTML !== parent.innerHTML) refill(parent, ...next.childNodes);
}

/**
 * Keep the open state and the typed text of an element in the one that replaces it.
 * @param {Element} old
 * @param {Element | null} now
 */
function keepState(old, now) {
  if (old instanceof HTMLDetailsElement && now instanceof HTMLDetailsElement) now.open ||= old.open;
  const typed = old instanceof HTMLInputElement && ["text", "date"].includes(old.type) && old.value !== old.defaultValue;
  if (typed && now instanceof HTMLInputElement) now.value = old.value;
}

/**
 * A drawing of the server as an element; null for any other text, and for a drawing with a script.
 * @param {string} text
 * @returns {SVGSVGElement | null}
 */
export function drawing(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const foreign = root.querySelector("script, foreignObject, parsererror, a, image, use:not([href^='#'])");
  if (root.localName !== "svg" || foreign !== null) return null;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(root)));
}

/**
 * Parts of a drawing of the server as elements, parsed at once.
 * @param {string[]} texts
 * @returns {Element[]}
 */
export function parts(texts) {
  const root = drawing(`<svg xmlns="http://www.w3.org/2000/svg">${texts.join("")}</svg>`);
  return root === null ? [] : [...root.children];
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function present(children) {
  return /** @type {(Node | string)[]} */ (
    children.filter((one) => one !== null && one !== undefined && one !== false)
  );
}
