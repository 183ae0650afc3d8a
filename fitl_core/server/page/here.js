/** The contents of a space and its open answers, shown while the pointer is on the space. */

import { grouped, once } from "./choices.js";
import { make } from "./dom.js";
import { ENGLISH, say } from "./say.js";
import { clauseWords } from "./words.js";

const MOST = 8;
/** The largest number of answers of a question, or of spaces, that are named. */

export class Here {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = make("div", { class: "about", role: "status" });
    this.element.hidden = true;
    /** @type {string | null} */
    this.space = null;
  }

  /**
   * @param {string | null} space
   * @param {DOMRect | null} at its place on the screen
   */
  async point(space, at) {
    this.space = space;
    this.element.hidden = space === null;
    if (space === null || at === null) return;
    const told = this.table.board.reach(space)?.dataset.told ?? "";
    const [name, ...rest] = told.split(": ");
    const heading = [make("h3", ENGLISH, name), make("p", ENGLISH, rest.join(": "))];
    this.element.replaceChildren(...heading);
    this.moveNextTo(at);
    const asked = this.table.line === null ? this.table.drafting.here(space) : null;
    if (asked === null) return;
    try {
      const { questions } = await asked;
      if (this.space !== space) return;
      this.element.replaceChildren(...heading, ...this.open(questions, space));
      this.moveNextTo(at);
      const { preview, touch } = this.table.room.move;
      const effects = touch.clause === null ? await preview.ofSpace(questions, space) : [];
      if (this.space !== space || effects.length === 0) return;
      this.element.append(...effects);
      this.moveNextTo(at);
    } catch {
      // the panel of the move shows the failure
    }
  }

  /**
   * @param {import("./drafting.js").Question[]} questions
   * @param {string} space
   */
  open(questions, space) {
    const { names } = this.table.board;
    const lines = once(questions)
      .filter((one) => one.mine && one.answers.length > 0)
      .map(({ prompt, answers }) =>
        make("li", {}, make("strong", ENGLISH, `${prompt}: `), deeds(answers, space, names).join("; ")),
      );
    return lines.length > 0
      ? [make("ul", {}, ...lines)]
      : [make("p", { class: "note" }, say("here.nothing"))];
  }

  /**
   * Move the box next to a space, within the board; if there is no room, below or above the space.
   * @param {DOMRect} at
   */
  moveNextTo(at) {
    const board = this.table.board.frame.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const isRoom = { right: board.right - at.right > width + 8, left: at.left - board.left > width + 8 };
    let left = isRoom.right ? at.right + 8 : at.left - width - 8;
    let top = Math.max(at.top, board.top);
    if (!isRoom.right && !isRoom.left) {
      left = Math.min(Math.max(at.left, board.left), board.right - width);
      top = at.bottom + 8 + height < innerHeight ? at.bottom + 8 : at.top - height - 8;
    }
    const bottom = innerHeight - this.table.room.move.touch.element.offsetHeight;
    this.element.style.left = `${Math.max(left, 4)}px`;
    this.element.style.top = `${Math.max(Math.min(top, bottom - height - 4), 4)}px`;
  }
}

/**
 * The open answers of a space in few words: the spaces to and from which pieces may go, then the other answers.
 * @param {import("./drafting.js").Answer[]} answers
 * @param {string} space
 * @param {Map<string, string>} names
 */
function deeds(answers, space, names) {
  const moves = answers.filter(({ clause }) => clause.clause === "move");
  const to = named(moves.filter(({ spaces }) => spaces[0] === space).map(({ spaces }) => spaces.at(-1)), names);
  const from = named(moves.filter(({ spaces }) => spaces.at(-1) === space).map(({ spaces }) => spaces[0]), names);
  const others = grouped(answers.filter(({ clause }) => clause.clause !== "move"));
  const words = others.slice(0, MOST).map((row) => {
    const [first, last] = [row[0].clause, row[row.length - 1].clause];
    if (last.clause === "at") return say("here.can_be_chosen");
    const words = clauseWords(last, names);
    return row.length > 1 ? say("here.numbers", { least: first.pieces[0][0], words }) : words;
  });
  return [
    ...(to ? [say("here.out", { to })] : []),
    ...(from ? [say("here.into", { from })] : []),
    ...words,
    ...(others.length > MOST ? [say("page.more", { number: others.length - MOST })] : []),
  ];
}

/**
 * @param {(string | undefined)[]} spaces
 * @param {Map<string, string>} names
 */
function named(spaces, names) {
  const every = [...new Set(spaces)].map((space) => names.get(space ?? "") ?? space);
  const more = every.length > MOST ? ` ${say("page.more", { number: every.length - MOST })}` : "";
  return every.slice(0, MOST).join(", ") + more;
}
