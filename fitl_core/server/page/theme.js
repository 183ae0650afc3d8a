/** The theme, light or dark: that of the system, unless the player has chosen one here. */

import { button } from "./dom.js";
import { say } from "./say.js";

const KEPT = "fitl theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {"light" | "dark"} */
export function theme() {
  const chosen = localStorage.getItem(KEPT);
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

/** Show the theme, and follow its changes. */
export function watchTheme() {
  const show = () => {
    document.documentElement.dataset.theme = theme();
  };
  dark.addEventListener("change", show);
  addEventListener("fitl-theme", show);
  show();
}

/** A button that switches to the other theme. */
export function themeButton() {
  const turn = () => {
    localStorage.setItem(KEPT, theme() === "dark" ? "light" : "dark");
    dispatchEvent(new Event("fitl-theme"));
  };
  return button("◐", turn, { class: "plain", title: say("page.theme"), "aria-label": say("page.theme") });
}
