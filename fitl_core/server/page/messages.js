/** The panel in which a player chooses how he is told of his turn: by this browser, by mail, by a webhook. */

import * as alerts from "./alerts.js";
import { Problem, pause } from "./api.js";
import { button, make } from "./dom.js";
import { ENGLISH, say, woven } from "./say.js";
import { durationWords, momentWords } from "./time.js";

const PATIENCE = 15;
/** Seconds for which the panel waits for the outcome of a test. */

/** @type {Record<string, {label: string, test: string, hint: string}>} */
const WAYS = {
  mail: { label: say("messages.mail"), test: say("messages.test_mail"), hint: "name@example.org" },
  webhook: { label: say("messages.webhook"), test: say("messages.test_webhook"), hint: "https://…" },
};

/**
 * @typedef {object} Sent
 * @property {"waiting" | "sending" | "sent" | "failed" | "over"} state
 * @property {string} time
 * @property {number} tries
 * @property {string} error
 */

/**
 * @typedef {object} Way
 * @property {"mail" | "webhook"} way
 * @property {boolean} is_offered
 * @property {string} address
 * @property {Sent | null} turn
 * @property {Sent | null} reminder the time for the decision is nearly over
 * @property {Sent | null} overdue it is over
 * @property {Sent | null} test
 * @property {Sent | null} confirm the link to an address that is not confirmed
 * @property {boolean} is_confirmed
 */

export class Messages {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.browser = make("div");
    this.server = make("div", { class: "ways" });
    this.told = make("p", { class: "note", role: "status" });
    this.element = make(
      "details",
      { class: "messages", ontoggle: () => this.opened() },
      make("summary", {}, say("messages.heading")),
      this.browser,
      this.server,
      this.told,
    );
  }

  opened() {
    if (!(/** @type {HTMLDetailsElement} */ (this.element).open)) return;
    this.showBrowser();
    void this.doing(() => this.table.api.get(this.path));
  }

  showBrowser() {
    const { notify, sound } = alerts.chosen();
    const permission = alerts.permitted();
    const why = {
      denied: say("messages.denied"),
      unsupported: say("messages.unsupported"),
    }[permission];
    const notifying = async (/** @type {Event} */ event) => {
      await alerts.notify(/** @type {HTMLInputElement} */ (event.target).checked);
      this.showBrowser();
    };
    const sounding = (/** @type {Event} */ event) => alerts.sound(/** @type {HTMLInputElement} */ (event.target).checked);
    this.browser.replaceChildren(
      make(
        "fieldset",
        {},
        make("legend", {}, say("messages.browser")),
        check("notify", say("messages.notification"), notify, notifying, why !== undefined),
        check("sound", say("messages.sound"), sound, sounding),
        ...(why ? [make("p", { class: "note" }, why)] : []),
      ),
    );
  }

  /** @param {Way[]} ways */
  showServer(ways) {
    const shown = ways.filter((one) => one.is_offered || one.address);
    if (shown.length === 0) {
      this.server.replaceChildren(make("p", { class: "note" }, say("messages.none")));
      return;
    }
    const submitted = (/** @type {Event} */ event) => {
      event.preventDefault();
      const said = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const wanted = Object.fromEntries(shown.map(({ way }) => [way, String(said.get(way)).trim() || null]));
      void this.doing(() => this.table.api.send(`${this.path}/ways`, wanted, { method: "PUT" }), say("messages.saved"));
    };
    const stops = () =>
      this.doing(() => this.table.api.send(`${this.path}/ways`, {}, { method: "PUT" }), say("messages.stopped"));
    const { time } = this.table.view;
    this.server.replaceChildren(
      make(
        "form",
        { onsubmit: submitted },
        ...shown.map((one) => this.row(one)),
        make(
          "div",
          { class: "message-acts" },
          make("button", { type: "submit", class: "main", "data-key": "save ways" }, say("page.save")),
          shown.some((one) => one.address) && button(say("messages.stop"), stops, { "data-key": "stop messages" }),
        ),
      ),
      make("p", { class: "note" }, say("messages.about")),
      ...(time ? [make("p", { class: "note" }, say("messages.reminded", { time: durationWords(time.reminder) }))] : []),
    );
  }

  /** @param {Way} one */
  row({ way, address, turn, reminder, overdue, test, confirm, is_confirmed }) {
    const { label, test: tests, hint } = WAYS[way];
    const field = make("input", {
      name: way,
      type: "text",
      "data-key": `address ${way}`,
      inputmode: way === "mail" ? "email" : "url",
      value: address,
      placeholder: hint,
      autocomplete: way === "mail" ? "email" : "off",
      maxlength: 1000,
      spellcheck: "false",
    });
    return make(
      "div",
      { class: "way", "data-way": way },
      make("label", { class: "field" }, make("span", {}, label), field),
      !is_confirmed && make("p", { class: "note" }, say("messages.unconfirmed")),
      address && button(is_confirmed ? tests : say("messages.confirm_again"), () => this.test(way), { "data-key": `test ${way}` }),
      outcome(say("messages.confirm"), is_confirmed ? null : confirm),
      outcome(say("messages.last"), turn),
      outcome(say("messages.reminder"), overdue && overdue.state !== "over" ? overdue : reminder),
      outcome(say("messages.test"), test),
    );
  }

  /** @param {Way["way"]} way */
  async test(way) {
    const last = (/** @type {Way[]} */ ways) => lastAsked(ways.find((one) => one.way === way))?.state ?? "";
    let ways = await this.doing(() => this.table.api.send(`${this.path}/test`, { way }));
    for (let tried = 0; tried < PATIENCE && ways !== null && ["waiting", "sending"].includes(last(ways)); tried += 1) {
      await pause(1000);
      ways = await this.doing(() => this.table.api.get(this.path));
    }
  }

  get path() {
    return `${this.table.path}/messages`;
  }

  /**
   * Show the ways that a request returns, or the reason for its refusal.
   * @param {() => Promise<{ways: Way[]}>} asks
   * @param {string} [done] what is shown after success
   */
  async doing(asks, done = "") {
    try {
      const { ways } = await asks();
      this.showServer(ways);
      this.told.textContent = done;
      return ways;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.told.replaceChildren(make("span", error.tongue, error.message));
      return null;
    }
  }
}

/**
 * The message that the player has asked for: a test, or the link to an address that is not confirmed.
 * @param {Way | undefined} way
 */
function lastAsked(way) {
  return way?.is_confirmed ? way.test : way?.confirm;
}

/**
 * @param {string} what
 * @param {Sent | null} sent
 */
function outcome(what, sent) {
  if (sent === null || sent.state === "over") return null;
  const state = sent.state === "waiting" && sent.error ? "again" : sent.state;
  const values = { what, time: momentWords(sent.time), why: make("span", ENGLISH, sent.error) };
  return make("p", { class: `note ${sent.state}` }, ...woven(`messages.state_${state}`, values));
}

/**
 * @param {string} name
 * @param {string} label
 * @param {boolean} checked
 * @param {(event: Event) => unknown} onchange
 * @param {boolean} [disabled]
 */
function check(name, label, checked, onchange, disabled = false) {
  const box = make("input", { type: "checkbox", name, checked, onchange, disabled, "data-key": `alert ${name}` });
  return make("label", { class: "check" }, box, make("span", {}, label));
}
