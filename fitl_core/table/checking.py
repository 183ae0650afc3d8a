"""Tables under today's rules: each is played again, and the first fact that no longer holds is named."""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError, Violation
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.rolls import die_of, read_roll
from fitl_core.stores.opening import open_store
from fitl_core.stores.port import KeptFact, Store
from fitl_core.table.absorbing import absorb, opened
from fitl_core.table.facts import DieFell, Line, Recorded
from fitl_core.table.keeping import read_fact
from fitl_core.table.refusals import no_table
from fitl_core.table.table_state import TableState


class CheckedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table played again: its `version`, and if something no longer holds, which fact, why, by which rule.

    `line` is the number of the log's event that the fact writes, 0 for another fact.
    """

    table: str
    version: int
    holds: bool = True
    fact: int = 0
    line: int = 0
    error: str = ""
    rule: str = ""
    message: str = ""


def checked(store: Store, table: str) -> CheckedTable:
    """Play a table again by the rules of today. Raises `Unknown` where there is none, `StoreError`."""
    facts = store.read(table)
    if not facts:
        raise no_table(table)
    return checked_facts((table, facts))


def checked_facts(stream: tuple[str, list[KeptFact]]) -> CheckedTable:
    """Play a table again from its name and the facts of its stream, 1 or more: without any store."""
    table, facts = stream
    version = facts[-1].version
    state: TableState | None = None
    for kept in facts:
        try:
            recorded = read_fact(table, kept)
            state = opened(table, recorded) if state is None else absorb(state, recorded)
            _insist_on_die(state, recorded)
        except FitlError as error:
            line = 0
            if state is not None and kept.kind in _LINES:
                line = len(state.lines) + 1
            rule = error.rule if isinstance(error, Violation) else ""
            return CheckedTable(table, version, False, kept.version, line, error.code, rule, error.message)
    return CheckedTable(table, version)


def checked_at(address: str, table: str) -> CheckedTable:
    """`checked`, by a process of its own: it opens the store itself."""
    store = open_store(address, create=False)
    try:
        return checked(store, table)
    finally:
        store.close()


_LINES = tuple([str(line.__struct_config__.tag) for line in Line.__args__])


def _insist_on_die(state: TableState, recorded: Recorded) -> None:
    """Raise `ProofError` where a die is not the one that the table's key gives."""
    fact = recorded.fact
    if not isinstance(fact, DieFell):
        return
    proof = read_roll(fact.proof)
    due = die_of(bytes.fromhex(state.key), proof)
    if due != fact.die or proof.number != state.rolled:
        raise ProofError(f"die {proof.number} fell {fact.die}; the table's seed gives {due}")
