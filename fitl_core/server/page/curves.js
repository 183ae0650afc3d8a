/** The curves of the game so far, drawn when they are in sight. A pointer or keys choose a line of the log. */

import { drawing, make } from "./dom.js";
import { say } from "./say.js";

/** @type {[string, string][]} */
const CHARTS = [
  ["margins", say("curves.margins")],
  ["tracks", say("curves.tracks")],
  ["support", say("curves.support")],
  ["control", say("curves.control")],
];

export class Curves {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.which = /** @type {HTMLSelectElement} */ (
      make(
        "select",
        { "aria-label": say("curves.which"), onchange: () => table.trying(this.draw()) },
        ...CHARTS.map(([value, words]) => make("option", { value }, words)),
      )
    );
    this.picture = make("div", { class: "drawn" });
    this.cursor = make("div", { class: "cursor" });
    this.slider = /** @type {HTMLInputElement} */ (
      make("input", {
        type: "range",
        min: 0,
        max: 0,
        value: 0,
        "aria-label": say("curves.slider"),
        oninput: () => table.lookAt(Number(this.slider.value)),
      })
    );
    this.moment = make("p", { class: "note moment" });
    const scrubber = make(
      "div",
      {
        class: "scrubber",
        onpointerdown: (/** @type {PointerEvent} */ pointer) => this.grasp(pointer),
        onpointermove: (/** @type {PointerEvent} */ pointer) => this.pull(pointer),
      },
      this.picture,
      this.cursor,
      this.slider,
    );
    this.scrubber = scrubber;
    scrubber.hidden = true;
    this.element = make("div", { class: "curves" }, this.which, scrubber, this.moment);
    this.drawn = "";
    /** the last line of the curves */
    this.last = 0;
  }

  /** Whether the curves are in sight. */
  get inSight() {
    return this.element.closest("[hidden]") === null;
  }

  /** Draw the curves, if they are in sight and not drawn yet. */
  async draw() {
    const { table, which } = this;
    const last = table.lines.length;
    const wanted = `${which.value} ${last}`;
    if (!this.inSight || !table.view?.position || this.drawn === wanted) return; // the table may not have come yet
    this.drawn = wanted;
    const text = await table.api.text(`${table.path}/charts?of=${which.value}&theme=page&narrow=true`);
    const svg = drawing(text);
    if (svg === null || this.drawn !== wanted) return;
    this.last = last;
    this.picture.replaceChildren(svg);
    this.scrubber.hidden = false;
    this.show();
  }

  /** Mark the line that is looked at. */
  show() {
    const { line, lines } = this.table;
    const at = Math.min(line ?? this.last, this.last);
    const [from, to] = this.reach();
    this.cursor.style.left = `${100 * (from + ((to - from) * at) / Math.max(this.last, 1))}%`;
    this.slider.max = String(this.last);
    this.slider.value = String(at);
    const place = { line: at, last: this.last };
    const past = at > 0 && at <= lines.length ? say("curves.line", { ...place, words: lines[at - 1].words }) : say("curves.start", place);
    const words = line === null ? say("page.now") : past;
    this.slider.setAttribute("aria-valuetext", words);
    this.moment.textContent = line === null ? say("curves.point") : words;
  }

  /** The places of the start and of the last line in the picture, as parts of its width. */
  reach() {
    const { from, to } = /** @type {SVGSVGElement | null} */ (this.picture.firstElementChild)?.dataset ?? {};
    return [Number(from ?? 0), Number(to ?? 1)];
  }

  /** @param {PointerEvent} pointer */
  grasp(pointer) {
    this.scrubber.setPointerCapture(pointer.pointerId);
    this.slider.focus({ preventScroll: true });
    pointer.preventDefault();
    this.follow(pointer);
  }

  /** @param {PointerEvent} pointer */
  pull(pointer) {
    if (this.scrubber.hasPointerCapture(pointer.pointerId)) this.follow(pointer);
  }

  /** @param {PointerEvent} pointer */
  follow(pointer) {
    const { left, width } = this.scrubber.getBoundingClientRect();
    const [from, to] = this.reach();
    const at = Math.round((((pointer.clientX - left) / width - from) / (to - from)) * this.last);
    this.table.lookAt(Math.min(Math.max(at, 0), this.last));
  }
}
