/** The panel of the drafted move: its clauses, its questions, and the buttons that play it. */

import { adjudication, ruling } from "./ruling.js";
import { button, make, refill } from "./dom.js";
import { clarified, sideWords } from "./card_text.js";
import { choices } from "./choices.js";
import { Preview } from "./preview.js";
import { ENGLISH, say, woven } from "./say.js";
import { TouchFirst } from "./touch_first.js";
import { clauseWords } from "./words.js";

const LISTENS = 350;
/** Milliseconds after the last key before the typed line is checked. */

export class Move {
  /**
   * @param {import("./table.js").Table} table
   */
  constructor(table) {
    this.table = table;
    this.line = /** @type {HTMLInputElement} */ (
      make("input", {
        id: "line",
        type: "text",
        spellcheck: "false",
        autocomplete: "off",
        autocapitalize: "off",
        maxlength: 4000,
        oninput: () => this.listen(),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
      })
    );
    const label = make("label", { for: "line" }, say("move.line"));
    this.deeds = make("div", { class: "deeds" });
    this.refusal = make("div");
    this.asks = make("div", { class: "questions" });
    this.told = make("div", { class: "told" });
    this.preview = new Preview(table, this.asks);
    this.touch = new TouchFirst(table, this.preview);
    this.element = make(
      "section",
      { class: "move", "aria-label": say("move.yours") },
      make("div", { class: "line" }, label, this.line),
      this.deeds,
      this.refusal,
      this.told,
      this.asks,
      this.preview.element,
      this.touch.element,
    );
    this.element.hidden = true;
    this.asks.addEventListener("pointerover", (event) => this.hint(/** @type {Element} */ (event.target)));
    for (const other of ["pointerleave", "focusin"]) {
      this.asks.addEventListener(other, () => this.hint(this.asks.querySelector(":focus-visible")));
    }
    this.asks.addEventListener("focusout", () => this.hint(null));
    /** @type {number | undefined} */
    this.typing = undefined;
    this.checking = 0;
    this.checked = 0;
  }

  /** Whether the text in the field is the text that was checked: only then it can be played. */
  get isChecked() {
    const draft = this.table.drafting.draft;
    return this.typing === undefined && this.checking === this.checked && this.line.value === draft?.made.line;
  }

  /** Let the buttons that play the move be pressed only if its text was checked. */
  guard() {
    for (const one of this.deeds.querySelectorAll(PLAYING)) one.toggleAttribute("disabled", !this.isChecked);
  }

  /** @param {import("./drafting.js").Draft | null} draft */
  show(draft) {
    this.element.hidden = draft === null;
    this.preview.leave();
    this.touch.close();
    if (draft === null) return;
    const { made, refused } = draft;
    const typed = document.activeElement === this.line && (refused !== null || this.typing !== undefined);
    if (!typed) this.line.value = made.line;
    this.line.setAttribute("aria-invalid", String(refused !== null));
    refill(this.deeds, ...this.buttons(draft));
    this.guard();
    const full = async () => adjudication(await this.table.adjudicate(this.line.value));
    const close = () => {
      this.line.value = made.line;
      this.table.drafting.set({ ...draft, refused: null });
    };
    this.refusal.replaceChildren(...(refused ? [ruling(refused, { close, full })] : []));
    const { drafting, board } = this.table;
    const does = {
      say: (/** @type {Record<string, any>} */ clause) => this.table.trying(this.touch.give(clause)),
      pick: (/** @type {string} */ space) => this.table.trying(drafting.pick(space)),
      card: this.card,
    };
    refill(this.asks, this.picked(draft), ...choices(draft, board.names, does));
    refill(this.told, ...this.happened(made), this.event(made));
  }

  /** The card in play, if the page knows it. */
  get card() {
    return this.table.cards.get(this.table.view.position?.card);
  }

  /**
   * The words of the Event that is being executed: of the chosen side, once it is chosen.
   * @param {import("./drafting.js").Made} made
   */
  event({ line, questions }) {
    const { card } = this;
    if (card === undefined || !/^\w+ +event\b/.test(line) || questions.some(({ id }) => id === "event.option")) return null;
    const chosen = Object.keys(card.sides).filter((side) => new RegExp(`event ${side}\\b`).test(line));
    const sides = chosen.length > 0 ? chosen : Object.keys(card.sides);
    const words = sides.map((side) => sideWords(card, side));
    return make("div", { class: "event-words" }, make("h3", {}, `#${card.number} ${card.title}`), ...words, clarified(card, "move"));
  }

