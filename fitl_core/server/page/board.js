/** The board: the server's drawing. Its spaces can be pointed at, reached by keys, and chosen. */

import { button, drawing, make, parts } from "./dom.js";
import { PanZoom, around } from "./panzoom.js";
import { ENGLISH, say } from "./say.js";

const SVG = "http://www.w3.org/2000/svg";
const LINGER = 180;
/** Milliseconds that a pointer stays on a space before the server is asked for its answers. */
const LEGIBLE = 10;
/** The pixels of the text on the board while a space is looked for. */
const SMALL = 9;
/** The pixels of the text below which the whole board gives way to the spaces that can be chosen. */
const TEXT = 21;
/** The size of the text in the drawing, in its units. */
const AROUND = 10;
/** The units around a space that are shown with it. */
const ARROWS = new Map([
  ["ArrowLeft", [-1, 0]],
  ["ArrowRight", [1, 0]],
  ["ArrowUp", [0, -1]],
  ["ArrowDown", [0, 1]],
]);

/** @typedef {import("./panzoom.js").Box} Box */
/**
 * @typedef {object} Drawing the parts of a board that differ from the board after line `since`; null: all parts
 * @property {number | null} since
 * @property {Record<string, string>} parts elements by their ids
 * @property {string[]} changed spaces to be marked
 */
/**
 * @typedef {object} Hears
 * @property {(space: string, piece: string | null) => Promise<unknown>} chosen a space was clicked, perhaps on a kind of piece,
 * or Enter was pressed on it
 * @property {(space: string | null, at: DOMRect | null) => void} pointed a space is pointed at, or none any more
 */

export class Board {
  /** @param {Hears} hears */
  constructor(hears) {
    this.hears = hears;
    this.frame = make("div", { class: "board-frame" });
    this.zooms = make(
      "div",
      { class: "zooms", role: "group", "aria-label": say("board.size") },
      button("+", () => this.view.zoom(1.5), { "aria-label": say("board.larger") }),
      button("−", () => this.view.zoom(1 / 1.5), { "aria-label": say("board.smaller") }),
      button("⤢", () => this.view.reset(), { "aria-label": say("board.whole") }),
      button("◎", () => this.seek(), { "aria-label": say("board.seek") }),
    );
    this.element = make("div", { class: "board drawn" }, this.frame, this.zooms);
    this.view = new PanZoom(this.frame);
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Map<string, string>} the parts of the present board, by ids */
    this.now = new Map();
    /** @type {string[]} */
    this.changed = [];
    /** @type {Map<string, string>} the parts that are shown, by ids */
    this.shown = new Map();
    /** @type {Map<string, string>} names of spaces by their ids */
    this.names = new Map();
    /** @type {Set<string>} */
    this.open = new Set();
    /** @type {string[]} */
    this.picked = [];
    /** @type {Box[]} the places of spaces that can be chosen and have not been in sight */
    this.sought = [];
    /** @type {string | null} */
    this.at = null;
    /** @type {string | null} the space that was clicked last; no details of it are shown until the pointer leaves it */
    this.quiet = null;
    /** @type {number | undefined} */
    this.lingering = undefined;
    this.frame.addEventListener("click", (event) => void this.click(event));
    this.frame.addEventListener("pointerover", (event) => this.point(event));
    this.frame.addEventListener("pointerleave", (event) => event.pointerType === "touch" || this.leave());
    this.frame.addEventListener("focusin", (event) => this.focused(event));
    this.frame.addEventListener("focusout", () => this.leave());
    this.frame.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Take the drawing of the parts that never change. A text that is no drawing is ignored.
   * @param {string} text
   */
  frameIn(text) {
    const svg = drawing(text);
    if (svg === null) return;
    svg.setAttribute("role", "group");
    for (const [name, value] of Object.entries(ENGLISH)) svg.setAttribute(name, value);
    this.svg = svg;
    this.frame.replaceChildren(svg);
    this.view.take(svg);
  }

  /**
   * Take the changes after the table has gone on.
   * @param {Drawing} drawn
   */
  take({ since, parts, changed }) {
    if (since === null) this.now.clear();
    for (const [id, part] of Object.entries(parts)) this.now.set(id, part);
    this.changed = changed;
  }

