"""docs/evidence/trials.md, made of random games: `python tests/trials_page.py GAMES`.

GAMES is the number of games for each scenario and edition. They are those of
`fitl random --check --games GAMES --scenario S --rules R`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import partial

from codes_page import NO_LOG_REACHES
from commit import measured_at

from fitl_cli.jobs import each
from fitl_core.facts.code_lists import codes
from fitl_core.facts.editions import Edition
from fitl_core.facts.scenario_list import scenarios
from fitl_core.record.setup import Setup
from fitl_core.testing.laws_of_games import LAWS
from fitl_core.testing.tally import Tally
from fitl_core.testing.trial_reports import TrialReport, refusals_line, sum_up, try_one, unseen

NOT_BY_CHANCE = {
    "impossible-position": "only a tag Position can have it; these games start from the scenarios.",
    "no-card": "only a log without cards can have it; these games have a deck.",
    **dict.fromkeys(
        (
            "amend-breaks",
            "digest-unknown",
            "figure-not-so",
            "not-a-move",
            "nothing-to-amend",
            "nothing-to-void",
        ),
        "only a line that works on the log, or a digest, can have it; only moves are altered.",
    ),
}
"""Violation codes that a log can have, but no altered move, each with the reason."""

INTRODUCTION = """# Random games on trial

`.ci/long` writes this page with `python tests/trials_page.py {each}`. {measured_at}.

{games} random games, {events} events: {broken}.

`fitl random --check --games N` plays games to their end, with open answers, players, options and readings
at random. It checks every law against each game, and follows some open answers to a legal end. In each
position in which a Faction moves, it tries altered moves and events out of place. Each of these is refused
with a rule, or leads to a lawful position. `.ci/run` takes a sample, which its head states.

The laws (`fitl_core/testing/laws_of_games.py`) also hold for every saved game:

{laws}

| scenario | edition | games | events | verbs | card sides | phases | codes |
|---|---|---|---|---|---|---|---|
"""


class _Sum(Tally):
    """The reports of one scenario and edition, or of all, added up."""

    broken: int = 0

    def add(self, report: TrialReport) -> None:
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


def page(reports: list[TrialReport], codes: set[str], unreachable: Mapping[str, str]) -> str:
    """The whole page; `codes` are all that there are, `unreachable` those that no log reaches, and why."""
    whole, by_kind = _Sum(), {(r.scenario, r.rules): _Sum() for r in sorted(reports, key=_order)}
    for report in reports:
        whole.add(report)
        by_kind[report.scenario, report.rules].add(report)
    broken = f"{whole.broken} games at fault" if whole.broken else "no law broken, no answer refused"
    laws = "\n".join([f"- {_first_sentence(law.__doc__ or '')}" for law in LAWS])
    head = INTRODUCTION.format(
        each=whole.games // max(1, len(by_kind)),
        games=f"{whole.games:,}",
        events=f"{whole.events:,}",
        broken=broken,
        laws=laws,
        measured_at=measured_at(),
    )
    rows = [found.row(*kind) for kind, found in by_kind.items()]
    lines = [*rows, whole.row("all", "both"), "", "## Missing", ""]
    missing = sorted(unseen(whole))
    lines.append(f"Verbs, card sides and Coup phases: {', '.join(missing) or 'none, all have occurred'}.")
    lines.append("`withdraw` and its phase are of the second edition only (6.5).")
    lines += ["", "Violation codes without a trial:", "", "| code | why |", "|---|---|"]
    why = {**NOT_BY_CHANCE, **unreachable}
    for code in sorted(codes - set(whole.codes)):
        by_chance = f"no altered move made this mistake; `fixtures/refusals/{code}.fitl` has one."
        lines.append(f"| {code} | {why.get(code, by_chance)} |")
    seen = [f"{code} {number:,}" for code, number in sorted(whole.codes.items())]
    reasons = refusals_line(whole.altered, whole.unexplained)
    lines += ["", "## Reasons", "", f"Of the altered moves: {reasons}."]
    lines += ["", "## Number of each code", "", ", ".join(seen) + "."]
    return head + "\n".join(lines) + "\n"


def _first_sentence(docstring: str) -> str:
    """Return the first sentence of a docstring in one line."""
    return " ".join(docstring.split()).partition(". ")[0].rstrip(".") + "."


def _order(report: TrialReport) -> tuple[int, str]:
    return ("short", "medium", "full").index(report.scenario), report.rules


def reports(games: int, jobs: int = 2) -> Iterator[TrialReport]:
    """Play this number of games of each scenario and edition; yield a report for each."""
    for scenario in scenarios():
        for edition in Edition:
            setup = Setup(scenario, edition)
            yield sum_up(setup, each(partial(try_one, setup, None), range(1, games + 1), jobs))


def main() -> int:
    """Print the page; return 1 if a game broke a law."""
    played = list(reports(int(sys.argv[1]) if sys.argv[1:] else 10))
    print(page(played, set(codes().violations), NO_LOG_REACHES), end="")
    broken = [(report, one) for report in played for one in report.broken]
    for report, one in broken:
        print(f"{report.scenario} {report.rules} seed {one.seed}: {one.message}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
