/** A table: its known state, its commands, and the parts of the page that show it. */

import { look as lookForTurn } from "./alerts.js";
import { Api, pause, Problem } from "./api.js";
import { Board } from "./board.js";
import { Drafting } from "./drafting.js";
import { addSeed } from "./gathering.js";
import { cardsToKnow } from "./in_effect.js";
import { keep } from "./links.js";
import { follow } from "./news.js";
import { lose } from "./own_seat.js";
import { REPORTED, reported } from "./older_rules.js";
import { Room } from "./room.js";
import { say } from "./say.js";

const DECIDES = ["action", "event", "phase", "move", "answer"];
/** The kinds of decisions that a move answers. */
const ANYWAY = ["sit", "comment", "promise-seed", "give-seed", "choose-markers", "give-order", "agree", "decline", "propose-vacation", "end-vacation", "state-symbol"];
/** Commands that mean the same after other commands. */
const PATIENCE = 2_000;
/** Milliseconds for which the page waits for the news of its own command. */
const TURN = 120;
/** Milliseconds between two boards of the past, so that a dragged slider does not ask for too many. */
const REWRITES = ["undone", "corrected", "let-stand"];
/** Facts that may change the meaning of earlier lines of the log. */

export class Table {
  /**
   * @param {HTMLElement} root
   * @param {import("./links.js").Place} place
   * @param {Record<string, string>} links the links of its seats, if it was opened here
   */
  constructor(root, { table, link }, links) {
    this.name = table;
    this.path = `tables/${encodeURIComponent(table)}`;
    this.api = new Api(link);
    this.link = link;
    this.links = links;
    this.rematch = "";
    /** @type {any} */
    this.view = null;
    /** @type {import("./log.js").Line[]} */
    this.lines = [];
    /** @type {number | null} the line whose board is shown; null: the present board */
    this.line = null;
    this.turning = false;
    this.turned = 0;
    /** @type {{leaders: {id: string, name: string, words: string}[], markers: {id: string, name: string, words: string}[]}} */
    this.told = { leaders: [], markers: [] };
    /** @type {Map<number, import("./figures.js").CardTold>} */
    this.cards = new Map();
    /** @type {import("./news.js").Contact} */
    this.contact = "away";
    this.drafting = new Drafting(this.api, this.path, {
      changed: (draft) => this.room.showDraft(draft),
      give: (clause) => this.room.move.touch.give(clause),
      lines: () => this.lines.length,
    });
    this.board = new Board({
      chosen: (space, piece) => this.trying(this.drafting.pick(space, piece)),
      pointed: (space, at) => void this.room.here.point(space, at),
    });
    this.room = new Room(this, root);
    this.stop = () => {};
    /** @type {Promise<void>} */
    this.looking = Promise.resolve();
    this.waiting = 0;
    this.adding = false;
    /** @type {Set<() => void>} the waits for the next news */
    this.expecting = new Set();
  }

  /** The number of log lines before the shown board; null without a board. */
  get had() {
    return this.view?.position ? this.lines.length : null;
  }

  /** Whether this is the page of the host. */
  get isHost() {
    return this.view.seat === "" && this.link !== "";
  }

  /** @returns {string[]} the Factions of the page's seat */
  get factions() {
    return this.view.seats.find((/** @type {any} */ one) => one.name === this.view.seat)?.factions ?? [];
  }

  /** Load the table, and follow its news. */
  async open() {
    for (;;) {
      try {
        this.told = await this.api.get("choices");
        if (this.board.svg === null) this.board.frameIn(await this.api.file("board.svg"));
        await this.look();
        break;
      } catch (error) {
        if (error instanceof Problem && error.status === 401 && this.link) {
          lose(this);
          return;
        }
        if (!(error instanceof Problem) || !error.passes) {
          this.room.closed(error);
          return;
        }
        this.room.reach("away");
        await pause(2000);
      }
    }
    this.stop = follow(this.api, this.path, this.view.version, {
      told: (news) => this.hear(news),
      contact: (contact, why, status) => this.reach(contact, why, status),
      chat: (told) => this.room.chat.hear(told),
      rematch: ({ table }) => this.room.showRematch(table),
      lines: () => this.had,
    });
    void this.room.titles.learn();
  }

