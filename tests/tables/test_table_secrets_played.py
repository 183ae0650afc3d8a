"""Deception markers (7.3), standing orders and the wait for Pivotal Events (2.3.8), as a table plays them."""

from __future__ import annotations

from collections import Counter

import pytest
from seated import Seated

from fitl_core import FitlError, Setup, Violation
from fitl_core.facts.options import DeceptionMarker
from fitl_core.players.dice import Dice
from fitl_core.proofs.verification import verify
from fitl_core.table import facts
from fitl_core.table.commands import (
    ChooseMarkers,
    End,
    GiveOrder,
    Propose,
    Sit,
    TakeBack,
    TakeBackOrder,
)
from fitl_core.table.refusals import Forbidden, NotNow, TableError, Unknown
from fitl_core.table.standing_orders import read_order
from fitl_core.testing.table_games import TablePlayer

SEATS = ("US", "ARVN", "NVA", "VC")
HELD = 2
"""The seed of a medium game in which ARVN is 1st Eligible, and VC could place its Pivotal Event."""


# -- markers ----------------------------------------------------------------------------------------


def dealt(seed: int = 1) -> Seated:
    """A Short game with Deception."""
    return Seated(Setup("short", options=("deception",)), seed)


def markers_of(seated: Seated, seat: str) -> tuple[DeceptionMarker, ...]:
    """Return a seat's view of its markers."""
    return seated.tables.view(seated.name, seat).markers


def test_each_seat_has_two_markers_of_twelve() -> None:
    """Four of each kind are there; each seat sees its own alone, of the others how many they hold."""
    seen = set()
    for seed in range(1, 6):
        seated = dealt(seed)
        all_markers = [marker for seat in SEATS for marker in markers_of(seated, seat)]
        assert len(all_markers) == 8 and max(Counter(all_markers).values()) <= 4
        seen.add(tuple(all_markers))
        view = seated.tables.view(seated.name)
        assert view.markers == () and [seat.markers for seat in view.seats] == [2, 2, 2, 2]
    assert len(seen) == 5


def test_a_marker_is_revealed_by_its_holder_only() -> None:
    """A seat without an Agenda reveals none; a reveal is counted down for all, and not taken back alone."""
    holders = [
        (seed, seat) for seed in range(1, 9) for seat in SEATS if "agenda" in markers_of(dealt(seed), seat)
    ]
    seed, holder = holders[0]
    seated = dealt(seed)
    for seat in SEATS:
        if "agenda" not in markers_of(seated, seat):
            with pytest.raises(Violation, match="you do not hold this marker"):
                seated.do(seat, f"{seat} reveal agenda")
        if seat != holder:
            with pytest.raises(Forbidden):
                seated.do(seat, f"{holder} reveal agenda")
    held = Counter(markers_of(seated, holder))["agenda"]
    for left in range(held - 1, -1, -1):
        seated.do(holder, f"{holder} reveal agenda")
        there = [one.markers for one in seated.tables.view(seated.name).seats if one.name == holder]
        assert there == [2 - held + left]
    with pytest.raises(Violation):
        seated.do(holder, f"{holder} reveal agenda")
    with pytest.raises(Forbidden, match="propose it"):
        seated.do(holder, TakeBack())
    with pytest.raises(Forbidden, match="nobody can agree on cards"):
        seated.do(holder, Propose(f"amend {len(seated.lines)} {holder} reveal agenda"))


def test_by_handicap_some_choose_and_the_others_draw() -> None:
    """A chosen marker is held; a seat that chooses nothing draws; no seat chooses twice or another number."""
    seated = Seated(Setup("short", options=("handicap",)), sit=False)
    for seat in SEATS:
        seated.do(seat, Sit())
    assert seated.state.status == "gathering"
    with pytest.raises(Violation, match="a player has 2 markers"):
        seated.do("US", ChooseMarkers(("threat",)))
    seated.do("US", ChooseMarkers(("threat", "threat")))
    with pytest.raises(NotNow, match="has chosen"):
        seated.do("US", ChooseMarkers(("agenda", "agenda")))
    for seat in SEATS[1:]:
        with pytest.raises(NotNow, match="markers to be chosen"):
            seated.do("US", "US pass")
        seated.do(seat, ChooseMarkers(()))
    assert seated.state.status == "playing"
    assert markers_of(seated, "US") == ("threat", "threat")
    assert all(len(markers_of(seated, seat)) == 2 for seat in SEATS)


def test_without_the_option_nobody_has_or_chooses_markers() -> None:
    """Without the option no markers are dealt."""
    seated = Seated(Setup("short"))
    assert seated.facts(facts.MarkersDealt) == []
    with pytest.raises(NotNow):
        seated.do("US", ChooseMarkers(("agenda", "agenda")))


def test_behind_the_end_markers_are_revealed_before_the_table_closes() -> None:
    """The table waits for each seat until it has nothing more to reveal (7.3)."""
    seated = dealt(3)
    player = TablePlayer(seated.tables, seated.name, Dice(3))
    while seated.tables.view(seated.name).asked.what != "markers":
        player.play(1)
    assert seated.state.status == "playing" and seated.state.position.phase == "over"
    for seat in SEATS:
        if seated.state.status == "playing" and (found := seated.state.seat(seat)) and not found.finished:
            used = [one.marker for one in seated.state.position.revealed if one.faction == seat]
            left = list((Counter(markers_of(seated, seat)) - Counter(used)).elements())
            for marker in left:
                if marker != "asset":
                    seated.do(seat, f"{seat} reveal {marker}")
            with pytest.raises(FitlError):
                seated.do(seat, f"{seat} reveal asset")
            seated.do(seat, End())
    assert seated.state.closed == "over"
    assert verify(seated.tables.log(seated.name)).sound


