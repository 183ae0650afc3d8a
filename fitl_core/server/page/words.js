/** The words that people read for Factions, pieces and answers. */

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
  return pieces.map(([number, kind]) => `${number} ${pieceName(kind)}`).join(" and ");
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
  switch (clause.clause) {
    case "at":
      return name(clause.space);
    case "place":
      return `${pieceWords(clause.pieces)} into ${name(clause.space)} from ${name(clause.source ?? "available")}`;
    case "remove":
      return `${pieceWords(clause.pieces)} off ${name(clause.space)}`;
    case "move":
      return `${pieceWords(clause.pieces)} ${clause.path.map(name).join(" → ")}`;
    case "rebox":
      return `${pieceWords(clause.pieces)} from ${name(clause.source)} to ${name(clause.to)}`;
    case "replace":
      return `${pieceWords(clause.pieces)} in ${name(clause.space)} by ${pieceWords(clause.by)}`;
    case "activate":
      return `${pieceWords(clause.pieces)} in ${name(clause.space)} become Active`;
    case "hide":
      return `${pieceWords(clause.pieces)} in ${name(clause.space)} go Underground`;
    case "level":
      return `${name(clause.space)} to ${LEVELS.get(clause.level) ?? clause.level}`;
    case "number":
      return amountWords(clause, name);
    case "option":
      return title(clause.name);
    case "verb":
      return title(clause.name);
    case "card":
      return `Card ${clause.card}`;
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
  const track = FACTIONS.includes(clause.track) ? `${clause.track} Resources` : title(clause.track);
  return clause.space ? `${track} ${signed} in ${name(clause.space)}` : `${track} ${signed}`;
}

/**
 * A signed figure.
 * @param {number} figure
 */
export function signed(figure) {
  if (figure === 0) return "0";
  return figure > 0 ? `+${figure}` : `−${-figure}`;
}
