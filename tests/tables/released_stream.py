"""The stream of a release: `python tests/tables/released_stream.py > fixtures/tables/form-5.jsonl`.

A game with every kind of fact: written once for each form of facts, and read for ever.
"""

from __future__ import annotations

import sys

from fitl_core import Faction, Setup
from fitl_core.players.dice import Dice
from fitl_core.proofs.seeds import commitment
from fitl_core.table.commands import (
    Agree,
    Begin,
    ChooseMarkers,
    Close,
    Decline,
    EndVacation,
    GiveOrder,
    GiveSeed,
    HandOver,
    Leave,
    PromiseSeed,
    Propose,
    ProposeVacation,
    Sit,
    StateSymbol,
    SubmitComment,
    TakeBack,
    TakeBackOrder,
    TakeOver,
)
from fitl_core.table.exports import exported
from fitl_core.table.seats_asked import asked_at
from fitl_core.testing.table_games import TablePlayer, tables_of

NAME = "released"
SEED = 5
"""The stream of a game in which a player answers in a Non-player's Event."""
PLAYERS = ((Faction.US,), (Faction.ARVN,), (Faction.VC,))


def released_stream() -> str:
    """The export of a table at which much has happened."""
    tables = tables_of(SEED)
    setup = Setup("medium", players=PLAYERS, options=("handicap",))
    tables.open(setup, seats_add=True, deadline=86_400, table=NAME)

    def do(seat: str, command: object) -> None:
        tables.do(NAME, seat, command, seen=tables.version(NAME), key=f"key {tables.version(NAME)}")  # type: ignore[arg-type]

    seats = {"US": bytes([1] * 32), "ARVN": bytes([2] * 32), "VC": bytes([3] * 32)}
    do("", TakeOver("NVA"))
    do("", HandOver("NVA"))
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
    do("US", SubmitComment("good luck, everybody"))
    do("", Close())
    do("ARVN", Decline(1))
    do("US", Propose('correct "aid 9"'))
    do("ARVN", Decline(2))
    do("US", Propose('correct "aid 9"'))
    do("ARVN", Agree(3))
    do("VC", Agree(3))
    do("US", ProposeVacation("2026-02-03"))
    do("ARVN", Agree(4))
    do("VC", Agree(4))
    do("US", EndVacation())
    do("ARVN", StateSymbol("33 NVA rifle, 4 NVA none"))
    player = TablePlayer(tables, NAME, Dice(SEED), worded=True)

    def play_on() -> str:
        """Play, until a seat is to act; which one."""
        player.play(20)
        while (state := tables.state(NAME)).begun is not None or asked_at(state).what != "action":
            player.play(1)
        return asked_at(state).seats[0]

    seat = play_on()
    do(seat, Begin(Faction(seat)))
    do(seat, TakeBack())
    do("US", Propose(f"ruling stand {seat} pass"))
    do("ARVN", Agree(5))
    do("VC", Agree(5))
    play_on()
    do("", TakeOver("NVA"))
    do("", HandOver("NVA"))
    do("US", Leave())
    do("US", Sit())
    player.play()
    return exported(tables.store, NAME)


if __name__ == "__main__":
    sys.stdout.write(released_stream())
