"""Streams of random tables, and the same streams in form 2 as version 0.2.0 wrote it: without effects."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.stores.port import KeptFact
from fitl_core.table.encoding import FORM, encode_fact, read_fact
from fitl_core.table.links import Chain
from fitl_core.table.stored_tables import StoredTable
from fitl_core.testing.random_tables import setup_of_table
from fitl_core.testing.seat_change_games import SeatChanger
from fitl_core.testing.table_games import TablePlayer, tables_of

OF_TODAY = b'{"form":%d,' % FORM
OF_FORM_2 = b'{"form":2,'
"""How facts begin, today and then."""


def random_stored_table(number: int, most: int | None = None) -> StoredTable:
    """Random table `number`, played for `most` commands or to its end, as a store keeps it."""
    tables, setup = tables_of(number), setup_of_table(number)
    is_restless = number % 2 and setup.rules is Edition.SECOND
    name = tables.open(setup).table
    player = (SeatChanger if is_restless else TablePlayer)(tables, name, Dice(number))
    player.sit()
    player.choose_markers()
    player.play(most)
    return stored(name, tables.store.read(name))


def stored(table: str, facts: Iterable[KeptFact]) -> StoredTable:
    """Return these facts as a whole table without a snapshot."""
    kept = list(facts)
    return StoredTable(table, kept, len(kept), None)


def without_effects(table: StoredTable) -> StoredTable:
    """Return a table in form 2, which has links and no effects: to open it, the rules play each line."""
    chain, facts = Chain(), []
    for fact in table.facts:
        recorded = msgspec.structs.replace(read_fact(table.table, fact), step=None)
        new = encode_fact(recorded)
        body = msgspec.structs.replace(new, body=new.body.replace(OF_TODAY, OF_FORM_2, 1))
        linked, chain = chain.linked(body, fact.command)
        facts.append(KeptFact(fact.version, linked.kind, linked.body, fact.command))
    return stored(table.table, facts)
