"""The dispute corpus as data: each case of `fixtures/rulings`, made by `tests/case_index.py`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec


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


def cases_on(rules: tuple[str, ...], code: str = "") -> list[Case]:
    """The cases on the first of these rules: those refused with this code first, then those it decides."""
    on = [case for case in cases().values() if rules and rules[0] in case.rules]

    def nearness(case: Case) -> tuple[bool, bool]:
        return case.verdict != f"illegal {code}", case.rules[0] != rules[0]

    return sorted(on, key=nearness)
