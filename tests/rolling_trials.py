"""Upgrade and downgrade of the processes of a store in the midst of games: nothing acknowledged is lost.

    PYTHONPATH=tests:. python tests/rolling_trials.py ADDRESS TABLES SECONDS

Two processes of an older version play at the tables of a new store. One after the other is replaced by
today's program while the other goes on. Then a process of a later version comes, goes ("downgrade") and comes
back. Each phase lasts SECONDS. Results are printed as JSON; `wrong` is empty if all went well.

A process writes nothing to a table after a fact that is newer than it knows. So the forms of facts in a
stream never fall.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import Any

from fitl_core.stores.port import Store
from fitl_core.stores.store_addresses import open_store
from fitl_core.table.encoding import FORM

ROOT = Path(__file__).parents[1]
OLDER = "be6e4855"
"""The commit of the older version. It knows layout 1 and facts of form 1."""
OLDER_NAMES = {
    "proofs/verification.py": "from fitl_core.proofs.verify import verified as verify",
    "stores/store_addresses.py": "from fitl_core.stores.opening import open_store",
    "table/encoding.py": "from fitl_core.table.keeping import Unreadable as UnreadableFact",
}
"""Modules that give the older version the names by which `rolling_player` calls it."""
FIRST_COMMANDS = 12
LAST_COMMANDS = 30


def main(arguments: list[str]) -> int:
    """Run the trial; 1 where it found something wrong."""
    address, tables, seconds = arguments
    found = roll(address, int(tables), float(seconds))
    print(json.dumps(found))
    return 1 if found["wrong"] else 0


def code_of(commit: str, folder: Path) -> Path:
    """Return a folder with the packages of an older commit.

    Raises `CalledProcessError` without the history of the repository.
    """
    command = ["git", "-C", str(ROOT), "archive", commit, "fitl_core", "notation"]
    packed = subprocess.run(command, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    for module, names in OLDER_NAMES.items():
        (folder / "fitl_core" / module).write_text(f"{names}\n", encoding="utf-8")
    return folder


class PlayingProcess:
    """A process with the code in a folder that plays at the tables of a store."""

    def __init__(self, code: Path, address: str, name: str, *flags: str) -> None:
        path = os.pathsep.join([str(code), str(ROOT / "tests")])
        self.name = name
        self.told: list[dict[str, Any]] = []
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "tests/rolling_player.py"), address, name, *flags],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> PlayingProcess:
        """Wait until it has opened the store."""
        self.answer()
        return self

    def __exit__(self, *_: object) -> None:
        """End it as a server ends, after its last answer."""
        self._process.communicate()

    def ask(self, request: str, *given: object) -> None:
        """Ask for something; `answer` returns the result."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([request, given]) + "\n")
        self._process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        """Wait for a result. Raises `RuntimeError` if the process has ended."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name}: {self._process.communicate()[1][-2000:]}")
        found: dict[str, Any] = json.loads(line)
        self.told.append(found)
        return found

    def why_not(self) -> str:
        """Return the last line of a process that has not opened the store."""
        told, error = self._process.communicate()
        return "" if told else error.strip().splitlines()[-1]


def together(*asked: tuple[PlayingProcess, str, list[object]]) -> list[dict[str, Any]]:
    """Have several processes do something at the same time, and return their results."""
    for process, request, given in asked:
        process.ask(request, *given)
    return [process.answer() for process, _, _ in asked]


def roll(address: str, number: int, seconds: float) -> dict[str, Any]:
    """Play, upgrade and downgrade. Return what has happened and what was wrong."""
    names = [f"t{one}" for one in range(number)]
    first, second = names[::2], names[1::2]
    wrong: list[str] = []
    refused: dict[str, dict[str, Any]] = {}
    processes: list[PlayingProcess] = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as running:
        old_code = code_of(OLDER, Path(folder))

        def begin(code: Path, name: str, *flags: str) -> PlayingProcess:
            processes.append(PlayingProcess(code, address, name, *flags))
            return running.enter_context(processes[-1])

        def play(process: PlayingProcess, tables: list[str], share: float = 1.0) -> tuple[Any, ...]:
            return process, "play", [tables, seconds * share]

        leaving, staying = begin(old_code, "old 1"), begin(old_code, "old 2")
        opened = [FIRST_COMMANDS]
        together((leaving, "open", [first, *opened]), (staying, "open", [second, *opened]))
        together(play(leaving, names), play(staying, names))
        # upgrade: one process after the other
        leaving.__exit__()
        new = begin(ROOT, "new 1")
        together(play(new, first), play(staying, names))
        (after,) = together(play(staying, names, 0.5))
        refused["the older after an upgrade"] = after["refused"]
        wrong += _not_served(after, first, second, "unreadable-fact", f"form {FORM}")
        staying.__exit__()
        newer_one = begin(ROOT, "new 2")
        together(play(new, names), play(newer_one, names))
        why = PlayingProcess(old_code, address, "old 3").why_not()
        if "has layout 2, this fitl knows up to 1: use a newer fitl" not in why:
            wrong.append(f"the older version opens the store: {why}")
        # a later version comes, goes, and comes back
        new.__exit__()
        later = begin(ROOT, "later 1", "--newer")
        together(play(later, first), play(newer_one, names))
        (after,) = together(play(newer_one, names, 0.5))
        refused["today's after a later version"] = after["refused"]
        wrong += _not_served(after, first, second, "newer-fact", "upgrade this program")
        later.__exit__()
        together(play(newer_one, second, 0.5))
        later = begin(ROOT, "later 2", "--newer")
        together(play(later, names), play(newer_one, names))
        together((later, "finish", [names, LAST_COMMANDS]))
        (report,) = together((later, "check", [names]))
        wrong += report["result"]
    store = open_store(address, create=False)
    acknowledged = [
        tuple(one) for process in processes for told in process.told for one in told.get("acknowledged", ())
    ]
    wrong += _lost(store, names, acknowledged)
    forms = Counter(form for name in names for form in _forms(store, name))
    store.close()
    late = sum([told.get("late", 0) for process in processes for told in process.told])
    return {
        "tables": number,
        "commands": len(acknowledged),
        "late": late,
        "facts of each form": {str(form): many for form, many in sorted(forms.items())},
        "refused": {when: len(tables) for when, tables in refused.items()},
        "wrong": wrong[:10],
    }


def _not_served(
    after: dict[str, Any], touched: list[str], others: list[str], code: str, words: str
) -> list[str]:
    """Return what is wrong with an older process. It refuses tables of newer facts, and serves others."""
    wrong = []
    refused = after["refused"]
    if not refused:
        wrong.append(f"no table was refused as {code}")
    wrong += [
        f"{name} was refused: {told}"
        for name, told in refused.items()
        if told[0] != code or words not in told[1]
    ]
    served = {table for table, *_ in after["acknowledged"]}
    if not served & set(others):
        wrong.append("no other table was served")
    if both := served & set(refused):
        wrong.append(f"served and refused: {sorted(both)}")
    return wrong + [f"{name} was refused without a newer fact" for name in refused if name not in touched]


def _lost(store: Store, names: list[str], acknowledged: list[tuple[Any, ...]]) -> list[str]:
    """Return what is wrong with the streams: commands that were lost or doubled, forms that fall."""
    wrong = []
    kept = {name: {fact.command for fact in store.read(name) if _has_key(fact.command)} for name in names}
    for table, seat, key, version in acknowledged:
        facts = store.of_command(table, f"{seat} {key}")
        if not facts or facts[-1].version != version:
            wrong.append(f"{table}: the command {key} of {seat} is not at version {version}")
        kept[table].discard(f"{seat} {key}")
    wrong += [f"{name}: nobody has acknowledged {sorted(keys)[:3]}" for name, keys in kept.items() if keys]
    falling = [name for name in names if (forms := _forms(store, name)) != sorted(forms)]
    return wrong + [f"{name}: an older process wrote after a newer one" for name in falling]


def _has_key(command: str) -> bool:
    return re.search(r" (old|new|later) \d \d+$", command) is not None


def _forms(store: Store, name: str) -> list[int]:
    """Return the forms of a table's facts, in order."""
    return [json.loads(fact.body)["form"] for fact in store.read(name)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