  /**
   * Show the present board, or with `other` a board that differs from it.
   * @param {Drawing | null} other
   * @param {string} title the state of the game in words
   */
  show(other, title) {
    const { svg } = this;
    if (svg === null) return;
    const wanted = new Map([...this.now, ...Object.entries(other?.parts ?? {})]);
    const fresh = [...wanted].filter(([id, part]) => this.shown.get(id) !== part);
    for (const element of parts(fresh.map(([, part]) => part))) this.put(element);
    for (const [id, part] of fresh) this.shown.set(id, part);
    for (const marked of svg.querySelectorAll("#highlights > .on")) marked.classList.remove("on");
    for (const id of other?.changed ?? this.changed) svg.getElementById(`highlight-${id}`)?.classList.add("on");
    if (fresh.length === 0) return;
    const titles = [...svg.querySelectorAll("#changing > g > title:first-child")].map((one) => one.textContent ?? "");
    this.describe("board-title", title);
    this.describe("board-description", titles.filter((words) => !words.endsWith(": empty")).join("\n"));
    this.mark(this.open, this.picked);
  }

  /**
   * Put a part in its place. The outline of a space carries its description.
   * @param {Element} part
   */
  put(part) {
    const { svg } = this;
    const old = svg?.getElementById(part.id);
    if (old) old.replaceWith(part);
    else svg?.getElementById("changing")?.append(part);
    if (!part.id.startsWith("space-")) return;
    const id = part.id.slice("space-".length);
    const told = part.querySelector("title")?.textContent ?? id;
    const mark = this.reach(id);
    if (mark) {
      mark.dataset.told = told;
      return;
    }
    this.names.set(id, told.split(/[,:]/)[0]);
    const shape = svg?.getElementById(`plate-${id}`) ?? svg?.getElementById(`ground-${id}`);
    shape?.parentElement?.append(reach(id, told, shape));
  }

  /**
   * @param {string} id
   * @param {string} words
   */
  describe(id, words) {
    const element = this.svg?.getElementById(id);
    if (element) element.textContent = words;
  }

  /**
   * Mark the spaces that can be chosen, and those that have been chosen.
   * @param {Iterable<string>} open
   * @param {string[]} picked
   */
  mark(open, picked = []) {
    const before = [...this.open].join();
    this.open = new Set(open);
    this.picked = picked;
    for (const mark of this.frame.querySelectorAll(".reach")) {
      const id = mark.id.slice("reach-".length);
      mark.classList.toggle("open", this.open.has(id));
      mark.classList.toggle("picked", picked.includes(id));
      const told = /** @type {SVGElement} */ (mark).dataset.told ?? "";
      mark.setAttribute("aria-label", this.open.has(id) ? say("board.open", { space: told }) : told);
    }
    const first = this.at ?? [...this.open][0] ?? this.names.keys().next().value;
    if (first !== undefined) this.reach(first)?.setAttribute("tabindex", "0");
    if (before === [...this.open].join()) return;
    this.sought = [];
    if (this.view.least * TEXT < SMALL) this.seek();
  }

  /**
   * Mark the spaces of an answer, and none after it. In an enlarged board, move to the first.
   * @param {string[]} spaces
   */
  hint(spaces) {
    for (const mark of this.frame.querySelectorAll(".reach.hint")) mark.classList.remove("hint");
    for (const space of spaces) this.reach(space)?.classList.add("hint");
    const place = spaces.length > 0 ? this.place(spaces[0]) : null;
    if (place !== null) this.view.reveal(place);
  }

  /** Show some of the spaces that can be chosen, with legible text. The next time, show others. */
  seek() {
    if (this.sought.length === 0) this.sought = [...this.open].flatMap((space) => this.place(space) ?? []);
    this.sought = this.view.focus(this.sought, Math.max(this.view.least, LEGIBLE / TEXT));
  }

  /**
   * The place of a space in the drawing: of its pieces and its name.
   * @param {string} space
   * @returns {Box | null}
   */
  place(space) {
    const mark = this.reach(space);
    if (mark === null) return null;
    const parts = ["name", "space", "population"].map((what) => this.svg?.getElementById(`${what}-${space}`));
    const boxes = [...parts, mark.matches(".box") ? mark : null]
      .map((one) => /** @type {SVGGElement | null} */ (one ?? null)?.getBBox())
      .filter((box) => box !== undefined && box.width > 0);
    if (boxes.length === 0) return null;
    const { x, y, width, height } = around(boxes);
    return { x: x - AROUND, y: y - AROUND, width: width + 2 * AROUND, height: height + 2 * AROUND };
  }

  /**
   * @param {string} space
   * @returns {SVGGElement | null}
   */
  reach(space) {
    return this.frame.querySelector(`#reach-${CSS.escape(space)}`);
  }

