/** What has happened since the seat's last move: one action after the other, each marked on the board. */

import { announce, button, make, refill } from "./dom.js";
import { withCards } from "./card_text.js";
import { effect } from "./log.js";
import { ENGLISH, say } from "./say.js";

/** @typedef {import("./log.js").Line} Line */

export class Since {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = make("section", { class: "since", "aria-label": say("since.heading") });
    this.element.hidden = true;
    this.heading = make("div", { class: "since-head" });
    this.told = make("div", { class: "since-told", role: "status" });
    this.element.append(this.heading, this.told);
    this.latest = make("p", { class: "latest", role: "status" });
    /** @type {Line[]} */
    this.actions = [];
    /** @type {number | null} the number of the line that is shown */
    this.at = null;
    /** @type {Map<number, import("./log.js").Decision[]>} the decisions of Non-players by their lines */
    this.reasons = new Map();
  }

  /** Show the present table. */
  show() {
    const { view, lines } = this.table;
    this.actions = view.seat === "" || view.position === null ? [] : since(lines, view.seat);
    this.element.hidden = this.actions.length === 0;
    const latest = view.seat === "" && view.position !== null ? lines.findLast(isAction) : undefined;
    announce(this.latest, ...(latest ? this.last(latest) : []));
    this.latest.hidden = latest === undefined;
    if (this.at !== null && !this.actions.some(({ number }) => number === this.at)) this.close();
    else this.draw();
  }

  draw() {
    const place = this.actions.findIndex(({ number }) => number === this.at);
    const line = this.actions[place];
    const number = this.actions.length;
    if (line === undefined) {
      refill(
        this.heading,
        make("h3", {}, say("since.actions", { number })),
        button(say("since.begin"), () => this.go(0), { "data-key": "since begin" }),
      );
      announce(this.told);
      this.table.room.shortcuts.mark();
      return;
    }
    const back = button("‹", () => this.go(place - 1), { "aria-label": say("since.back"), "data-key": "since back" });
    back.toggleAttribute("disabled", place === 0);
    const last = place === number - 1;
    refill(
      this.heading,
      make("h3", {}, say("since.place", { place: place + 1, last: number })),
      back,
      !last && button(say("since.next"), () => this.go(place + 1), { "data-key": "since next" }),
      last && button(say("since.done"), () => this.close(), { "data-key": "since next" }),
      !last && button(say("page.close"), () => this.close(), { "data-key": "since close" }),
    );
    announce(this.told, ...this.telling(line));
    this.table.room.shortcuts.mark();
  }

  /**
   * The last action, for those who have no turn of their own.
   * @param {Line} line
   */
  last({ words }) {
    const open = (/** @type {number} */ card) => this.table.trying(this.table.room.card.open(card));
    return [make("strong", {}, say("since.latest")), " ", make("span", ENGLISH, ...withCards(words, open))];
  }

  /** @param {Line} line */
  telling(line) {
    const open = (/** @type {number} */ card) => this.table.trying(this.table.room.card.open(card));
    const decided = this.reasons.get(line.number) ?? [];
    return [
      make("p", { class: "said", ...ENGLISH }, ...withCards(line.words, open)),
      line.told.length > 0 && make("ul", ENGLISH, ...line.told.map((one) => effect(one, open))),
      ...decided.map((one) => why(one)),
    ];
  }

  /** @param {number} place in the list of actions */
  go(place) {
    const line = this.actions[place];
    if (line === undefined) return;
    this.at = line.number;
    this.table.lookAt(line.number);
    this.draw();
    if (this.table.room.log.wasDecided(line.text, line.by)) this.table.trying(this.learn(line.number));
  }

  /**
   * Fetch the reason of a Non-player's move.
   * @param {number} number
   */
  async learn(number) {
    if (this.reasons.has(number)) return;
    const { api, path } = this.table;
    const { decisions } = await api.get(`${path}/decisions?line=${number}`);
    this.reasons.set(number, decisions);
    if (this.at === number) this.draw();
  }

  /** Go back to the present board. */
  close() {
    this.at = null;
    this.table.lookAt(null);
    this.draw();
  }
}

/**
 * The actions of others after the last move of a seat, without comments, dice, and what was taken back.
 * @param {Line[]} lines
 * @param {string} seat
 */
export function since(lines, seat) {
  const own = lines.findLastIndex((line) => line.by === seat && line.faction !== null && !line.taken_back);
  return lines.slice(own + 1).filter((line) => line.by !== seat && isAction(line));
}

/** @param {Line} line */
function isAction({ note, taken_back, told, faction }) {
  return !note && !taken_back && (faction !== null || told.length > 0);
}

/** @param {import("./log.js").Decision} decision */
function why({ faction, reason, told }) {
  return make(
    "div",
    { class: "reason" },
    make("p", {}, make("strong", {}, say("since.why", { faction })), " ", make("span", ENGLISH, reason || told[0] || "")),
    make("details", {}, make("summary", {}, say("since.steps")), make("ol", { class: "steps", ...ENGLISH }, ...told.map((step) => make("li", {}, step)))),
  );
}
