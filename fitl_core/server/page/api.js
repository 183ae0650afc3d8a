/** What is said to the server: every call with the link in its header, every refusal as a `Problem`. */

const WAITS = [400, 1000, 2000, 4000, 8000];
/** Milliseconds before a command is sent again whose answer was lost. */
const PLAIN = /^[!-~]+$/;
/** What a header can hold. */

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
 */

/** A refusal: what the server says of it, and its status; 0 where it could not be reached. */
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

  /** Whether it may go well when it is sent again. */
  get passes() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export class Api {
  /**
   * @param {string} [link] the secret of a seat; without it one looks on
   */
  constructor(link = "") {
    this.link = link;
  }

  /**
   * @param {string} path behind `root`
   * @param {RequestInit} [more]
   * @param {string} [root]
   * @returns {Promise<Response>} one that went well; else a `Problem` is thrown
   */
  async fetch(path, more = {}, root = "/api/") {
    const headers = new Headers(more.headers);
    if (this.link && !PLAIN.test(this.link)) throw new Problem(401, { error: "link", message: "this is no link of a seat" });
    if (this.link) headers.set("Authorization", `Bearer ${this.link}`);
    let response;
    try {
      response = await fetch(`${root}${path}`, { ...more, headers, cache: "no-cache", credentials: "omit" });
    } catch (error) {
      if (more.signal?.aborted) throw error;
      throw new Problem(0, { error: "away", message: "the server cannot be reached" });
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
   * A file of the page's own.
   * @param {string} name
   */
  async file(name) {
    return (await this.fetch(name, {}, "/static/")).text();
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
   * A command, done once however often it has to be sent.
   * @param {string} path where the server has the table
   * @param {object} command
   * @param {number} seen the version of the table that was looked at
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

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((done) => setTimeout(done, milliseconds));
}

/** 16 bytes that nobody has drawn before, in hexadecimal. */
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
    // no JSON: something else than fitl has answered
  }
  return { error: "answer", message: `the server has answered with status ${response.status}` };
}
