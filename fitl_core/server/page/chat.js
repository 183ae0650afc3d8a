/** The chat of a table: what people say to each other beside the game. It is no part of the log. */

import { Problem } from "./api.js";
import { button, make } from "./dom.js";
import { say, woven } from "./say.js";
import { drawn } from "./secret.js";
import { momentWords } from "./time.js";

/**
 * @typedef {object} Said
 * @property {number} number
 * @property {string} time
 * @property {string | null} by a seat; empty for the host, null for a spectator
 * @property {string} name
 * @property {string} text
 */

const QUOTED = 400;
/** The largest number of characters of a message that are quoted in the log. */

export class Chat {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.last = 0;
    this.unread = 0;
    this.open = false;
    this.isOpenToSpectators = false;
    this.mark = make("span", { class: "unread" });
    this.list = make("ol", { class: "chat-lines", tabindex: "0", "aria-label": say("chat.messages"), "aria-live": "polite" });
    this.told = make("p", { class: "note", role: "status" });
    this.field = /** @type {HTMLInputElement} */ (
      make("input", { id: "chat-text", type: "text", maxlength: 500, autocomplete: "off", oninput: () => (this.key = "") })
    );
    this.called = /** @type {HTMLInputElement} */ (
      make("input", { id: "chat-name", type: "text", maxlength: 60, autocomplete: "nickname", placeholder: say("chat.name") })
    );
    this.naming = make("span", {}, make("label", { for: "chat-name", class: "unseen" }, say("chat.name_long")), this.called);
    this.form = make(
      "form",
      { class: "inline", onsubmit: (/** @type {Event} */ event) => void this.send(event) },
      this.naming,
      make("label", { for: "chat-text", class: "unseen" }, say("chat.write")),
      this.field,
      make("button", { type: "submit" }, say("chat.send")),
    );
    this.spectators = /** @type {HTMLInputElement} */ (
      make("input", { type: "checkbox", name: "chat-spectators", onchange: () => void this.letIn() })
    );
    this.hosting = make("label", { class: "check" }, this.spectators, make("span", {}, say("chat.spectators")));
    this.form.hidden = this.hosting.hidden = true; // until the page knows for whom it is
    this.element = make("div", { class: "chat" }, this.list, this.told, this.form, this.hosting);
    /** @type {Promise<void>} */
    this.reading = Promise.resolve();
    /** @type {string} the key of the message that is being sent */
    this.key = "";
    addEventListener("focus", () => this.see());
  }

  get path() {
    return `${this.table.path}/chat`;
  }

  get storage() {
    return `fitl read ${this.table.name}`;
  }

  /** @param {HTMLElement} tabs in which the tab of the chat gets the mark for unread messages */
  markOn(tabs) {
    tabs.querySelector("#tab-chat")?.append(this.mark);
  }

  /** Show what the seat of the page may do here. */
  show() {
    const { view, isHost } = this.table;
    const isSpectator = view.seat === "" && !isHost;
    this.naming.hidden = !isSpectator;
    this.hosting.hidden = !isHost;
    this.form.hidden = isSpectator && !this.isOpenToSpectators;
    if (this.form.hidden) this.told.textContent = say("chat.closed");
    this.see();
  }

  /** @param {{last: number, has_spectators: boolean}} news */
  hear({ last, has_spectators }) {
    this.isOpenToSpectators = has_spectators;
    this.spectators.checked = has_spectators;
    if (this.table.link === "" && !has_spectators) this.empty();
    else if (this.told.textContent === say("chat.closed")) this.told.textContent = "";
    if (this.table.view !== null) this.show();
    if (last > this.last) this.reading = this.reading.then(() => this.read());
  }

  /** Show no messages: they are not for this page. */
  empty() {
    this.list.replaceChildren();
    this.last = 0;
    this.unread = 0;
    this.mark.textContent = "";
  }

  /** Fetch and show the messages after the last shown one. */
  async read() {
    try {
      const { messages, last } = await this.table.api.get(`${this.path}?after=${this.last}`);
      if (last <= this.last) return;
      const ends = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 40;
      this.list.append(...messages.map((/** @type {Said} */ one) => this.line(one)));
      this.last = last;
      if (ends) this.list.scrollTop = this.list.scrollHeight;
      const seen = Number(localStorage.getItem(this.storage) ?? 0);
      this.unread = messages.filter((/** @type {Said} */ one) => one.number > seen && !this.isOwn(one)).length + this.unread;
      this.see();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 403) this.told.replaceChildren(make("span", error.tongue, error.message));
    }
  }

  /** @param {Said} said */
  isOwn({ by }) {
    const { view, link } = this.table;
    return link !== "" && by === view?.seat;
  }

  /** Mark the messages as read, if the player sees them; otherwise show how many are unread. */
  see() {
    const isSeen = this.element.offsetParent !== null && !document.hidden && document.hasFocus();
    if (isSeen && this.last > 0) {
      this.unread = 0;
      localStorage.setItem(this.storage, String(this.last));
    }
    this.mark.textContent = this.unread > 0 ? ` ${say("chat.unread", { number: this.unread })}` : "";
  }

  /** @param {Said} said */
  line(said) {
    const { by, name, text, time } = said;
    const seat = by || say("chat.host");
    const who = by === null ? say("chat.spectator", { name: name || say("chat.somebody") }) : name ? `${name}, ${seat}` : seat;
    return make(
      "li",
      { class: this.isOwn(said) ? "own" : "" },
      make("span", { class: "chat-who" }, who),
      make("time", { class: "note", datetime: time }, momentWords(time)),
      make("span", { class: "chat-text" }, text),
      this.table.link && button(say("chat.quote"), () => this.quote(who, text), { class: "plain" }),
    );
  }

  /**
   * @param {string} who
   * @param {string} text
   */
  quote(who, text) {
    return this.table.tell({ command: "comment", text: `${who}: “${text.slice(0, QUOTED)}”` });
  }

  /** @param {Event} event */
  async send(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.key ||= drawn();
    const name = this.naming.hidden ? "" : this.called.value.trim();
    try {
      await this.table.api.send(`${this.path}/messages`, { text, name, key: this.key });
      this.key = "";
      this.field.value = "";
      this.told.textContent = "";
      this.reading = this.reading.then(() => this.read());
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!error.passes) this.key = "";
      this.told.replaceChildren(...woven("chat.failed", { why: make("span", error.tongue, error.message) }));
    }
  }

  /** Let spectators join, or shut them out. */
  async letIn() {
    const body = { may_join: this.spectators.checked };
    await this.table.trying(this.table.api.send(`${this.path}/spectators`, body, { method: "PUT" }));
  }
}
