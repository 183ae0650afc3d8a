/** Taking back alone, and proposals: to take back or correct lines with the consent of every seat. */

import { absenceProposed, toldToLate } from "./absence.js";
import { button, make } from "./dom.js";
import { say, woven } from "./say.js";

/** @type {[string, string, string][]} */
const KINDS = [
  ["void", say("proposals.void"), "void 12"],
  ["amend", say("proposals.amend"), "amend 12 VC rally Hue+2vg"],
  ["correct", say("proposals.correct"), 'correct "Hue 2at PS; aid 9"'],
  ["stand", say("proposals.stand"), "ruling stand VC tax Sai => VC 9"],
];

/**
 * A field in which a seat proposes lines.
 * @param {import("./table.js").Table} table
 */
export function proposing(table) {
  const line = /** @type {HTMLInputElement} */ (
    make("input", { id: "proposal", type: "text", maxlength: 4000, autocomplete: "off", spellcheck: "false" })
  );
  const kinds = make(
    "div",
    { class: "answers" },
    ...KINDS.map(([name, words, example]) =>
      button(name, () => ((line.value = started(name, table)), line.focus()), {
        title: `${words}: ${example}`,
      }),
    ),
  );
  return make(
    "details",
    { class: "proposing" },
    make("summary", {}, say("proposals.begin")),
    make("p", { class: "note" }, say("proposals.about")),
    kinds,
    make(
      "form",
      {
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (await table.tell({ command: "propose", line: line.value })) line.value = "";
        },
      },
      make("label", { for: "proposal" }, say("proposals.line")),
      line,
      make("button", { type: "submit" }, say("proposals.propose")),
    ),
  );
}

/**
 * The beginning of a line of a kind, with the number of the last line.
 * @param {string} kind
 * @param {import("./table.js").Table} table
 */
function started(kind, table) {
  const last = table.view.begun ? table.lines.length + 1 : table.lines.filter((one) => one.in_force).at(-1)?.number;
  switch (kind) {
    case "void":
      return `void ${last ?? ""}`;
    case "amend":
      return `amend ${last ?? ""} `;
    case "correct":
      return 'correct ""';
    default:
      return "ruling stand ";
  }
}

/**
 * The button for a line that the seat may take back alone.
 * @param {import("./table.js").Table} table
 */
export function takingBack(table) {
  if (!table.view.may_take_back) return null;
  return button(say("proposals.take_back"), () => table.tell({ command: "take-back" }), {
    "data-key": "take-back",
    title: say("proposals.take_back_until"),
  });
}

/**
 * Open proposals, with yes and no for a seat that has not answered yet.
 * @param {import("./table.js").Table} table
 */
export function proposals(table) {
  const { view } = table;
  return view.proposals.map((/** @type {any} */ proposal) => {
    const { number, by, line, agreed, missing, late, until } = proposal;
    const mayAnswer = view.seat !== "" && (!late || [...agreed, ...missing].includes(view.seat));
    const answers = mayAnswer && !agreed.includes(view.seat) && (missing.includes(view.seat) || !(late || until));
    const words = absenceProposed(table, proposal) ?? woven("proposals.by", { person: make("strong", {}, table.person(by)), line: make("code", {}, line) });
    return make(
      "section",
      { class: "proposal", role: "alert", "data-proposal": number },
      make("p", {}, ...words),
      toldToLate(table, proposal),
      make("p", { class: "note" }, say("proposals.agreed", { agreed: agreed.join(", ") || say("proposals.nobody"), missing: missing.join(", ") })),
      answers &&
        button(say("page.yes"), () => table.tell({ command: "agree", number }), {
          class: "main",
          "data-key": `yes ${number}`,
        }),
      mayAnswer &&
        button(by === view.seat ? say("proposals.withdraw") : say("page.no"), () => table.tell({ command: "decline", number }), {
          "data-key": `no ${number}`,
        }),
    );
  });
}
