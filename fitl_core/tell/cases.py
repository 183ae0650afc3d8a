"""The dispute cases as data: a question at the table, its verdict and reason, and the log that plays it.

Each is a file of `fixtures/cases`; `tests/case_index.py` makes `tell/data/cases.json` of them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from fitl_core.facts.data import decoded
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
    return {case.id: case for case in decoded(raw, tuple[DisputeCase, ...])}


def cases_on(rule: str) -> list[DisputeCase]:
    """The cases on a rule ("3.2.4"), on any of a section ("3.2"), or on a card ("card 17")."""
    return [
        case for case in cases().values() if any(of == rule or of.startswith(f"{rule}.") for of in case.rules)
    ]


def cases_like(
    move: str, verbs: Collection[str], verdict: str, decided: Sequence[str], rules: Sequence[str]
) -> list[DisputeCase]:
    """The cases like a move by the point in dispute, the likest first.

    That is the case of the same move; then those that have its `verdict` with its code, and those on the
    rules and cards that `decided`, the first of which counts most, and most where it decides the case too.
    Others on any of its `rules` come last; of equals those that play the same verbs are first.
    """

    def likeness(case: DisputeCase) -> tuple[bool, int, int, int]:
        same_code = case.verdict == verdict and " " in verdict
        first = min([at for at, rule in enumerate(decided) if rule in case.rules], default=None)
        point = 0 if first is None else max(4 - first, 1) + 2 * (case.rules[0] == decided[first])
        others = len(set(case.rules) & set(rules))
        differ = len(set(verbs) ^ (set(case.move.split()) & set(VERBS)))
        word = case.verdict.partition(" ")[0] == verdict.partition(" ")[0]
        return _bare(case.move) == _bare(move), point + 3 * same_code, others + word, -differ

    alike = [
        case for case in cases().values() if set(case.rules) & {*decided, *rules} or case.verdict == verdict
    ]
    return sorted(alike, key=likeness, reverse=True)


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
