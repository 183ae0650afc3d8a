/** Players who are late or away: votes on a late seat, and vacations that the other players agree to. */

import { button, make } from "./dom.js";
import { say, woven } from "./say.js";
import { dayWords } from "./time.js";

const MOST_DAYS = 60;
/** The largest number of days until the end of a vacation. */
const DAY = 86_400_000;

/**
 * What a vote or a vacation means, in words; null for another proposal.
 * @param {import("./table.js").Table} table
 * @param {{by: string, late: string, until: string}} proposal
 */
export function absenceProposed(table, { by, late, until }) {
  const person = make("strong", {}, table.person(by));
  if (late) return woven("absence.vote", { person, seat: late });
  return until ? woven("absence.asked", { person, day: dayWords(until), seat: by }) : null;
}

/**
 * What the player of a late seat is told about the vote on it.
 * @param {import("./table.js").Table} table
 * @param {{late: string}} proposal
 */
export function toldToLate({ view }, { late }) {
  if (!late || view.seat !== late) return null;
  return make("p", {}, say("absence.voted_on"));
}

/**
 * The buttons by which a player proposes to give a late seat to a Non-player, after the deadline.
 * @param {import("./table.js").Table} table
 */
export function votes(table) {
  const { asked, proposals, seat, time } = table.view;
  if (seat === "" || !time.voters.includes(seat)) return [];
  const open = proposals.map((/** @type {any} */ one) => one.late);
  const alone = time.voters.length === 1;
  return asked.seats
    .filter((/** @type {string} */ late) => !open.includes(late))
    .map((/** @type {string} */ late) => voting(table, late, alone));
}

/**
 * @param {import("./table.js").Table} table
 * @param {string} late
 * @param {boolean} alone whether nobody else votes, so that it is done at once
 */
function voting(table, late, alone) {
  const act = () => table.tell({ command: "propose-hand-over", seat: late });
  if (!alone) return button(say("absence.propose", { seat: late }), act, { "data-key": `vote ${late}` });
  const sure = make("span");
  const ask = () => sure.replaceChildren(say("absence.alone"), " ", button(say("absence.give_sure"), act), button(say("page.no"), () => sure.replaceChildren()));
  return make("span", {}, button(say("absence.give", { seat: late }), ask, { "data-key": `vote ${late}` }), sure);
}

/**
 * The vacation of the player of this page, with a way back; nothing without one.
 * @param {import("./table.js").Table} table
 */
export function ownVacation(table) {
  const own = table.view.seats.find((/** @type {any} */ one) => one.name === table.view.seat);
  if (!own?.away || table.view.status === "closed") return null;
  return make(
    "section",
    { class: "proposal away" },
    make("p", {}, say("absence.own", { day: dayWords(own.away) })),
    button(say("absence.back"), () => table.tell({ command: "end-vacation" }), { "data-key": "back" }),
  );
}

/**
 * The form in which a player asks for a vacation.
 * @param {import("./table.js").Table} table
 */
export function askingForVacation(table) {
  const { proposals, seat, status } = table.view;
  if (status !== "playing" || proposals.some((/** @type {any} */ one) => one.until && one.by === seat)) return null;
  const [today, last] = [0, MOST_DAYS].map((days) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10));
  const field = /** @type {HTMLInputElement} */ (
    make("input", { id: "vacation", type: "date", min: today, max: last, required: true, "data-key": "vacation" })
  );
  const submitted = (/** @type {Event} */ event) => {
    event.preventDefault();
    void table.tell({ command: "propose-vacation", until: field.value });
  };
  return make(
    "form",
    { class: "inline", onsubmit: submitted, novalidate: true },
    make("label", { for: "vacation" }, say("absence.until")),
    field,
    make("button", { type: "submit" }, say("absence.ask")),
    make("span", { class: "note" }, say("absence.needs", { number: MOST_DAYS })),
  );
}

/**
 * The other seats that the table waits for and whose players are away, in words.
 * @param {import("./table.js").Table} table
 */
export function awayWords(table) {
  const { asked, seat, seats } = table.view;
  return seats
    .filter((/** @type {any} */ one) => one.away && one.name !== seat && asked.seats.includes(one.name))
    .map((/** @type {any} */ one) => say("absence.waits", { person: table.person(one.name), day: dayWords(one.away) }))
    .join(" ");
}
