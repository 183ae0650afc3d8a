"""Whole games of four Non-players through the command line: `python tests/non_player_whole_games.py GAMES`.

Each is what `fitl random --players none --scenario full --seed N | fitl validate -` comes to, from seed 1
on, as text and, behind `fitl fmt --jsonl`, as JSON Lines: legal, and each move dictated, or not decidable
only where a symbol or instruction is marked unknown and the default was played. Prints the counts; exit
code 1 if one is not.
"""

from __future__ import annotations

import sys
from collections import Counter

import msgspec
from click.testing import CliRunner

from fitl_cli.app import app
from fitl_core.facts.factions import Faction
from fitl_core.game.reports import NonPlayerVerdict, Report
from fitl_core.players.non_players.events.instructions import instruction_for

FORMS = ("text", "JSON Lines")
HEAD = """What `fitl random --players none --scenario full --seed N | fitl validate -` comes to for the
first {games} seeds, as text and, behind `fitl fmt --jsonl`, as JSON Lines (made by `python
tests/non_player_whole_games.py {games}`):
"""


class Counts(msgspec.Struct):
    """What the games of one form came to; `unknown` counts the cells (card, Faction) that were leant on."""

    legal: int = 0
    events: int = 0
    verdicts: Counter[str] = msgspec.field(default_factory=Counter)
    unknown: Counter[tuple[int, Faction]] = msgspec.field(default_factory=Counter)
    faults: list[str] = msgspec.field(default_factory=list)

    def count(self, seed: int, report: Report) -> None:
        """Count a game, and note what is at fault in it."""
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


def reported(text: str, form: str) -> Report:
    """What `fitl validate -` says of a game in this form."""
    if form != "text":
        text = _fitl("fmt", "--jsonl", "-", stdin=text)
    return msgspec.json.decode(_fitl("validate", "--json", "-", stdin=text), type=Report)


def _fitl(*arguments: str, stdin: str = "") -> str:
    """What a command prints, run in this process: to start one takes as long as half a game."""
    return CliRunner().invoke(app, arguments, input=stdin).output


def counted(games: int) -> dict[str, Counts]:
    """So many games in each form."""
    found = {form: Counts() for form in FORMS}
    for seed in range(1, games + 1):
        text = game_of(seed)
        for form, counts in found.items():
            counts.count(seed, reported(text, form))
    return found


def lines_of(games: int, found: dict[str, Counts]) -> list[str]:
    """The counts in words, as a part of docs/trials-non-players.md."""
    told = ["## Whole games through the command line", "", HEAD.format(games=games)]
    for form, it in found.items():
        verdicts = ", ".join([f"{number:,} {name}" for name, number in it.verdicts.most_common()])
        told.append(f"- as {form}: {it.legal} legal, {it.events:,} events; moves: {verdicts}")
    leant = next(iter(found.values())).unknown
    told.append(f"\nCells (card and Faction) marked unknown at which the default was played: {len(leant)}.")
    return told


if __name__ == "__main__":
    number = int(sys.argv[1]) if sys.argv[1:] else 10
    by_form = counted(number)
    print("\n".join(lines_of(number, by_form)))
    wrong = [f"{form}: {fault}" for form, it in by_form.items() for fault in it.faults]
    print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
    sys.exit(bool(wrong))
