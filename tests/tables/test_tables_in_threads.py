"""Tables are opened and read by several threads at one moment, from the first moment on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

EIGHT_AT_ONCE = """
import sys, threading
from fitl_core import Setup
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.tables import Tables

sys.setswitchinterval(1e-6)
tables, gate = Tables(open_store("memory:")), threading.Barrier(8)

def look(number):
    gate.wait()
    tables.open(Setup("short"), table=f"t{number}")
    tables.view(f"t{number}")

threads = [threading.Thread(target=look, args=[number]) for number in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(list(tables.names_of_tables())))
"""


def test_nothing_breaks_where_threads_begin_at_once() -> None:
    """In a process that has read nothing yet, one thread alone learns each type."""
    told = subprocess.run([sys.executable, "-c", EIGHT_AT_ONCE], cwd=ROOT, capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (0, "8\n"), told.stderr
