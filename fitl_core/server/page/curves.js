/** The curves of the game so far, drawn when they are looked at. */

import { drawing, make } from "./dom.js";

/** @type {[string, string][]} */
const CHARTS = [
  ["margins", "Victory margins"],
  ["tracks", "Resources and tracks"],
  ["support", "Support and Opposition"],
  ["control", "Population Controlled"],
];

export class Curves {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.which = /** @type {HTMLSelectElement} */ (
      make(
        "select",
        { "aria-label": "Which curves", onchange: () => table.trying(this.draw()) },
        ...CHARTS.map(([value, words]) => make("option", { value }, words)),
      )
    );
    this.picture = make("div", { class: "drawn" });
    this.element = make("div", { class: "curves" }, this.which, this.picture);
    this.drawn = "";
  }

  /** Whether somebody looks at them. */
  get inSight() {
    return this.element.closest("[hidden]") === null;
  }

  /** Draw them, if they are in sight and are not what is drawn. */
  async draw() {
    const { table, which } = this;
    const wanted = `${which.value} ${table.lines.length}`;
    if (!this.inSight || table.view.position === null || this.drawn === wanted) return;
    this.drawn = wanted;
    const text = await table.api.text(`${table.path}/charts?of=${which.value}&theme=page&narrow=true`);
    const svg = drawing(text);
    if (svg !== null && this.drawn === wanted) this.picture.replaceChildren(svg);
  }
}
