"""The upgrade of older tables: today's rules play their lines once, and the steps are kept in the store.

A table does the same when it is first opened. `expected` reports what would happen, and writes nothing. Read
`older_lines` and `checking` next.
"""

from __future__ import annotations

import msgspec

from fitl_core.errors import FitlError
from fitl_core.stores.port import Store
from fitl_core.table.checking import LineOtherwise, checked_table
from fitl_core.table.refusals import no_table
from fitl_core.table.stored_tables import StoredTable, fold_stored, line_contradicted, stored_table
from fitl_core.table.tables import Tables


class UpgradedTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table after its upgrade, or as it would be: the number of its `lines`, and of those that get their
    steps now (`computed`).

    `attested` is the number of lines among these that an older snapshot confirms. `contradicted` is the last
    line of such a snapshot if it shows another position there than today's rules. `unshown` is the line from
    which on nobody knows the position. `otherwise` are the lines that today's rules judge otherwise. A table
    that does not hold has an `error`, with the `fact` and the `message`; it stays as it is.
    """

    table: str
    lines: int = 0
    computed: int = 0
    attested: int = 0
    contradicted: int = 0
    unshown: int = 0
    otherwise: tuple[LineOtherwise, ...] = ()
    fact: int = 0
    error: str = ""
    message: str = ""


def expected(store: Store, table: str) -> UpgradedTable:
    """Return what an upgrade would do with a table. Nothing is written.

    Raises `Unknown` if there is no such table, or `StoreError`.
    """
    stored = stored_table(store, table)
    if not stored.facts and not stored.version:
        raise no_table(table)
    return _expected(stored)


def upgraded(store: Store, table: str) -> UpgradedTable:
    """Keep the steps of a table's lines. A table that has them stays as it is, and so does a damaged one.

    Raises `Unknown` if there is no such table, or `StoreError` if its steps cannot be written.
    """
    found = expected(store, table)
    if not found.error and found.computed:
        Tables(store, recent=1).keep_steps(table)
    return found


def _expected(stored: StoredTable) -> UpgradedTable:
    found = checked_table(stored)
    if not found.holds and found.error != "damaged-snapshot":
        return UpgradedTable(stored.table, fact=found.fact, error=found.error, message=found.message)
    try:
        state = fold_stored(stored)
    except FitlError as error:
        return UpgradedTable(stored.table, error=error.code, message=error.message)
    assert state is not None
    lines = len(state.lines)
    if state.is_kept:
        return UpgradedTable(stored.table, lines, unshown=state.unshown, otherwise=found.otherwise)
    attested = sum([step.is_attested for step in state.steps[1:]])
    contradicted = line_contradicted(stored)
    return UpgradedTable(stored.table, lines, lines, attested, contradicted, state.unshown, found.otherwise)
