"""The dispute cases as data: a question at the table, its verdict and reason, and the log that plays it.

Each is a file of `fixtures/cases`; `tests/case_index.py` makes `tell/data/cases.json` of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from fitl_core.facts.vocabulary import VERBS
from fitl_core.tell.lines import paragraph


class DisputeCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute: the question, its verdict and reason, and the log that plays it.

    `rules` has the deciding one first. `choice` is the id of a reading that a group may choose,
    `alternative` how else the point can be read, `otherwise` the verdict then.
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
def cases() -> dict[str, DisputeCase]:
    """Every case by its id."""
    raw = files("fitl_core.tell.data").joinpath("cases.json").read_bytes()
    return {case.id: case for case in msgspec.json.decode(raw, type=tuple[DisputeCase, ...])}


def cases_on(rule: str) -> list[DisputeCase]:
    """The cases on a rule ("3.2.4"), on any of a section ("3.2"), or on a card ("card 17")."""
    return [
        case for case in cases().values() if any(of == rule or of.startswith(f"{rule}.") for of in case.rules)
    ]


def cases_like(move: str, verbs: Collection[str], rules: Sequence[str], verdict: str) -> list[DisputeCase]:
    """The cases on any of these rules, the likest first.

    That is the case of the same move, then those of the same `verdict`, with its code; then those that an
    earlier one of the rules decides, and those that play the same verbs.
    """

    def unlikeness(case: DisputeCase) -> tuple[bool, bool, int, int]:
        differ = len(set(verbs) ^ (set(case.move.split()) & set(VERBS)))
        decides = min([rules.index(rule) for rule in case.rules if rule in rules])
        return _bare(case.move) != _bare(move), case.verdict != verdict, decides, differ

    return sorted([case for case in cases().values() if set(case.rules) & set(rules)], key=unlikeness)


def case_lines(case: DisputeCase) -> list[str]:
    """A case with its log, as it is read: the first line is its heading."""
    lines = [
        f"{case.id} ({', '.join(case.rules)}; {' and '.join(case.editions)} edition)",
        *paragraph(case.question),
        f"  verdict: {case.verdict}",
        *paragraph(f"because: {case.reason}"),
    ]
    if case.alternative:
        built = case.otherwise != "not built"
        where = f"(by Readings {case.choice}: {case.otherwise})" if built else "(not built)"
        lines += paragraph(f"or: {case.alternative} {where}")
    return [*lines, "", *[f"    {line}" for line in case.log.rstrip().split("\n")]]


def _bare(move: str) -> str:
    """A move without its claims and spacing."""
    return " ".join(move.split("=>")[0].split())