# -- the wait for Pivotal Events --------------------------------------------------------------------


def test_who_could_place_a_pivotal_event_is_waited_for() -> None:
    """Before the 1st Eligible acts; once it is waived, play goes on."""
    seated = Seated(Setup("medium"), HELD)
    assert seated.lines[-1] == "VC   hold"
    asked = seated.tables.view(seated.name).asked
    assert (asked.what, asked.seats, asked.rule) == ("pivotal", ("VC",), "2.3.8")
    with pytest.raises(Violation, match="play waits for VC"):
        seated.do("ARVN", "ARVN pass")
    assert seated.tables.view(seated.name, "VC").may_place == ("VC",)
    assert seated.tables.view(seated.name, "NVA").may_place == ()
    answer = seated.do("VC", "VC waive")
    assert answer.asked.seats == ("ARVN",)
    seated.do("ARVN", "ARVN pass")


# -- standing orders --------------------------------------------------------------------------------


def test_an_order_that_bites_at_once_is_opened_and_carried_out() -> None:
    """The order places the card; its seal and its opening stand in the log, and verify."""
    seated = Seated(Setup("medium"), HELD)
    answer = seated.do("VC", GiveOrder("vc: pivotal if playable else waive"))
    kinds = [type(one.fact).__name__ for one in answer.facts]
    assert kinds[:7] == [
        "OrderGiven", "OrderSealed", "NoteSaid", "OrderOpened", "NoteSaid", "MoveEnded", "OrderTakenBack"
    ]  # fmt: skip
    assert "VC   pivotal #124" in seated.lines
    assert seated.state.orders == ()
    found = verify(seated.tables.log(seated.name))
    assert found.faults == () and found.orders == 1


@pytest.mark.parametrize(
    "text",
    [
        "VC: Tet if playable, else waive", "VC: Tet Offensive if playable, else waive",
        "VC: pivotal event, if playable, else waive", "VC: 124 if playable, else waive",
        "VC: card 124 if playable, else waive", "VC: #124 Tet Offensive if playable, else waive",
        "ARVN: Vietnamization if playable, else waive", "US: Linebacker II if playable, else waive",
    ],
)  # fmt: skip
def test_an_order_may_call_the_card_by_its_name(text: str) -> None:
    """An order may name the card by its title, the first word of it, or its number."""
    assert read_order(text).text == f"{text.partition(':')[0]}: pivotal if playable, else waive"


@pytest.mark.parametrize(
    "text",
    ["NVA: Tet if playable, else waive", "VC: Te if playable, else waive", "VC: Tet", "VC: Tet if playable"],
)
def test_no_order(text: str) -> None:
    """Another Faction's card, part of a word, half an order: refused, with the orders that there are."""
    with pytest.raises(TableError, match=r"no standing order: .*: pivotal if playable, else waive"):
        read_order(text)


def test_an_order_is_sealed_until_it_bites() -> None:
    """Others see its seal; its own seat its text. In a game without Pivotal Events it never bites."""
    seated = Seated(Setup("short"))
    seated.do("NVA", GiveOrder("NVA: waive"))
    own, other = (seated.tables.view(seated.name, seat).orders for seat in ("NVA", "VC"))
    assert own[0].text == "NVA: waive" and other[0].text == "" and own[0].seal == other[0].seal
    (given,) = seated.facts(facts.OrderGiven)
    assert isinstance(given, facts.OrderGiven) and own[0].seal == given.seal
    assert seated.tables.view(seated.name).lines[-1].proof == (f"sealed {given.seal}",)
    assert all(not isinstance(one.fact, facts.OrderSealed) for one in seated.tables.facts(seated.name, "VC"))
    assert any(isinstance(one.fact, facts.OrderSealed) for one in seated.tables.facts(seated.name, "NVA"))
    assert verify(seated.tables.log(seated.name)).faults == ()


def test_an_order_is_taken_back_by_its_seat() -> None:
    """An order that its seat takes back does not apply; another seat's cannot be taken back."""
    seated = Seated(Setup("medium"), 1)
    assert seated.tables.view(seated.name).asked.factions == ("VC",)
    seated.do("NVA", GiveOrder("NVA: waive"))
    with pytest.raises(Unknown, match="you have no standing order 1"):
        seated.do("US", TakeBackOrder(1))
    seated.do("NVA", TakeBackOrder(1))
    with pytest.raises(Unknown):
        seated.do("NVA", TakeBackOrder(1))
    assert seated.tables.view(seated.name).orders == ()


def test_an_order_to_waive_stands_for_every_card() -> None:
    """An order to waive is opened the first time it applies, and applies again to later cards."""
    seated = Seated(Setup("medium"), HELD)
    seated.do("VC", GiveOrder("VC: waive"))
    assert "VC   waive" in seated.lines
    player = TablePlayer(seated.tables, seated.name, Dice(2))
    for _ in range(60):
        if seated.lines.count("VC   waive") > 1:
            break
        player.play(1)
    assert seated.lines.count("VC   waive") > 1
    assert len(seated.facts(facts.OrderOpened)) == 1
    assert verify(seated.tables.log(seated.name)).faults == ()


def test_a_void_behind_an_order_that_bit_does_not_undo_it() -> None:
    """The sealed and opened order stays proven; it applies again where it still stands."""
    seated = Seated(Setup("medium"), HELD)
    seated.do("VC", GiveOrder("VC: waive"))
    seated.agree_on("US", f"void {seated.lines.index('VC   waive') + 1}")
    assert seated.lines[-1] == "VC   waive" and len(seated.facts(facts.OrderOpened)) == 1
    assert verify(seated.tables.log(seated.name)).faults == ()
