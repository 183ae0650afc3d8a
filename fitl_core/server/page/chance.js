/** The dice that fall, and the proofs of dice and cards. */

import { button, make } from "./dom.js";
import { ENGLISH, say, woven } from "./say.js";

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

const MOST_DICE = 2;
/** The most dice of which each has its words in sight; more would hide the question. */

/**
 * The face of a die.
 * @param {number} shown
 */
export function die(shown) {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("viewBox", "0 0 20 20");
  face.setAttribute("class", "die");
  face.setAttribute("role", "img");
  face.setAttribute("aria-label", say("proofs.die", { shown }));
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
  const each = fallen.map(({ die: shown, what, proof }) =>
    make("p", {}, die(shown), make("span", ENGLISH, `${what}: ${shown}`), make("span", { class: "proof" }, proof)),
  );
  const all = make("p", {}, ...fallen.map(({ die: shown }) => die(shown)));
  const inSight = each.length > MOST_DICE ? [all, make("details", {}, make("summary", {}, say("room.each_die")), ...each)] : each;
  return make(
    "section",
    { class: "fell", role: "status" },
    ...inSight,
    button("×", close, { class: "plain close", "aria-label": say("page.close") }),
  );
}

/**
 * The commitments to deck and dice, and a check of every proof.
 * @param {import("./table.js").Table} table
 */
export function vouching(table) {
  const { commitment, root, chain, seed } = table.view;
  const commitments = [
    [say("proofs.commitment"), commitment],
    [say("proofs.root"), root],
    [say("proofs.chain"), chain],
    [say("proofs.seed"), seed],
  ].filter(([, text]) => text);
  const result = make("div", { role: "status" });
  const check = async () => {
    const report = await table.api.get(`${table.path}/verify`);
    result.replaceChildren(checked(report));
  };
  return make(
    "div",
    { class: "vouching" },
    make("p", {}, say("proofs.about")),
    make(
      "dl",
      {},
      ...commitments.map(([words, text]) => make("div", {}, make("dt", {}, words), make("dd", { class: "proof" }, text))),
    ),
    button(say("proofs.check"), () => table.trying(check())),
    result,
  );
}

/** @param {{faults: {message: string}[], links: number, dice: number, cards: number, orders: number, unchecked: string[]}} report */
function checked({ faults, links, dice, cards, orders, unchecked }) {
  const verdict = faults.length === 0 ? say("proofs.sound") : say("proofs.unsound");
  return make(
    "div",
    {},
    make("p", {}, ...woven("proofs.checked", { links, dice, cards, orders, verdict: make("strong", {}, verdict) })),
    make("ul", ENGLISH, ...faults.map(({ message }) => make("li", {}, message))),
    make("ul", { class: "note" }, ...unchecked.map((words) => make("li", {}, ...woven("proofs.unchecked", { what: make("span", ENGLISH, words) })))),
  );
}
