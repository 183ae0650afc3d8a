"""docs/look-up/rulings.md, made from the core's data: `python tests/pages.py rulings` writes it."""

from __future__ import annotations

from fitl_core.facts.clarifications import clarifications
from fitl_core.facts.rule_readings import readings

INTRODUCTION = """# Readings

The rulebook can be read in more than one way, or is silent, at these points. The table shows how `fitl`
plays. Each row has its rule (or the number of its card) and a test. `python tests/pages.py rulings` makes
the page from `fitl_core/facts/data/clarifications.json`.

| rule or card | question | in `fitl` |
|---|---|---|
"""
SELECTABLE = """
## Readings that a group can choose

A tag `[Readings "ID ..."]` plays the other reading.

| id | question | by default | with the tag |
|---|---|---|---|
"""


def page() -> str:
    """Return the whole page."""
    rows = [f"| {', '.join(r.on)} | {_cell(r.question)} | {_cell(r.answer)} |" for r in clarifications()]
    chosen = [
        f"| {r.id} | {_cell(r.question)} | {_sentence(r.default)} | {_sentence(r.alternative)} |"
        for r in readings().values()
    ]
    return INTRODUCTION + "\n".join(rows) + "\n" + SELECTABLE + "\n".join(chosen) + "\n"


def _sentence(text: str) -> str:
    """Return an answer as a sentence: the data have it without a capital and a full stop."""
    return _cell(f"{text[0].upper()}{text[1:]}.")


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