  /** @param {Event} event */
  spaceOf(event) {
    const found = /** @type {Element} */ (event.target).closest(
      '[id^="space-"], [id^="ground-"], [id^="plate-"], [id^="reach-"]',
    );
    const id = found?.id.replace(/^\w+-/, "");
    return id !== undefined && this.names.has(id) ? id : null;
  }

  /**
   * Choose the clicked space. A tap chooses it only if it can be chosen, and shows its details.
   * @param {MouseEvent} event
   */
  async click(event) {
    const space = this.spaceOf(event);
    if (this.view.wasDragged) return;
    this.leave();
    if (space === null) return;
    this.at = this.quiet = space;
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (this.open.has(space) || !isTouch) await this.hears.chosen(space, pieceOf(event));
    if (isTouch) this.hears.pointed(space, this.reach(space)?.getBoundingClientRect() ?? null);
  }

  /**
   * Show the details of the space that a key has given the focus.
   * @param {Event} event
   */
  focused(event) {
    const mark = /** @type {Element} */ (event.target);
    const space = this.spaceOf(event);
    if (space === null || !mark.matches(":focus-visible")) return;
    const place = this.place(space);
    if (place !== null) this.view.reveal(place);
    this.hears.pointed(space, mark.getBoundingClientRect());
  }

  /** @param {Event} event */
  point(event) {
    if (/** @type {PointerEvent} */ (event).pointerType === "touch") return; // a tap shows what it has chosen
    const space = this.spaceOf(event);
    clearTimeout(this.lingering);
    if (space !== this.quiet) this.quiet = null;
    if (space === null || space === this.quiet) {
      this.hears.pointed(null, null);
      return;
    }
    const box = this.reach(space)?.getBoundingClientRect() ?? null;
    this.lingering = setTimeout(() => this.hears.pointed(space, box), LINGER);
  }

  leave() {
    clearTimeout(this.lingering);
    this.hears.pointed(null, null);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const space = this.spaceOf(event);
    if (space === null) return;
    const way = ARROWS.get(event.key);
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      void this.hears.chosen(space, null);
    } else if (event.key === "Escape") {
      this.leave();
    } else if (way) {
      event.preventDefault();
      this.go(space, way);
    }
  }

  /**
   * Move the keyboard focus to the nearest space in a direction.
   * @param {string} from
   * @param {number[]} way
   */
  go(from, [right, down]) {
    const middle = (/** @type {Element} */ one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const here = this.reach(from);
    if (here === null) return;
    const [x, y] = middle(here);
    let nearest = null;
    let least = Infinity;
    for (const mark of this.frame.querySelectorAll(".reach")) {
      const [otherX, otherY] = middle(mark);
      const ahead = (otherX - x) * right + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * right);
      if (ahead > 1 && ahead + aside * 2 < least) [nearest, least] = [mark, ahead + aside * 2];
    }
    if (nearest === null) return;
    here.setAttribute("tabindex", "-1");
    nearest.setAttribute("tabindex", "0");
    this.at = nearest.id.slice("reach-".length);
    /** @type {SVGElement} */ (nearest).focus({ preventScroll: this.view.part !== null });
  }
}

/**
 * The kind of the piece that was clicked; null without one.
 * @param {Event} event
 */
function pieceOf(event) {
  const piece = /** @type {Element} */ (event.target).closest("[data-number]");
  const shape = piece?.querySelector("use")?.getAttribute("href");
  const drawn = shape ? /** @type {SVGElement | null} */ (piece?.ownerSVGElement?.querySelector(shape)) : null;
  return drawn?.dataset.kind ?? null;
}

/**
 * The outline of a space, which marks it and gets the keyboard focus. It lies over the ground of the space and
 * under its pieces.
 * @param {string} id
 * @param {string} told the contents of the space, in words
 * @param {Element} shape
 */
function reach(id, told, shape) {
  const mark = document.createElementNS(SVG, "g");
  for (const [name, value] of Object.entries({ id: `reach-${id}`, class: "reach", role: "button", tabindex: "-1" })) {
    mark.setAttribute(name, value);
  }
  mark.dataset.told = told;
  mark.classList.toggle("box", !shape.matches("[id^=ground-]:has(polygon)"));
  const outline = shape.matches("g") ? shape.querySelector("rect, polygon") : shape;
  const copy = /** @type {Element} */ ((outline ?? shape).cloneNode(false));
  for (const name of ["id", "fill", "stroke", "stroke-width", "opacity"]) copy.removeAttribute(name);
  mark.append(copy);
  return mark;
}
