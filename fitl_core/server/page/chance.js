/** The dice that fall, and the proofs of dice and cards. */

import { button, make } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const PLACES = [
  [],
  [[10, 10]],
  [[5, 5], [15, 15]],
  [[5, 5], [10, 10], [15, 15]],
  [[5, 5], [15, 5], [5, 15], [15, 15]],
  [[5, 5], [15, 5], [10, 10], [5, 15], [15, 15]],
  [[5, 4.5], [15, 4.5], [5, 10], [15, 10], [5, 15.5], [15, 15.5]],
];

/**
 * The face of a die.
 * @param {number} shown
 */
export function die(shown) {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "0 0 20 20");
  face.setAttribute("class", "die");
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", `a die shows ${shown}`);
  const square = document.createElementNS(SVG, "rect");
  for (const [name, value] of [["x", 0.5], ["y", 0.5], ["width", 19], ["height", 19], ["rx", 4]]) {
    square.setAttribute(String(name), String(value));
  }
  face.append(square);
  for (const [x, y] of PLACES[shown] ?? []) {
    const pip = document.createElementNS(SVG, "circle");
    for (const [name, value] of [["cx", x], ["cy", y], ["r", 2]]) pip.setAttribute(String(name), String(value));
    face.append(pip);
  }
  return face;
}

/**
 * Dice that have just fallen, each with its proof.
 * @param {{die: number, what: string, proof: string}[]} fallen
 * @param {() => void} close
 */
export function fell(fallen, close) {
  return make(
    "section",
    { class: "fell", role: "status" },
    ...fallen.map(({ die: shown, what, proof }) =>
      make("p", {}, die(shown), make("span", {}, `${what}: ${shown}`), make("span", { class: "proof" }, proof)),
    ),
    button("×", close, { class: "plain close", "aria-label": "Close" }),
  );
}

/**
 * The commitments to deck and dice, and a check of every proof.
 * @param {import("./table.js").Table} table
 */
export function vouching(table) {
  const { commitment, root, chain, seed } = table.view;
  const commitments = [
    ["The table committed to its seed", commitment],
    ["The root of the sealed deck", root],
    ["The last link of the log's chain", chain],
    ["The seed, opened", seed],
  ].filter(([, text]) => text);
  const result = make("div", { role: "status" });
  const check = async () => {
    const report = await table.api.get(`${table.path}/verify`);
    result.replaceChildren(checked(report));
  };
  return make(
    "div",
    { class: "vouching" },
    make("p", {}, "The deck and the dice follow from a seed to which the table committed before play. Each die and card has its proof."),
    make(
      "dl",
      {},
      ...commitments.map(([words, text]) => make("div", {}, make("dt", {}, words), make("dd", { class: "proof" }, text))),
    ),
    button("Check every proof", () => table.trying(check())),
    result,
  );
}

/** @param {{faults: {message: string}[], links: number, dice: number, cards: number, orders: number, unchecked: string[]}} report */
function checked({ faults, links, dice, cards, orders, unchecked }) {
  return make(
    "div",
    {},
    make("p", {}, `${links} lines linked, ${dice} dice, ${cards} cards, ${orders} orders: `,
      make("strong", {}, faults.length === 0 ? "nothing is wrong." : "not sound."),
    ),
    make("ul", {}, ...faults.map(({ message }) => make("li", {}, message))),
    make("ul", { class: "note" }, ...unchecked.map((words) => make("li", {}, `Not checked yet: ${words}`))),
  );
}
