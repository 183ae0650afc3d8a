"""8.4.1: every instruction of `non-player-events.json` in small positions: `event_instructions.txt`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from non_player_table import event_of, table

from fitl_core.facts.factions import Faction
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.changes import LACKING
from fitl_core.players.non_players.events.conditions import CONDITIONS
from fitl_core.players.non_players.events.instructions import Instruction, instruction_for, instructions
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.state.state import State

TABLE = Path(__file__).with_name("event_instructions.txt")
NEXT, SPARE = 57, 58


class Row(msgspec.Struct, frozen=True):
    """A line of the table: who plays which card, in which position, with which dice; what comes of it."""

    card: int
    faction: Faction
    players: str
    position: str
    dice: tuple[int, ...]
    outcome: str

    @property
    def state(self) -> State:
        """The position with the card revealed; the Faction alone is Eligible unless it says otherwise."""
        parts = [part.strip() for part in self.position.split(";")]
        earlier = next((part for part in parts if part.startswith("played")), "played")
        others = [part for part in parts if not part.startswith("played")]
        words = {part.split()[0] for part in parts}
        others += [f"next {NEXT if self.card != NEXT else SPARE}"] if "next" not in words else []
        others += [f"eligible {self.faction}"] if "eligible" not in words else []
        short = "short" if self.players.endswith("short") else "full"
        return table("; ".join([*others, f"{earlier} {self.card}"]), self.players.split()[0], scenario=short)


def _row(line: str) -> Row:
    who, players, position, dice, outcome = [part.strip() for part in line.split("|", 4)]
    card, faction = who.split()
    return Row(int(card), Faction(faction), players, position, tuple(map(int, dice.split())), outcome)


ROWS = [_row(line) for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")]


def instructed() -> list[tuple[int, Faction, Instruction]]:
    """Every instruction whose text is known."""
    cells = [(card, faction) for card, it in sorted(instructions().items()) for faction in it.factions]
    told = [(card, faction, instruction_for(card, faction)) for card, faction in cells]
    return [cell for cell in told if cell[2].symbol == "halo" and cell[2].known]


def conditions(told: Instruction) -> list[str]:
    """What an instruction depends on; "always" aside."""
    named = [*told.decline, told.shaded, *[alternative.when for alternative in told.options]]
    return [name for name in dict.fromkeys(named) if name not in ("", "always")]


def holds(row: Row, name: str) -> bool:
    """Whether a condition holds in a row: looked up in the position, or seen from what came of the Event."""
    if name in LACKING:
        return row.outcome == "declined"
    return CONDITIONS[name](Decider(row.state, row.faction, CONDUCT))


@pytest.mark.parametrize("row", ROWS, ids=[f"{i}-{row.card}-{row.faction}" for i, row in enumerate(ROWS)])
def test_8_4_1_the_instruction_is_followed(row: Row) -> None:
    """What the Non-player does with the Event, or that it declines it."""
    assert event_of(row.state, row.faction, row.dice) == row.outcome


def test_8_4_1_every_condition_is_met_and_unmet() -> None:
    """No `if` of an instruction without a position in which it holds and one in which it does not."""
    missing = []
    for card, faction, told in instructed():
        rows = [row for row in ROWS if (row.card, row.faction) == (card, faction)]
        if not rows:
            missing.append(f"{card} {faction}")
        for name in conditions(told):
            sides = {holds(row, name) for row in rows}
            missing += [f"{card} {faction}: {name} {side}" for side in (True, False) if side not in sides]
    assert missing == []


def test_8_4_1_a_declining_condition_declines() -> None:
    """Where such a condition holds the outcome is "declined", and nowhere else."""
    for row in ROWS:
        declines = [name for name in instruction_for(row.card, row.faction).decline if name in CONDITIONS]
        if declines:
            assert any(holds(row, name) for name in declines) is (row.outcome == "declined"), row
