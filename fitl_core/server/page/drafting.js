/** A draft of a move: nobody else sees it, and it does not count, until it is played. */

import { Problem } from "./api.js";

const MOST = 200;
/** The largest number of answers of each question in a draft. */
const MOST_HERE = 1000;
/** The same after a space was picked. */

/**
 * @typedef {object} Answer
 * @property {Record<string, any>} clause
 * @property {string} text
 * @property {string[]} spaces
 */
/**
 * @typedef {object} Question
 * @property {string} id
 * @property {string} who
 * @property {string} rule
 * @property {string} prompt
 * @property {boolean} optional
 * @property {boolean} chance
 * @property {boolean} mine
 * @property {Answer[]} answers
 * @property {string[]} spaces the spaces with which any of its answers begins
 * @property {boolean} more
 */
/**
 * @typedef {object} Made a draft as the server sends it
 * @property {number} version
 * @property {string} faction
 * @property {boolean} limop
 * @property {object[]} said
 * @property {string} line
 * @property {Question[]} questions
 * @property {{prompt: string, rule: string, text: string}[]} unsaid
 * @property {{text: string, rule: string}[]} told
 * @property {object | null} commit
 * @property {string} leads_to
 * @property {string} words
 * @property {object | null} skip
 * @property {string} owed
 * @property {string} idle that the whole move does nothing, or only costs; else empty
 * @property {import("./board.js").Drawing | null} drawing
 */
/**
 * @typedef {object} Draft
 * @property {Made} made
 * @property {string[]} picks spaces that were clicked to find an answer
 * @property {string | null} piece the kind of the clicked piece
 * @property {Question[]} questions the open questions; after picks, with the answers in those spaces
 * @property {import("./api.js").Ruling | null} refused the refusal of the last try
 */

export class Drafting {
  /**
   * @param {import("./api.js").Api} api
   * @param {string} path the path of the table
   * @param {object} table
   * @param {(draft: Draft | null) => void} table.changed
   * @param {(clause: Record<string, any>) => Promise<void>} table.give gives the only answer of a clicked space
   * @param {() => number} table.lines the lines of its board
   */
  constructor(api, path, { changed, give, lines }) {
    this.api = api;
    this.path = path;
    this.lines = lines;
    this.key = `fitl draft ${path}`;
    this.changed = changed;
    this.give = give;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Map<string, Promise<Made>>} */
    this.asked = new Map();
    this.turn = 0;
  }

  /**
   * Go on with the clauses of a Faction's move, or begin it.
   * @param {string} faction
   * @param {{limop?: boolean, said?: object[]}} [from]
   */
  async begin(faction, { limop = false, said = [] } = {}) {
    this.asked.clear();
    await this.ask({ faction, limop, said }, []);
  }

  /**
   * The clauses of a Faction's move before the page was loaded again, or the table went on.
   * @param {string} faction
   * @returns {{limop?: boolean, said?: object[]}}
   */
  kept(faction) {
    const { faction: of, ...rest } = JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    return of === faction ? rest : {};
  }

  /** Forget the clauses of the move, which is played or begun again. */
  forget() {
    sessionStorage.removeItem(this.key);
  }

  /** End the draft. */
  drop() {
    this.forget();
    this.turn += 1;
    this.set(null);
  }

  /** @param {Record<string, any>} clause */
  async say(clause) {
    const draft = this.draft;
    if (draft === null) return;
    const { faction, limop, said } = draft.made;
    const picks = clause.clause === "verb" ? draft.picks : [];
    await this.ask({ faction, limop, said: [...said, clause] }, []);
    if (picks.length > 0 && this.draft?.refused === null) await this.pick(picks[0]);
  }

  /** Take back the last clause or pick. */
  async back() {
    const draft = this.draft;
    if (draft === null) return;
    if (draft.picks.length > 0) {
      await this.narrow(draft.picks.slice(0, -1));
      return;
    }
    const { faction, limop, said } = draft.made;
    await this.ask({ faction, limop, said: said.slice(0, -1) }, []);
  }

  /**
   * Take a typed move.
   * @param {string} move
   */
  async type(move) {
    const made = this.draft?.made;
    if (made) await this.ask({ faction: made.faction, limop: made.limop, move }, []);
  }

  /**
   * Take a clicked space: it is the answer, or it narrows the answers, with a kind of piece to those with the kind.
   * @param {string} space
   * @param {string | null} [piece] the kind of the clicked piece
   */
  async pick(space, piece = null) {
    const draft = this.draft;
    if (draft === null) return;
    const picks = draft.picks.includes(space) ? [space] : [...draft.picks, space];
    const complete = draft.picks.length > 0 || draft.questions.every((one) => !one.more);
    const kind = piece ?? (picks.length > 1 ? draft.piece : null);
    const only = complete ? single(matching(having(draft.questions, picks, kind), picks)) : null;
    if (only) await this.give(only.clause);
    else await this.narrow(picks, true, kind);
  }

  /**
   * The answers that are open in a space. The server is asked once for each space.
   * @param {string} space
   * @returns {Promise<Made> | null}
   */
  here(space) {
    if (this.draft === null) return null;
    const { faction, limop, said } = this.draft.made;
    return this.sent({ faction, limop, said, space, most: MOST_HERE });
  }

  /**
   * The draft for a request. An answer is kept until the draft begins again.
   * @param {object} body
   * @returns {Promise<Made>}
   */
  sent(body) {
    const key = JSON.stringify(body);
    let made = this.asked.get(key);
    if (made === undefined) {
      made = this.api.send(`${this.path}/draft`, body);
      this.asked.set(key, made);
      made.catch(() => this.asked.delete(key));
    }
    return made;
  }

  /**
   * The draft as it would be after another clause. The server is asked once for each clause.
   * @param {Record<string, any>} clause
   * @returns {Promise<Made> | null}
   */
  after(clause) {
    if (this.draft === null) return null;
    const { faction, limop, said } = this.draft.made;
    return this.sent({ faction, limop, said: [...said, clause], most: 1 });
  }

  /**
   * Show only the answers in some spaces, perhaps with a kind of piece. With `may_say`, a single answer is given at
   * once.
   * @param {string[]} picks
   * @param {boolean} [may_say]
   * @param {string | null} [piece]
   */
  async narrow(picks, may_say = false, piece = null) {
    const draft = this.draft;
    if (draft === null) return;
    if (picks.length === 0) {
      this.set({ ...draft, picks, piece: null, questions: draft.made.questions });
      return;
    }
    const turn = ++this.turn;
    const found = await this.here(picks[0]);
    if (found === null || turn !== this.turn) return;
    const questions = having(found.questions, picks, piece);
    const only = may_say ? single(matching(questions, picks)) : null;
    const last = picks[picks.length - 1];
    if (only) await this.give(only.clause);
    else if (picks.length > 1 && matching(questions, picks).length === 0) await this.narrow([last], true);
    else this.set({ ...draft, picks, piece, questions, refused: null });
  }

  /**
   * @param {object} body
   * @param {string[]} picks
   */
  async ask(body, picks) {
    const turn = ++this.turn;
    try {
      const sent = { ...body, since: this.lines(), most: MOST };
      const made = await this.api.send(`${this.path}/draft`, sent);
      if (turn !== this.turn) return;
      const { faction, limop, said } = made;
      if (said.length > 0) sessionStorage.setItem(this.key, JSON.stringify({ faction, limop, said }));
      else this.forget();
      this.set({ made, picks, piece: null, questions: made.questions, refused: null });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (turn !== this.turn) return;
      if (this.draft) this.set({ ...this.draft, refused: error.said });
      else throw error;
    }
  }

  /** @param {Draft | null} draft */
  set(draft) {
    this.draft = draft;
    this.changed(draft);
  }
}

