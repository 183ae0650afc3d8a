/** The dialog that shows a card over the page. */

import { button, make } from "./dom.js";
import { cardWords } from "./card_text.js";
import { faction } from "./figures.js";
import { ENGLISH, say } from "./say.js";

export class CardDialog {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.content = make("div", { class: "card-words" });
    this.element = /** @type {HTMLDialogElement} */ (
      make(
        "dialog",
        { class: "card-dialog", "aria-label": say("card.dialog") },
        this.content,
        button(say("page.close"), () => this.element.close(), { "data-key": "close card" }),
      )
    );
  }

  /** @param {number} number */
  async open(number) {
    await this.table.learn([number]);
    const card = this.table.cards.get(number);
    if (card === undefined) return;
    const kind = say(`card.kind_${card.kind}`, { period: card.period });
    this.content.replaceChildren(
      make("h2", {}, `#${card.number} ${card.title}`),
      make("p", { class: "note" }, kind, " ", ...card.order.map((name) => faction(name))),
      card.precondition ? make("p", {}, make("strong", {}, say("card.precondition")), " ", make("span", ENGLISH, card.precondition)) : "",
      ...cardWords(card, "dialog").filter((one) => one !== null),
    );
    this.element.querySelector("details")?.setAttribute("open", "");
    if (!this.element.open) this.element.showModal();
  }
}
