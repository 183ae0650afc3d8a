"""The time that is left, in Chromium: words, the mark when it is over, and what follows then."""

from __future__ import annotations

from datetime import datetime

import pytest
from looking import barriers
from playing import TWO, Comes, Served, Table


def opened(server: Served, name: str, ago: float, deadline: int) -> Table:
    """A table of two players, whose present decision began some seconds ago."""
    return Table.begun_before(server, name, ago, deadline, players=TWO)


@pytest.mark.parametrize(
    ("ago", "deadline", "words"),
    [
        (0, 183_700, "2 days 3 hours left"),
        (60, 3600 * 26 + 30, "1 day 1 hour left"),
        (5, 3600 + 100, "1 hour 1 minute left"),
        (1, 40, "less than a minute left"),
        (90_100, 3600, "overdue by 1 day"),
        (3600 + 130, 3600, "overdue by 2 minutes"),
    ],
)
def test_time_is_told_in_words(server: Served, comes: Comes, ago: float, deadline: int, words: str) -> None:
    """By the server's clock: a browser whose clock is a day slow shows the same. Overdue is marked."""
    table = opened(server, words, ago, deadline)
    person = comes(table.address("US+ARVN").replace(" ", "%20"))
    person.page.wait_for_selector(".time span")
    assert person.page.locator(".time > span").first.inner_text().startswith(words)
    assert person.is_shown(".time.over") == words.startswith("overdue")
    if words.startswith("overdue"):
        late = person.page.locator(".time.over .note").inner_text()
        assert "The host may free the seat" in late and "close the table" in late
        assert barriers(person.page) == []


def test_a_clock_that_is_wrong_changes_nothing(server: Served, comes: Comes) -> None:
    """The browser's clock is a day behind, or ahead."""
    table = opened(server, "clocks", 5, 7200 + 100)
    for shift in (-86_400_000, 86_400_000):
        person = comes("about:blank")
        person.page.clock.install(time=datetime.now().timestamp() * 1000 + shift)
        person.goes(table.address("US+ARVN"))
        person.page.wait_for_selector(".time span")
        assert person.page.locator(".time > span").first.inner_text() == "2 hours 1 minute left"


def test_a_deadline_passes_while_one_looks(server: Served, comes: Comes) -> None:
    """The mark comes without news of the table."""
    table = opened(server, "passing", 0, 8)
    person = comes(table.address())
    person.page.wait_for_selector(".time:not(.over) span")
    person.page.wait_for_selector(".time.over", timeout=20_000)
    assert person.page.locator(".time > span").first.inner_text() == "overdue by less than a minute"


def test_the_host_hands_a_late_seat_to_a_non_player(server: Served, comes: Comes) -> None:
    """Two buttons, one after the other, at the mark; then the game goes on without the seat."""
    table = opened(server, "handing", 7300, 3600)
    late = table.asks
    host = comes(table.address(""))
    host.page.wait_for_selector(".time.over")
    host.page.get_by_role("button", name=f"Free the seat {late}").click()
    host.page.get_by_role("button", name=f"Give {late} to a Non-player").click()
    host.page.wait_for_selector(".time:not(.over) span")
    assert late not in [seat["name"] for seat in table.look()["seats"]]
    assert host.page.locator(".time > span").first.inner_text() == "59 minutes left"
