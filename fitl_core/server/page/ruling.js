/** A refusal as a ruling: its reason, its rule, its facts, and the legal alternatives. */

import { tongue } from "./api.js";
import { button, make } from "./dom.js";
import { ENGLISH, say, woven } from "./say.js";

const MOST = 24;
/** The largest number of legal alternatives that are shown. */

/**
 * @param {import("./api.js").Ruling} said
 * @param {{close?: () => void, full?: () => Promise<Node>}} [does]
 */
export function ruling(said, { close, full } = {}) {
  const more = make("div");
  const heading = said.rule ? say("ruling.by", { rule: said.rule }) : say("ruling.refused");
  return make(
    "section",
    { class: "ruling", role: "alert" },
    make(
      "h3",
      {},
      said.verdict === "incomplete" ? say("ruling.incomplete", { heading }) : heading,
      close && button("×", close, { class: "plain close", "aria-label": say("page.close") }),
    ),
    make("p", { class: "reason", ...tongue(said) }, said.message),
    list(said.facts),
    said.asked && make("p", {}, ...woven(said.of ? "ruling.asked_of" : "ruling.asked", { who: said.of, what: make("span", ENGLISH, said.asked) })),
    codes(say("ruling.legal"), said.legal),
    full &&
      button(say("ruling.full"), async (event) => {
        const asks = /** @type {HTMLElement} */ (event.currentTarget);
        asks.setAttribute("disabled", "");
        more.replaceChildren(await full());
        asks.remove();
      }),
    more,
  );
}

/**
 * An adjudication of a whole move, as the server makes it.
 * @param {{nearest: string[], to_roll: {move: string, purpose: string, rule: string}[], cases: string[], bearing: {rule: string, says: string}[]}} found
 */
export function adjudication({ nearest, to_roll, cases, bearing }) {
  return make(
    "div",
    {},
    nearest.length > 0 && make("p", {}, say("ruling.nearest")),
    nearest.length > 0 && make("ul", {}, ...nearest.map((line) => make("li", {}, make("code", {}, line)))),
    rows(to_roll.map(({ move, purpose, rule }) => woven("ruling.roll", { rule, purpose: make("span", ENGLISH, purpose), move }))),
    rows(bearing.map(({ rule, says }) => woven("ruling.bears", { rule, what: make("span", ENGLISH, says) }))),
    codes(say("ruling.cases"), cases),
  );
}

/** @param {string[]} [lines] words of the server */
function list(lines = []) {
  return rows(lines.map((line) => [make("span", ENGLISH, line)]));
}

/** @param {(Node | string)[][]} lines */
function rows(lines) {
  return lines.length > 0 && make("ul", {}, ...lines.map((line) => make("li", {}, ...line)));
}

/**
 * @param {string} heading
 * @param {string[]} [texts]
 */
function codes(heading, texts = []) {
  if (texts.length === 0) return null;
  const named = texts.slice(0, MOST).flatMap((text) => [" ", make("code", {}, text)]);
  return make("p", {}, heading, ...named, texts.length > MOST && ` ${say("page.more", { number: texts.length - MOST })}`);
}
