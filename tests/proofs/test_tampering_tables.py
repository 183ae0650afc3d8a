"""The log that a table exports: sound, and no value of it can be changed unseen."""

from __future__ import annotations

import json

import msgspec
from test_tampering import tampered

import notation
from fitl_core.facts.factions import Faction
from fitl_core.players.dice import Dice
from fitl_core.proofs.verify import verified
from fitl_core.record.setup import Setup
from fitl_core.table.logs import log_of_table
from fitl_core.testing.table_games import play_table, tables_of
from notation import NotationError


def test_every_value_of_a_tables_log() -> None:
    """Moves of players and Non-players, their dice, the cards: what is changed is named by its entry."""
    tables = tables_of(31)
    setup = Setup("short", players=((Faction.US,), (Faction.VC,)))
    log = log_of_table(tables.state(play_table(tables, setup, Dice(31), most=12)))
    assert verified(log).sound and verified(log).links == len(log.entries) > 20
    header, *lines = notation.dump(log).splitlines()
    tried = 0
    for place, line in enumerate(lines):
        for raw in tampered(line):
            try:
                (entry,) = notation.load(f"{header}\n{json.dumps(raw)}").log.entries
            except NotationError:
                continue
            if entry == log.entries[place]:
                continue
            entries = (*log.entries[:place], entry, *log.entries[place + 1 :])
            first = verified(msgspec.structs.replace(log, entries=entries)).first
            assert first is not None and first.entry == place, (raw, first)
            tried += 1
    assert tried > 300
