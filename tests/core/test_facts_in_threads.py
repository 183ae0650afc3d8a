"""The facts of the game are one object each, whichever threads ask for them first."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import fitl_core.facts
from fitl_core.facts.data import once
from fitl_core.facts.game_map import board, cities, locs, spaces_by_id

THREADS = 8


def test_threads_that_ask_at_one_moment_get_one_object() -> None:
    """The load takes a while, and all threads ask before it is over. One loads, and the others wait."""
    loads: list[int] = []
    together = Barrier(THREADS)

    @once
    def facts() -> object:
        """Some facts."""
        loads.append(1)
        time.sleep(0.05)
        return object()

    def ask(_: int) -> object:
        together.wait()
        return facts()

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(ask, range(THREADS)))
    assert len({id(one) for one in found}) == len(loads) == 1
    assert facts() is found[0] and facts.__doc__ == "Some facts."


def test_facts_may_be_made_of_other_facts() -> None:
    """A load may ask for other facts, and after a failed load the next one tries again."""
    tries: list[int] = []

    @once
    def first() -> int:
        tries.append(1)
        if len(tries) == 1:
            raise OSError
        return 7

    @once
    def second() -> int:
        return first() + 1

    for _ in range(2):
        try:
            assert second() == 8
        except OSError:
            assert len(tries) == 1
    assert len(tries) == 2


def test_spaces_are_those_of_the_board() -> None:
    """Rules compare spaces by identity."""
    for where in (*cities(), *locs(), *board().spaces):
        assert spaces_by_id()[where.id] is where is board().spaces[where.index]


def test_no_facts_are_kept_otherwise() -> None:
    """`functools.cache` alone would give two threads two objects."""
    for path in Path(fitl_core.facts.__file__).parent.glob("*.py"):
        assert "@cache" not in path.read_text(encoding="utf-8"), path
