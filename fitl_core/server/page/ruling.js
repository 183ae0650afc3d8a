/** A refusal as a ruling: its reason, its rule, its facts, and the legal alternatives. */

import { button, make } from "./dom.js";

const MOST = 24;
/** The largest number of legal alternatives that are shown. */

/**
 * @param {import("./api.js").Ruling} said
 * @param {{close?: () => void, full?: () => Promise<Node>}} [does]
 */
export function ruling(said, { close, full } = {}) {
  const more = make("div");
  const heading = said.rule ? `Ruling by ${said.rule}` : "Not possible";
  return make(
    "section",
    { class: "ruling", role: "alert" },
    make(
      "h3",
      {},
      said.verdict === "incomplete" ? `${heading}: not complete` : heading,
      close && button("×", close, { class: "plain close", "aria-label": "Close" }),
    ),
    make("p", { class: "reason" }, said.message),
    list(said.facts),
    said.asked && make("p", {}, `Asked${said.of ? ` of ${said.of}` : ""}: ${said.asked}`),
    codes("Legal here:", said.legal),
    full &&
      button("The ruling in full", async (event) => {
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
    nearest.length > 0 && make("p", {}, "Legal moves near it:"),
    nearest.length > 0 && make("ul", {}, ...nearest.map((line) => make("li", {}, make("code", {}, line)))),
    list(to_roll.map(({ move, purpose, rule }) => `Roll a die (${rule}), for ${purpose}: ${move}`)),
    list(bearing.map(({ rule, says }) => `${rule} bears on it: ${says}`)),
    codes("Dispute cases like it:", cases),
  );
}

/** @param {string[]} [lines] */
function list(lines = []) {
  return lines.length > 0 && make("ul", {}, ...lines.map((line) => make("li", {}, line)));
}

/**
 * @param {string} heading
 * @param {string[]} [texts]
 */
function codes(heading, texts = []) {
  if (texts.length === 0) return null;
  const named = texts.slice(0, MOST).flatMap((text) => [" ", make("code", {}, text)]);
  return make("p", {}, heading, ...named, texts.length > MOST && ` and ${texts.length - MOST} more`);
}
