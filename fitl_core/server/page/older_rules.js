/** Changes of the rules during a game: what they end, and the lines that were played under older rules. */

import { button, make } from "./dom.js";
import { faction } from "./figures.js";
import { ENGLISH, say, woven } from "./say.js";
import { FACTIONS } from "./words.js";

/**
 * @typedef {object} Judged a line that today's rules judge otherwise
 * @property {number} line
 * @property {string} text
 * @property {number} release
 * @property {string} verdict
 * @property {string} message
 * @property {string} [rule]
 * @property {boolean} stands
 * @property {{release: number, rule: string, what: string}[]} notes
 */

export const REPORTED = ["move-set-aside", "proposal-lapsed", "order-lapsed"];
/** Facts that the page reports when they come. */

/**
 * The facts of a command that are reported, in words.
 * @param {Record<string, any>[]} facts
 * @param {Record<string, any>} view the view of the table before the command
 * @returns {HTMLElement[]}
 */
export function reported(facts, view) {
  const giver = (/** @type {number} */ number) =>
    view.orders.find((/** @type {any} */ one) => one.number === number)?.seat;
  return facts.flatMap(({ fact, number, why }) => {
    if (!REPORTED.includes(fact)) return [];
    const whose = fact === "move-set-aside" ? view.begun?.faction : giver(number);
    const key = whose ? `rules.${fact}-of` : `rules.${fact}`;
    return make("p", {}, ...woven(key, { id: number, whose, why: make("span", ENGLISH, why) }));
  });
}

/**
 * Reports in a box that can be closed.
 * @param {HTMLElement[]} words
 * @param {() => void} close
 */
export function reports(words, close) {
  return make(
    "section",
    { class: "changed-rules", role: "status" },
    button("×", close, { class: "plain close", "aria-label": say("page.close") }),
    ...words,
  );
}

/**
 * The reason for which the next command sets the unfinished move aside, and a button that does so.
 * @param {import("./table.js").Table} table
 */
export function troubled(table) {
  const { trouble, begun, seat } = table.view;
  if (!trouble) return null;
  return make(
    "section",
    { class: "changed-rules", role: "alert" },
    make("p", {}, ...woven("rules.changed", { move: make("code", {}, begun?.text) })),
    make("p", ENGLISH, `${trouble[0].toUpperCase()}${trouble.slice(1)}.`),
    make("p", { class: "note" }, say("rules.set_aside")),
    seat !== "" &&
      button(say("rules.set_it_aside"), () => table.tell({ command: "end" }), { class: "main", "data-key": "set-aside" }),
  );
}

/**
 * That nobody knows the position, and two ways out.
 * @param {import("./table.js").Table} table
 */
export function unknownPosition(table) {
  const { asked, unshown, cards_up, seat } = table.view;
  if (asked.what !== "position") return null;
  const offered = (/** @type {string} */ words, /** @type {string} */ line, /** @type {string} */ key) =>
    button(words, () => table.room.offer(line), { "data-key": key });
  return make(
    "section",
    { class: "changed-rules", role: "alert" },
    make("p", {}, make("strong", {}, say("rules.unknown", { line: unshown }))),
    make("p", {}, say("rules.unknown_why")),
    make("p", {}, say("rules.unknown_then")),
    seat !== "" && offered(say("rules.propose_position"), `correct "${cards_up}; "`, "agree-position"),
    seat !== "" && offered(say("rules.propose_void", { line: unshown }), `void ${unshown}`, "void-unshown"),
  );
}

/** The lines that were played under older rules. The browser remembers that a player leaves them as they are. */
export class OlderRules {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = make("div");
    this.key = `fitl older rules ${table.name}`;
    this.asked = false;
  }

  /** Ask for the lines once. A failure does no harm: they are asked for when the page is loaded again. */
  async ask() {
    const { api, path, view } = this.table;
    if (this.asked || view.position === null) return;
    this.asked = true;
    const { release, lines } = await api.get(`${path}/older-rules`).catch(() => ({ release: 0, lines: [] }));
    const known = this.table.lines; // an unknown position is settled by itself
    const standing = lines.filter((/** @type {Judged} */ one) => one.stands && known[one.line - 1]?.is_shown);
    this.show(release, localStorage.getItem(this.key) === String(release) ? [] : standing);
  }

  /** Ask again, because an earlier line has changed. */
  again() {
    this.asked = false;
    return this.ask();
  }

  /**
   * @param {number} release today's
   * @param {Judged[]} lines
   */
  show(release, lines) {
    const leave = () => {
      localStorage.setItem(this.key, String(release));
      this.element.replaceChildren();
    };
    const number = lines.length;
    const shown = make(
      "details",
      { class: "older-rules" },
      make("summary", {}, say("rules.older", { number })),
      make("p", { class: "note" }, say("rules.older_stand")),
      make("ul", {}, ...lines.map((one) => this.line(one))),
      button(say("rules.leave", { number }), leave, { "data-key": "leave-older" }),
    );
    this.element.replaceChildren(...(lines.length > 0 ? [shown] : []));
  }

  /** @param {Judged} judged */
  line({ line, text, release, verdict, message, rule, notes }) {
    const { table } = this;
    const who = FACTIONS.find((name) => text.startsWith(name));
    const amends = text.startsWith("amend ") ? text : `amend ${line} ${text.replace(/\s+/g, " ")}`;
    const may = table.view.seat !== "" && table.view.status === "playing" && (who || text.startsWith("amend "));
    const older = release > 0 ? say("rules.release", { release }) : say("rules.release_unknown");
    const key = verdict === "effects" ? "rules.played_otherwise" : "rules.played_refused";
    const played = woven(key, { older, what: make("span", ENGLISH, message) });
    return make(
      "li",
      {},
      make("p", {}, say("rules.line", { line }), " ", who && faction(who), " ", make("code", {}, text.slice(who?.length ?? 0).trim())),
      make("p", {}, ...played, " ", rule && make("span", { class: "rule" }, rule)),
      ...notes.map((one) =>
        make(
          "p",
          { class: "note" },
          say("rules.note", { release: one.release }),
          " ",
          make("span", ENGLISH, ...withCode(one.what)),
          " ",
          make("span", { class: "rule" }, one.rule),
        ),
      ),
      may && button(say("rules.propose_amend"), () => table.room.offer(amends), { "data-key": `amend ${line}` }),
    );
  }
}

/**
 * A text with notation between backticks.
 * @param {string} text
 */
function withCode(text) {
  return text.split("`").map((part, place) => (place % 2 === 1 ? make("code", {}, part) : part));
}
