"""docs/trials.md: `python tests/trials_page.py REPORT… > docs/trials.md`.

A REPORT is what `fitl random --check --games N --scenario S --rules R --json` prints.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec
from codes_page import NO_LOG_REACHES

from fitl_core.facts.codes import codes
from fitl_core.testing.laws_of_games import LAWS
from fitl_core.testing.reports import Report, refusals_line, unseen
from fitl_core.testing.tally import Tally

NOT_BY_CHANCE = {
    "impossible-position": "only a tag Position can be so; these games start from the scenarios",
    "no-card": "only a log without cards can be so; these games have them dealt",
    **dict.fromkeys(
        (
            "amend-breaks",
            "digest-unknown",
            "figure-not-so",
            "not-a-move",
            "nothing-to-amend",
            "nothing-to-void",
        ),
        "only a line that works on the log, or a digest, can be so; moves alone are altered",
    ),
}
"""Violation codes that a log can have, but no altered move, and why."""

INTRODUCTION = """# Random games on trial

What `fitl random --check --games N` has come to, for each scenario and edition: games played to their end by
drawing among the open answers, with players, options and readings drawn too, and every law held against each.
Some of the answers that are offered are followed to their end. In each position in which a Faction moves, its
move is altered and tried, an earlier one too, and an event out of place: each is refused with a rule or leads
to a lawful position. Made by `tests/trials_page.py` from the reports of {games} games: {events} events,
{broken}. A run of games with a fault in it is played again once that is mended.
The tests that run each time take a sample, which the head of `.ci/run` states.

The laws (`fitl_core/testing/laws_of_games.py`), which tests hold against every saved game, too:

{laws}

| scenario | edition | games | events | verbs | card sides | phases | codes |
|---|---|---|---|---|---|---|---|
"""


class _Sum(Tally):
    """The reports of one scenario and edition, or of all, added up."""

    broken: int = 0

    def add(self, report: Report) -> None:
        """Another report."""
        self.games += report.games
        self.events += report.events
        self.broken += len(report.broken)
        self.verbs.update(report.verbs)
        self.sides.update(report.sides)
        self.phases.update(report.phases)
        self.codes.update(report.codes)
        self.altered.update(report.altered)
        self.unexplained += report.unexplained

    def row(self, scenario: str, edition: str) -> str:
        """A row of the table."""
        numbers = [self.games, self.events, *map(len, (self.verbs, self.sides, self.phases, self.codes))]
        return "| " + " | ".join([scenario, edition, *[f"{number:,}" for number in numbers]]) + " |"


def page(reports: list[Report], codes: set[str], unreachable: Mapping[str, str]) -> str:
    """The whole page; `codes` are all that there are, `unreachable` those that no log reaches, and why."""
    whole, by_kind = _Sum(), {(r.scenario, r.rules): _Sum() for r in sorted(reports, key=_order)}
    for report in reports:
        whole.add(report)
        by_kind[report.scenario, report.rules].add(report)
    broken = f"{whole.broken} games at fault" if whole.broken else "no law broken, no answer refused"
    laws = "\n".join([f"- {(law.__doc__ or '').partition(chr(10))[0]}" for law in LAWS])
    head = INTRODUCTION.format(games=f"{whole.games:,}", events=f"{whole.events:,}", broken=broken, laws=laws)
    rows = [found.row(*kind) for kind, found in by_kind.items()]
    lines = [*rows, whole.row("all", "both"), "", "## What did not occur", ""]
    missing = sorted(unseen(whole))
    lines.append(f"Verbs, card sides and Coup phases: {', '.join(missing) or 'none, each has occurred'}.")
    lines.append("`withdraw` and its phase are of the second edition only (6.5).")
    lines += ["", "Codes of violation:", "", "| code | why |", "|---|---|"]
    why = {**NOT_BY_CHANCE, **unreachable}
    for code in sorted(codes - set(whole.codes)):
        by_chance = f"no mistake of this kind came up; `fixtures/refusals/{code}.fitl` has one"
        lines.append(f"| {code} | {why.get(code, by_chance)} |")
    seen = [f"{code} {number:,}" for code, number in sorted(whole.codes.items())]
    reasons = refusals_line(whole.altered, whole.unexplained)
    lines += ["", "## Reasons", "", f"Of the altered moves: {reasons}."]
    lines += ["", "## How often each code occurred", "", ", ".join(seen) + "."]
    return head + "\n".join(lines) + "\n"


def _order(report: Report) -> tuple[int, str]:
    return ("short", "medium", "full").index(report.scenario), report.rules


def main() -> None:
    """Print the page made of some reports."""
    reports = [msgspec.json.decode(Path(name).read_bytes(), type=Report) for name in sys.argv[1:]]
    print(page(reports, set(codes().violations), NO_LOG_REACHES), end="")


if __name__ == "__main__":
    main()
