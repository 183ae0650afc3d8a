/** The pages behind a link: take a seat, or collect seats by a personal link. Nothing happens without a click. */

import { Api, pause, Problem } from "./api.js";
import { button, make, refill } from "./dom.js";
import { faction } from "./figures.js";
import { hold, keep, keptAt, seatWords, withdraw } from "./links.js";
import { ruling } from "./ruling.js";
import { ENGLISH, say, woven } from "./say.js";
import { secretFor, settled } from "./secret.js";
import { tools } from "./tools.js";

const WAITS = [400, 1000, 2000, 4000, 8000];
/** Milliseconds before an exchange with a lost answer is tried again. */

/**
 * Ask whether to take the seat of a link.
 * @param {HTMLElement} root
 * @param {{table: string, offered: string}} where
 * @param {() => void} go shows the table
 */
export function taking(root, { table, offered }, go) {
  const told = make("div", { "aria-live": "polite" });
  const about = make("div");
  const path = `tables/${encodeURIComponent(table)}`;
  const leave = () => (withdraw(table), go());
  const take = async (/** @type {Event} */ event) => {
    const pressed = /** @type {HTMLButtonElement} */ (event.currentTarget);
    pressed.disabled = true;
    try {
      const { seat, link } = await exchanged(`${path}/links/take`, offered);
      keep({ table, seat, link });
      hold({ table, link });
      leave();
    } catch (error) {
      pressed.disabled = false;
      show(told, error);
    }
  };
  const own = keptAt(table);
  door(
    root,
    say("door.seat"),
    about,
    make("p", {}, say("door.seat_about")),
    own && make("p", {}, say("door.already", { seat: seatWords(own.seat) })),
    make(
      "p",
      { class: "acts" },
      button(say("door.take"), take, { class: "main" }),
      " ",
      button(own ? say("seat.go_on", { seat: seatWords(own.seat) }) : say("door.look_on"), leave),
    ),
    told,
  );
  void describe(about, path);
}

/**
 * Ask whether to collect the seats of a personal link.
 * @param {HTMLElement} root
 * @param {string} offered
 * @param {() => void} go shows the start page
 */
export function collecting(root, offered, go) {
  const told = make("div", { "aria-live": "polite" });
  const collect = async (/** @type {Event} */ event) => {
    const pressed = /** @type {HTMLButtonElement} */ (event.currentTarget);
    pressed.disabled = true;
    try {
      const { seats } = await exchanged("personal-links/open", offered);
      for (const { table, seat, link } of [...seats].reverse()) if (link) keep({ table, seat, link });
      const failed = seats.filter((/** @type {any} */ one) => !one.link);
      if (failed.length === 0) leave();
      else refill(told, ...failed.map(unopened), button(say("door.to_games"), leave, { class: "main" }));
    } catch (error) {
      pressed.disabled = false;
      show(told, error);
    }
  };
  const leave = () => (withdraw(""), go());
  door(
    root,
    say("door.games"),
    make("p", {}, say("door.games_about")),
    make("p", { class: "acts" }, button(say("door.collect"), collect, { class: "main" }), " ", button(say("door.later"), leave)),
    told,
  );
}

/** @param {{table: string, seat: string, why: string}} seat */
function unopened({ table, seat, why }) {
  return make("p", {}, ...woven("door.unopened", { seat: seatWords(seat), table, why: make("span", ENGLISH, why) }));
}

/**
 * Exchange a link for a secret of this browser. A lost answer is asked for again.
 * @param {string} path
 * @param {string} link
 * @returns {Promise<any>} the answer, with the secret as its `link` unless it has its own
 */
export async function exchanged(path, link) {
  const secret = secretFor(link);
  for (let tried = 0; ; tried += 1) {
    try {
      const answer = await new Api().send(path, { link, secret });
      settled(link);
      return { link: secret, ...answer };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!error.passes) settled(link);
      if (!error.passes || tried === WAITS.length) throw error;
      await pause(WAITS[tried]);
    }
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} heading
 * @param {...import("./dom.js").Child} children
 */
function door(root, heading, ...children) {
  document.title = `fitl: ${heading}`;
  const home = make("a", { href: "#", class: "home" }, "fitl");
  refill(
    root,
    make("header", { class: "top" }, make("h1", {}, home), tools()),
    make("main", { class: "door" }, make("h2", {}, heading), ...children),
  );
}

/**
 * Say which table it is.
 * @param {HTMLElement} about
 * @param {string} path
 */
async function describe(about, path) {
  try {
    const { title, table, seats } = await new Api().get(`${path}/summary`);
    about.replaceChildren(
      make("h3", {}, title || say("page.table", { table })),
      make("ul", {}, ...seats.map((/** @type {any} */ seat) => make("li", {}, ...who(seat)))),
    );
  } catch (error) {
    show(about, error);
  }
}

/** @param {{factions: string[], taken: boolean, player: string}} seat */
export function who({ factions, taken, player }) {
  return [...factions.map((name) => faction(name)), " ", taken ? player || say("people.taken") : say("people.free")];
}

/**
 * @param {HTMLElement} where
 * @param {unknown} error
 */
function show(where, error) {
  if (!(error instanceof Problem)) throw error;
  where.replaceChildren(ruling(error.said));
}
