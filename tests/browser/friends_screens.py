"""The screen of a person at a table: whose turn it is, what can be done, and what the others did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playing import Person

LAST = """(number) => document.querySelector("main.table")?.getAttribute("aria-busy") === "false"
    && [...document.querySelectorAll(".lines > li[data-number]")].at(-1)?.dataset.number >= number"""
SEEN = """() => {
    const seen = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
    const text = (what) => seen(what).map((one) => one.innerText.trim()).join("\\n");
    const last = [...document.querySelectorAll(".lines > li[data-number]")].at(-1);
    const deeds = ".play button:not([disabled])", kinds = ["data-answer", "data-key=pass", "data-key=play",
        "data-key=skip", "data-key^='pick '", "data-key^=pivotal", "data-key^=waive"];
    return {
        turn: text(".waiting .turn"),
        mine: seen(".turn.mine").length,
        title: document.title,
        can: seen(".sitting button, " + kinds.map((kind) => `${deeds}[${kind}]`).join()).length,
        field: seen("#line:not([disabled])").length,
        since: text(".since .since-head h3"), latest: text(".latest"),
        last: Number(last?.dataset.number ?? 0),
        words: last?.querySelector(".said")?.textContent.trim() ?? "",
        faults: [...seen(".ruling"), ...seen(".trouble > *"), ...seen(".lost")].map((one) => one.innerText),
        contact: document.querySelector(".contact").className,
        wide: document.documentElement.scrollWidth - innerWidth,
        over: text(".result"),
    };
}"""


def sees(person: Person, view: dict[str, Any], bound: float) -> dict[str, Any]:
    """Return what a person's screen shows, once it shows the last line of the log."""
    number = view["lines"][-1]["number"] if view["lines"] else 0
    person.page.wait_for_function(LAST, arg=number, timeout=1000 * bound)
    seen: dict[str, Any] = person.page.evaluate(SEEN)
    return seen


def since(seat: str, events: Sequence[dict[str, Any]]) -> int:
    """Return the number of actions by others since the last move of a seat."""
    own = max((n for n, one in enumerate(events) if _moves(one) and one["by"] == seat), default=-1)
    return sum(1 for one in events[own + 1 :] if one["by"] != seat and is_action(one))


def is_action(event: dict[str, Any]) -> bool:
    """Check whether a line of the log is an action that stands."""
    is_line = not event["note"] and not event["taken_back"]
    return bool(is_line and (event["faction"] is not None or event["told"]))


def _moves(event: dict[str, Any]) -> bool:
    return bool(event["faction"] is not None and not event["taken_back"])


def checked(
    seat: str | None, seen: dict[str, Any], view: dict[str, Any], events: Sequence[dict[str, Any]]
) -> None:
    """Check the screen of a seat (None: of a spectator) against the table."""
    asked, where = view["asked"], f"{seat}: {seen}"
    assert seen["last"] == view["lines"][-1]["number"] and seen["words"], where
    assert seen["faults"] == [] and "here" in seen["contact"] and seen["wide"] <= 0, where
    assert view["standing"] in seen["turn"].replace("\n", " "), where
    if view["status"] != "playing":
        assert "The game is over" in seen["over"], where
        return
    is_asked = bool(seat) and seat in asked["seats"]
    if is_asked:
        assert "Your turn" in seen["turn"] and seen["title"].startswith("●"), where
        assert seen["can"] + seen["field"] > 0, where
        if asked["what"] in ("action", "event", "phase", "move", "answer"):
            assert seen["field"] == 1, where
    else:
        waited = asked["factions"] or asked["seats"]
        assert f"Waiting for {', '.join(waited)}" in seen["turn"] and not seen["title"].startswith("●"), where
    if seat and any(one["name"] == seat for one in view["seats"]):
        number = since(seat, events)
        words = f"Since your last turn: {'1 action' if number == 1 else f'{number} actions'}"
        assert seen["since"] == (words if number else "") and not seen["latest"], where
    else:
        done = [one["words"] for one in events if is_action(one)]
        assert seen["latest"] == (f"Last action: {done[-1]}" if done else ""), where