  /** @param {import("./drafting.js").Draft} draft */
  buttons({ made, picks }) {
    const { drafting, view } = this.table;
    const begun = made.said.length > 0;
    const plain = !begun && view.begun === null;
    return [
      made.commit &&
        button(PLAYS[made.leads_to] ?? PLAYS.whole, () => this.table.play(made.commit), {
          class: "main",
          "data-key": "play",
          title: made.words,
        }),
      (begun || picks.length > 0) &&
        button(say("move.back"), () => this.table.trying(drafting.back()), { "data-key": "back" }),
      begun && button(say("move.over"), () => this.table.restart(), { "data-key": "over" }),
      made.skip && button(say("move.skip"), () => this.table.play(made.skip), { "data-key": "skip" }),
      plain && view.may_pass && button(say("move.pass"), () => this.table.submit(`${made.faction} pass`), { "data-key": "pass" }),
      plain && view.asked.what === "action" && this.limited(made),
    ];
  }

  /** @param {import("./drafting.js").Made} made */
  limited({ faction, limop }) {
    const { drafting } = this.table;
    const turn = () => this.table.trying(drafting.begin(faction, { limop: !limop }));
    const box = make("input", { type: "checkbox", checked: limop, onchange: turn, "data-key": "limop" });
    return make("label", { class: "check" }, box, ` ${say("move.limited")}`);
  }

  /** @param {import("./drafting.js").Draft} draft */
  picked({ picks }) {
    const { board, drafting } = this.table;
    if (picks.length === 0) return null;
    const names = picks.map((space) => clauseWords({ clause: "at", space }, board.names)).join(" → ");
    return make(
      "p",
      { class: "picked" },
      make("strong", {}, names),
      " ",
      button(say("move.anywhere"), () => this.table.trying(drafting.narrow([])), { "data-key": "anywhere" }),
    );
  }

  /** @param {import("./drafting.js").Made} made */
  happened({ told, unsaid, owed, said, words, commit, idle }) {
    const lines = told.map(({ text, rule }) =>
      make("li", {}, text, " ", make("span", { class: "rule" }, rule)),
    );
    const automatic = unsaid.filter(({ text }) => text !== "").map(({ text }) => make("code", {}, text));
    const whole = commit !== null && said.length > 0;
    return [
      whole && make("p", { class: idle ? "idle" : "note", ...ENGLISH }, idle || words),
      !whole && said.length > 0 && owed && make("p", { class: "note", ...ENGLISH }, owed),
      lines.length > 0 && make("h3", {}, say("move.effects")),
      lines.length > 0 && make("ul", ENGLISH, ...lines),
      automatic.length > 0 && make("p", { class: "note" }, ...woven("move.automatic", { clauses: automatic })),
    ];
  }

  /**
   * Mark the spaces of an answer on the board: it is pointed at, or a key has given it the focus.
   * @param {Element | null} at
   */
  hint(at) {
    const answer = /** @type {HTMLElement | null} */ (at?.closest("[data-spaces]") ?? null);
    this.table.board.hint(answer?.dataset.spaces?.split(" ").filter(Boolean) ?? []);
  }

  /** Check the typed line when no key has been pressed for a moment. */
  listen() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.check(), LISTENS);
    this.guard();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    this.check();
  }

  async check() {
    clearTimeout(this.typing);
    this.typing = undefined;
    const check = ++this.checking;
    this.guard();
    try {
      await this.table.trying(this.table.drafting.type(this.line.value));
    } finally {
      if (check === this.checking) this.checked = check; // else a later one is under way
      this.guard();
    }
  }
}

const PLAYING = "[data-key=play], [data-key=skip]";
/** The buttons that play the drafted move. */

/** @type {Record<string, string>} */
const PLAYS = { whole: say("move.play"), die: say("move.play_die"), other: say("move.play_other") };