/**
 * The answers of a seat's own questions that fit the picked spaces.
 * @param {Question[]} questions
 * @param {string[]} picks
 */
export function matching(questions, picks) {
  return narrowed(
    questions.filter((question) => question.mine).flatMap((question) => question.answers),
    picks,
  );
}

/**
 * The questions with only the answers that name a kind of piece; all answers if none of the fitting ones names it.
 * @param {Question[]} questions
 * @param {string[]} picks
 * @param {string | null} piece
 */
function having(questions, picks, piece) {
  const has = (/** @type {Answer} */ { clause }) =>
    clause.pieces?.some((/** @type {[number, string]} */ [, kind]) => kind === piece);
  if (piece === null || !matching(questions, picks).some(has)) return questions;
  return questions.map((question) => ({ ...question, answers: question.answers.filter(has) }));
}

/**
 * The answers that fit the picked spaces. Each pick keeps the answers that name it first; if there are none, those
 * that name it last; if there are none, those that name it at all. A single pick also keeps the verbs.
 * @param {Answer[]} answers
 * @param {string[]} picks
 * @returns {Answer[]}
 */
export function narrowed(answers, picks) {
  const verbs = answers.filter(isVerb);
  let fitting = answers.filter((one) => !isVerb(one));
  for (const space of picks) {
    const ways = [
      fitting.filter(({ spaces }) => spaces[0] === space && picks[0] === space),
      fitting.filter(({ spaces }) => spaces.at(-1) === space),
      fitting.filter(({ spaces }) => spaces.includes(space)),
    ];
    fitting = ways.find((some) => some.length > 0) ?? [];
  }
  return picks.length < 2 ? [...fitting, ...verbs] : fitting;
}

/**
 * The next space that distinguishes an answer from others; none after all of its spaces were picked.
 * @param {Answer} answer
 * @param {string[]} picks
 * @returns {string | undefined}
 */
export function nextSpace({ spaces }, picks) {
  const ends = [spaces[0], spaces.at(-1), ...spaces];
  return ends.find((space) => space !== undefined && !picks.includes(space));
}

/**
 * The spaces that can be clicked next.
 * @param {Draft} draft
 * @returns {Set<string>}
 */
export function openSpaces({ questions, picks }) {
  const own = questions.filter((one) => one.mine);
  const starts = picks.length === 0 ? own.flatMap(({ spaces }) => spaces) : [];
  const next = matching(own, picks).map((answer) => nextSpace(answer, picks));
  return new Set([...starts, ...next.filter((space) => space !== undefined)]);
}

/**
 * The answer that is no verb, if there is exactly one.
 * @param {Answer[]} answers
 */
function single(answers) {
  const clauses = answers.filter((one) => !isVerb(one));
  return clauses.length === 1 ? clauses[0] : null;
}

/** @param {Answer} answer */
function isVerb({ clause }) {
  return clause.clause === "verb";
}
