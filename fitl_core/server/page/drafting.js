/** A move while it is put together: nobody else sees it, and nothing of it counts, until it is played. */

import { Problem } from "./api.js";

const MOST = 200;
/** So many answers of each question come with a draft. */
const MOST_HERE = 1000;
/** So many where a space has been picked. */

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
 * @property {string[]} spaces those with which its answers begin, all of them
 * @property {boolean} more
 */
/**
 * @typedef {object} Made a draft as the server tells it
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
 * @property {import("./board.js").Drawing | null} drawing
 */
/**
 * @typedef {object} Draft
 * @property {Made} made
 * @property {string[]} picks spaces that were clicked to find an answer
 * @property {Question[]} questions those that are open; where spaces were picked, with the answers there
 * @property {import("./api.js").Ruling | null} refused why what was tried last is not possible
 */

export class Drafting {
  /**
   * @param {import("./api.js").Api} api
   * @param {string} path where the server has the table
   * @param {{changed: (draft: Draft | null) => void, lines: () => number}} table how many lines its board shows
   */
  constructor(api, path, { changed, lines }) {
    this.api = api;
    this.path = path;
    this.lines = lines;
    this.key = `fitl draft ${path}`;
    this.changed = changed;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Map<string, Promise<Made>>} */
    this.asked = new Map();
    this.turn = 0;
  }

  /**
   * Go on with what was said of a Faction's move, or begin it.
   * @param {string} faction
   * @param {{limop?: boolean, said?: object[]}} [from]
   */
  async begin(faction, { limop = false, said = [] } = {}) {
    this.asked.clear();
    await this.ask({ faction, limop, said }, []);
  }

  /**
   * What was said of a Faction's move before the page was loaded again, or the table went on.
   * @param {string} faction
   * @returns {{limop?: boolean, said?: object[]}}
   */
  kept(faction) {
    const { faction: of, ...rest } = JSON.parse(sessionStorage.getItem(this.key) ?? "{}");
    return of === faction ? rest : {};
  }

  /** Nothing of the move is kept: it is played, or begun anew. */
  forget() {
    sessionStorage.removeItem(this.key);
  }

  /** No move is put together any more. */
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

  /** Take back what was said or picked last. */
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
   * A move as somebody has typed it.
   * @param {string} move
   */
  async type(move) {
    const made = this.draft?.made;
    if (made) await this.ask({ faction: made.faction, limop: made.limop, move }, []);
  }

  /**
   * A space was clicked: it is the answer, or narrows what the answer may be.
   * @param {string} space
   */
  async pick(space) {
    const draft = this.draft;
    if (draft === null) return;
    const picks = draft.picks.includes(space) ? [space] : [...draft.picks, space];
    const complete = draft.picks.length > 0 || draft.questions.every((one) => !one.more);
    const only = complete ? single(matching(draft.questions, picks)) : null;
    if (only) await this.say(only.clause);
    else await this.narrow(picks, true);
  }

  /**
   * What can be done in a space, of what is open now; each space is asked about once.
   * @param {string} space
   * @returns {Promise<Made> | null}
   */
  here(space) {
    if (this.draft === null) return null;
    const { faction, limop, said } = this.draft.made;
    const body = { faction, limop, said, space, most: MOST_HERE };
    const key = JSON.stringify(body);
    let found = this.asked.get(key);
    if (found === undefined) {
      found = this.api.send(`${this.path}/draft`, body);
      this.asked.set(key, found);
      found.catch(() => this.asked.delete(key));
    }
    return found;
  }

  /**
   * Look at the answers of spaces alone; with `may_say`, the only one there is said.
   * @param {string[]} picks
   */
  async narrow(picks, may_say = false) {
    const draft = this.draft;
    if (draft === null) return;
    if (picks.length === 0) {
      this.set({ ...draft, picks, questions: draft.made.questions });
      return;
    }
    const turn = ++this.turn;
    const found = await this.here(picks[0]);
    if (found === null || turn !== this.turn) return;
    const only = may_say ? single(matching(found.questions, picks)) : null;
    const last = picks[picks.length - 1];
    if (only) await this.say(only.clause);
    else if (picks.length > 1 && matching(found.questions, picks).length === 0) await this.narrow([last], true);
    else this.set({ ...draft, picks, questions: found.questions, refused: null });
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
      this.set({ made, picks, questions: made.questions, refused: null });
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
 * The answers of a seat's own questions that picked spaces leave.
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
 * The answers that picked spaces leave, one pick after the other: of those that name it first, or else last,
 * or else at all. A verb leads to its spaces: a single pick leaves it.
 * @param {Answer[]} answers
 * @param {string[]} picks
 * @returns {Answer[]}
 */
export function narrowed(answers, picks) {
  const verbs = answers.filter(isVerb);
  let left = answers.filter((one) => !isVerb(one));
  for (const space of picks) {
    const ways = [
      left.filter(({ spaces }) => spaces[0] === space && picks[0] === space),
      left.filter(({ spaces }) => spaces.at(-1) === space),
      left.filter(({ spaces }) => spaces.includes(space)),
    ];
    left = ways.find((found) => found.length > 0) ?? [];
  }
  return picks.length < 2 ? [...left, ...verbs] : left;
}

/**
 * The space by which an answer can be told from others next; none where all of it has been picked.
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
 * The only answer that is no verb, if there is one alone.
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
