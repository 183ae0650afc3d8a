/** The words that people read for Factions, pieces and answers. */

import { say } from "./say.js";

export const FACTIONS = ["US", "NVA", "ARVN", "VC"];

/** @type {Record<string, string>} */
const VERBS = { airlift: "Air Lift", airstrike: "Air Strike" };

/**
 * The name of an Operation, a Special Activity or another verb.
 * @param {string} name
 */
export function title(name) {
  return VERBS[name] ?? name.replace(/(^|-)(\w)/g, (_, gap, letter) => (gap ? " " : "") + letter.toUpperCase());
}

/**
 * A kind of piece by its id: `us-irregulars-underground` is "US Irregulars, Underground".
 * @param {string} kind
 */
export function pieceName(kind) {
  const [faction, what, ...state] = kind.split("-");
  const stateWords = state.length > 0 ? `, ${state.map(title).join(" ")}` : "";
  return `${faction.toUpperCase()} ${title(what)}${stateWords}`;
}

/**
 * The pieces of a clause, in words.
 * @param {[number, string][]} pieces
 */
export function pieceWords(pieces) {
  return pieces.map(([number, kind]) => `${number} ${pieceName(kind)}`).join(` ${say("words.and")} `);
}

/** @type {Record<string, string>} */
const BOXES = { available: "Available", casualties: "Casualties", oop: "Out of Play" };
const LEVELS = new Map([
  [2, "Active Support"],
  [1, "Passive Support"],
  [0, "Neutral"],
  [-1, "Passive Opposition"],
  [-2, "Active Opposition"],
]);

/**
 * An answer in words; `names` are those of the spaces.
 * @param {Record<string, any>} clause
 * @param {Map<string, string>} names
 * @returns {string}
 */
export function clauseWords(clause, names) {
  const name = (/** @type {string} */ id) => names.get(id) ?? BOXES[id] ?? id;
  const pieces = clause.pieces ? pieceWords(clause.pieces) : "";
  const space = clause.space ? name(clause.space) : "";
  switch (clause.clause) {
    case "at":
      return space;
    case "place":
      return say("words.place", { pieces, space, source: name(clause.source ?? "available") });
    case "remove":
      return say("words.remove", { pieces, space });
    case "move":
      return `${pieces} ${clause.path.map(name).join(" → ")}`;
    case "rebox":
      return say("words.rebox", { pieces, source: name(clause.source), to: name(clause.to) });
    case "replace":
      return say("words.replace", { pieces, space, by: pieceWords(clause.by) });
    case "activate":
      return say("words.activate", { pieces, space });
    case "hide":
      return say("words.hide", { pieces, space });
    case "level":
      return say("words.level", { space, level: LEVELS.get(clause.level) ?? clause.level });
    case "number":
      return amountWords(clause, name);
    case "option":
      return title(clause.name);
    case "verb":
      return title(clause.name);
    case "card":
      return say("words.card", { card: clause.card });
    case "faction":
      return clause.faction;
    default:
      return "";
  }
}

/**
 * @param {Record<string, any>} clause
 * @param {(id: string) => string} name
 */
function amountWords(clause, name) {
  const signed = clause.change > 0 ? `+${clause.change}` : `−${-clause.change}`;
  const track = FACTIONS.includes(clause.track) ? say("words.resources", { faction: clause.track }) : title(clause.track);
  return clause.space ? say("words.amount", { amount: `${track} ${signed}`, space: name(clause.space) }) : `${track} ${signed}`;
}

/**
 * A signed figure.
 * @param {number} figure
 */
export function signed(figure) {
  if (figure === 0) return "0";
  return figure > 0 ? `+${figure}` : `−${-figure}`;
}
