/** The news of a table: a stream that is read, and continued after an interruption. */

import { pause, Problem } from "./api.js";

const WAITS = [500, 1000, 2000, 4000, 8000, 15000];
/** Milliseconds before each next try. */
const SILENCE = 40_000;
/** Milliseconds without a heartbeat after which the stream counts as lost; one comes every 15 seconds. */

/**
 * @typedef {object} Told the news of a command
 * @property {number} version
 * @property {{version: number, by: string, fact: Record<string, any>}[]} facts
 * @property {{what: string, seats: string[], words: string}} asked
 * @property {string} status
 * @property {number} lines
 * @property {Scene | null} scene with the last news, the new parts of the page
 */

/**
 * @typedef {object} Scene
 * @property {Record<string, any>} view the present view of the table
 * @property {import("./log.js").Line[]} events the new lines
 * @property {import("./board.js").Drawing | null} drawing the changes of the board since the old lines
 */

/**
 * @typedef {"here" | "away" | "gone"} Contact whether news come in, will come again, or never will
 */

/**
 * @typedef {object} Follows
 * @property {(news: Told) => void} told
 * @property {(state: Contact, why?: string, status?: number) => void} contact
 * @property {(told: {last: number, has_spectators: boolean}) => void} chat
 * @property {(told: {table: string}) => void} rematch
 * @property {() => number | null} lines the number of log lines that the page has; null without a board
 */

/**
 * Follow a table after a version, until `stop` is called.
 * @param {import("./api.js").Api} api
 * @param {string} path the path of the table
 * @param {number} after
 * @param {Follows} hears
 * @returns {() => void} stop
 */
export function follow(api, path, after, hears) {
  const ends = new AbortController();
  const state = { after, tried: 0 };
  void (async () => {
    while (!ends.signal.aborted) {
      try {
        await listen(api, path, state, hears, ends.signal);
      } catch (error) {
        if (ends.signal.aborted) return;
        if (error instanceof Problem && [401, 403, 404].includes(error.status)) {
          hears.contact("gone", error.said.message, error.status);
          return;
        }
      }
      hears.contact("away");
      await Promise.race([pause(WAITS[Math.min(state.tried, WAITS.length - 1)]), online()]);
      state.tried += 1;
    }
  })();
  return () => ends.abort();
}

/**
 * Read one stream to its end.
 * @param {import("./api.js").Api} api
 * @param {string} path the path of the table
 * @param {{after: number, tried: number}} state
 * @param {Follows} hears
 * @param {AbortSignal} signal
 */
async function listen(api, path, state, hears, signal) {
  const broken = new AbortController();
  const end = () => broken.abort();
  signal.addEventListener("abort", end, { once: true });
  addEventListener("offline", end, { once: true });
  let silent = setTimeout(end, SILENCE);
  try {
    const lines = hears.lines();
    const had = lines === null ? "" : `&lines=${lines}`;
    const asked = `${path}/news?after=${state.after}&scene=true${had}`;
    const response = await api.fetch(asked, { signal: broken.signal });
    if (response.body === null) return;
    hears.contact("here");
    state.tried = 0;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(silent);
      silent = setTimeout(end, SILENCE);
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) hear(block, state, hears);
    }
  } finally {
    clearTimeout(silent);
    signal.removeEventListener("abort", end);
    removeEventListener("offline", end);
  }
}

/**
 * Read one event of the stream: fields in lines. A line that begins with a colon is a heartbeat.
 * @param {string} block
 * @param {{after: number}} state
 * @param {Follows} hears
 */
function hear(block, state, hears) {
  const fields = new Map();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).trimStart());
  }
  if (fields.get("event") === "chat") hears.chat(JSON.parse(fields.get("data")));
  if (fields.get("event") === "rematch") hears.rematch(JSON.parse(fields.get("data")));
  if (fields.get("event") !== "news") return;
  /** @type {Told} */
  const news = JSON.parse(fields.get("data"));
  if (news.version <= state.after) return;
  state.after = news.version;
  hears.told(news);
}

/** Wait until the browser reports that it is online again. */
function online() {
  return new Promise((done) => addEventListener("online", done, { once: true }));
}
