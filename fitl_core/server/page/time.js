/** The time that is left for a decision in words, and what the host may do once it is over. */

import { button, make } from "./dom.js";

const STEPS = /** @type {[string, number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);
const CLOSE = 120;
/** Seconds before and after a deadline in which the words are looked at each second; else every 15 seconds. */

export class Time {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = make("div", { class: "time" });
    this.element.hidden = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.due = 0;
    this.shown = "";
  }

  /** Show the time that the last view has. Only the difference of two looks at this computer's clock counts. */
  show() {
    clearTimeout(this.timer);
    const { time } = this.table.view;
    this.element.hidden = !time;
    this.shown = "";
    if (!time) return;
    this.due = Date.now() + 1000 * time.seconds;
    this.tick();
  }

  /** Write the words again if they have changed, until the page shows something else. */
  tick() {
    const seconds = (this.due - Date.now()) / 1000;
    const words = timeWords(seconds);
    if (words !== this.shown) this.write(words, seconds < 0);
    const again = () => this.element.isConnected && this.tick();
    this.timer = setTimeout(again, Math.abs(seconds) < CLOSE ? 1000 : 15_000);
  }

  /**
   * @param {string} words
   * @param {boolean} isOver
   */
  write(words, isOver) {
    const { asked, time } = this.table.view;
    const late = isOver !== this.element.classList.contains("over") || this.shown === "";
    this.shown = words;
    this.element.classList.toggle("over", isOver);
    const until = make("span", { title: new Date(asked.due).toLocaleString() }, words);
    if (late) this.element.replaceChildren(until, ...(isOver ? this.then(time.then) : []));
    else this.element.firstElementChild?.replaceWith(until);
  }

  /**
   * What follows after the deadline: buttons for the host, words for everybody else.
   * @param {{command: string, seat: string}[]} ways
   */
  then(ways) {
    const { table } = this;
    if (table.isHost) {
      const acts = ways.filter(({ seat }) => seat !== "");
      return acts.map((way) => button(label(way), () => table.tell(way), { "data-key": `late ${way.seat}` }));
    }
    return [make("span", { class: "note" }, ` The host may ${ways.map(may).join(", or ")}.`)];
  }
}

/**
 * @param {number} seconds less than 0: over
 * @returns {string} "2 days 3 hours left", "overdue by 5 minutes"
 */
export function timeWords(seconds) {
  const isOver = seconds < 0;
  let rest = Math.abs(seconds);
  const parts = [];
  for (const [unit, size] of STEPS) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number > 0 && parts.length < 2) parts.push(`${number} ${unit}${number === 1 ? "" : "s"}`);
    if (parts.length > 0 && number === 0) break;
  }
  const words = parts.join(" ") || "less than a minute";
  return isOver ? `overdue by ${words}` : `${words} left`;
}

/** @param {{command: string, seat: string}} way */
function label({ command, seat }) {
  return command === "unseat" ? `Free the seat ${seat}` : `Give ${seat} to a Non-player`;
}

/** @param {{command: string, seat: string}} way */
function may({ command, seat }) {
  if (command === "close") return "close the table";
  return command === "unseat" ? `free the seat ${seat} and give it to a Non-player` : `give ${seat} to a Non-player`;
}
