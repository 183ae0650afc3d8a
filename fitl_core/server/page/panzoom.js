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
    this.drawn = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {Box | null} the part that is shown; null: the whole drawing */
    this.part = null;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragged = 0;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
      frame.addEventListener(name, (event) => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
    }
    new ResizeObserver(() => this.show(this.shown)).observe(frame);
  }

  /**
   * Take another drawing, and show the same part of it.
   * @param {SVGSVGElement} drawing
   */
  take(drawing) {
    const { x, y, width, height } = drawing.viewBox.baseVal;
    this.drawing = drawing;
    this.drawn = { x, y, width, height };
    this.show(this.shown);
  }

  /** The size of the frame, in pixels. */
  get size() {
    return { width: this.frame.clientWidth || 1, height: this.frame.clientHeight || 1 };
  }

  /** The pixels of a unit while the whole drawing is shown. */
  get least() {
    const { width, height } = this.size;
    return Math.min(width / this.drawn.width, height / this.drawn.height);
  }

  /** The whole drawing, in the shape of the frame. */
  get whole() {
    const { drawn, least, size } = this;
    const [width, height] = [size.width / least, size.height / least];
    return { x: drawn.x + (drawn.width - width) / 2, y: drawn.y + (drawn.height - height) / 2, width, height };
  }

  get shown() {
    return this.part ?? this.whole;
  }

  /** Whether the last press was a drag and not a click. */
  get wasDragged() {
    return this.dragged > SLACK;
  }

  /**
   * Show a part of the drawing, in the shape of the frame and around the same middle.
   * @param {Box} box
   */
  show(box) {
    const { drawn, whole, size } = this;
    const width = Math.min(Math.max(box.width, whole.width / MOST), whole.width);
    const height = (width * size.height) / size.width;
    const x = within(box.x + (box.width - width) / 2, width, drawn.x, drawn.width);
    const y = within(box.y + (box.height - height) / 2, height, drawn.y, drawn.height);
    this.part = width < whole.width * 0.999 ? { x, y, width, height } : null;
    this.drawing?.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.frame.classList.toggle("enlarged", this.part !== null);
  }

  /**
   * Enlarge about a point of the screen; without one, about the middle.
   * @param {number} factor
   * @param {{x: number, y: number}} [point]
   */
  zoom(factor, point) {
    const { shown } = this;
    const at = point ? this.inside(point) : { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
    const width = Math.min(Math.max(shown.width / factor, this.whole.width / MOST), this.whole.width);
    const height = (width * shown.height) / shown.width;
    const [left, up] = [(at.x - shown.x) / shown.width, (at.y - shown.y) / shown.height];
    this.show({ x: at.x - width * left, y: at.y - height * up, width, height });
  }

  reset() {
    this.show(this.whole);
  }

  /**
   * Show the place that holds most of some boxes.
   * @param {Box[]} boxes in units of the drawing
   * @param {number} scale the fewest pixels of a unit
   * @returns {Box[]} the boxes that are not in sight
   */
  focus(boxes, scale) {
    if (boxes.length === 0) return [];
    const { width, height } = this.size;
    const [wide, high] = [width / scale, height / scale];
    const fits = (/** @type {Box} */ one, /** @type {number} */ x, /** @type {number} */ y) =>
      one.x >= x && one.y >= y && one.x + one.width <= x + wide && one.y + one.height <= y + high;
    let [best, most] = [[boxes[0]], 0];
    for (const { x } of boxes) {
      for (const { y } of boxes) {
        const some = boxes.filter((one) => fits(one, x, y));
        if (some.length > most) [best, most] = [some, some.length];
      }
    }
    const middle = around(best);
    const [x, y] = [middle.x + (middle.width - wide) / 2, middle.y + (middle.height - high) / 2];
    this.show({ x, y, width: wide, height: high });
    return boxes.filter((one) => !best.includes(one));
  }

  /**
   * Move the shown part so that a box is within it.
   * @param {Box} box
   */
  reveal({ x, y, width, height }) {
    const { shown } = this;
    const isSeen =
      x >= shown.x && y >= shown.y && x + width <= shown.x + shown.width && y + height <= shown.y + shown.height;
    if (isSeen) return;
    this.show({ ...shown, x: x + (width - shown.width) / 2, y: y + (height - shown.height) / 2 });
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
    } else if (this.wasDragged && this.part !== null) {
      const [from, to] = [this.inside(before), this.inside(now)];
      const { x, y, width, height } = this.shown;
      this.show({ x: x + from.x - to.x, y: y + from.y - to.y, width, height });
    }
  }
}

/**
 * The smallest box around some boxes.
 * @param {Box[]} boxes
 * @returns {Box}
 */
export function around(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
  return { x, y, width, height };
}

/**
 * The begin of a stretch that stays within another one; if it is longer, both have the same middle.
 * @param {number} begin
 * @param {number} length
 * @param {number} from the begin of the other stretch
 * @param {number} size its length
 */
function within(begin, length, from, size) {
  if (length >= size) return from + (size - length) / 2;
  return Math.min(Math.max(begin, from), from + size - length);
}

/**
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} other
 */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
