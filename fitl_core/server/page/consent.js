/** What is taken back, alone or with everybody's consent; corrections; what others propose. */

import { button, make } from "./dom.js";

/** @type {[string, string, string][]} */
const KINDS = [
  ["void", "Take a line back, and all behind it", "void 12"],
  ["amend", "Another move in the place of a line", "amend 12 VC rally Hue+2vg"],
  ["correct", "Set figures or pieces right", 'correct "Hue 2at PS; aid 9"'],
  ["stand", "Let a move stand that the rules refuse", "ruling stand VC tax Sai => VC 9"],
];

/**
 * Taking back, and a field in which lines are proposed.
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
    make("p", { class: "note" }, "What cannot be taken back alone needs the consent of every seat."),
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
 * The beginning of a line of a kind, with the number of the last line in it.
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
 * The button that takes back what may be taken back alone.
 * @param {import("./table.js").Table} table
 */
export function takingBack(table) {
  if (!table.view.may_take_back) return null;
  return button("Take back", () => table.tell({ command: "take-back" }), {
    "data-key": "take-back",
    title: "Take back what you did last: open until a die falls, a card is turned up or another decides",
  });
}

/**
 * Open proposals, with yes and no for whoever has not answered yet.
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
