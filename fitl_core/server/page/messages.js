/** The panel in which a player chooses how he is told of his turn: by this browser, by mail, by a webhook. */

import * as alerts from "./alerts.js";
import { Problem, pause } from "./api.js";
import { button, make } from "./dom.js";

const PATIENCE = 15;
/** Seconds for which the panel waits for the outcome of a test. */

/** @type {Record<string, {name: string, label: string, hint: string}>} */
const WAYS = {
  mail: { name: "Mail", label: "Mail address", hint: "name@example.org" },
  webhook: { name: "Webhook", label: "Webhook (Discord, or one that takes JSON)", hint: "https://…" },
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
 * @property {Sent | null} test
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
      make("summary", {}, "Tell me when it is my turn"),
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
      denied: "This browser does not allow notifications of this page. You can change this in its settings.",
      unsupported: "This browser has no notifications for this page.",
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
        make("legend", {}, "In this browser, while a page of this server is open"),
        check("notify", "Notification", notify, notifying, why !== undefined),
        check("sound", "Sound", sound, sounding),
        ...(why ? [make("p", { class: "note" }, why)] : []),
      ),
    );
  }

  /** @param {Way[]} ways */
  showServer(ways) {
    const shown = ways.filter((one) => one.is_offered || one.address);
    if (shown.length === 0) {
      this.server.replaceChildren(make("p", { class: "note" }, "This server sends no mail and no webhooks."));
      return;
    }
    const submitted = (/** @type {Event} */ event) => {
      event.preventDefault();
      const said = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const wanted = Object.fromEntries(shown.map(({ way }) => [way, String(said.get(way)).trim() || null]));
      void this.doing(() => this.table.api.send(`${this.path}/ways`, wanted, { method: "PUT" }), "Saved.");
    };
    const stops = () =>
      this.doing(() => this.table.api.send(`${this.path}/ways`, {}, { method: "PUT" }), "No more messages.");
    this.server.replaceChildren(
      make(
        "form",
        { onsubmit: submitted },
        ...shown.map((one) => this.row(one)),
        make(
          "div",
          { class: "message-acts" },
          make("button", { type: "submit", class: "main", "data-key": "save ways" }, "Save"),
          shown.some((one) => one.address) && button("Stop all messages", stops, { "data-key": "stop messages" }),
        ),
      ),
      make("p", { class: "note" }, "A message comes once for each turn, later if you have the table open. It has no secret of your seat."),
    );
  }

  /** @param {Way} one */
  row({ way, address, turn, test }) {
    const { name, label, hint } = WAYS[way];
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
      address && button(`Test ${name.toLowerCase()}`, () => this.test(way), { "data-key": `test ${way}` }),
      outcome("Last message", turn),
      outcome("Test", test),
    );
  }

  /** @param {Way["way"]} way */
  async test(way) {
    const last = (/** @type {Way[]} */ ways) => ways.find((one) => one.way === way)?.test?.state ?? "";
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
      this.told.textContent = error.message;
      return null;
    }
  }
}

/**
 * @param {string} what
 * @param {Sent | null} sent
 */
function outcome(what, sent) {
  if (sent === null || sent.state === "over") return null;
  const at = new Date(sent.time).toLocaleString();
  const words = {
    waiting: sent.error ? `not delivered yet (${sent.error}); it is tried again` : "about to be sent",
    sending: "on its way",
    sent: `sent on ${at}`,
    failed: `not delivered on ${at}: ${sent.error}`,
  }[sent.state];
  return make("p", { class: `note ${sent.state}` }, `${what}: ${words}.`);
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
