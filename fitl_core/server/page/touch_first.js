/** A tap on an answer shows its effect and cost first; a second tap gives it. Mouse and keyboard give it at once. */

import { button, make } from "./dom.js";
import { say } from "./say.js";
import { clauseWords } from "./words.js";

/** The kind of the last input: "touch", "mouse", "pen" or "key". */
let last = "";
addEventListener("pointerdown", (event) => (last = event.pointerType), { capture: true });
addEventListener("keydown", () => (last = "key"), { capture: true });

export class TouchFirst {
  /**
   * @param {import("./table.js").Table} table
   * @param {import("./preview.js").Preview} preview
   */
  constructor(table, preview) {
    this.table = table;
    this.preview = preview;
    this.element = make("section", { class: "offered", "aria-live": "polite", "aria-label": say("touch.answer") });
    this.element.hidden = true;
    /** @type {Record<string, any> | null} the clause that was tapped and is not given yet */
    this.clause = null;
  }

  /**
   * Give an answer. After a tap, show first what it does and costs; an answer without effect or cost is given at once.
   * @param {Record<string, any>} clause
   */
  async give(clause) {
    const again = this.clause !== null && JSON.stringify(this.clause) === JSON.stringify(clause);
    if (last !== "touch" || again) {
      await this.take(clause);
      return;
    }
    this.close();
    this.clause = clause;
    const told = await this.preview.felt(clause);
    if (this.clause !== clause) return; // another one was tapped
    if (told.length > 0) this.show(clause, told);
    else await this.take(clause);
  }

  /** @param {Record<string, any>} clause */
  async take(clause) {
    this.close();
    await this.table.drafting.say(clause);
  }

  /**
   * @param {Record<string, any>} clause
   * @param {HTMLElement[]} told its effects
   */
  show(clause, told) {
    const { board, drafting, room } = this.table;
    const answer = drafting.draft?.questions.flatMap(({ answers }) => answers).find((one) => one.clause === clause);
    if (answer) board.hint(answer.spaces);
    for (const one of room.move.asks.querySelectorAll("[data-answer]")) {
      one.classList.toggle("tapped", one.getAttribute("data-answer") === answer?.text);
    }
    this.element.replaceChildren(
      make("h3", {}, clauseWords(clause, board.names)),
      ...told,
      make(
        "p",
        { class: "acts" },
        button(say("touch.choose"), () => this.table.trying(this.take(clause)), { class: "main", "data-key": "choose" }),
        button(say("touch.not_this"), () => this.close(), { "data-key": "not this" }),
      ),
    );
    this.element.hidden = false;
  }

  /** Forget the tapped answer. */
  close() {
    if (this.clause === null) return;
    this.clause = null;
    this.element.hidden = true;
    this.table.board.hint([]);
    for (const one of this.table.room.move.asks.querySelectorAll(".tapped")) one.classList.remove("tapped");
  }
}
