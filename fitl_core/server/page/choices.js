/** The open questions, each with its answers as buttons. */

import { sideChoice } from "./card_text.js";
import { narrowed, nextSpace } from "./drafting.js";
import { button, make } from "./dom.js";
import { ENGLISH, say, woven } from "./say.js";
import { clauseWords, pieceName, title } from "./words.js";

const SIDE = "event.option";
/** The question for the side of an Event. */
const MOST_IN_SIGHT = 14;
/** With more answers than these in several spaces, the page first asks for a space. */

/** @typedef {import("./drafting.js").Answer} Answer */
/** @typedef {import("./drafting.js").Question} Question */

/**
 * @typedef {object} Does what an answer does
 * @property {(clause: Record<string, any>) => void} say
 * @property {(space: string) => void} pick
 * @property {import("./figures.js").CardTold | undefined} card the card in play
 */

/**
 * Each question once: the same one may be open in several places of a move, and the server finds the place.
 * @param {Question[]} questions
 * @returns {Question[]}
 */
export function once(questions) {
  /** @type {Map<string, Question>} */
  const found = new Map();
  for (const one of questions) {
    const key = JSON.stringify([one.who, one.rule, one.prompt]);
    const before = found.get(key);
    if (before === undefined) {
      found.set(key, one);
      continue;
    }
    const texts = new Set(before.answers.map(({ text }) => text));
    const answers = [...before.answers, ...one.answers.filter(({ text }) => !texts.has(text))];
    const spaces = [...new Set([...before.spaces, ...one.spaces])];
    found.set(key, { ...before, answers, spaces, optional: before.optional && one.optional, more: before.more || one.more });
  }
  return [...found.values()];
}

/**
 * All questions of a draft.
 * @param {import("./drafting.js").Draft} draft
 * @param {Map<string, string>} names of spaces
 * @param {Does} does
 * @returns {HTMLElement[]}
 */
export function choices({ questions, picks }, names, does) {
  const own = once(questions.filter((one) => one.mine));
  const shown = own
    .map((question) => ({ question, answers: narrowed(question.answers, picks) }))
    .filter(({ answers }) => answers.length > 0);
  const found = shown.map(({ question, answers }) =>
    make(
      "fieldset",
      { class: "question" },
      make(
        "legend",
        {},
        make("span", { class: "prompt", ...ENGLISH }, sentence(question.prompt)),
        " ",
        make("span", { class: "rule" }, question.rule),
        question.optional && make("span", { class: "note" }, ` ${say("choices.optional")}`),
      ),
      question.id === SIDE && does.card
        ? sideChoice(does.card, answers, does.say)
        : offered(question, answers, picks, names, does),
    ),
  );
  const others = questions.filter((one) => !one.mine && !one.chance);
  const theirs = others.map((one) => make("p", { class: "note" }, ...woven("choices.theirs", { who: one.who, prompt: make("span", ENGLISH, one.prompt) })));
  return [...found, ...theirs];
}

/**
 * @param {Question} question
 * @param {Answer[]} answers
 * @param {string[]} picks
 * @param {Map<string, string>} names
 * @param {Does} does
 */
function offered(question, answers, picks, names, does) {
  const many = question.more || answers.length > MOST_IN_SIGHT;
  const spaces = new Set([
    ...(picks.length === 0 ? question.spaces : []),
    ...answers.map((answer) => nextSpace(answer, picks)).filter((space) => space !== undefined),
  ]);
  if (many && spaces.size > 1 && answers.some((one) => one.clause.clause !== "at")) {
    const loose = answers.filter((answer) => nextSpace(answer, picks) === undefined);
    return make(
      "div",
      { class: "answers" },
      ...[...spaces].map((space) =>
        button(`${picks.length > 0 ? "→ " : ""}${names.get(space) ?? space} …`, () => does.pick(space), {
          "data-key": `pick ${space}`,
          "data-spaces": space,
        }),
      ),
      ...loose.map((answer) => single(answer, names, does)),
    );
  }
  const rows = grouped(answers);
  const plain = rows.filter((row) => row.length === 1).map(([answer]) => single(answer, names, does));
  const counted = rows.filter((row) => row.length > 1).map((row) => numbers(row, names, does));
  return make(
    "div",
    {},
    ...counted,
    plain.length > 0 && make("div", { class: "answers" }, ...plain),
    question.more && make("p", { class: "note" }, say("choices.more")),
  );
}

/**
 * Group answers that differ only in the number of one kind of piece.
 * @param {Answer[]} answers
 */
export function grouped(answers) {
  /** @type {Map<string, Answer[]>} */
  const rows = new Map();
  for (const answer of answers) {
    const { pieces, ...rest } = answer.clause;
    const one = pieces?.length === 1 && !("by" in rest);
    const key = one ? JSON.stringify([rest, pieces[0][1]]) : answer.text;
    rows.set(key, [...(rows.get(key) ?? []), answer]);
  }
  return [...rows.values()];
}

/**
 * The button of one answer.
 * @param {Answer} answer
 * @param {Map<string, string>} names
 * @param {{say: (clause: Record<string, any>) => void}} does
 */
function single(answer, names, does) {
  const words = clauseWords(answer.clause, names);
  const is = answer.clause.clause;
  const same = ["verb", "option", "faction"].includes(is) || words === answer.text;
  const label = make("span", {}, words, !same && " ", !same && make("code", {}, answer.text));
  return button(label, () => does.say(answer.clause), {
    "data-key": answer.text,
    "data-answer": answer.text,
    "data-spaces": answer.spaces.join(" "),
    class: is === "verb" ? "verb" : "",
  });
}

/**
 * The buttons of answers that differ only in a number of pieces.
 * @param {Answer[]} row
 * @param {Map<string, string>} names
 * @param {{say: (clause: Record<string, any>) => void}} does
 */
function numbers(row, names, does) {
  const [[, kind]] = row[0].clause.pieces;
  const words = clauseWords({ ...row[0].clause, pieces: [] }, names).trim();
  return make(
    "div",
    { class: "numbers", role: "group", "aria-label": `${pieceName(kind)} ${words}` },
    make("span", {}, make("strong", {}, pieceName(kind)), ` ${words}`),
    make(
      "span",
      { class: "answers" },
      ...row.map((answer) =>
        button(String(answer.clause.pieces[0][0]), () => does.say(answer.clause), {
          "data-key": answer.text,
          "data-answer": answer.text,
          "data-spaces": answer.spaces.join(" "),
          "aria-label": clauseWords(answer.clause, names),
        }),
      ),
    ),
  );
}

/** @param {string} words */
function sentence(words) {
  return title(words.slice(0, 1)) + words.slice(1);
}
