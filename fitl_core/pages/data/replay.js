"use strict";
// Shows a game event by event. It applies the changes that the page holds, and draws nothing itself.

const by = (id) => document.getElementById(id);
const game = JSON.parse(by("game").textContent);
const last = Number(by("scrub").max);
const items = Array.from({ length: last + 1 }, (_, event) => by("e" + event));
const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let shown = -1;

// -- the values after an event ----------------------------------------------------------------------

// The number of a value after an event. `changes` holds events and value numbers in alternation.
function valueAt(changes, event) {
  let low = 0;
  let high = changes.length / 2 - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (changes[2 * middle] <= event) low = middle;
    else high = middle - 1;
  }
  return changes[2 * low + 1];
}

// A value by its number, joined from its pieces.
function written({ pieces, values }, number) {
  return values[number].map((piece) => pieces[piece]).join("");
}

function positionAt(event) {
  const { changes } = game.position;
  const parts = Object.values(changes).map((one) => written(game.position, valueAt(one, event)));
  return parts.filter((part) => part !== "").join("; ");
}

// -- the board --------------------------------------------------------------------------------------

const onBoard = new Map(); // by id: the number of the shown drawing
for (const [id, changes] of Object.entries(game.drawn.changes)) onBoard.set(id, changes[1]);

// Drawings by their numbers, parsed at once.
function drawings(numbers) {
  const source = numbers.map((number) => written(game.drawn, number)).join("");
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${source}</svg>`, "image/svg+xml");
  return [...document.importNode(read.documentElement, true).children];
}

function showBoard(event) {
  for (const marked of document.querySelectorAll(".changed, #highlights > .on")) marked.classList.remove("changed", "on");
  const parts = Object.entries(game.drawn.changes).map(([id, changes]) => {
    const before = valueAt(changes, Math.max(event - 1, 0));
    return { id, before, now: valueAt(changes, event) };
  });
  const others = parts.filter(({ id, now }) => onBoard.get(id) !== now);
  const drawn = drawings(others.map(({ now }) => now));
  others.forEach(({ id, now }, place) => {
    by(id).replaceWith(drawn[place]);
    onBoard.set(id, now);
  });
  const changed = parts.filter(({ id, before, now }) => before !== now && id !== "arrows");
  const old = drawings(changed.map(({ before }) => before));
  changed.forEach(({ id }, place) => markChanges(by(id), old[place]));
  for (const space of items[event].dataset.spaces?.split(" ") ?? []) by("highlight-" + space).classList.add("on");
  by("board-title").textContent = `Board after event ${event}`;
  by("board-description").textContent = [...by("changing").children]
    .map((part) => part.firstElementChild.textContent)
    .filter((words) => !words.endsWith(": empty"))
    .join("\n");
}

// Marks a changed part of the board, and the pieces in it whose number has changed.
function markChanges(part, before) {
  part.classList.add("changed");
  for (const piece of part.querySelectorAll("[data-number]")) {
    const old = before.querySelector("#" + CSS.escape(piece.id));
    if (old === null || old.dataset.number !== piece.dataset.number) piece.classList.add("changed");
  }
}

// Scrolls the board to the changed spaces, if it is larger than its pane.
function panToChanges() {
  const boxes = [...document.querySelectorAll("#highlights .on")].map((one) => one.getBoundingClientRect());
  if (boxes.length === 0) return;
  const pane = by("pane").getBoundingClientRect();
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  if (left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom) return;
  by("pane").scrollBy({
    left: (left + right - pane.left - pane.right) / 2,
    top: (top + bottom - pane.top - pane.bottom) / 2,
    behavior: calm.matches ? "instant" : "smooth",
  });
}

// -- the event --------------------------------------------------------------------------------------

let addressed = 0;

function show(event) {
  event = Math.min(Math.max(event, 0), last);
  if (event === shown) return;
  showBoard(event);
  showWords(event);
  if (shown >= 0) items[shown].removeAttribute("aria-current");
  items[event].setAttribute("aria-current", "true");
  showOnCurves(event);
  shown = event;
  panToChanges(); // measure the page only after all writing
  scrollList();
  clearTimeout(addressed); // browsers refuse an address that changes too often
  addressed = setTimeout(() => history.replaceState(null, "", "#" + event), 150);
}

function headingOf(event) {
  return items[event].closest("section").querySelector("h3").textContent;
}

function showWords(event) {
  by("number").textContent = event;
  const card = document.createElement("p");
  card.className = "heading";
  card.textContent = headingOf(event);
  const copy = items[event].cloneNode(true);
  by("told").className = items[event].dataset.by || "";
  by("told").replaceChildren(card, ...copy.childNodes);
  by("copied").textContent = "";
}

// Scrolls the list to the event, below the heading that stays at the top.
function scrollList() {
  const list = by("events");
  const { offsetTop, offsetHeight } = items[shown];
  const top = offsetTop - items[shown].closest("section").firstElementChild.offsetHeight;
  if (top < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top;
}

function showOnCurves(event) {
  const { from, to } = by("chart-margins").firstElementChild.dataset;
  by("cursor").style.left = `${100 * (Number(from) + ((to - from) * event) / Math.max(last, 1))}%`;
  by("scrub").value = event;
  by("scrub").setAttribute("aria-valuetext", `event ${event} of ${last}, ${headingOf(event)}`);
}

// -- steps ------------------------------------------------------------------------------------------

const sections = [...document.querySelectorAll("#events > section")];

function sectionFrom(step, isWanted) {
  const here = sections.indexOf(items[shown].closest("section"));
  for (let at = here + step; at >= 0 && at < sections.length; at += step) {
    if (isWanted(sections[at])) return firstOf(sections[at]);
  }
  return step > 0 ? last : 0;
}

function firstOf(section) {
  return items.indexOf(section.querySelector("li[id^=e]"));
}

// The next or previous move of a Faction. After the last event the search goes on from the other end.
function moveOf(faction, step) {
  for (let n = 1; n <= last; n += 1) {
    const event = (((shown + step * n) % (last + 1)) + last + 1) % (last + 1);
    if (items[event].dataset.by === faction) return event;
  }
  return shown;
}

function go(what, which) {
  const step = Number(which);
  if (what === "event") show(shown + step);
  if (what === "end") show(step > 0 ? last : 0);
  if (what === "card") show(sectionFrom(step, () => true));
  if (what === "coup") show(sectionFrom(step, (section) => section.classList.contains("coup")));
  if (what === "faction") show(moveOf(which, 1));
}

const FACTIONS = { u: "US", n: "NVA", a: "ARVN", v: "VC" };
const KEYS = {
  ArrowLeft: () => go("event", -1),
  ArrowRight: () => go("event", 1),
  PageUp: () => go("card", -1),
  PageDown: () => go("card", 1),
  Home: () => go("end", -1),
  End: () => go("end", 1),
};

document.addEventListener("keydown", (pressed) => {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey || pressed.target.matches("select")) return;
  const key = pressed.key.toLowerCase();
  const step = pressed.shiftKey ? -1 : 1;
  if (pressed.key in KEYS) KEYS[pressed.key]();
  else if (!by("letters").checked) return;
  else if (key in FACTIONS) show(moveOf(FACTIONS[key], step));
  else if (key === "c") go("coup", step);
  else if (key === "z") resize();
  else return;
  pressed.preventDefault();
});

document.addEventListener("click", (clicked) => {
  const button = clicked.target.closest("button");
  if (button?.dataset.go) go(button.dataset.go, button.dataset.by);
  if (button?.dataset.copy) copy(button.dataset.copy);
});

// The page itself may have written another address since.
addEventListener("hashchange", ({ newURL }) => show(asked(newURL)));

// The event that an address names; the start if it names none.
function asked(address = location.href) {
  return Number.parseInt(new URL(address).hash.slice(1), 10) || 0;
}

// -- curves -----------------------------------------------------------------------------------------

by("which").addEventListener("change", () => {
  for (const chart of document.querySelectorAll(".chart")) chart.hidden = chart.id !== "chart-" + by("which").value;
});
by("scrub").addEventListener("input", () => show(Number(by("scrub").value)));

function pointedAt(pointer) {
  const { left, width } = by("charts").getBoundingClientRect();
  const { from, to } = by("chart-margins").firstElementChild.dataset;
  return Math.round((((pointer.clientX - left) / width - from) / (to - from)) * last);
}

by("charts").addEventListener("pointerdown", (pointer) => {
  by("charts").setPointerCapture(pointer.pointerId);
  by("scrub").focus({ preventScroll: true });
  show(pointedAt(pointer));
  pointer.preventDefault();
});
by("charts").addEventListener("pointermove", (pointer) => {
  if (by("charts").hasPointerCapture(pointer.pointerId)) show(pointedAt(pointer));
});

// -- the size of the board, and what can be copied --------------------------------------------------

function resize() {
  const isWhole = by("map").classList.toggle("whole");
  by("closer").setAttribute("aria-pressed", isWhole);
  panToChanges();
}

by("closer").addEventListener("click", resize);

const COPIES = {
  move: () => items[shown].querySelector("code").textContent,
  position: () => positionAt(shown),
  link: () => `${location.href.split("#")[0]}#${shown}`,
};

async function copy(what) {
  const text = COPIES[what]();
  try {
    await navigator.clipboard.writeText(text);
    by("copied").textContent = `${what} copied`;
  } catch {
    prompt(`Copy the ${what}:`, text);
  }
}

document.documentElement.classList.add("playing");
show(asked());
