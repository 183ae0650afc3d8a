/** The page of a table: the places of all its parts. */

import { ownVacation } from "./absence.js";
import { Problem } from "./api.js";
import { fell, vouching } from "./chance.js";
import { Chat } from "./chat.js";
import { proposals, proposing, takingBack } from "./consent.js";
import { Curves } from "./curves.js";
import { openSpaces } from "./drafting.js";
import { announce, button, make, refill } from "./dom.js";
import { ending } from "./ending.js";
import { CardDialog } from "./card_dialog.js";
import { cardsFaceUp, faction, figures, waiting } from "./figures.js";
import { choosingMarkers } from "./gathering.js";
import { Here } from "./here.js";
import { inEffect, lastingCards } from "./in_effect.js";
import { Log, stepper } from "./log.js";
import { markers } from "./markers.js";
import { Messages } from "./messages.js";
import { Move } from "./move.js";
import { OlderRules, reports, troubled, unknownPosition } from "./older_rules.js";
import { lostSeat } from "./own_seat.js";
import { people, sitting } from "./people.js";
import { orders, pivotal } from "./pivotal.js";
import { ruling } from "./ruling.js";
import { ENGLISH, say, woven } from "./say.js";
import { Shortcuts } from "./shortcuts.js";
import { Since } from "./since.js";
import { symbols } from "./symbols.js";
import { TableTitle } from "./table_title.js";
import { tabs } from "./tabs.js";
import { Time } from "./time.js";
import { tools } from "./tools.js";

/** @type {Record<import("./news.js").Contact, string>} */
const CONTACTS = {
  here: say("room.here"),
  away: say("room.away"),
  gone: say("room.gone"),
};

const DICE_LAST = 3;
/** The number of log lines for which dice stay in sight. */

export class Room {
  /**
   * @param {import("./table.js").Table} table
   * @param {HTMLElement} root
   */
  constructor(table, root) {
    this.table = table;
    this.here = new Here(table);
    this.move = new Move(table);
    this.log = new Log(table);
    this.steps = stepper(table);
    this.curves = new Curves(table);
    this.older = new OlderRules(table);
    this.messages = new Messages(table);
    this.card = new CardDialog(table);
    this.since = new Since(table);
    this.chat = new Chat(table);
    this.titles = new TableTitle(table);
    this.shortcuts = new Shortcuts(table);
    this.contact = make("span", { class: "contact away", role: "status" });
    this.who = make("span", { class: "who" });
    this.time = new Time(table);
    this.turn = make("div", { class: "waiting", "aria-live": "polite" });
    this.dice = make("div");
    this.refusal = make("div");
    this.reports = make("div");
    this.trouble = make("div");
    this.consent = make("div");
    this.seat = make("div");
    this.pivotal = make("div");
    this.stands = make("div", { class: "stands" });
    this.extras = make("div", { class: "extras" });
    this.lasting = make("div", { class: "lasting" });
    this.seats = make("div");
    this.proofs = make("div");
    this.propose = proposing(table);
    this.downloads = button(say("room.download"), () => table.trying(this.download()));
    /** @type {(panel: string) => void} */
    this.choose = () => {};
    this.status = "";
    this.isMine = false;
    this.rolled = 0;
    this.element = make("main", { class: "table" }, ...this.parts());
    const home = make("a", { href: "#", class: "home" }, "fitl");
    const head = make("header", { class: "top" }, make("h1", {}, home), this.titles.element, this.turn, this.time.element, this.who, this.contact, tools(this.shortcuts.opener));
    refill(root, head, this.element, this.here.element, this.card.element, this.shortcuts.element);
  }

  /** The three parts of the page: the board, the play, and the panels to look things up. */
  parts() {
    const comment = commenting(this.table);
    const log = make("div", { class: "with-log" }, this.log.element, make("div", { class: "log-foot" }, comment, this.downloads));
    const { element, choose } = tabs(say("room.more"), () => this.chosen(), [
      ["log", say("room.log"), log],
      ["chat", say("room.chat"), this.chat.element],
      ["curves", say("room.curves"), this.curves.element],
      ["seats", say("room.seats"), this.seats],
      ["proofs", say("room.proofs"), this.proofs],
    ]);
    this.choose = choose;
    this.chat.markOn(element);
    const news = [this.dice, this.refusal, this.reports, this.trouble, this.consent, this.older.element];
    const play = [...news, this.since.element, this.since.latest, this.seat, this.pivotal, this.move.element, this.stands, this.extras, this.lasting];
    return [
      make("section", { class: "map", "aria-label": say("room.board") }, this.table.board.element, this.steps.element),
      make("section", { class: "play", "aria-label": say("room.play") }, hidden(say("room.play")), ...play),
      make("section", { class: "more", "aria-label": say("room.more") }, hidden(say("room.more")), element),
    ];
  }

  /** Another of the panels has come in sight. */
  chosen() {
    this.chat.see();
    this.table.trying(this.curves.draw());
  }

