"""The host closes no table alone while others play: it takes their consent, or a missed deadline."""

from __future__ import annotations

import pytest
from seated import HIT, Seated, refused

from fitl_core import Faction, Setup
from fitl_core.table.commands import Agree, Close, Decline, Leave, Resign, Sit, SubmitComment, Unseat
from fitl_core.table.facts import TABLE
from fitl_core.table.refusals import Forbidden, NotNow, Unknown

SEATS = ("US", "ARVN", "NVA", "VC")


def status(table: Seated) -> tuple[str, str | None]:
    """How the table stands, and why it is closed."""
    return table.state.status, table.state.closed


def test_a_table_in_play_is_closed_by_the_last_consent(hit: Seated) -> None:
    """Everybody sees the seats that have agreed; a comment does not change that."""
    hit.do(TABLE, Close())
    for seat in SEATS[:-1]:
        hit.do(seat, Agree(1))
        hit.do("VC", SubmitComment("let me think"))
        assert status(hit) == ("playing", None)
    (proposal,) = hit.tables.view(hit.name).proposals
    assert (proposal.line, proposal.by, proposal.agreed) == ("close the table", TABLE, SEATS[:-1])
    refused(hit, "US", Agree(1), NotNow, "agreed")
    refused(hit, TABLE, Close(), NotNow, "proposed already: proposal 1")
    hit.do("VC", Agree(1))
    assert status(hit) == ("closed", "abandoned")
    assert hit.tables.view(hit.name).seed == hit.state.seed


def test_one_seat_keeps_the_table_open(hit: Seated) -> None:
    """A refusal, a move or silence keeps the table open, its seed sealed; the host may propose again."""
    hit.do(TABLE, Close())
    hit.do("VC", Decline(1))
    refused(hit, "US", Agree(1), Unknown, "no open proposal 1")
    hit.do(TABLE, Close())
    hit.do("VC", "VC pass")  # it lapses
    refused(hit, "US", Agree(2), Unknown, "no open proposal 2")
    hit.do(TABLE, Close())
    for seat in SEATS[1:]:
        hit.do(seat, Agree(3))
    assert status(hit) == ("playing", None) and hit.tables.view(hit.name).seed == ""
    refused(hit, "US", Close(), Forbidden, "host")


@pytest.mark.parametrize("sent_off", [SEATS, ("US",), ("ARVN", "VC")])
def test_the_host_is_not_rid_of_a_consent_by_sending_players_off(
    hit: Seated, sent_off: tuple[str, ...]
) -> None:
    """A seat that the host has freed keeps its say, which the next player of the seat has."""
    for seat in sent_off:
        hit.do(TABLE, Unseat(seat))
    hit.do(TABLE, Close())
    for seat in SEATS:
        if seat not in sent_off:
            hit.do(seat, Agree(1))
    assert status(hit) == ("playing", None)
    for seat in sent_off:
        hit.do(seat, Sit())
        hit.do(seat, Agree(1))
    assert status(hit) == ("closed", "abandoned")


@pytest.mark.parametrize("way", [Leave, Resign])
def test_a_table_that_all_have_left_is_closed_at_once(hit: Seated, way: type) -> None:
    """Who has got up by himself leaves the end of the game to the others."""
    for seat in SEATS[:-1]:
        hit.do(seat, way())
    hit.do(TABLE, Close())
    assert status(hit) == ("playing", None)
    refused(hit, TABLE, Close(), NotNow, "proposed already")
    hit.do("VC", way())
    hit.do(TABLE, Close())
    assert status(hit) == ("closed", "abandoned")


@pytest.mark.parametrize("seconds", [1, 3, 3600])
def test_a_missed_deadline_lets_the_host_close(seconds: int) -> None:
    """The clock of these tables goes on by a second with each command."""
    table = Seated(sit=False, seed=HIT)
    table.name = table.tables.open(Setup("short"), deadline=seconds).table
    for seat in SEATS:
        table.do(seat, Sit())
    for number in range(seconds if seconds < 10 else 0):
        table.do("US", SubmitComment(f"{number}"))
    table.do(TABLE, Close())
    assert status(table) == (("closed", "abandoned") if seconds < 10 else ("playing", None))


def test_before_play_the_host_closes_alone() -> None:
    """Before play the host may close a table without consent."""
    table = Seated(Setup("short"), HIT, sit=False)
    for seat in SEATS[:3]:
        table.do(seat, Sit())
    table.do(TABLE, Close())
    assert status(table) == ("closed", "abandoned")


def test_a_table_of_two_and_one_of_one() -> None:
    """However many seats there are: each that is taken agrees."""
    two = Seated(Setup("short", players=((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC))))
    two.do(TABLE, Close())
    two.do("NVA+VC", Agree(1))
    assert status(two) == ("playing", None)
    two.do("US+ARVN", Agree(1))
    assert status(two) == ("closed", "abandoned")
    one = Seated(Setup("short", players=((Faction.VC,),)))
    one.do(TABLE, Close())
    assert status(one) == ("playing", None)
    one.do("VC", Agree(1))
    assert status(one) == ("closed", "abandoned")
