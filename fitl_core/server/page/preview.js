/** What an answer would do and cost, shown while the pointer or the keyboard focus is on it. */

import { Problem } from "./api.js";
import { make } from "./dom.js";
import { ENGLISH, say, woven } from "./say.js";

const LINGER = 250;
/** Milliseconds that a pointer stays on an answer before the server is asked. */

/** @typedef {import("./drafting.js").Made} Made */
/** @typedef {import("./drafting.js").Answer} Answer */

export class Preview {
  /**
   * @param {import("./table.js").Table} table
   * @param {HTMLElement} asks the element with the buttons of the answers
   */
  constructor(table, asks) {
    this.table = table;
    this.element = make("div", { class: "preview", role: "status" });
    this.element.hidden = true;
    /** @type {number | undefined} */
    this.lingering = undefined;
    /** @type {HTMLElement | null} */
    this.on = null;
    for (const kind of ["pointerover", "focusin"]) asks.addEventListener(kind, (event) => this.point(event));
    for (const kind of ["pointerleave", "focusout", "click"]) asks.addEventListener(kind, () => this.leave());
  }

  /** @param {Event} event */
  point(event) {
    const found = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-answer]"));
    if (found === this.on && found !== null) return;
    this.leave();
    this.on = found;
    if (found !== null) this.lingering = setTimeout(() => void this.show(found), LINGER);
  }

  leave() {
    clearTimeout(this.lingering);
    this.on = null;
    this.element.hidden = true;
  }

  /** @param {HTMLElement} on the button of an answer */
  async show(on) {
    const questions = this.table.drafting.draft?.questions ?? [];
    const answers = questions.filter(({ mine }) => mine).flatMap((one) => one.answers);
    const answer = answers.find(({ text }) => text === on.dataset.answer);
    const told = answer === undefined ? [] : await this.of(answer);
    if (this.on !== on || !on.isConnected || told.length === 0) return;
    this.element.replaceChildren(...told);
    this.element.hidden = false;
    const { left, bottom, top } = on.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const below = bottom + 6 + height < innerHeight;
    this.element.style.left = `${Math.max(Math.min(left, innerWidth - width - 4), 4)}px`;
    this.element.style.top = `${below ? bottom + 6 : Math.max(top - height - 6, 4)}px`;
  }

  /**
   * The effects of an answer, in words.
   * @param {Answer} answer
   * @returns {Promise<HTMLElement[]>}
   */
  of(answer) {
    return this.told(answer.clause, effects);
  }

  /**
   * The effects and costs of an answer; nothing if it has none yet.
   * @param {Record<string, any>} clause
   */
  felt(clause) {
    return this.told(clause, (before, after) => (isFelt(before, after) ? effects(before, after) : []));
  }

  /**
   * @param {Record<string, any>} clause
   * @param {(before: Made, after: Made) => HTMLElement[]} tell
   * @returns {Promise<HTMLElement[]>}
   */
  async told(clause, tell) {
    const before = this.table.drafting.draft?.made;
    if (before === undefined) return [];
    try {
      const after = await this.table.drafting.after(clause);
      return after === null ? [] : tell(before, after);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.passes ? [] : [make("p", error.tongue, error.said.message)];
    }
  }

  /**
   * The effects of choosing a space, or of the only answer in it; nothing if there are several other answers.
   * @param {import("./drafting.js").Question[]} questions the questions with the answers in the space
   * @param {string} space
   */
  async ofSpace(questions, space) {
    const answers = questions.filter(({ mine }) => mine).flatMap((one) => one.answers);
    const own = answers.filter(({ clause, spaces }) => clause.clause !== "verb" && spaces.includes(space));
    const meant = own.length === 1 ? own[0] : own.find(({ clause }) => clause.clause === "at");
    if (meant === undefined) return [];
    const told = await this.of(meant);
    return told.length > 0 ? [make("p", { class: "note" }, say("preview.if")), ...told] : [];
  }
}

/**
 * What an answer adds to a draft: effects, and automatic answers.
 * @param {Made} before
 * @param {Made} after
 */
function added(before, after) {
  const old = before.told.map(({ text }) => text);
  const known = before.unsaid.map(({ text }) => text);
  const fresh = after.told.map(({ text }) => text).filter((text) => !old.includes(text));
  const automatic = after.unsaid.map(({ text }) => text).filter((text) => text !== "" && !known.includes(text));
  return { fresh, automatic };
}

/**
 * Whether an answer has an effect or a cost, or ends a move that does nothing.
 * @param {Made} before
 * @param {Made} after
 */
function isFelt(before, after) {
  const { fresh, automatic } = added(before, after);
  const isOpen = after.questions.some(({ mine, answers }) => mine && answers.length > 0);
  return fresh.length > 0 || automatic.length > 0 || (after.idle !== "" && !isOpen);
}

/**
 * The difference that an answer makes to a draft, in words.
 * @param {Made} before
 * @param {Made} after
 * @returns {HTMLElement[]}
 */
export function effects(before, after) {
  const { fresh, automatic } = added(before, after);
  const next = after.owed || after.questions.find(({ mine, optional }) => mine && !optional)?.prompt;
  const lines = [
    ...fresh.map((text) => make("li", ENGLISH, text)),
    ...automatic.map((text) => make("li", {}, ...woven("move.automatic", { clauses: make("code", {}, text) }))),
  ];
  if (lines.length > 0) return [make("ul", {}, ...lines)];
  if (after.idle) return [make("p", ENGLISH, after.idle)];
  const nothing = next ? woven("preview.next", { next: make("span", ENGLISH, next) }) : [say("preview.nothing")];
  return [make("p", {}, ...nothing)];
}
