"""Stores of tables: memory, SQLite and PostgreSQL. They keep facts as bytes and know no rules.

`port` describes the interface of every store. Read it next. The names of `__all__` are public; each is
imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fitl_core.lazy_names import lazy_names

# fmt: off
# isort: off
if TYPE_CHECKING:
    from fitl_core.stores.copying import backup, copy_tables
    from fitl_core.stores.memory import MemoryStore
    from fitl_core.stores.port import (
        KeptFact, Late, NewFact, Repeated, Snapshot, Store, StoreError, Uncertain, Unfit, Unwritable,
    )
    from fitl_core.stores.store_addresses import open_store
# isort: on

__all__ = [
    "KeptFact", "Late", "MemoryStore", "NewFact", "Repeated", "Snapshot", "Store", "StoreError",
    "Uncertain", "Unfit", "Unwritable", "backup", "copy_tables", "open_store",
]
# fmt: on

_HOMES = {
    "copying": "backup copy_tables",
    "memory": "MemoryStore",
    "port": "KeptFact Late NewFact Repeated Snapshot Store StoreError Uncertain Unfit Unwritable",
    "store_addresses": "open_store",
}
"""The module of this package that defines each name: the same list as above, for the running program."""

lazy_names(__name__, _HOMES)
