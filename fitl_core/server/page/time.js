/** The time that is left for a decision in words, and what the host may do once it is over. */

import { awayWords, votes } from "./absence.js";
import { remind } from "./alerts.js";
import { button, make } from "./dom.js";
import { locale, say } from "./say.js";

const STEPS = /** @type {[string, number][]} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);
const CLOSE = 120;
/** Seconds before and after a deadline in which the words are looked at each second; else every 15 seconds. */

const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });
const figures = (/** @type {string} */ unit) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });

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
    remind(this.table.name, this.table.view, seconds);
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
    const until = make("span", { title: momentWords(asked.due) }, words);
    if (late) this.element.replaceChildren(until, ...this.away(), ...(isOver ? this.then(time.then) : this.reminder()));
    else this.element.firstElementChild?.replaceWith(until);
  }

  /** Who is away of those for whom the table waits. */
  away() {
    const words = awayWords(this.table);
    return words ? [make("span", { class: "note" }, words)] : [];
  }

  /** When the player of this page is reminded. */
  reminder() {
    const { asked, seat, time } = this.table.view;
    if (seat === "" || !asked.seats.includes(seat)) return [];
    const when = say("time.reminder", { time: durationWords(time.reminder) });
    const title = say("time.reminder_ways");
    return [make("span", { class: "note", title }, when)];
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
    const { seat, asked, time } = table.view;
    const isLate = seat !== "" && asked.seats.includes(seat);
    const vote = time.voters.length > 0 ? say(isLate ? "absence.others_vote_on_you" : "absence.others_vote") : "";
    const may = say("time.then", { ways: ways.map(mayDo).join(say("time.or")) });
    return [...votes(table), make("span", { class: "note" }, ` ${may} ${vote}`)];
  }
}

/**
 * @param {number} seconds less than 0: over
 * @returns {string} "2 days 3 hours left", "overdue by 5 minutes"
 */
export function timeWords(seconds) {
  const words = durationWords(Math.abs(seconds));
  return say(seconds < 0 ? "time.over" : "time.left", { time: words });
}

/**
 * @param {number} seconds
 * @returns {string} "2 days 3 hours", "5 minutes"
 */
export function durationWords(seconds) {
  let rest = seconds;
  const parts = [];
  for (const [unit, size] of STEPS) {
    const number = Math.floor(rest / size);
    rest -= number * size;
    if (number > 0 && parts.length < 2) parts.push(figures(unit).format(number));
    if (parts.length > 0 && number === 0) break;
  }
  return parts.join(" ") || say("time.less");
}

/**
 * The time that is left at one moment until another.
 * @param {string} now in ISO 8601
 * @param {string} due
 */
export function timeBetween(now, due) {
  return timeWords((Date.parse(due) - Date.parse(now)) / 1000);
}

/**
 * A day in words, without its year.
 * @param {string} day "2026-12-03"
 */
export function dayWords(day) {
  return days.format(new Date(`${day}T00:00:00Z`));
}

/**
 * A moment by the clock of this computer. A text that is no moment is returned as it is.
 * @param {string} time in ISO 8601
 */
export function momentWords(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : moments.format(date);
}

/** @param {{command: string, seat: string}} way */
function label({ command, seat }) {
  return say(command === "unseat" ? "time.unseat" : "time.hand_over", { seat });
}

/** @param {{command: string, seat: string}} way */
function mayDo({ command, seat }) {
  if (command === "close") return say("time.may_close");
  return say(command === "unseat" ? "time.may_unseat" : "time.may_hand_over", { seat });
}
