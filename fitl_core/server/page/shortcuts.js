/**
 * Keyboard shortcuts of the page of a table, and their list. Each is a single key, so they can be switched off. None
 * acts while somebody types, or together with Ctrl, Alt or Meta.
 */

import { button, make } from "./dom.js";
import { say } from "./say.js";
import { store, stored } from "./storage.js";

const KEPT = "fitl shortcuts";
const ANSWERS = ".questions button:not([disabled]):not(.card-link):not([data-key=anywhere])";
const DIGITS = [..."123456789"];
const TYPING = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range])";
/** Elements that take the keys themselves. */
const CLOSING = "[data-key='not this'], .ruling .close, .changed-rules .close, .fell .close";
/** What Escape closes, the first of them that is in sight. */

/**
 * @typedef {object} Shortcut
 * @property {string} name in the catalogue
 * @property {string[]} keys
 * @property {string} at the element that it is for
 * @property {string[]} [then] elements of which the first one in sight gets the focus
 */

/** @type {Shortcut[]} */
const SHORTCUTS = [
  { name: "list", keys: ["?"], at: "[data-key=shortcuts]" },
  { name: "line", keys: ["m", "/"], at: "#line", then: ["#line"] },
  { name: "play", keys: ["p"], at: ".deeds [data-key=play]" },
  { name: "back", keys: ["u"], at: ".deeds [data-key=back]" },
  { name: "since_back", keys: ["[", ","], at: ".since [data-key='since back']" },
  { name: "since_next", keys: ["]", "."], at: ".since [data-key='since next'], .since [data-key='since begin']" },
  { name: "log", keys: ["l"], at: "#tab-log", then: ["#panel-log .lines"] },
  { name: "chat", keys: ["c"], at: "#tab-chat", then: ["#chat-text", ".chat-lines"] },
  { name: "board", keys: ["b"], at: ".reach[tabindex='0']", then: [".reach[tabindex='0']"] },
];

export class Shortcuts {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.on = stored(KEPT, true);
    this.opener = button("?", () => this.show(), { class: "plain", "data-key": "shortcuts", title: say("keys.heading"), "aria-label": say("keys.heading") });
    this.element = /** @type {HTMLDialogElement} */ (make("dialog", { class: "card-dialog", "aria-labelledby": "keys-heading" }));
    const hear = (/** @type {KeyboardEvent} */ event) => {
      if (this.element.isConnected) this.hear(event);
      else removeEventListener("keydown", hear);
    };
    addEventListener("keydown", hear);
  }

  /** Show the list. */
  show() {
    const box = make("input", { type: "checkbox", checked: this.on, onchange: () => this.turn(), "data-key": "keys on" });
    const rows = SHORTCUTS.map(({ name, keys }) => row(keys, say(`keys.to_${name}`)));
    const answers = row([`${DIGITS[0]} – ${DIGITS[DIGITS.length - 1]}`], say("keys.to_answer"));
    rows.splice(4, 0, answers);
    this.element.replaceChildren(
      make("h2", { id: "keys-heading" }, say("keys.heading")),
      make("dl", { class: "keys" }, ...rows, row([say("keys.escape")], say("keys.to_close"))),
      make("label", { class: "check" }, box, make("span", {}, say("keys.on"))),
      make("p", { class: "note" }, say("keys.about")),
      button(say("page.close"), () => this.element.close(), { "data-key": "close keys", autofocus: true }),
    );
    if (!this.element.open) this.element.showModal();
  }

  /** Switch all of them on or off. */
  turn() {
    this.on = !this.on;
    store(KEPT, this.on);
    this.mark();
  }

  /** Write each key on the element that it is for. */
  mark() {
    for (const old of document.querySelectorAll("[aria-keyshortcuts]")) old.removeAttribute("aria-keyshortcuts");
    if (!this.on) return;
    for (const { keys, at } of SHORTCUTS) document.querySelector(at)?.setAttribute("aria-keyshortcuts", keys.join(" "));
    allInSight(ANSWERS).slice(0, DIGITS.length).forEach((one, place) => one.setAttribute("aria-keyshortcuts", DIGITS[place]));
  }

  /** @param {KeyboardEvent} event */
  hear(event) {
    const on = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
    if (!this.on || event.repeat || document.querySelector("dialog[open]") !== null) return;
    if (event.key === "Escape") this.escape(on);
    else if (!on.matches(TYPING) && this.act(event.key)) event.preventDefault();
  }

  /**
   * @param {string} key
   * @returns {boolean} whether the key is a shortcut
   */
  act(key) {
    if (DIGITS.includes(key)) {
      press(allInSight(ANSWERS)[DIGITS.indexOf(key)]);
      return true;
    }
    const shortcut = SHORTCUTS.find(({ keys }) => keys.includes(key));
    if (shortcut === undefined) return false;
    const { name, at, then } = shortcut;
    if (name === "list") this.show(); // a touch screen does not show its button
    else if (then?.[0] !== at) press(inSight(at));
    const next = then?.map(inSight).find((one) => one !== null);
    /** @type {HTMLElement | undefined} */ (next)?.focus();
    return true;
  }

  /**
   * Close one thing: leave a field, close a box, or go back to the present board.
   * @param {Element} on
   */
  escape(on) {
    const { room, line } = this.table;
    const closing = inSight(CLOSING);
    if (on.matches(TYPING)) /** @type {HTMLElement} */ (on).blur();
    else if (closing) press(closing);
    else if (room.since.at !== null) room.since.close();
    else if (line !== null) this.table.lookAt(null);
  }
}

/**
 * @param {string[]} keys
 * @param {string} words
 */
function row(keys, words) {
  const shown = keys.flatMap((key, place) => [place > 0 && " ", make("kbd", {}, key)]);
  return make("div", {}, make("dt", {}, ...shown), make("dd", {}, words));
}

/** @param {string} selector */
function allInSight(selector) {
  return [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
}

/** @param {string} selector */
function inSight(selector) {
  return allInSight(selector)[0] ?? null;
}

/**
 * Click an element as a pointer would: nothing happens to a disabled button.
 * @param {Element | null | undefined} element
 */
function press(element) {
  /** @type {HTMLElement | null} */ (element ?? null)?.click();
}
