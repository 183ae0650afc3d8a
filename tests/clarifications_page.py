"""docs/rulings.md, made of the core's data.

python tests/clarifications_page.py > docs/rulings.md
"""

from __future__ import annotations

from fitl_core.facts.clarifications import clarifications
from fitl_core.facts.readings import readings

INTRODUCTION = """# Readings

Where the rulebook can be read in more than one way, or is silent, this is what `fitl` plays. Each has its
rule (or the number of its card) and a test. Made from `fitl_core/facts/data/clarifications.json` by
`python tests/clarifications_page.py`.

| rule or card | question | what we play |
|---|---|---|
"""
SELECTABLE = """
## Readings that a group can choose

A tag `[Readings "ID ..."]` plays the other reading.

| id | question | by default | with the tag |
|---|---|---|---|
"""


def page() -> str:
    """The whole page."""
    rows = [f"| {', '.join(r.on)} | {_cell(r.question)} | {_cell(r.answer)} |" for r in clarifications()]
    chosen = [
        f"| {r.id} | {_cell(r.question)} | {_cell(r.default)} | {_cell(r.alternative)} |"
        for r in readings().values()
    ]
    return INTRODUCTION + "\n".join(rows) + "\n" + SELECTABLE + "\n".join(chosen) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
