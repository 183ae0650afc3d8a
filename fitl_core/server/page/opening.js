/** The start page: a new table, and the seats that this browser keeps. */

import { Api, Problem } from "./api.js";
import { button, make, refill } from "./dom.js";
import { address, forget, hold, kept } from "./links.js";
import { ruling } from "./ruling.js";
import { themeButton } from "./theme.js";
import { FACTIONS, title } from "./words.js";

/**
 * @typedef {object} Choices
 * @property {string[]} scenarios
 * @property {string[]} rules
 * @property {string[][][]} shares
 * @property {{id: string, words: string}[]} options
 */

/** @type {[string, string][]} */
const TIMES = [
  ["", "as long as it takes"],
  ["3600", "an hour"],
  ["86400", "a day"],
  ["259200", "three days"],
  ["604800", "a week"],
];

/**
 * @param {HTMLElement} root
 * @param {(table: string, links: Record<string, string>) => void} opened
 */
export async function opening(root, opened) {
  const refused = make("div");
  const api = new Api();
  const submitted = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { table, links } = await api.send("tables", asked(/** @type {HTMLFormElement} */ (form)));
      opened(table, links);
    } catch (error) {
      show(refused, error);
    }
  };
  const form = make("form", { class: "opening", onsubmit: submitted });
  const seats = make("section");
  refill(
    root,
    make("header", { class: "top" }, make("h1", {}, "fitl"), themeButton()),
    make("main", { class: "door" }, seats, make("h2", {}, "A new table"), form, refused),
  );
  listKept(seats);
  try {
    fill(form, await api.get("choices"));
  } catch (error) {
    show(refused, error);
  }
}

/**
 * @param {HTMLElement} form
 * @param {Choices} choices
 */
function fill(form, { scenarios, rules, shares, options }) {
  form.replaceChildren(
    radios("scenario", "Scenario", scenarios.map((one) => [one, title(one)])),
    radios("rules", "Edition", rules.map((one) => [one, title(one)])),
    field(
      "Players",
      make("select", { name: "players" }, ...shared(shares)),
      "Factions without a player are Non-players: they decide by section 8.",
    ),
    make(
      "fieldset",
      {},
      make("legend", {}, "Options"),
      ...options.map(({ id, words }) =>
        make(
          "label",
          { class: "check" },
          make("input", { type: "checkbox", name: "options", value: id }),
          make("span", {}, make("strong", {}, title(id)), ` ${words}`),
        ),
      ),
    ),
    make(
      "label",
      { class: "check" },
      make("input", { type: "checkbox", name: "seats_add", value: "yes" }),
      make("span", {}, make("strong", {}, "Seats add seeds"), " Not even this server can know the deck beforehand."),
    ),
    field(
      "Time for each decision",
      make("select", { name: "deadline" }, ...TIMES.map(([value, words]) => make("option", { value }, words))),
    ),
    make("button", { type: "submit", class: "main" }, "Open the table"),
  );
}

/**
 * Every way to share out the Factions, by the number of players.
 * @param {string[][][]} shares
 */
function shared(shares) {
  const numbers = [...new Set(shares.map((groups) => groups.length))].filter((number) => number > 0);
  return numbers.map((number) =>
    make(
      "optgroup",
      { label: number === 1 ? "1 player" : `${number} players` },
      ...shares
        .filter((groups) => groups.length === number)
        .map((groups) => make("option", { value: JSON.stringify(groups) }, shareWords(groups))),
    ),
  );
}

/** @param {string[][]} groups */
function shareWords(groups) {
  const nobody = FACTIONS.filter((name) => !groups.flat().includes(name));
  const played = groups.map((group) => group.join("+")).join(", ");
  return nobody.length > 0 ? `${played}; Non-players ${nobody.join(", ")}` : played;
}

/**
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} choices
 */
function radios(name, legend, choices) {
  return make(
    "fieldset",
    { class: "radios" },
    make("legend", {}, legend),
    ...choices.map(([value, words], place) =>
      make("label", { class: "check" }, make("input", { type: "radio", name, value, checked: place === 0 }), ` ${words}`),
    ),
  );
}

/**
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [note]
 */
function field(label, input, note) {
  return make("label", { class: "field" }, make("span", {}, label), input, note && make("span", { class: "note" }, note));
}

/** @param {HTMLFormElement} form */
function asked(form) {
  const said = new FormData(form);
  const deadline = said.get("deadline");
  return {
    setup: {
      scenario: said.get("scenario"),
      rules: said.get("rules"),
      players: JSON.parse(String(said.get("players"))),
      options: said.getAll("options"),
    },
    seats_add: said.has("seats_add"),
    deadline: deadline ? Number(deadline) : null,
  };
}

/** @param {HTMLElement} section */
function listKept(section) {
  const rows = kept().map((seat) =>
    make(
      "li",
      {},
      make("a", { href: address({ table: seat.table, link: "" }), onclick: () => hold(seat) }, `Table ${seat.table}`),
      seat.seat ? `, seat ${seat.seat} ` : ", host ",
      button("Forget", () => (forget(seat), listKept(section)), { class: "plain" }),
    ),
  );
  section.replaceChildren(
    ...(rows.length > 0 ? [make("h2", {}, "Your seats in this browser"), make("ul", {}, ...rows)] : []),
  );
}

/**
 * @param {HTMLElement} where
 * @param {unknown} error
 */
function show(where, error) {
  if (!(error instanceof Problem)) throw error;
  where.replaceChildren(ruling(error.said, { close: () => where.replaceChildren() }));
}
