/** Jumps in the log: to a card, and from move to move of a Faction. */

import { button, make } from "./dom.js";
import { say } from "./say.js";
import { FACTIONS } from "./words.js";

const NAMED = /#(\d{1,3}) (.*?)(?:, (?:un)?shaded| is in play)?$/;
/** The number and the title of a card at the end of a line in words. */

export class Jumps {
  /** @param {import("./log.js").Log} log */
  constructor(log) {
    this.log = log;
    this.cards = /** @type {HTMLSelectElement} */ (
      make("select", { "aria-label": say("log.to_card"), "data-key": "jump card", onchange: () => this.toCard() })
    );
    this.whose = /** @type {HTMLSelectElement} */ (
      make(
        "select",
        { "aria-label": say("log.whose"), "data-key": "jump faction" },
        make("option", { value: "" }, say("log.any")),
        ...FACTIONS.map((name) => make("option", { value: name }, say("log.moves_of", { faction: name }))),
      )
    );
    this.element = make(
      "div",
      { class: "jumps", role: "group", "aria-label": say("log.jumps") },
      this.cards,
      this.whose,
      button("▲", () => this.step(-1), { "aria-label": say("log.move_before"), "data-key": "jump back" }),
      button("▼", () => this.step(1), { "aria-label": say("log.move_next"), "data-key": "jump on" }),
    );
    /** @type {import("./log.js").Line[]} */
    this.lines = [];
    /** @type {number | null} the line of the last jump; null after the reader went back to the end */
    this.at = null;
  }

  /** @param {import("./log.js").Line[]} lines */
  show(lines) {
    this.lines = lines;
    /** @type {Map<number, number>} the first line of each card in play */
    const first = new Map();
    /** @type {Map<number, string>} */
    const titles = new Map();
    for (const { number, card, words } of lines) {
      if (card !== null && !first.has(card)) first.set(card, number);
      const named = NAMED.exec(words);
      if (named !== null && !titles.has(Number(named[1]))) titles.set(Number(named[1]), named[2]);
    }
    const options = [...first].map(([card, number]) =>
      make("option", { value: number }, `#${card} ${titles.get(card) ?? ""}`),
    );
    this.cards.replaceChildren(make("option", { value: "" }, say("log.to_card_pick")), ...options);
  }

  toCard() {
    const number = Number(this.cards.value);
    this.cards.value = "";
    if (number > 0) this.go(number);
  }

  /**
   * Go to the nearest move before or after the last jump; without one, from the end of the log.
   * @param {number} way
   */
  step(way) {
    const wanted = this.whose.value;
    const from = this.at ?? this.lines.length + 1;
    const moves = this.lines.filter(({ faction }) => faction !== null && (wanted === "" || faction === wanted));
    const next =
      way < 0 ? moves.filter(({ number }) => number < from).at(-1) : moves.find(({ number }) => number > from);
    if (next !== undefined) this.go(next.number);
  }

  /** @param {number} number */
  go(number) {
    this.at = number;
    this.log.goTo(number);
  }
}
