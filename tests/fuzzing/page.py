"""docs/evidence/fuzzing.md, made of the runs of `python tests/fuzz.py --page`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from commit import measured_at

INPUTS = {
    "text": ("A file.", "It is played, and every fault is shown. The sound part is written and read again."),
    "jsonl": ("Lines of JSON.", "They are read. The sound part is written in both forms and read again."),
    "line": ("A line of a game.", "It is written and read as the same, and played in one of 128 positions."),
    "claims": ("The figures after `=>`.", "They are written and read as the same."),
    "position": ("A tag `Position`.", "It is written and read as the same. A game begins from it."),
    "variations": ("A file.", "Each variation has a verdict, and is a game that is read again."),
    "mail": ("A mail, mailbox or page.", "Its lines are legal, or nothing is played and the reply says so."),
    "prose": ("A sentence.", "Each proposed move is legal, and read as it is written."),
    "table": ("A list of pieces.", "Its differences from a position are shown in words and JSON."),
    "imports": ("Saves and logs of a program.", "The imported log is legal, and read again."),
    "told": ("A file.", "The turn for a mail, and the figures of `stats`."),
    "arguments": ("A command line.", "The exit code is listed and not 70. No output controls the terminal."),
}
"""For each target, the input and the checks."""

HEAD = """# Fuzzing

`{command}` measures and writes this page. {measured_at}.

It gives the readers, the rules and the command line inputs that nobody would write. Each input begins from
`fixtures/fuzz` or from other fixtures of its kind. {how}

No input may raise anything but a `FitlError` with a code, a message and a place in the file. No input may
take more than {limit} seconds of processor time. All else is a fault.

| target | inputs | seconds | faults |
|---|---|---|---|
"""
BY_ACCIDENTS = "Accidents that know lines and words change it (`tests/fuzzing/accidents.py`)."
BY_COVERAGE = (
    "[atheris](https://github.com/google/atheris) (extra `ci`) and accidents that know lines and words\n"
    "(`tests/fuzzing/accidents.py`) change it by turns. atheris watches which lines of code an input reaches."
)
TAIL = """
Names of targets choose targets. `--blind` leaves atheris out. `.ci/run` fuzzes for 15 seconds. Every input
that found a fault is in `fixtures/fuzz`, and every test run tries these files
(`tests/notation/test_notation_fuzz.py`).

| target | input | checked |
|---|---|---|
"""


class Measured(NamedTuple):
    """The figures of a target: the inputs, the seconds that they took, and the faults."""

    target: str
    inputs: int
    seconds: float
    faults: int


def page(command: str, runs: Iterable[Measured], by_coverage: bool, limit: int) -> str:
    """Return the page of these runs."""
    measured = list(runs)
    how = BY_COVERAGE if by_coverage else BY_ACCIDENTS
    head = HEAD.format(command=command, measured_at=measured_at(), how=how, limit=limit)
    whole = Measured(
        "all",
        sum([one.inputs for one in measured]),
        sum([one.seconds for one in measured]),
        sum([one.faults for one in measured]),
    )
    rows = [
        f"| {one.target} | {one.inputs:,} | {one.seconds:.0f} | {one.faults} |" for one in [*measured, whole]
    ]
    kinds = [f"| `{target}` | {' | '.join(words)} |" for target, words in INPUTS.items()]
    return head + "\n".join(rows) + "\n" + TAIL + "\n".join(kinds) + "\n"
