"""Whole games of four Non-players through the command line, for `tests/non_player_trials.py`.

Each game runs `fitl random --players none --scenario full --seed N | fitl validate -`, from seed 1 on: as
text and, after `fitl fmt --jsonl`, as JSON Lines. A game must be legal, and each move dictated. A move may be
undecidable only if a symbol or instruction is marked unknown and the default was played.
"""

from __future__ import annotations

from collections import Counter

import msgspec
from click.testing import CliRunner

from fitl_cli.app import app
from fitl_core.facts.factions import Faction
from fitl_core.game.file_reports import FileReport, NonPlayerVerdict
from fitl_core.players.non_players.events.instructions import instruction_for

FORMS = ("text", "JSON Lines")
HEAD = """`fitl random --players none --scenario full --seed N | fitl validate -` for the first {games}
seeds, as text and, after `fitl fmt --jsonl`, as JSON Lines:
"""


class Counts(msgspec.Struct):
    """The counts of the games of one form; `unknown` counts the cells (card, Faction) whose default was
    played.
    """

    legal: int = 0
    events: int = 0
    verdicts: Counter[str] = msgspec.field(default_factory=Counter)
    unknown: Counter[tuple[int, Faction]] = msgspec.field(default_factory=Counter)
    faults: list[str] = msgspec.field(default_factory=list)

    def count(self, seed: int, report: FileReport) -> None:
        """Count a game, and note its faults."""
        self.legal += report.verdict == "legal"
        self.events += report.events
        self.faults += [f"seed {seed}: {problem.message}" for problem in report.errors]
        for one in report.non_players:
            self.verdicts[one.verdict] += 1
            cells = [(card, one.faction) for card in one.cards]
            self.unknown.update(cells)
            if not is_as_it_should_be(one):
                self.faults.append(f"seed {seed}, event {one.event}: {one.verdict} at {one.node}")


def is_as_it_should_be(one: NonPlayerVerdict) -> bool:
    """Whether a move is dictated, or by the default where the card's cell for some Faction is unknown."""
    if one.verdict != "not-decidable":
        return one.verdict == "dictated"
    leaning = all(any(not instruction_for(card, who).is_certain for who in Faction) for card in one.cards)
    return leaning and bool(one.cards) and not one.due


def game_of(seed: int, scenario: str = "full", players: str = "none") -> str:
    """The text that `fitl random` prints for a seed."""
    return _fitl("random", "--players", players, "--scenario", scenario, "--seed", str(seed))


def reported(text: str, form: str) -> FileReport:
    """Return the report of `fitl validate -` on a game in this form."""
    if form != "text":
        text = _fitl("fmt", "--jsonl", "-", stdin=text)
    return msgspec.json.decode(_fitl("validate", "--json", "-", stdin=text), type=FileReport)


def _fitl(*arguments: str, stdin: str = "") -> str:
    """Return the output of a command, run in this process: a new process costs as much as half a game."""
    return CliRunner().invoke(app, arguments, input=stdin).output


def counted(games: int) -> dict[str, Counts]:
    """Count a number of games in each form."""
    found = {form: Counts() for form in FORMS}
    for seed in range(1, games + 1):
        text = game_of(seed)
        for form, counts in found.items():
            counts.count(seed, reported(text, form))
    return found


def lines_of(games: int, found: dict[str, Counts]) -> list[str]:
    """The counts in words, as a part of docs/evidence/trials-non-players.md."""
    told = ["## Whole games through the command line", "", HEAD.format(games=games)]
    for form, it in found.items():
        verdicts = ", ".join([f"{number:,} {name}" for name, number in it.verdicts.most_common()])
        told.append(f"- as {form}: {it.legal} legal, {it.events:,} events; moves: {verdicts}")
    leant = next(iter(found.values())).unknown
    told.append(f"\nCells (card and Faction) marked unknown at which the default was played: {len(leant)}.")
    return told


def faults_of(by_form: dict[str, Counts]) -> list[str]:
    """The faults of the games of all forms, each with its form."""
    return [f"{form}: {fault}" for form, it in by_form.items() for fault in it.faults]
