"""The dispute corpus as data: each case of `fixtures/rulings`, made by `tests/case_index.py`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from fitl_core.facts.vocabulary import VERBS


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute case: the question, its verdict and reason, and the log that plays it.

    `rules` has the deciding one first. `choice` is the id of a reading, `alternative` how else the
    point can be read, `otherwise` the verdict then.
    """

    id: str
    rules: tuple[str, ...]
    verdict: str
    question: str
    reason: str
    move: str
    log: str
    editions: tuple[str, ...] = ("original", "second")
    choice: str = ""
    alternative: str = ""
    otherwise: str = ""


@cache
def cases() -> dict[str, Case]:
    """Every case by its id."""
    raw = files("fitl_cli").joinpath("cases.json").read_bytes()
    return {case.id: case for case in msgspec.json.decode(raw, type=tuple[Case, ...])}


def cases_like(move: str, verbs: set[str], rules: tuple[str, ...], code: str = "") -> list[Case]:
    """The cases on any of these rules, the likest first.

    That is the case of the same move, then those refused with this code or, for a legal move, not
    refused; then those that an earlier one of the rules decides, and those that play the same verbs.
    """
    verdict = f"illegal {code}" if code else "legal"

    def unlikeness(case: Case) -> tuple[bool, bool, int, int]:
        differ = len(verbs ^ (set(case.move.split()) & set(VERBS)))
        decides = min([rules.index(rule) for rule in case.rules if rule in rules])
        return _bare(case.move) != _bare(move), case.verdict != verdict, decides, differ

    return sorted([case for case in cases().values() if set(case.rules) & set(rules)], key=unlikeness)


def _bare(move: str) -> str:
    """A move without its claims and spacing."""
    return " ".join(move.split("=>")[0].split())
