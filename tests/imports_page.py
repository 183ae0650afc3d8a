"""docs/evidence/imports.md: the steps of saves that come in as moves. `tests/imports_page.py` writes it.

Recorded games of the fixtures and random games are written as saves of the Scala program, then imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from commit import measured_at
from scala_game import folder

import notation
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction
from fitl_core.imports.scala_games import ImportedGame, import_game
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.setup import Setup

FIXTURES = Path(__file__).parents[1] / "fixtures"
PAGE = Path(__file__).parents[1] / "docs/evidence/imports.md"
RECORDED = ("solo-game", "medium-game", "full-opening")
RANDOM: tuple[tuple[str, int, tuple[Faction, ...]], ...] = (
    ("medium", 71, ()),
    ("full", 72, (ARVN, VC)),
    ("short", 74, (US,)),
    ("full", 82, ()),
    ("medium", 83, (NVA,)),
    ("full", 84, FACTIONS),
    ("short", 85, FACTIONS),
    ("medium", 86, FACTIONS),
)
BY_HAND = {
    ("medium-game", "26"): "possible: Tet (card 124) with Attacks in many spaces, more than the search tries",
    ("full-opening", "9"): "possible: card 50 with six free Limited Operations, more than the search tries",
}
"""The steps of recorded games without a move, each looked at by hand."""
BOX = "by random play: its box is that of a bot's Limited Operation, which 8.1 does not know"
HEAD = """# Steps of imported games

`PYTHONPATH=.:tests python tests/imports_page.py` writes this page. {measured}.

Games are written as saves of the Scala program, one after each step, and imported. A step comes in as moves
if the search finds legal moves that lead from one save to the next. Else a `correct` line sets the position.
The recorded games are the examples. Random games are harder: their players do odd things, such as many small
gifts.

| game | steps | as moves | share |
|---|---|---|---|
"""
LIST_HEAD = """
## Steps without moves

Those of recorded games were looked at by hand; of all {steps} steps {possible} are possible moves, and
{moves} of these are found ({share}). For random games the last column has what the importer says.

| game | save | Faction, card | looked at |
|---|---|---|---|
"""


class Imported(NamedTuple):
    """A game after its import, and whether it is one of the recorded games."""

    name: str
    game: ImportedGame
    is_recorded: bool

    @property
    def moves(self) -> int:
        """The number of steps that came in as moves."""
        return sum([step.imported == "moves" for step in self.game.steps])


def imported_games() -> list[Imported]:
    """Import the saves of the fixtures, the recorded games and the random games."""
    saves = {path.name: path.read_bytes() for path in sorted((FIXTURES / "scala").iterdir())}
    found = [Imported("scala", import_game(saves), True)]
    for name in RECORDED:
        log = notation.read((FIXTURES / f"{name}.fitl").read_bytes()).log
        found.append(
            Imported(name, import_game(folder(notation.setup_of(log), log.events[:120], (US,))), True)
        )
    for scenario, seed, humans in RANDOM:
        dice = Dice(seed)
        setup, deck = deal(Setup(scenario), dice)
        events = [one.event for one in random_game(setup, deck, dice, cards=12)]
        found.append(Imported(f"{scenario} {seed}", import_game(folder(setup, events, humans)), False))
    return found


def _row(name: str, games: Sequence[Imported]) -> str:
    steps, moves = sum([len(one.game.steps) for one in games]), sum([one.moves for one in games])
    return f"| {name} | {steps} | {moves} | {moves / steps:.0%} |\n"


def page() -> str:
    """Return the page."""
    games = imported_games()
    recorded = [one for one in games if one.is_recorded]
    text = HEAD.format(measured=measured_at())
    text += "".join([_row(one.name, [one]) for one in games])
    text += _row("recorded games", recorded)
    text += _row("random games", [one for one in games if not one.is_recorded])
    steps, moves = sum([len(one.game.steps) for one in recorded]), sum([one.moves for one in recorded])
    impossible = sum([not why.startswith("possible") for why in BY_HAND.values()])
    share = f"{moves / (steps - impossible):.1%}"
    text += LIST_HEAD.format(steps=steps, possible=steps - impossible, moves=moves, share=share)
    for one in games:
        for step in one.game.steps:
            if step.imported != "moves":
                why = BY_HAND.get((one.name, str(step.save)), _told(step.why or ""))
                text += f"| {one.name} | {step.save} | {step.faction}, {step.card} | {why} |\n"
    return text


def _told(why: str) -> str:
    """Shorten the importer's reason: the box of a bot, or what is left to correct."""
    left = why.partition('correct "')[2].partition('"')[0]
    if left.startswith("done "):
        return BOX
    return f"no move leads to: {left}" if left else why.rpartition(": ")[2]


if __name__ == "__main__":
    sys.stdout.write(PAGE.name + "\n")
    PAGE.write_text(page(), encoding="utf-8")