  /** @param {import("./news.js").Told} news */
  hear({ facts, version, scene }) {
    const kinds = facts.map(({ fact }) => fact.fact);
    const dice = facts.map(({ fact }) => fact).filter((fact) => fact.fact === "die-fell");
    if (dice.length > 0) this.room.fell(/** @type {any[]} */ (dice));
    if (kinds.some((kind) => REPORTED.includes(kind))) {
      this.room.report(reported(facts.map(({ fact }) => fact), this.view));
    }
    const again = kinds.some((kind) => REWRITES.includes(kind));
    if (again) this.trying(this.look(true).then(() => this.room.older.again()));
    else if (scene !== null && version > this.view.version) this.trying(this.inTurn(() => this.goOn(scene)));
  }

  /**
   * @param {import("./news.js").Contact} contact
   * @param {string} [why] the server's reason
   * @param {number} [status] the status of its answer
   */
  reach(contact, why, status) {
    this.contact = contact;
    this.room.reach(contact, why);
    if (contact === "gone" && this.link && status === 401) lose(this);
  }

  /**
   * Load the table again.
   * @param {boolean} [again] whether its whole log is read again
   */
  look(again = false) {
    return this.inTurn(async () => {
      const known = again || this.view === null ? null : this.had;
      await this.show(await this.api.get(`${this.path}/scene${known === null ? "" : `?lines=${known}`}`));
    });
  }

  /**
   * Do work on the known state of the table, one piece after the other.
   * @param {() => Promise<void>} act
   */
  inTurn(act) {
    const next = this.looking.catch(() => {}).then(act);
    this.looking = next;
    return this.during(next);
  }

  /**
   * Take the scene of news. If it continues from another state than the known one, load the table.
   * @param {import("./news.js").Scene} scene
   */
  async goOn(scene) {
    if (scene.view.version <= this.view.version) return;
    const since = scene.drawing?.since ?? null;
    const fits = since === null || since === this.had;
    await this.show(fits ? scene : await this.api.get(`${this.path}/scene`));
  }

  /** @param {import("./news.js").Scene} scene */
  async show({ view, events, drawing }) {
    this.view = view;
    const since = drawing?.since ?? 0;
    this.lines = [...this.lines.slice(0, since), ...events];
    if (drawing !== null) this.board.take(drawing);
    if (view.seat !== "" && this.link) keep({ table: this.name, seat: view.seat, link: this.link });
    await this.learn(cardsToKnow(view));
    this.room.show();
    lookForTurn(this.name, view);
    for (const wakes of this.expecting) wakes();
    await this.settle();
    await this.draw();
    void addSeed(this);
  }

  /**
   * Wait until the page knows the table at a version. If no news come, load the table.
   * @param {number} version
   */
  async reached(version) {
    const until = Date.now() + PATIENCE;
    while (this.view.version < version && this.contact === "here" && Date.now() < until) {
      /** @type {() => void} */
      let wakes = () => {};
      const comes = new Promise((/** @type {(value?: unknown) => void} */ done) => (wakes = () => done()));
      this.expecting.add(wakes);
      await Promise.race([comes, pause(PATIENCE)]);
      this.expecting.delete(wakes);
    }
    if (this.view.version < version) await this.look();
    else await this.looking.catch(() => {});
  }

  /** @param {(number | null | undefined)[]} numbers the numbers of cards to fetch */
  async learn(numbers) {
    const unknown = numbers.filter((one) => typeof one === "number" && !this.cards.has(one));
    const found = await Promise.all(unknown.map((number) => this.api.get(`card?number=${number}`)));
    for (const card of found) this.cards.set(card.number, card);
  }

  /** Begin or continue the move that this seat is asked for. */
  async settle() {
    const { seat, asked, begun, trouble } = this.view;
    if (seat === "" || trouble || !asked.seats.includes(seat) || !DECIDES.includes(asked.what)) {
      this.drafting.drop();
      return;
    }
    const faction = begun?.faction ?? asked.factions[0];
    const kept = this.drafting.kept(faction);
    try {
      await this.drafting.begin(faction, kept);
    } catch (error) {
      if (!(error instanceof Problem) || error.passes) throw error;
      await this.drafting.begin(faction).catch((refused) => this.goneOn(refused));
    }
  }

  /**
   * Drop the draft if it was refused because the table has gone on: its news are on their way. Else throw.
   * @param {unknown} refused
   */
  async goneOn(refused) {
    const { version } = await this.api.get(`${this.path}/facts?after=${this.view.version}`);
    if (version === this.view.version) throw refused;
    this.drafting.drop();
  }

