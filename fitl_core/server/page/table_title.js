/** The title of a table: its place in the head of the page, and the form in which the host changes it. */

import { Problem } from "./api.js";
import { make } from "./dom.js";
import { say } from "./say.js";

export class TableTitle {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.title = "";
    this.element = make("span", { class: "table-title" });
  }

  /** Ask for the title. Without it, the page has none. */
  async learn() {
    try {
      this.show((await this.table.api.get(`${this.table.path}/summary`)).title);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** @param {string | null} title */
  show(title) {
    this.title = title ?? "";
    this.element.textContent = this.title;
    for (const field of document.querySelectorAll("#table-title")) {
      if (field !== document.activeElement) /** @type {HTMLInputElement} */ (field).value = this.title;
    }
  }
}

/**
 * The form in which the host names the table.
 * @param {import("./table.js").Table} table
 */
export function titling(table) {
  const { titles } = table.room;
  const field = /** @type {HTMLInputElement} */ (
    make("input", { id: "table-title", type: "text", maxlength: 60, value: titles.title, autocomplete: "off", "data-key": "title" })
  );
  const submitted = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const title = field.value.trim() || null;
    const answer = await table.trying(table.api.send(`${table.path}/title`, { title }, { method: "PUT" }));
    if (answer) titles.show(answer.title);
  };
  return make(
    "form",
    { class: "inline", onsubmit: submitted },
    make("label", { for: "table-title" }, say("page.table_name")),
    field,
    make("button", { type: "submit" }, say("page.save")),
  );
}
