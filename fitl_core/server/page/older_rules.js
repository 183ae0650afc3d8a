/** Changes of the rules during a game: what they end, and the lines that were played under older rules. */

import { button, make } from "./dom.js";
import { faction } from "./figures.js";
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
const SET_ASIDE = "Its dice decide nothing, and the same Faction moves again.";

/**
 * The facts of a command that are reported, in words.
 * @param {Record<string, any>[]} facts
 * @param {Record<string, any>} view the view of the table before the command
 * @returns {string[]}
 */
export function reported(facts, view) {
  const of = (/** @type {string | undefined} */ whom) => (whom ? ` of ${whom}` : "");
  const giver = (/** @type {number} */ number) =>
    view.orders.find((/** @type {any} */ one) => one.number === number)?.seat;
  return facts.flatMap(({ fact, number, why }) => {
    const refused = `lapses, because today's rules refuse it: ${why}.`;
    switch (fact) {
      case "move-set-aside":
        return `The move${of(view.begun?.faction)} does not fit today's rules, and is set aside: ${why}. ${SET_ASIDE}`;
      case "proposal-lapsed":
        return `Proposal ${number} ${refused}`;
      case "order-lapsed":
        return `Standing order ${number}${of(giver(number))} ${refused}`;
      default:
        return [];
    }
  });
}

/**
 * Reports in a box that can be closed.
 * @param {string[]} words
 * @param {() => void} close
 */
export function reports(words, close) {
  return make(
    "section",
    { class: "changed-rules", role: "status" },
    button("×", close, { class: "plain close", "aria-label": "Close" }),
    ...words.map((one) => make("p", {}, one)),
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
    make("p", {}, "The rules have changed since this move began: ", make("code", {}, begun?.text)),
    make("p", {}, `${trouble[0].toUpperCase()}${trouble.slice(1)}.`),
    make("p", { class: "note" }, SET_ASIDE),
    seat !== "" &&
      button("Set it aside", () => table.tell({ command: "end" }), { class: "main", "data-key": "set-aside" }),
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
    make("p", {}, make("strong", {}, `Nobody knows the position after event ${unshown}.`)),
    make("p", {}, "Today's rules refuse this event, and the table is too old to have kept its effects."),
    make("p", {}, "The board shows the position before it. Agree on a position, and the game goes on from there."),
    seat !== "" && offered("Propose a position", `correct "${cards_up}; "`, "agree-position"),
    seat !== "" && offered(`Propose to take back event ${unshown} and all after it`, `void ${unshown}`, "void-unshown"),
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
    const words = lines.length === 1 ? "1 event was" : `${lines.length} events were`;
    const shown = make(
      "details",
      { class: "older-rules" },
      make("summary", {}, `${words} played under older rules.`),
      make("p", { class: "note" }, "They stand as they were played. Only new moves are judged by today's rules."),
      make("ul", {}, ...lines.map((one) => this.line(one))),
      button(lines.length === 1 ? "Leave it" : "Leave them", leave, { "data-key": "leave-older" }),
    );
    this.element.replaceChildren(...(lines.length > 0 ? [shown] : []));
  }

  /** @param {Judged} judged */
  line({ line, text, release, verdict, message, rule, notes }) {
    const { table } = this;
    const who = FACTIONS.find((name) => text.startsWith(name));
    const amends = text.startsWith("amend ") ? text : `amend ${line} ${text.replace(/\s+/g, " ")}`;
    const may = table.view.seat !== "" && table.view.status === "playing" && (who || text.startsWith("amend "));
    const older = release > 0 ? `rules release ${release}` : "unknown rules";
    const today = verdict === "effects" ? `by today's rules ${message}` : `today's rules refuse it: ${message}`;
    return make(
      "li",
      {},
      make("p", {}, `Event ${line}: `, who && faction(who), " ", make("code", {}, text.slice(who?.length ?? 0).trim())),
      make("p", {}, `Played under ${older}; ${today} `, rule && make("span", { class: "rule" }, rule)),
      ...notes.map((one) =>
        make(
          "p",
          { class: "note" },
          `Release ${one.release}: `,
          ...withCode(one.what),
          " ",
          make("span", { class: "rule" }, one.rule),
        ),
      ),
      may && button("Propose to amend", () => table.room.offer(amends), { "data-key": `amend ${line}` }),
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
