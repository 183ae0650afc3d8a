"""The cost of reading a move, from the answers of the corpus: plays, played clauses and processor time."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from commit import machine

OTHER_WORDS = ("as played", "tagged", "without forced", "shuffled", "wording test")
UNITS = ("plays", "clauses", "ms")
Answer = Mapping[str, Any]


class Figures(NamedTuple):
    """The median, the ninetieth percentile and the worst of some figures, rounded."""

    median: float
    nine_of_ten: float
    worst: float


class Row(NamedTuple):
    """The cost of one kind of work, over some moves: figures for plays, clauses and milliseconds."""

    name: str
    moves: int
    figures: tuple[Figures, ...]


def rows(asked: Sequence[Mapping[str, Any]], answers: Mapping[str, Answer]) -> list[Row]:
    """Return the cost of legal moves as canonical and in other words, and of refusals with suggestions."""
    pairs = [(one, answers[one["id"]]) for one in asked if one["kind"] == "move" and one["id"] in answers]
    return [row for name, choose in _ROWS for row in _row(name, [choose(*pair) for pair in pairs])]


def _row(name: str, costs: Sequence[Sequence[float] | None]) -> Iterator[Row]:
    chosen = [cost for cost in costs if cost is not None]
    if chosen:
        yield Row(
            name, len(chosen), tuple([_figures(sorted(column)) for column in zip(*chosen, strict=True)])
        )


def _figures(figures: Sequence[float]) -> Figures:
    """Return the figures of sorted numbers."""
    last = len(figures) - 1
    return Figures(figures[last // 2], figures[round(last * 0.9)], figures[last])


def _legal(made: tuple[str, ...], part: str = "play", least: int = 1) -> Callable[..., list[float] | None]:
    def choose(question: Mapping[str, Any], answer: Answer) -> list[float] | None:
        if answer.get("verdict") != "legal" or question["made"] not in made:
            return None
        return answer["cost"][part] if answer["cost"]["play"][0] >= least else None

    return choose


def _refused(begins: str, *parts: str) -> Callable[..., list[float] | None]:
    def choose(question: Mapping[str, Any], answer: Answer) -> list[float] | None:
        if answer.get("verdict") not in ("illegal", "incomplete") or not question["made"].startswith(begins):
            return None
        return [sum(each) for each in zip(*[answer["cost"][part] for part in parts], strict=True)]

    return choose


_ROWS: tuple[tuple[str, Callable[..., list[float] | None]], ...] = (
    ("legal, as canonical: `play`", _legal(("canonical",))),
    ("legal, in other words: `play`", _legal(OTHER_WORDS)),
    ("of these, not accepted at the first try: `play`", _legal(OTHER_WORDS, least=2)),
    ("legal, in other words: canonical form", _legal(OTHER_WORDS, "normal")),
    ("`fixtures/refusals`: `play`", _refused("refusal", "play")),
    ("`fixtures/refusals`: with suggestions", _refused("refusal", "play", "suggest")),
    ("one mistake: `play`", _refused("mistake", "play")),
    ("one mistake: with suggestions", _refused("mistake", "play", "suggest")),
    ("every refusal: with suggestions", _refused("", "play", "suggest")),
    ("every refusal: whole adjudication", _refused("", "adjudicate")),
)


def verdicts(asked: Sequence[Mapping[str, Any]], answers: Mapping[str, Answer]) -> dict[str, Counter[str]]:
    """Return the number of moves with each verdict, by how they were made."""
    found: dict[str, Counter[str]] = {}
    for question in asked:
        verdict = answers.get(question["id"], {}).get("verdict")
        if verdict is not None:
            found.setdefault(question["made"], Counter())[verdict] += 1
    return found


def table(figures: Sequence[Row]) -> list[str]:
    """Return the lines of a table, in Markdown."""
    lines = [f"| work | moves | {' | '.join(UNITS)} |", "|---|---|---|---|---|"]
    for row in figures:
        cells = [_numbers(one, unit) for one, unit in zip(row.figures, UNITS, strict=True)]
        lines.append(f"| {row.name} | {row.moves:,} | {' | '.join(cells)} |")
    return lines


def _numbers(figures: Figures, unit: str) -> str:
    return ", ".join([f"{each:,.1f}" if unit == "ms" and each < 100 else f"{each:,.0f}" for each in figures])


def page(
    command: str, asked: Sequence[Mapping[str, Any]], trees: Sequence[tuple[str, Mapping[str, Answer]]]
) -> str:
    """Return a page of docs/evidence with the figures of one or more trees."""
    made = Counter(question["group"] for question in asked)
    groups = [f"{number:,} {_GROUPS.get(group, group)}" for group, number in made.items()]
    numbers = fill(f"The corpus has {', '.join(groups)}.", 110)
    lines = _HEAD.format(command=command, commit=trees[0][0], machine=machine(), numbers=numbers).split("\n")
    for name, answers in trees:
        lines += [f"## Commit {name}", "", f"{len(answers):,} of {len(asked):,} questions were answered.", ""]
        lines += [*table(rows(asked, answers)), "", *_verdict_table(asked, answers), ""]
    return "\n".join(lines)


def _verdict_table(asked: Sequence[Mapping[str, Any]], answers: Mapping[str, Answer]) -> list[str]:
    """Return the lines of a table of verdicts, with the plays of refusals, by how moves were made."""
    lines = [
        "| moves made as | legal | incomplete | illegal | plays of a refusal with suggestions |",
        "|---|---|---|---|---|",
    ]
    refused = _refused("", "play", "suggest")
    for made, counted in sorted(verdicts(asked, answers).items()):
        those = [one for one in asked if one["made"] == made and one["id"] in answers]
        plays = [cost[:1] for one in those if (cost := refused(one, answers[one["id"]])) is not None]
        cells = [f"{counted[verdict]:,}" for verdict in ("legal", "incomplete", "illegal")]
        shown = [_numbers(row.figures[0], "plays") for row in _row(made, plays)]
        lines.append(f"| {made} | {' | '.join(cells)} | {''.join(shown)} |")
    return lines


_GROUPS = {
    "fixtures": "saved files",
    "cases": "moves of dispute cases",
    "refusals": "moves of `fixtures/refusals`",
    "wordings": "moves of the tests of wordings",
    "notation": "lines of `notation/SPEC.md`",
    "games": "random games",
    "random": "moves of other random games",
}
"""The questions of each group, in words."""
_HEAD = """# The cost of reading a move

`{command}` wrote this page.
Commit {commit}, {machine}.

{numbers}
The random moves come from whole games of every scenario by both editions, with and without Non-players.
Each action is written in its canonical form, as it was played, with tags, in another order, without a
forced clause, and with one mistake.

Each cell has the median, the figure that nine of ten moves do not exceed, and the worst. A play is one
action that is carried out from its beginning. Clauses are those that the budgets of searches count: the
first try of a move is not among them. Times are processor time of one process on a shared machine, so they
differ from run to run. Plays and clauses do not.
"""
