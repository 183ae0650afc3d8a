"""Find dispute cases: a question at the table, its verdict and reason, and the log that plays it.

Each case is a file of `fixtures/cases`. `tests/case_index.py` makes `tell/data/cases.json` from these files.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files

import msgspec

from fitl_core.facts.data import decoded
from fitl_core.facts.move_words import VERBS
from fitl_core.tell.wrapping import paragraph


class DisputeCase(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute: the question, its verdict and reason, and the log that plays it.

    The first of `rules` decides. `choice` is the id of a reading that a group may choose. `alternative` is
    the other way to read the point, and `otherwise` the verdict by it.
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
    """Return all cases by their ids."""
    raw = files("fitl_core.tell.data").joinpath("cases.json").read_bytes()
    return {case.id: case for case in decoded(raw, tuple[DisputeCase, ...])}


def cases_on(rule: str) -> list[DisputeCase]:
    """Return the cases on a rule ("3.2.4"), on the rules of a section ("3.2"), or on a card ("card 17")."""
    section = f"{rule}."
    return [
        case for case in cases().values() if any(own == rule or own.startswith(section) for own in case.rules)
    ]


def cases_like(
    move: str, verbs: Collection[str], verdict: str, decided: Sequence[str], rules: Sequence[str]
) -> list[DisputeCase]:
    """Return the cases similar to a move by the point in dispute, the most similar first.

    The first is the case of the same move. Then come cases with its `verdict` and code, and cases on the
    rules and cards that `decided`. The first of these rules counts most, and it counts more if it decides
    the case too. Cases on other `rules` of the move come last. Among equals, those with the same verbs come
    first.
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
    """Return the lines of a case with its log. The first line is its heading."""
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
    """Return a move without its claims and extra spaces."""
    return " ".join(move.split("=>")[0].split())
