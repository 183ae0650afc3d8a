/** The log: each line in words with its effects, and a button that shows the board after the line. */

import { button, make } from "./dom.js";
import { withCards } from "./card_text.js";
import { faction } from "./figures.js";
import { Jumps } from "./log_jumps.js";
import { ENGLISH, say, woven } from "./say.js";
import { momentWords } from "./time.js";
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
 * @property {string} words the line in words
 * @property {string | null} faction the Faction that acts in it, if it is a move
 */

/**
 * @typedef {object} Decision the decision of a Non-player
 * @property {string} faction
 * @property {string} reason in short
 * @property {string[]} told its steps
 */

const NEAR = 40;
/** Pixels from the end of the log at which the log still follows new lines. */
const NOTATION = "fitl notation";
/** The key under which the browser keeps whether the log shows the notation. */

export class Log {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.list = make("ol", { class: "lines", tabindex: "0", "aria-label": say("log.lines") });
    this.jumps = new Jumps(this);
    this.newest = button(say("log.newest"), () => this.toEnd(), { class: "newest", "data-key": "newest" });
    this.newest.hidden = true;
    this.element = make("div", { class: "log" }, make("div", { class: "log-tools" }, this.notation(), this.jumps.element), this.list, this.newest);
    /** @type {Line[]} */
    this.lines = [];
    /** Whether the log shows its end, and goes on to new lines. */
    this.follows = true;
    this.list.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.follow()).observe(this.list);
  }

  /** A box that shows or hides the notation of all lines. */
  notation() {
    const box = /** @type {HTMLInputElement} */ (
      make("input", { type: "checkbox", checked: localStorage.getItem(NOTATION) === "shown" })
    );
    const show = () => this.list.classList.toggle("with-notation", box.checked);
    box.addEventListener("change", () => {
      localStorage.setItem(NOTATION, box.checked ? "shown" : "hidden");
      show();
      this.follow();
    });
    show();
    return make("label", { class: "check" }, box, ` ${say("log.notation")}`);
  }

  /** The reader has scrolled, or the page has. */
  scrolled() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    if (clientHeight === 0) return; // it is not in sight
    this.follows = scrollTop + clientHeight >= scrollHeight - NEAR;
    if (this.follows) this.newest.hidden = true;
  }

  /** Show the end, unless the reader has scrolled away. */
  follow() {
    if (this.follows && this.list.clientHeight > 0) this.list.scrollTop = this.list.scrollHeight;
  }

  toEnd() {
    this.follows = true;
    this.newest.hidden = true;
    this.jumps.at = null;
    this.follow();
  }

  /**
   * Bring a line to the top of the log, and give it the keyboard focus.
   * @param {number} number
   */
  goTo(number) {
    const line = /** @type {HTMLElement | null} */ (this.list.querySelector(`li[data-number="${number}"]`));
    if (line === null) return;
    this.follows = false;
    for (const one of this.list.querySelectorAll(".found")) one.classList.remove("found");
    line.classList.add("found");
    this.list.scrollTop += line.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    /** @type {HTMLElement | null} */ (line.querySelector("button[data-line]"))?.focus({ preventScroll: true });
  }

  /**
   * @param {Line[]} lines
   * @param {number | null} at the line whose board is shown
   */
  show(lines, at) {
    if (lines !== this.lines) {
      const same = lines.slice(0, this.lines.length).every((line, i) => line === this.lines[i]);
      const begin = same && this.lines.length <= lines.length ? this.lines.length : 0;
      if (begin === 0) this.list.replaceChildren();
      this.list.append(...lines.slice(begin).map((line) => this.line(line)));
      if (lines.length > this.lines.length && !this.follows) this.newest.hidden = false;
      this.lines = lines;
      this.jumps.show(lines);
      this.follow();
    }
    for (const one of this.list.querySelectorAll("button[data-line]")) {
      const here = at !== null && one.getAttribute("data-line") === String(at);
      const before = one.getAttribute("aria-pressed") === "true";
      one.setAttribute("aria-pressed", String(here));
      if (here && !before) one.scrollIntoView({ block: "nearest" });
    }
  }

  /** @param {Line} line */
  line({ number, text, by, time, proof, taken_back, note, told, is_shown, typed, words, faction: who }) {
    const open = (/** @type {number} */ card) => this.table.trying(this.table.room.card.open(card));
    const named = who !== null && words.startsWith(who);
    const look = button(String(number), () => this.table.lookAt(number), {
      class: "plain number",
      "data-line": number,
      "aria-pressed": "false",
      "aria-label": say("log.board", { line: number }),
      title: `${momentWords(time)}${by ? `, ${by}` : ""}`,
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
          : make(
              "p",
              { class: "said", ...ENGLISH },
              named && faction(who),
              ...withCards(named ? words.slice(who.length) : words, open),
            ),
        !note && make("p", { class: "notation" }, make("code", {}, text)),
        typed && make("p", { class: "notation" }, ...woven("log.typed", { move: make("code", {}, typed) })),
        taken_back && make("p", { class: "note" }, say("log.taken_back")),
        !is_shown && make("p", { class: "note" }, say("log.unknown")),
        told.length > 0 && make("ul", ENGLISH, ...told.map((one) => effect(one, open))),
        this.wasDecided(text, by) && this.why(number),
        proof.length > 0 && make("details", {}, make("summary", {}, say("log.proof")), ...proof.map(vouched)),
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
      const decided = decisions.flatMap((/** @type {Decision} */ one) => one.told);
      const told = decided.map((/** @type {string} */ step) => make("li", ENGLISH, step));
      steps.replaceChildren(...(told.length > 0 ? told : [make("li", {}, say("log.undecided"))]));
    };
    const toggled = () => this.table.trying(opened());
    return make("details", { class: "why", ontoggle: toggled }, make("summary", {}, say("log.why")), steps);
  }
}

/**
 * @param {{text: string, rule: string}} told
 * @param {(card: number) => void} open
 */
export function effect({ text, rule }, open) {
  return make("li", {}, ...withCards(text, open), " ", make("span", { class: "rule" }, rule));
}

/** @param {string} text */
function vouched(text) {
  return make("p", { class: "proof", ...ENGLISH }, text);
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
      "aria-label": say("log.slider"),
      oninput: () => table.lookAt(Number(slider.value)),
    })
  );
  const by = (/** @type {number} */ steps) => table.lookAt((table.line ?? table.lines.length) + steps);
  const back = button("‹", () => by(-1), { "aria-label": say("log.back") });
  const on = button("›", () => by(1), { "aria-label": say("log.on") });
  const now = button(say("page.now"), () => table.lookAt(null));
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
    const text = line !== null && line > 0 ? lines[line - 1].words : "";
    const told = { line, last: lines.length, words: make("span", ENGLISH, text) };
    words.replaceChildren(...(line === null ? [] : woven("log.after", told)));
  };
  return { element, show };
}
