/** The games of this browser: each seat that it keeps, whose turn it is, and the time left. */

import { Api, Problem } from "./api.js";
import { button, make } from "./dom.js";
import { linkField } from "./link_field.js";
import { address, forget, hold, kept, seatWords } from "./links.js";
import { store, stored } from "./storage.js";
import { who } from "./taking.js";
import { timeWords } from "./time.js";
import { title as words } from "./words.js";

const PERSONAL = "fitl personal links";
const MOST = 10;
/** The largest number of personal links that this browser keeps, to revoke them. */
const AT_ONCE = 4;
/** The number of tables that are asked at a time. */

/** The section of the start page; empty without seats. */
export function myGames() {
  const section = make("section", { class: "my-games", "aria-label": "My games" });
  const list = () => {
    const seats = kept();
    if (seats.length === 0) {
      section.replaceChildren();
      return;
    }
    const rows = seats.map((seat) => row(seat, list));
    section.replaceChildren(
      make("h2", {}, "My games"),
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
  const name = make("a", { href: address({ table: seat.table, link: "" }), onclick: () => hold(seat) }, `Table ${seat.table}`);
  const leave = button("Forget", () => (forget(seat), again()), {
    class: "plain",
    "aria-label": `Forget ${seatWords(seat.seat)} at table ${seat.table}`,
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
      about.replaceChildren(make("p", { class: "note" }, failure(seat.seat, error)));
    }
  };
  return { element, ask };
}

/**
 * @param {string} seat
 * @param {Problem} error
 */
function failure(seat, error) {
  if (error.status === 401) return `You no longer hold ${seatWords(seat)}. You may look on, or ask the host for a new link.`;
  if (error.status === 404) return "This table does not exist any more.";
  return error.message;
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
  const turn = isMine(told) ? "Your turn" : asked.seats.length > 0 ? `Waiting for ${named(asked.seats, seats)}` : asked.words;
  return [
    make("p", {}, `${words(scenario)}, ${words(rules)}. `, ...(own ? ["You: ", ...who({ ...own, player: own.player || "you" })] : ["You are the host"])),
    others.length > 0 &&
      make("ul", { class: "others" }, ...others.map((/** @type {any} */ one) => make("li", {}, ...who(one)))),
    make("p", { class: "whose" }, status === "closed" ? "The game is over" : turn, asked.due && make("span", { class: "note" }, ` ${timeWords((Date.parse(asked.due) - Date.parse(now)) / 1000)}`)),
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
    told.replaceChildren(make("p", {}, error.message));
  };
  const revoke = async () => {
    try {
      for (const link of made()) {
        await new Api().send("personal-links/revoke", { link }).catch(unlessUnknown);
        store(PERSONAL, made().filter((one) => one !== link));
      }
      revoking.hidden = true;
      told.replaceChildren(make("p", {}, "Revoked: the links open nothing, and browsers that have used them have lost these seats."));
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
        make("p", { class: "handed" }, ...linkField(text, "Personal link").filter((one) => one !== null)),
        make("p", { class: "note" }, `Open it in your other browser before ${new Date(until).toLocaleString()}. It is good once. Give it to nobody: it opens all your seats.`),
      );
    } catch (error) {
      fail(error);
    }
  };
  const revoking = button("Revoke my personal links", revoke, {
    title: "They open nothing any more, and browsers that have used them lose these seats",
  });
  revoking.hidden = made().length === 0;
  return make(
    "div",
    { class: "personal" },
    make("p", { class: "acts" }, button("Personal link for another device", create), revoking),
    told,
  );
}

/** @param {unknown} error a failure to revoke a link; one that is unknown opens nothing anyway */
function unlessUnknown(error) {
  if (!(error instanceof Problem) || error.status !== 404) throw error;
}