  /** Show the present table. */
  show() {
    const { table } = this;
    const { view, lines } = table;
    document.title = title(view);
    this.element.classList.toggle("gathering", view.position === null);
    announce(this.turn, waiting(view));
    const isMine = view.seat !== "" && view.asked.seats.includes(view.seat);
    if (isMine && !this.isMine) /** @type {Element} */ (this.move.element.parentElement).scrollTop = 0; // to the question
    this.isMine = isMine;
    this.time.show();
    announce(this.trouble, troubled(table), unknownPosition(table));
    announce(this.consent, ...proposals(table));
    refill(this.seat, ending(table), lostSeat(table), ownVacation(table), sitting(table), choosingMarkers(table));
    refill(this.seats, ...people(table));
    refill(this.proofs, vouching(table));
    const isAsked = view.asked.what === "pivotal" && view.asked.seats.includes(view.seat);
    refill(this.pivotal, ...(isAsked ? pivotal(table) : []));
    refill(this.extras, ...(isAsked ? [] : pivotal(table)), symbols(table), takingBack(table), markers(table), orders(table));
    if (view.seat !== "" && view.status === "playing") this.extras.append(this.propose);
    this.log.show(lines, table.line);
    this.since.show();
    this.steps.show();
    this.curves.show();
    table.trying(this.curves.draw());
    this.showFigures(view.position);
    const gathers = view.status === "gathering";
    if (gathers !== (this.status === "gathering")) this.choose(gathers ? "seats" : "log");
    this.status = view.status;
    if (lines.length > this.rolled + DICE_LAST) this.dice.replaceChildren();
    refill(this.who, ...me(table));
    this.chat.show();
    this.shortcuts.mark();
    void this.older.ask();
  }

  /** @param {string} name the table of the rematch */
  showRematch(name) {
    this.table.rematch = name;
    this.show();
  }

  /** @param {Record<string, any> | null} position */
  showFigures(position) {
    if (position === null) return;
    refill(this.stands, cardsFaceUp(position, this.table.cards), figures(position));
    refill(this.lasting, inEffect(this.table, position));
  }

  /** Mark the line that is looked at. */
  showPast() {
    const { table } = this;
    this.log.show(table.lines, table.line);
    this.steps.show();
    this.curves.show();
    this.element.classList.toggle("past", table.line !== null);
  }

  /**
   * Show the figures of the game after a line.
   * @param {number | null} line
   */
  async figuresOf(line) {
    const { table } = this;
    if (line === null) {
      this.showFigures(table.view.position);
      return;
    }
    const position = await table.api.get(`${table.path}/position?line=${line}`);
    await table.learn([position.card, position.next, ...lastingCards(position)]);
    if (table.line === line) this.showFigures(position);
  }

  /** @param {import("./drafting.js").Draft | null} draft */
  showDraft(draft) {
    const { table } = this;
    this.move.show(draft);
    this.shortcuts.mark();
    if (table.line === null) table.trying(table.draw());
    const open = draft !== null && table.line === null ? openSpaces(draft) : [];
    table.board.mark(open, draft?.picks ?? []);
  }

  /**
   * Show a refusal of the table, or remove it.
   * @param {import("./api.js").Ruling | null | undefined} said
   */
  ruled(said) {
    const close = () => this.refusal.replaceChildren();
    this.refusal.replaceChildren(...(said ? [ruling(said, { close })] : []));
  }

  /** @param {HTMLElement[]} words what the change of the rules has ended */
  report(words) {
    this.reports.replaceChildren(reports(words, () => this.reports.replaceChildren()));
  }

  /**
   * Write the beginning of a proposal into its field, for the player to complete.
   * @param {string} line
   */
  offer(line) {
    const field = /** @type {HTMLInputElement} */ (this.propose.querySelector("#proposal"));
    this.propose.setAttribute("open", "");
    field.value = line;
    field.focus();
    if (line.endsWith('"')) field.setSelectionRange(line.length - 1, line.length - 1);
  }

  /** @param {{die: number, what: string, proof: string}[]} fallen */
  fell(fallen) {
    this.rolled = this.table.lines.length;
    this.dice.replaceChildren(fell(fallen, () => this.dice.replaceChildren()));
  }

  /** @param {boolean} is whether the page waits for an answer of the server */
  busy(is) {
    this.element.setAttribute("aria-busy", String(is));
  }

  /**
   * @param {import("./news.js").Contact} contact
   * @param {string} [why] the server's reason
   */
  reach(contact, why) {
    this.contact.replaceChildren(make("span", why ? ENGLISH : {}, why ?? CONTACTS[contact]));
    this.contact.className = `contact ${contact}`;
  }

  /**
   * Show that the table does not exist, or that the link opens no seat.
   * @param {unknown} error
   */
  closed(error) {
    if (!(error instanceof Problem)) throw error;
    this.element.classList.add("gathering"); // no board is to be laid out
    refill(this.element, ruling(error.said), make("p", {}, make("a", { href: "#" }, say("room.start"))));
  }

  async download() {
    const { api, name, path } = this.table;
    const text = await api.text(`${path}/log`);
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    make("a", { href: url, download: `${name}.fitl` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
}

/**
 * A heading for screen readers: a step between the title of the page and the headings within a part of it.
 * @param {string} words
 */
function hidden(words) {
  return make("h2", { class: "unseen" }, words);
}

/**
 * The role of the client at the table.
 * @param {import("./table.js").Table} table
 */
function me(table) {
  if (table.factions.length > 0) return woven("room.you", { who: table.factions.map((name) => faction(name)) });
  return [say(table.isHost ? "room.host" : "room.spectator")];
}

/** @param {Record<string, any>} view */
function title({ seat, asked, standing }) {
  const mine = seat !== "" && asked.seats.includes(seat);
  return `${mine ? "● " : ""}${seat || "fitl"}: ${standing}`;
}

/**
 * A field for a comment, which is written into the log.
 * @param {import("./table.js").Table} table
 */
function commenting(table) {
  const field = /** @type {HTMLInputElement} */ (
    make("input", { id: "comment", type: "text", maxlength: 500, autocomplete: "off" })
  );
  const submitted = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.value.trim() && (await table.tell({ command: "comment", text: field.value.trim() }))) field.value = "";
  };
  return make(
    "form",
    { class: "inline comment", onsubmit: submitted },
    make("label", { for: "comment", class: "unseen" }, say("room.comment")),
    field,
    make("button", { type: "submit" }, say("room.say")),
  );
}
