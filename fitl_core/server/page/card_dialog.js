/** The dialog that shows a card over the page. */

import { button, make } from "./dom.js";
import { cardWords } from "./card_text.js";
import { faction } from "./figures.js";

export class CardDialog {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.content = make("div", { class: "card-words" });
    this.element = /** @type {HTMLDialogElement} */ (
      make(
        "dialog",
        { class: "card-dialog", "aria-label": "A card" },
        this.content,
        button("Close", () => this.element.close(), { "data-key": "close card" }),
      )
    );
  }

  /** @param {number} number */
  async open(number) {
    await this.table.learn([number]);
    const card = this.table.cards.get(number);
    if (card === undefined) return;
    const kind = card.kind === "event" ? `Event of ${card.period}` : card.kind === "pivotal" ? "Pivotal Event" : "Coup";
    this.content.replaceChildren(
      make("h2", {}, `#${card.number} ${card.title}`),
      make("p", { class: "note" }, kind, " ", ...card.order.map((name) => faction(name))),
      card.precondition ? make("p", {}, make("strong", {}, "Precondition: "), card.precondition) : "",
      ...cardWords(card, "dialog").filter((one) => one !== null),
    );
    this.element.querySelector("details")?.setAttribute("open", "");
    if (!this.element.open) this.element.showModal();
  }
}
