"""The stream of a release: `python tests/tables/released_stream.py > fixtures/tables/form-1.jsonl`.

A game with as many kinds of facts as may be: written once for each form of facts, and read for ever.
"""

from __future__ import annotations

import sys

from seated import tables_of

from fitl_core import Faction, FitlError, Setup
from fitl_core.players.dice import Dice
from fitl_core.proofs.seeds import commitment
from fitl_core.table.commands import (
    Agree,
    Begin,
    ChooseMarkers,
    Close,
    Comment,
    Decline,
    GiveOrder,
    GiveSeed,
    Leave,
    PromiseSeed,
    Propose,
    Sit,
    TakeBack,
    TakeBackOrder,
)
from fitl_core.table.exports import exported
from fitl_core.testing.table_games import TablePlayer

NAME = "released"
PLAYERS = ((Faction.US,), (Faction.ARVN,), (Faction.VC,))


def released_stream() -> str:
    """The export of a table at which much has happened."""
    tables = tables_of(4)
    setup = Setup("medium", players=PLAYERS, options=("handicap",))
    tables.open(setup, seats_add=True, deadline=86_400, table=NAME)

    def do(seat: str, command: object) -> None:
        tables.do(NAME, seat, command, seen=tables.version(NAME), key=f"key {tables.version(NAME)}")  # type: ignore[arg-type]

    seats = {"US": bytes([1] * 32), "ARVN": bytes([2] * 32), "VC": bytes([3] * 32)}
    for seat in seats:
        do(seat, Sit())
    for seat, seed in seats.items():
        do(seat, PromiseSeed(commitment(seed)))
    for seat, seed in seats.items():
        do(seat, GiveSeed(seed.hex()))
    do("US", ChooseMarkers(("agenda", "threat")))
    do("ARVN", ChooseMarkers(()))
    do("VC", ChooseMarkers(("agenda", "agenda")))
    do("VC", GiveOrder("VC: waive"))
    do("US", GiveOrder("US: pivotal if playable, else waive"))
    do("ARVN", GiveOrder("ARVN: waive"))
    do("ARVN", TakeBackOrder(3))
    do("US", Comment("good luck, everybody"))
    do("US", Propose('correct "aid 9"'))
    do("ARVN", Decline(1))
    do("US", Propose('correct "aid 9"'))
    do("ARVN", Agree(2))
    do("VC", Agree(2))
    player = TablePlayer(tables, NAME, Dice(4))
    for number in range(1, 61):
        player.play(1)
        state = tables.state(NAME)
        if state.status == "playing" and state.begun is None and number % 15 == 0:
            asked = tables.view(NAME).asked
            if asked.what == "action":
                try:
                    do(asked.seats[0], Begin(asked.factions[0]))
                    do(asked.seats[0], TakeBack())
                except FitlError:
                    pass
    do("US", Leave())
    do("US", Sit())
    do("", Close())
    return exported(tables.store, NAME)


if __name__ == "__main__":
    sys.stdout.write(released_stream())
