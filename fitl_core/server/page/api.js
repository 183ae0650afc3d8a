/** Requests to the server. Each has the link in its header; each refusal is a `Problem`. */

import { ENGLISH, say } from "./say.js";

const WAITS = [400, 1000, 2000, 4000, 8000];
/** Milliseconds before a command with a lost answer is sent again. */
const PLAIN = /^[!-~]+$/;
/** The characters that a header can hold. */
const ROOT = new URL("..", import.meta.url).pathname;
/** The path of the server: `/`, or the path below which a proxy shows it. This file is in its folder `static`. */

/**
 * @typedef {object} Ruling
 * @property {string} error
 * @property {string} message
 * @property {string} [rule]
 * @property {string[]} [facts]
 * @property {string} [verdict]
 * @property {number} [version]
 * @property {string} [asked]
 * @property {string} [of]
 * @property {string[]} [legal]
 * @property {boolean} [here] whether the page says so itself, in its own language
 */

/** A refusal: the server's answer and its status; 0 if the server could not be reached. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {Ruling} said
   */
  constructor(status, said) {
    super(said.message);
    this.status = status;
    this.said = said;
  }

  /** The attributes of an element with the message: its language, if that is not the language of the page. */
  get tongue() {
    return tongue(this.said);
  }

  /** Whether the same request may succeed later. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export class Api {
  /**
   * @param {string} [link] the secret of a seat; without it, the client is a spectator
   */
  constructor(link = "") {
    this.link = link;
  }

  /**
   * @param {string} path after `folder`
   * @param {RequestInit} [more]
   * @param {string} [folder] below the path of the server
   * @returns {Promise<Response>} a successful one; any other throws a `Problem`
   */
  async fetch(path, more = {}, folder = "api/") {
    const headers = new Headers(more.headers);
    if (this.link && !PLAIN.test(this.link)) throw new Problem(401, here("link", say("server.link")));
    if (this.link) headers.set("Authorization", `Bearer ${this.link}`);
    let response;
    try {
      response = await fetch(`${ROOT}${folder}${path}`, { ...more, headers, cache: "no-cache", credentials: "omit" });
    } catch (error) {
      if (more.signal?.aborted) throw error;
      throw new Problem(0, here("away", say("server.away")));
    }
    if (!response.ok) throw new Problem(response.status, await refusal(response));
    return response;
  }

  /** @param {string} path */
  async get(path) {
    return (await this.fetch(path)).json();
  }

  /** @param {string} path */
  async text(path) {
    return (await this.fetch(path)).text();
  }

  /**
   * A file of the page.
   * @param {string} name
   */
  async file(name) {
    return (await this.fetch(name, {}, "static/")).text();
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {{method?: string, signal?: AbortSignal}} [how]
   */
  async send(path, body, { method = "POST", signal } = {}) {
    const headers = { "Content-Type": "application/json" };
    return (await this.fetch(path, { method, headers, body: JSON.stringify(body), signal })).json();
  }

  /**
   * Send a command, again if its answer is lost. It is carried out only once.
   * @param {string} path the path of the table
   * @param {object} command
   * @param {number} seen the version of the table that the player saw
   */
  async command(path, command, seen) {
    const body = { command, seen, key: drawn() };
    for (let tried = 0; ; tried += 1) {
      try {
        return await this.send(`${path}/commands`, body);
      } catch (error) {
        if (!(error instanceof Problem) || !error.passes || tried === WAITS.length) throw error;
        await pause(WAITS[tried]);
      }
    }
  }
}

/**
 * A refusal by the page itself.
 * @param {string} error
 * @param {string} message
 * @returns {Ruling}
 */
export function here(error, message) {
  return { error, message, here: true };
}

/**
 * The attributes of an element with the words of a refusal. The server's words are English.
 * @param {Ruling} said
 */
export function tongue(said) {
  return said.here ? {} : ENGLISH;
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** 16 random bytes, in hexadecimal. */
function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Response} response
 * @returns {Promise<Ruling>}
 */
async function refusal(response) {
  try {
    const said = await response.json();
    if (typeof said.message === "string") return said;
  } catch {
    // no JSON: the answer is not from fitl
  }
  return here("answer", say("server.status", { status: response.status }));
}
