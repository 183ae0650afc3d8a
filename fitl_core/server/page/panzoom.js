/** A drawing that the wheel, dragging, two fingers and buttons move and enlarge. */

const MOST = 8;
/** The largest enlargement of a drawing. */
const SLACK = 6;
/** The pixels that a pointer moves before it drags. */

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class PanZoom {
  /** @param {HTMLElement} frame the element that holds the drawing */
  constructor(frame) {
    this.frame = frame;
    /** @type {SVGSVGElement | null} */
    this.drawing = null;
    /** @type {Box} */
    this.whole = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {Box} */
    this.shown = this.whole;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragged = 0;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(name, (event) => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
  }

  /**
   * Take another drawing, and show the same part of it.
   * @param {SVGSVGElement} drawing
   */
  take(drawing) {
    const first = this.drawing === null;
    const { x, y, width, height } = drawing.viewBox.baseVal;
    this.drawing = drawing;
    this.whole = { x, y, width, height };
    this.show(first ? this.whole : this.shown);
  }

  /** Whether the last press was a drag and not a click. */
  get wasDragged() {
    return this.dragged > SLACK;
  }

  /** @param {Box} box */
  show(box) {
    const { whole } = this;
    const width = Math.min(Math.max(box.width, whole.width / MOST), whole.width);
    const height = (width * whole.height) / whole.width;
    const x = Math.min(Math.max(box.x, whole.x), whole.x + whole.width - width);
    const y = Math.min(Math.max(box.y, whole.y), whole.y + whole.height - height);
    this.shown = { x, y, width, height };
    this.drawing?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.frame.classList.toggle("enlarged", width < whole.width);
  }

  /**
   * Enlarge about a point of the screen; without one, about the middle.
   * @param {number} factor
   * @param {{x: number, y: number}} [point]
   */
  zoom(factor, point) {
    const { shown } = this;
    const at = point ? this.inside(point) : { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
    const width = shown.width / factor;
    const height = shown.height / factor;
    const [left, up] = [(at.x - shown.x) / shown.width, (at.y - shown.y) / shown.height];
    this.show({ x: at.x - width * left, y: at.y - height * up, width, height });
  }

  reset() {
    this.show(this.whole);
  }

  /**
   * A point of the screen in units of the drawing.
   * @param {{x: number, y: number}} point
   */
  inside({ x, y }) {
    const matrix = this.drawing?.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const found = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return { x: found.x, y: found.y };
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.pointers.size === 0) this.dragged = 0;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.pointers.set(event.pointerId, now);
    this.dragged += Math.hypot(now.x - before.x, now.y - before.y);
    if (others.length === 1) {
      const [other] = others;
      const factor = distance(now, other) / Math.max(distance(before, other), 1);
      this.zoom(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    } else if (this.wasDragged && this.shown.width < this.whole.width) {
      const [from, to] = [this.inside(before), this.inside(now)];
      const { x, y, width, height } = this.shown;
      this.show({ x: x + from.x - to.x, y: y + from.y - to.y, width, height });
    }
  }
}

/**
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} other
 */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