  /** Draw the board: one of the past, that of the drafted move, or the present one. */
  async draw() {
    if (this.view === null || this.view.position === null) return;
    const { line, lines } = this;
    if (line !== null) {
      const past = await this.api.get(`${this.path}/drawing?line=${line}&since=${lines.length}`);
      if (this.line === line && this.lines.length === lines.length) {
        this.board.show(past, line > 0 ? lines[line - 1].standing : say("board.start"));
      }
      return;
    }
    const made = this.drafting.draft?.made.drawing ?? null;
    const tells = made !== null && made.since === lines.length && (made.changed.length > 0 || hasParts(made));
    this.board.show(tells ? made : null, this.view.standing);
  }

  /**
   * Show the board after a line, or with null the present one.
   * @param {number | null} line
   */
  lookAt(line) {
    if (this.view === null) return; // the table has not come yet
    const at = line === null || line >= this.lines.length ? null : Math.max(line, 0);
    this.line = at;
    this.room.showPast();
    if (!this.turning) this.trying(this.turn());
  }

  /** Draw the board and the figures until they are those of the wanted line. */
  async turn() {
    this.turning = true;
    try {
      /** @type {number | null | undefined} */
      let drawn;
      while (drawn !== this.line) {
        await pause(Math.max(this.turned + TURN - Date.now(), 0));
        this.turned = Date.now();
        drawn = this.line;
        await Promise.all([this.draw(), this.room.figuresOf(drawn)]);
      }
    } finally {
      this.turning = false;
    }
  }

  /**
   * Send a command to the table. A refusal is shown as a ruling.
   * @param {Record<string, any>} command
   * @returns {Promise<boolean>} whether it was done
   */
  async tell(command) {
    try {
      if (this.view === null) await this.look(); // the command comes before the table
      const answer = await this.during(this.api.command(this.path, command, this.view.version));
      const owes = answer.refused?.verdict === "incomplete"; // then the draft shows the open question
      this.room.ruled(owes ? null : answer.refused);
      await this.during(this.reached(answer.version));
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 409) {
        await this.look();
        if (ANYWAY.includes(command.command)) return this.tell(command);
      }
      this.room.ruled(error.said);
      return false;
    }
  }

  /**
   * Play the drafted move.
   * @param {Record<string, any> | null} command
   */
  async play(command) {
    if (command === null || this.waiting > 0) return;
    this.drafting.forget();
    await this.tell(command);
  }

  /** @param {string} move */
  submit(move) {
    return this.tell({ command: "submit", move });
  }

  /** Begin the draft again. */
  restart() {
    this.drafting.forget();
    this.trying(this.settle());
  }

  /** @param {string} name */
  async sit(name) {
    if (name) await this.trying(this.api.send(`${this.path}/name`, { name }, { method: "PUT" }));
    await this.tell({ command: "sit" });
  }

  /** @param {string} name */
  async rename(name) {
    await this.trying(this.api.send(`${this.path}/name`, { name: name || null }, { method: "PUT" }));
    await this.look();
  }

  /** @param {string} seat */
  async newLink(seat) {
    const made = await this.trying(this.api.send(`${this.path}/links`, { seat }));
    if (made) this.links = { ...this.links, [seat]: made.link };
    this.room.show();
  }

  /** @param {string} move */
  adjudicate(move) {
    return this.api.send(`${this.path}/adjudicate`, { move });
  }

  /** @param {string} seat the seat whose player is returned in words */
  person(seat) {
    const found = this.view.seats.find((/** @type {any} */ one) => one.name === seat);
    return found?.player ? `${found.player} (${seat})` : seat || say("page.host");
  }

  /**
   * Wait for work that may be refused, and show the refusal.
   * @template T
   * @param {Promise<T>} doing
   * @returns {Promise<T | null>}
   */
  async trying(doing) {
    try {
      return await this.during(doing);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 0) this.room.ruled(error.said);
      return null;
    }
  }

  /**
   * Wait for work. The page shows meanwhile that it is busy.
   * @template T
   * @param {Promise<T>} doing
   * @returns {Promise<T>}
   */
  async during(doing) {
    this.waiting += 1;
    this.room.busy(true);
    try {
      return await doing;
    } finally {
      this.waiting -= 1;
      this.room.busy(this.waiting > 0);
    }
  }
}

/**
 * Whether any part other than the arrows of the last move has changed.
 * @param {import("./board.js").Drawing} drawing
 */
function hasParts({ parts }) {
  return Object.keys(parts).some((id) => id !== "arrows");
}
