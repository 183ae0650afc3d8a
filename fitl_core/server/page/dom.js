/** Elements, made of names and text: nothing that comes from elsewhere is ever read as markup. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * An element. An attribute that is `true` stands without a value, one that is false or null not at all;
 * `onclick` and the like are listeners.
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
 * A button that does something.
 * @param {string | Node} label
 * @param {(event: Event) => void} act
 * @param {Record<string, unknown>} [attributes]
 */
export function button(label, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, label);
}

/**
 * Other children for an element. What is open among them, or has been typed, stays so in what has the same
 * `data-key`; and whoever is there with the keyboard stays there, or goes to the first thing that can be reached.
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
 * Other children for an element that is read aloud when it changes: the same ones are not told again.
 * @param {Element} parent
 * @param {...Child} children
 */
export function announce(parent, ...children) {
  const next = make("div", {}, ...children);
  if (next.innerHTML !== parent.innerHTML) refill(parent, ...next.childNodes);
}

/**
 * What somebody has opened or typed, in what takes its place.
 * @param {Element} old
 * @param {Element | null} now
 */
function keepState(old, now) {
  if (old instanceof HTMLDetailsElement && now instanceof HTMLDetailsElement) now.open ||= old.open;
  const typed = old instanceof HTMLInputElement && old.type === "text" && old.value !== old.defaultValue;
  if (typed && now instanceof HTMLInputElement) now.value = old.value;
}

/**
 * A drawing of the server's as an element; null for a text that is none, or that holds a script.
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
 * Parts of a drawing of the server's as elements, read in one go.
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
