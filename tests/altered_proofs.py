"""Single bytes of proofs changed, and the results of both checkers: `python tests/altered_proofs.py`.

Proofs are the links, signatures and `proof` fields of lines, and the tags of seals. Both checkers have to
reject each change that is another log; capital digits of a hash in a tag are the same log. `.ci/long` changes
each byte in three ways, a test one byte of many in one.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from typing import NamedTuple

import msgspec
from proven_game import proven_game
from second_checker import check

import notation
from fitl_core.proofs.signatures import signed_by, with_key
from fitl_core.proofs.verification import verify
from fitl_core.record.setup import Setup
from fitl_core.table.commands import Close, Command, Sit, Submit
from fitl_core.testing.table_games import tables_of
from notation import Log
from notation.tag_names import SEALS

SECRETS = {"US": bytes(range(32)), "VC": bytes(32)}
FLIPPED = (1, 32, 64)
"""The bits of a byte that are changed: a neighbour, a capital letter, another kind of character."""
PARTS = 16
"""The number of parts in which all processors try a game."""
_SEALS = "|".join(SEALS)
_VALUE = re.compile(rf'"(?:chain|%sig)":"([^"]*)"|\["(?:{_SEALS})","([^"]*)"\]'.encode())
_PROOFS = re.compile(rb'"proof":\[([^\]]*)\]')


class Tried(NamedTuple):
    """The number of changes of a game, of those that read as the same log, and the changes at fault."""

    changes: int
    same: int
    at_fault: list[str]


def signed_game() -> Log:
    """A proven game with everything that can be proven, in which US and VC have keys and have signed."""
    log = proven_game()
    bare = tuple([msgspec.structs.replace(entry, chain="") for entry in log.entries])
    log = Log(tuple([tag for tag in log.tags if tag.name != "Chain-Head"]), bare)
    for seat, secret in SECRETS.items():
        log = with_key(log, seat, secret)
    for seat, secret in SECRETS.items():
        log, _ = signed_by(log, seat, secret)
    return log


def table_with_markers() -> Log:
    """The export of a closed table whose seats have drawn Deception markers and revealed them."""
    tables = tables_of(11)
    name = tables.open(Setup("short", options=("deception",))).table

    def do(seat: str, command: Command) -> None:
        tables.do(name, seat, command, seen=tables.version(name))

    for seat in ("US", "ARVN", "NVA", "VC"):
        do(seat, Sit())
    for one in tables.state(name).seats:
        for _ in range(one.markers.count("agenda")):
            do(one.name, Submit(f"{one.name} reveal agenda"))
    do("", Close())
    return tables.log(name)


def bytes_of_proofs(data: bytes) -> Iterator[int]:
    """The places of the bytes of proofs in a game as JSON Lines."""
    for found in _VALUE.finditer(data):
        yield from range(*found.span(1 if found[1] is not None else 2))
    for found in _PROOFS.finditer(data):
        yield from [i for i in range(*found.span(1)) if data[i : i + 1] not in b'",']


def try_changes(log: Log, every: int, first: int = 0, in_each_way: bool = False) -> Tried:
    """Change `every` bytes of a game's proofs, one at a time, from byte `first` on.

    Bytes are changed in the three ways by turns, or each byte `in_each_way`.
    """
    data = notation.dump(log).encode()
    assert check(data) == "" and verify(log).faults == ()
    places = sorted(bytes_of_proofs(data))[first::every]
    changes = same = 0
    at_fault: list[str] = []
    for i, place in enumerate(places):
        for bit in FLIPPED if in_each_way else FLIPPED[i % 3 :][:1]:
            other = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
            changes += 1
            verdict, second = _first_checker(other, log), not check(other)
            same += verdict is None
            if verdict or second is not (verdict is None):
                at_fault.append(f"byte {place} ^ {bit}: fitl {verdict}, the second checker {second}")
    return Tried(changes, same, at_fault)


def _first_checker(data: bytes, log: Log) -> bool | None:
    """Whether the product accepts a game; None where it reads it as the same log."""
    try:
        other = notation.load(data).log
    except (notation.NotationError, notation.UnreadableError):
        return False
    return None if other == log else not verify(other).faults


def main() -> None:
    """Print the figures of each game; exit with 1 if a change was accepted or the checkers disagree."""
    faults = 0
    for name, log in (("signed game", signed_game()), ("table with markers", table_with_markers())):
        begun = time.perf_counter()
        with ProcessPoolExecutor() as pool:
            parts = [*pool.map(try_changes, repeat(log), repeat(PARTS), range(PARTS), repeat(True))]
        changes, same = sum(part.changes for part in parts), sum(part.same for part in parts)
        at_fault = [one for part in parts for one in part.at_fault]
        faults += len(at_fault)
        print(f"{name}, {len(log.entries)} lines: {changes:,} changes of single bytes of proofs;")
        print(f"  both checkers reject {changes - same - len(at_fault):,}, {same} are the same log,")
        print(f"  {len(at_fault)} at fault; {time.perf_counter() - begun:.0f} s")
        for one in at_fault[:10]:
            print(f"  {one}")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
