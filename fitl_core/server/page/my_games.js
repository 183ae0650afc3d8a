/** The games of this browser: each seat that it keeps, whose turn it is, and the time left. */

import { Api, Problem } from "./api.js";
import { button, make } from "./dom.js";
import { linkField } from "./link_field.js";
import { address, forget, hold, kept, seatWords } from "./links.js";
import { ENGLISH, say, woven } from "./say.js";
import { store, stored } from "./storage.js";
import { who } from "./taking.js";
import { momentWords, timeBetween } from "./time.js";
import { title as words } from "./words.js";

const PERSONAL = "fitl personal links";
const MOST = 10;
/** The largest number of personal links that this browser keeps, to revoke them. */
const AT_ONCE = 4;
/** The number of tables that are asked at a time. */

/** The section of the start page; empty without seats. */
export function myGames() {
  const section = make("section", { class: "my-games", "aria-label": say("games.heading") });
  const list = () => {
    const seats = kept();
    if (seats.length === 0) {
      section.replaceChildren();
      return;
    }
    const rows = seats.map((seat) => row(seat, list));
    section.replaceChildren(
      make("h2", {}, say("games.heading")),
      make("ul", { class: "games" }, ...rows.map(({ element }) => element)),
      personal(),
    );
    void inTurn(rows.map(({ ask }) => ask));
  };
  const seen = () => {
    if (!section.isConnected) document.removeEventListener("visibilitychange", seen);
    else if (!document.hidden) list();
  };
  document.addEventListener("visibilitychange", seen);
  list();
  return section;
}

/** @param {(() => Promise<void>)[]} asks */
async function inTurn(asks) {
  const rest = [...asks];
  const work = async () => {
    for (let ask = rest.shift(); ask; ask = rest.shift()) await ask();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/**
 * @param {import("./links.js").Kept} seat
 * @param {() => void} again lists the seats again
 */
function row(seat, again) {
  const about = make("div", { class: "about-seat" }, make("p", { class: "note" }, "…"));
  const name = make("a", { href: address({ table: seat.table, link: "" }), onclick: () => hold(seat) }, say("page.table", { table: seat.table }));
  const leave = button(say("games.forget"), () => (forget(seat), again()), {
    class: "plain",
    "aria-label": say("games.forget_seat", { seat: seatWords(seat.seat), table: seat.table }),
  });
  const element = make("li", {}, make("div", { class: "game-head" }, name, leave), about);
  const ask = async () => {
    try {
      const told = await new Api(seat.link).get(`tables/${encodeURIComponent(seat.table)}/summary`);
      if (told.title) name.textContent = told.title;
      element.classList.toggle("mine", isMine(told));
      about.replaceChildren(...summary(told));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      about.replaceChildren(failure(seat.seat, error));
    }
  };
  return { element, ask };
}

/**
 * @param {string} seat
 * @param {Problem} error
 */
function failure(seat, error) {
  const note = (/** @type {string} */ words, tongue = {}) => make("p", { class: "note", ...tongue }, words);
  if (error.status === 401) return note(say("games.lost", { seat: seatWords(seat) }));
  if (error.status === 404) return note(say("games.gone"));
  return note(error.message, error.tongue);
}

/** @param {any} told */
function isMine({ seat, asked, status }) {
  return status !== "closed" && Boolean(seat) && asked.seats.includes(seat);
}

/** @param {any} told the summary of a table */
function summary(told) {
  const { scenario, rules, seat, seats, asked, status, now } = told;
  const own = seats.find((/** @type {any} */ one) => one.name === seat);
  const others = seats.filter((/** @type {any} */ one) => one !== own);
  const waits = asked.seats.length > 0 ? say("page.waiting", { who: named(asked.seats, seats) }) : make("span", ENGLISH, asked.words);
  const turn = isMine(told) ? say("page.your_turn") : waits;
  return [
    make("p", {}, `${words(scenario)}, ${words(rules)}. `, ...(own ? woven("games.own", { who: who({ ...own, player: own.player || say("games.you") }) }) : [say("room.host")])),
    others.length > 0 &&
      make("ul", { class: "others" }, ...others.map((/** @type {any} */ one) => make("li", {}, ...who(one)))),
    make("p", { class: "whose" }, status === "closed" ? say("ending.over") : turn, asked.due && make("span", { class: "note" }, ` ${timeBetween(now, asked.due)}`)),
  ].filter((one) => one !== false);
}

/**
 * @param {string[]} names
 * @param {{name: string, player: string}[]} seats
 */
function named(names, seats) {
  const person = (/** @type {string} */ name) => seats.find((one) => one.name === name)?.player;
  return names.map((name) => (person(name) ? `${person(name)} (${name})` : name)).join(", ");
}

/** @returns {string[]} the personal links that were made here */
function made() {
  return stored(PERSONAL, []);
}

/** The personal link: the way to the same seats in another browser. */
function personal() {
  const told = make("div", { "aria-live": "polite" });
  const fail = (/** @type {unknown} */ error) => {
    if (!(error instanceof Problem)) throw error;
    told.replaceChildren(make("p", error.tongue, error.message));
  };
  const revoke = async () => {
    try {
      for (const link of made()) {
        await new Api().send("personal-links/revoke", { link }).catch(unlessUnknown);
        store(PERSONAL, made().filter((one) => one !== link));
      }
      revoking.hidden = true;
      told.replaceChildren(make("p", {}, say("games.revoked")));
    } catch (error) {
      fail(error);
    }
  };
  const create = async () => {
    try {
      const seats = kept().map(({ table, link }) => ({ table, link }));
      const { link, until } = await new Api().send("personal-links", { seats });
      store(PERSONAL, [link, ...made()].slice(0, MOST));
      revoking.hidden = false;
      const text = `${location.origin}${location.pathname}#/${link}`;
      told.replaceChildren(
        make("p", { class: "handed" }, ...linkField(text, say("games.link")).filter((one) => one !== null)),
        make("p", { class: "note" }, say("games.use_link", { time: momentWords(until) })),
      );
    } catch (error) {
      fail(error);
    }
  };
  const revoking = button(say("games.revoke"), revoke, {
    title: say("games.revoke_about"),
  });
  revoking.hidden = made().length === 0;
  return make(
    "div",
    { class: "personal" },
    make("p", { class: "acts" }, button(say("games.new_link"), create), revoking),
    told,
  );
}

/** @param {unknown} error a failure to revoke a link; one that is unknown opens nothing anyway */
function unlessUnknown(error) {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}
