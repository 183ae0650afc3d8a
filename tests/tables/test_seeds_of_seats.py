"""Seeds that the seats add: promised before anybody knows one, given once all are, in deck and dice."""

from __future__ import annotations

import pytest

from fitl_core import Faction, FitlError, Setup
from fitl_core.players.dice import Dice
from fitl_core.proofs.seeds import commitment
from fitl_core.proofs.verification import verify
from fitl_core.table.commands import Command, GiveSeed, Leave, PromiseSeed, Sit
from fitl_core.table.tables import Tables
from fitl_core.testing.table_games import TablePlayer, tables_of

TWO = Setup("short", players=((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC)))
SEEDS = {"US+ARVN": bytes([1] * 32), "NVA+VC": bytes([2] * 32)}


def gathered() -> tuple[Tables, str]:
    """A table at which both sit, and owe their seeds."""
    tables = tables_of(3)
    table = tables.open(TWO, seats_add=True).table
    for seat in SEEDS:
        do(tables, table, seat, Sit())
    return tables, table


def do(tables: Tables, table: str, seat: str, command: Command) -> None:
    """Command at the version that is."""
    tables.do(table, seat, command, seen=tables.version(table))


def promised(tables: Tables, table: str) -> None:
    """Both commit to their seeds."""
    for seat, seed in SEEDS.items():
        do(tables, table, seat, PromiseSeed(commitment(seed)))


def test_play_begins_once_every_seed_is_given_and_the_log_verifies() -> None:
    """The header has them, and dice and deck come of all."""
    tables, table = gathered()
    assert tables.view(table).asked.what != "action"
    promised(tables, table)
    for seat, seed in SEEDS.items():
        assert tables.state(table).status == "gathering"
        do(tables, table, seat, GiveSeed(seed.hex()))
    assert tables.state(table).status == "playing"
    player = TablePlayer(tables, table, Dice(3))
    player.play()
    log = tables.log(table)
    assert log.tag("Seeds-Added") == " ".join([f"{seat}:{seed.hex()}" for seat, seed in SEEDS.items()])
    told = verify(log)
    assert told.sound and not told.unchecked


def test_a_seed_is_the_one_promised_and_given_after_all_promises() -> None:
    """A seed is given once, as promised, after all promises."""
    tables, table = gathered()
    do(tables, table, "US+ARVN", PromiseSeed(commitment(SEEDS["US+ARVN"])))
    with pytest.raises(FitlError, match="after every seat has committed"):
        do(tables, table, "US+ARVN", GiveSeed(SEEDS["US+ARVN"].hex()))
    with pytest.raises(FitlError, match="already"):
        do(tables, table, "US+ARVN", PromiseSeed(commitment(SEEDS["NVA+VC"])))
    do(tables, table, "NVA+VC", PromiseSeed(commitment(SEEDS["NVA+VC"])))
    with pytest.raises(FitlError, match="committed"):
        do(tables, table, "US+ARVN", GiveSeed(SEEDS["NVA+VC"].hex()))
    for wrong in ("", "xyz", "00" * 31):
        with pytest.raises(FitlError):
            do(tables, table, "US+ARVN", GiveSeed(wrong))


def test_a_promise_goes_with_him_who_gave_it() -> None:
    """The next player of the seat promises a new seed; a seed that was given stays."""
    tables, table = gathered()
    promised(tables, table)
    do(tables, table, "NVA+VC", GiveSeed(SEEDS["NVA+VC"].hex()))
    for seat in SEEDS:
        do(tables, table, seat, Leave())
        do(tables, table, seat, Sit())
    assert [bool(seat.promised) for seat in tables.state(table).seats] == [False, True]
    mine = bytes([9] * 32)
    do(tables, table, "US+ARVN", PromiseSeed(commitment(mine)))
    do(tables, table, "US+ARVN", GiveSeed(mine.hex()))
    assert tables.state(table).status == "playing"
