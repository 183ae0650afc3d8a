/** Panels with tabs; one panel is in sight. */

import { make } from "./dom.js";

/**
 * @param {string} label the name of the tabs together
 * @param {() => void} chosen another panel has come in sight
 * @param {[string, string, HTMLElement][]} panels the id, name and content of each
 */
export function tabs(label, chosen, panels) {
  const every = panels.map(([id, name, content]) => {
    const tab = make(
      "button",
      { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => choose(id) },
      name,
    );
    const panel = make("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, content);
    return { id, tab, panel };
  });
  const show = (/** @type {string} */ which) => {
    for (const { id, tab, panel } of every) {
      tab.setAttribute("aria-selected", String(id === which));
      tab.setAttribute("tabindex", id === which ? "0" : "-1");
      panel.hidden = id !== which;
    }
  };
  const choose = (/** @type {string} */ which) => {
    show(which);
    chosen();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    const at = every.findIndex(({ tab }) => tab === event.target);
    const next = every[(at + step + every.length) % every.length];
    choose(next.id);
    next.tab.focus();
  };
  const list = make("div", { role: "tablist", "aria-label": label, onkeydown: key }, ...every.map(({ tab }) => tab));
  show(every[0].id);
  return { element: make("div", { class: "tabs" }, list, ...every.map(({ panel }) => panel)), choose };
}
