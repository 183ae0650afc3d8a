"""The page below a path, behind a proxy that strips the path or leaves it: page, API, news, links."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import TWO, Comes, Served, Table
from proxies import below
from samples import sampled

WAYS = [(True, ()), (True, ("--root-path", "/fitl")), (False, ("--root-path", "/fitl"))]


@pytest.mark.parametrize(("strips", "given"), sampled(WAYS, 2))
def test_a_game_below_a_path(tmp_path: Path, comes: Comes, strips: bool, given: tuple[str, ...]) -> None:
    """A table is opened by a click, its links open seats, and a move is news in another browser."""
    served = Served(tmp_path / "tables.db", 0, *given)
    with below("/fitl/", served.url.replace("fitl/", ""), strips=strips) as url:
        host = comes(url)
        host.page.get_by_role("button", name="Open the table").click()
        host.page.wait_for_selector("input[data-link]")
        assert host.page.url.startswith(f"{url}#")
        for field in host.page.locator("input[data-link]").all():
            assert field.input_value().startswith(host.page.url)
        table = Table.opened(served, "below", players=TWO)
        table.comes_to("US")
        player, spectator = comes(f"{url}#below/{table.links['US+ARVN']}"), comes(f"{url}#below")
        spectator.rest()
        before = len(table.look("/events")["events"])
        player.moves()
        spectator.sees_line(before + 1)
        assert spectator.board() == player.board() != {}
    assert served.end() == 143
