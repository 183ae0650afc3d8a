"""A budget is shared by all work inside it, and lists the work that was not examined."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fitl_core.asking.budgets import Budget, bounded, ends, spend


def test_a_search_draws_on_the_command_around_it() -> None:
    """A search ends when the command's budget is used up, even if its own is not."""
    with Budget(10) as command:
        with Budget(100) as search:
            spend(4)
            assert (search.left, command.left) == (6, 6)
            assert not search.ends("more")
            spend(6)
            assert search.ends("more")
            assert search.ends("more")
        assert list(command.unexamined) == ["more"]


def test_a_search_ends_before_the_command() -> None:
    """A search that has used up its own budget leaves the rest to the next one, and is reported."""
    with Budget(10) as command:
        with Budget(3) as search:
            spend(3)
            assert search.ends("that")
        with Budget(3) as search:
            assert not search.ends("this")
    assert list(command.unexamined) == ["that"]


def test_what_stands_apart_is_not_cut_and_is_counted() -> None:
    """A budget set apart is not cut by the command's budget, and its work still counts there."""
    with Budget(0) as command, Budget(5, apart=True) as search:
        assert not search.ends("that")
        spend(5)
        assert search.ends("that")
    assert (command.left, list(command.unexamined)) == (-5, ["that"])


def test_a_budget_is_opened_again_with_what_is_left() -> None:
    total = Budget(10)
    for _ in range(3):
        with total:
            spend(3)
    assert total.left == 1
    with total, pytest.raises(RuntimeError, match="open already"), total:
        pass


def test_without_a_budget_nothing_ends() -> None:
    spend(1_000_000)
    assert not ends("that")


def test_a_budget_belongs_to_its_thread() -> None:
    """Threads of a server do not spend from each other."""
    with Budget(5) as mine:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(spend, 5).result()
        assert mine.left == 5


def test_a_function_with_a_budget_of_its_own() -> None:
    @bounded(2)
    def ended() -> bool:
        spend(2)
        return ends("that")

    assert ended() and ended()
    assert not ends("that")
