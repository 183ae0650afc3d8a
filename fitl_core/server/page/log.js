/** The log: each line with its effects in words, and a button that shows the board after the line. */

import { button, make } from "./dom.js";
import { faction } from "./figures.js";
import { FACTIONS } from "./words.js";

/**
 * @typedef {object} Line
 * @property {number} number
 * @property {string} text
 * @property {string} by
 * @property {string} time
 * @property {string[]} proof
 * @property {boolean} in_force
 * @property {boolean} taken_back
 * @property {string} note
 * @property {{text: string, rule: string}[]} told
 * @property {number | null} card
 * @property {string} standing
 * @property {boolean} is_shown whether the position after it is known
 * @property {string} typed the move as its player worded it, if that differs
 */

export class Log {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.list = make("ol", { class: "lines", tabindex: "0", "aria-label": "Lines of the log" });
    this.element = make("div", { class: "log" }, this.list);
    /** @type {Line[]} */
    this.lines = [];
  }

  /**
   * @param {Line[]} lines
   * @param {number | null} at the line whose board is shown
   */
  show(lines, at) {
    if (lines !== this.lines) {
      const ends = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 40;
      const same = lines.slice(0, this.lines.length).every((line, i) => line === this.lines[i]);
      const begin = same && this.lines.length <= lines.length ? this.lines.length : 0;
      if (begin === 0) this.list.replaceChildren();
      this.list.append(...lines.slice(begin).map((line) => this.line(line)));
      this.lines = lines;
      if (ends) this.list.scrollTop = this.list.scrollHeight;
    }
    for (const one of this.list.querySelectorAll("button[data-line]")) {
      const here = at !== null && one.getAttribute("data-line") === String(at);
      one.setAttribute("aria-pressed", String(here));
      if (here) one.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {Line} line */
  line({ number, text, by, time, proof, taken_back, note, told, is_shown, typed }) {
    const who = FACTIONS.find((name) => text.startsWith(name));
    const what = who ? text.slice(who.length).trim() : text;
    const look = button(String(number), () => this.table.lookAt(number), {
      class: "plain number",
      "data-line": number,
      "aria-pressed": "false",
      "aria-label": `Show the board after line ${number}`,
      title: `${time}${by ? `, ${by}` : ""}`,
    });
    return make(
      "li",
      { class: taken_back ? "void" : "", "data-number": number },
      look,
      make(
        "div",
        {},
        note
          ? make("p", { class: "said" }, by !== "" && make("span", { class: "note" }, `${by}: `), note)
          : make("p", { class: "said" }, who && faction(who), " ", make("code", {}, what)),
        typed && make("p", { class: "note" }, "typed: ", make("code", {}, typed)),
        taken_back && make("p", { class: "note" }, "taken back"),
        !is_shown && make("p", { class: "note" }, "the position after it is not known"),
        told.length > 0 && make("ul", {}, ...told.map(effect)),
        this.wasDecided(text, by) && this.why(number),
        proof.length > 0 && make("details", {}, make("summary", {}, "Proof"), ...proof.map(vouched)),
      ),
    );
  }

  /**
   * Whether section 8 has decided in a line: it is a Non-player's, or a Non-player answers in it.
   * @param {string} text
   * @param {string} by
   */
  wasDecided(text, by) {
    const words = text.split(/\s+/);
    if (by === "" && FACTIONS.includes(words[0])) return true;
    const { seats } = this.table.view;
    const played = seats.flatMap((/** @type {any} */ seat) => seat.factions);
    return FACTIONS.some((name) => !played.includes(name) && words.includes(`${name}:`));
  }

  /**
   * The decision of a Non-player in a line, fetched when the details are opened.
   * @param {number} number
   */
  why(number) {
    const steps = make("ol", { class: "steps" });
    const opened = async () => {
      if (steps.childElementCount > 0) return;
      const { api, path } = this.table;
      const { decisions } = await api.get(`${path}/decisions?line=${number}`);
      const decided = decisions.flatMap((/** @type {{told: string[]}} */ one) => one.told);
      const words = decided.length > 0 ? decided : ["This line needed no decision."];
      steps.replaceChildren(...words.map((/** @type {string} */ step) => make("li", {}, step)));
    };
    const toggled = () => this.table.trying(opened());
    return make("details", { class: "why", ontoggle: toggled }, make("summary", {}, "Why (section 8)"), steps);
  }
}

/** @param {{text: string, rule: string}} told */
function effect({ text, rule }) {
  return make("li", {}, text, " ", make("span", { class: "rule" }, rule));
}

/** @param {string} text */
function vouched(text) {
  return make("p", { class: "proof" }, text);
}

/**
 * A slider with buttons that steps through the lines of the log.
 * @param {import("./table.js").Table} table
 */
export function stepper(table) {
  const slider = /** @type {HTMLInputElement} */ (
    make("input", {
      type: "range",
      min: 0,
      value: 0,
      max: 0,
      "aria-label": "Line of the log",
      oninput: () => table.lookAt(Number(slider.value)),
    })
  );
  const by = (/** @type {number} */ steps) => table.lookAt((table.line ?? table.lines.length) + steps);
  const back = button("‹", () => by(-1), { "aria-label": "One line back" });
  const on = button("›", () => by(1), { "aria-label": "One line on" });
  const now = button("Now", () => table.lookAt(null));
  const words = make("p", { class: "note", role: "status" });
  const element = make("div", { class: "stepper" }, back, slider, on, now, words);
  const show = () => {
    const { line, lines } = table;
    slider.max = String(lines.length);
    slider.value = String(line ?? lines.length);
    back.toggleAttribute("disabled", (line ?? lines.length) === 0);
    on.toggleAttribute("disabled", line === null);
    now.toggleAttribute("disabled", line === null);
    element.classList.toggle("past", line !== null);
    const text = line !== null && line > 0 ? lines[line - 1].text : "";
    words.textContent = line === null ? "" : `The board after line ${line} of ${lines.length}. ${text}`;
  };
  return { element, show };
}
