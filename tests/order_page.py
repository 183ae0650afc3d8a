"""docs/look-up/order.md, made of the questions: `python tests/pages.py order` writes it."""

from __future__ import annotations

from pathlib import Path

from questions_page import listening, play_events, play_random

from fitl_core.asking.answer_orders import Order
from fitl_core.asking.questions import Question, asked_at_once
from fitl_core.asking.written_answers import WrittenAnswers
from fitl_core.testing.any_order import SHORT, WAITING

PAGE = Path(__file__).parents[1] / "docs/look-up/order.md"
GAMES = range(3)
CARDS = (50, 56)
"""Events that set an order, each played in some random positions."""
TABLE = "| rule | what | why |\n|---|---|---|\n"
MORE = {
    "3.2.2, 3.2.3, 3.3.2, 5.1.1, 6.5": (
        "pieces that move again",
        "a piece that leaves a space may have come into it before",
    ),
    "3.3.3, 4.4.3": ("Attacks that have waited", WAITING),
    "5.1": (
        "sentences of an Event",
        "they are carried out as printed, as card 39: North Vietnam, and Laos only once that has none",
    ),
}
RUNS_OUT = {
    "1.4.1": "pieces taken up from the map",
    "1.8": "Resources, Aid, Patronage",
    "3.3.4": "Terror, Sabotage",
    "6.7": "the Trail",
}


def found() -> list[Order]:
    """The orders of the questions of some random games and Events, by rule."""
    seen: set[Order] = set()

    def note(_: WrittenAnswers, question: Question) -> None:
        seen.update(part.order for part in asked_at_once(question) if part.order is not None)

    with listening(note):
        play_random(GAMES)
        play_events(range(12), CARDS)
    return sorted(seen, key=lambda order: order.rule)


def page() -> str:
    """Return the page with both tables as they should be now."""
    carried = [(one.rule, one.what, one.why) for one in found()]
    short = {rule: (what, SHORT[rule]) for rule, what in RUNS_OUT.items()} | MORE
    tables = [carried, sorted([(rule, what, why) for rule, (what, why) in short.items()])]
    parts = PAGE.read_text(encoding="utf-8").split(TABLE)
    text = parts[0]
    for rows, part in zip(tables, parts[1:], strict=True):
        lines = [f"| {rule} | {what} | {why}. |\n" for rule, what, why in rows]
        text += TABLE + "".join(lines) + part[part.index("\n\n") + 1 :]
    return text
