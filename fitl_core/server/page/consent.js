/** Taking back alone, and proposals: to take back or correct lines with the consent of every seat. */

import { button, make } from "./dom.js";

/** @type {[string, string, string][]} */
const KINDS = [
  ["void", "Take back a line and all later lines", "void 12"],
  ["amend", "Replace a line by another move", "amend 12 VC rally Hue+2vg"],
  ["correct", "Correct figures or pieces", 'correct "Hue 2at PS; aid 9"'],
  ["stand", "Let a move stand although the rules refuse it", "ruling stand VC tax Sai => VC 9"],
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
    make("summary", {}, "Propose something to the table"),
    make("p", { class: "note" }, "Every seat must agree to a proposal."),
    kinds,
    make(
      "form",
      {
        onsubmit: async (/** @type {Event} */ event) => {
          event.preventDefault();
          if (await table.tell({ command: "propose", line: line.value })) line.value = "";
        },
      },
      make("label", { for: "proposal" }, "The line proposed"),
      line,
      make("button", { type: "submit" }, "Propose"),
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
  return button("Take back", () => table.tell({ command: "take-back" }), {
    "data-key": "take-back",
    title: "Take back your last line: possible until a die falls, a card is revealed or another seat decides",
  });
}

/**
 * Open proposals, with yes and no for a seat that has not answered yet.
 * @param {import("./table.js").Table} table
 */
export function proposals(table) {
  const { view } = table;
  return view.proposals.map((/** @type {any} */ { number, by, line, agreed }) => {
    const missing = view.seats.map((/** @type {any} */ one) => one.name).filter((/** @type {string} */ one) => !agreed.includes(one));
    const answers = view.seat !== "" && !agreed.includes(view.seat);
    return make(
      "section",
      { class: "proposal", role: "alert", "data-proposal": number },
      make("p", {}, make("strong", {}, `${table.person(by)} proposes `), make("code", {}, line)),
      make("p", { class: "note" }, `Agreed: ${agreed.join(", ") || "nobody"}. Waiting for ${missing.join(", ")}.`),
      answers &&
        button("Yes", () => table.tell({ command: "agree", number }), {
          class: "main",
          "data-key": `yes ${number}`,
        }),
      view.seat !== "" &&
        button(by === view.seat ? "Take it back" : "No", () => table.tell({ command: "decline", number }), {
          "data-key": `no ${number}`,
        }),
    );
  });
}
