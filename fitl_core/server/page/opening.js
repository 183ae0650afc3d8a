/** The start page: a new table, and the seats that this browser keeps. */

import { Api, Problem } from "./api.js";
import { make, refill } from "./dom.js";
import { myGames } from "./my_games.js";
import { ruling } from "./ruling.js";
import { ENGLISH, say } from "./say.js";
import { tools } from "./tools.js";
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
  ["", say("start.no_limit")],
  ["3600", say("start.hour")],
  ["86400", say("start.day")],
  ["259200", say("start.three_days")],
  ["604800", say("start.week")],
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
  const games = myGames();
  refill(
    root,
    make("header", { class: "top" }, make("h1", {}, "fitl"), tools()),
    make("main", { class: "door" }, about(), games, make("h2", {}, say("start.new_table")), form, refused),
  );
  try {
    fill(form, await api.get("choices"));
  } catch (error) {
    show(refused, error);
  }
}

/** The game and this site in two sentences. */
function about() {
  return make(
    "p",
    { class: "about-game" },
    say("start.about"),
  );
}

/**
 * @param {HTMLElement} form
 * @param {Choices} choices
 */
function fill(form, { scenarios, rules, shares, options }) {
  form.replaceChildren(
    field(say("page.table_name"), make("input", { name: "title", type: "text", maxlength: 60, autocomplete: "off" })),
    radios("scenario", say("start.scenario"), scenarios.map((one) => [one, title(one)])),
    radios("rules", say("start.edition"), rules.map((one) => [one, title(one)])),
    field(
      say("start.players"),
      make("select", { name: "players" }, ...shared(shares)),
      say("start.players_about"),
    ),
    make(
      "fieldset",
      {},
      make("legend", {}, say("start.options")),
      ...options.map(({ id, words }) =>
        make(
          "label",
          { class: "check" },
          make("input", { type: "checkbox", name: "options", value: id }),
          make("span", {}, make("strong", {}, title(id)), " ", make("span", ENGLISH, words)),
        ),
      ),
    ),
    make(
      "label",
      { class: "check" },
      make("input", { type: "checkbox", name: "seats_add", value: "yes" }),
      make("span", {}, make("strong", {}, say("start.seeds")), ` ${say("start.seeds_about")}`),
    ),
    field(
      say("start.time"),
      make("select", { name: "deadline" }, ...TIMES.map(([value, words]) => make("option", { value }, words))),
    ),
    make("button", { type: "submit", class: "main" }, say("start.open")),
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
      { label: say("start.number", { number }) },
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
  return nobody.length > 0 ? say("start.share", { played, nobody: nobody.join(", ") }) : played;
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
    title: String(said.get("title")).trim(),
  };
}

/**
 * @param {HTMLElement} where
 * @param {unknown} error
 */
function show(where, error) {
  if (!(error instanceof Problem)) throw error;
  where.replaceChildren(ruling(error.said, { close: () => where.replaceChildren() }));
}
