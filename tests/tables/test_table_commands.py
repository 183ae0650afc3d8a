"""Commands at a table: who may give each, why it is refused, and that it is carried out once."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from seated import HIT, Seated, refused

import notation
from fitl_core import Faction, FitlError, Setup, Violation, read_log
from fitl_core.record.clauses import At, Move, Option, Place, Verb
from fitl_core.record.events import Action, Correct, Note, Pass, Reveal, Segment, Stand, Void
from fitl_core.record.position import Position
from fitl_core.stores.port import KeptFact
from fitl_core.table.commands import (
    LONGEST,
    Agree,
    Begin,
    Close,
    Decline,
    End,
    GiveOrder,
    GiveSeed,
    HandOver,
    Leave,
    PromiseSeed,
    Propose,
    Resign,
    Say,
    Sit,
    Skip,
    Submit,
    SubmitComment,
    TakeBack,
    TakeBackOrder,
    Unseat,
)
from fitl_core.table.refusals import Conflict, Forbidden, NotNow, TableError, Unknown
from fitl_core.table.tables import MOST_KEY
from fitl_core.testing.table_games import tables_of
from notation import NotationError

# -- whose turn it is -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "command", "error"),
    [
        ("US", "VC rally QNa+vg", Forbidden),
        ("US", "VC pass", Forbidden),
        ("US", "VC waive", Forbidden),
        ("US", "VC reveal agenda", Forbidden),
        ("US", "VC pivotal #124", Forbidden),
        ("US", Begin(Faction.VC), Forbidden),
        ("US", Begin(Faction.US), Violation),
        ("US", "US train Sai", Violation),
        ("US", End(), NotNow),
        ("US", Skip(), NotNow),
        ("US", Say(At("saigon")), NotNow),
        ("US", TakeBack(), Forbidden),
        ("VC", "next #68", Forbidden),
        ("VC", "#68", Forbidden),
        ("VC", "dice VC 8.5.3/if-2 {1}", Forbidden),
        ("VC", "void 1", Forbidden),
        ("VC", 'correct "aid 9"', Forbidden),
        ("VC", "digest 1:" + "0" * 16, FitlError),
        ("VC", "VC pass => VC 9", TableError),
        ("VC", "; nothing", TableError),
        ("VC", "", NotationError),
        ("VC", "VC pass\nNVA pass", NotationError),
        ("VC", Sit(), NotNow),
        ("VC", PromiseSeed("sha256:" + "0" * 64), NotNow),
        ("VC", GiveSeed("00" * 32), NotNow),
        ("VC", Unseat("US"), Forbidden),
        ("VC", HandOver("US"), Forbidden),
        ("VC", Close(), Forbidden),
        ("VC", TakeBackOrder(1), Unknown),
        ("VC", Agree(1), Unknown),
        ("VC", GiveOrder("VC: whatever"), TableError),
        ("VC", GiveOrder("US: waive"), Forbidden),
        ("", "VC pass", Forbidden),
        ("", Sit(), Forbidden),
        ("", Unseat("Laos"), Unknown),
        ("Laos", "VC pass", Unknown),
        ("US+ARVN", "US pass", Unknown),
    ],
)
def test_refusals_by_their_types(hit: Seated, seat: str, command: Any, error: type[FitlError]) -> None:
    """Each refusal names the fault, and changes nothing."""
    before = hit.tables.version(hit.name)
    with pytest.raises(error):
        hit.do(seat, command)
    assert hit.tables.version(hit.name) == before


def test_another_seat_neither_ends_nor_goes_on_with_a_move(hit: Seated) -> None:
    """Another seat can neither end nor continue a move, not even by submitting the answers given so far."""
    hit.do("VC", Begin(Faction.VC))
    for answer in (Verb("attack"), At("binh-dinh")):
        hit.do("VC", Say(answer))
    for command in (
        "VC attack BDi",
        "VC attack BDi Ple",
        End(),
        Skip(),
        Say(At("pleiku-darlac")),
        TakeBack(),
    ):
        refused(hit, "NVA", command, Forbidden, "")


def test_a_late_version_is_a_conflict(hit: Seated) -> None:
    """A late version is refused with both versions, and so is one that does not exist yet."""
    for seen in (0, -1, hit.state.version - 1, hit.state.version + 1, 10**30):
        with pytest.raises(Conflict) as raised:
            hit.tables.do(hit.name, "VC", Submit("VC pass"), seen=seen)
        assert (raised.value.seen, raised.value.version) == (seen, hit.state.version)


def test_a_key_makes_a_command_safe_to_send_again(hit: Seated) -> None:
    """A repeated key gets the same answer, also after other moves; keys of other seats do not matter."""
    seen = hit.state.version
    first = hit.tables.do(hit.name, "VC", Submit("VC pass"), seen=seen, key="k")
    again = hit.tables.do(hit.name, "VC", Submit("VC pass"), seen=seen, key="k")
    assert again.again and again.facts == first.facts and again.version == first.version
    hit.do("NVA", "NVA pass", key="k")
    assert "NVA  pass" in hit.lines
    assert hit.tables.do(hit.name, "VC", Submit("VC pass"), seen=seen, key="k").facts == first.facts
    known = [one.command for one in hit.tables.facts(hit.name, "NVA") if one.by == "VC"]
    assert set(known) == {""}
    with pytest.raises(TableError, match="characters"):
        hit.do("VC", "VC pass", key="x" * (MOST_KEY + 1))
    with pytest.raises(FitlError):
        hit.do("VC", "VC pass", key="a\0b")


def test_what_was_seen_last_is_not_folded_anew(hit: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version seen already is read from its last fact on; an earlier one is folded from the beginning."""
    store, behind = hit.tables.store, []

    def read(table: str, after: int = 0, most: int | None = None) -> list[KeptFact]:
        behind.append(after)
        return type(store).read(store, table, after, most)

    version = hit.state.version
    monkeypatch.setattr(store, "read", read)
    assert [hit.tables.state(hit.name, at).version for at in (version, version - 1)] == [version, version - 1]
    assert behind == [version - 1, 0]


def pass_of_laos() -> Pass:
    """An event that its constructor would refuse."""
    passed = Pass(Faction.VC)
    msgspec.structs.force_setattr(passed, "faction", "Laos")
    return passed


ODD: list[Any] = [
    Submit(Void(0)),
    Submit(Void(-3)),
    Submit(pass_of_laos()),
    Submit(Note("a\nb")),
    Submit(Note("\ud800")),
    Submit(Note("x" * LONGEST)),
    Submit(Note("\0")),
    Submit("\ud800"),
    Submit("VC " + "rally " * 2000),
    Submit(7),  # type: ignore[arg-type]
    Submit(Action(Faction.VC, ())),
    Submit(Action(Faction.VC, (Segment("dance", ()),))),
    Submit(Action(Faction.VC, (Segment("rally", (At("atlantis"),)),))),
    Submit(Action(Faction.VC, (Segment("rally", (Place("saigon", ()),)),))),
    Submit(Action(Faction.VC, (Segment("march", (Move(("saigon", "atlantis"), ()),)),))),
    Submit(Stand(Pass(Faction.VC))),
    Submit(Correct(("aid",), Position(tracks=(("aid", -5),)))),
    Begin("Laos"),  # type: ignore[arg-type]
    Say(At("atlantis")),
    Say(Option("nothing")),
    Say(Verb("")),
    Say(7),  # type: ignore[arg-type]
    TakeBack(True),
    TakeBack("1"),  # type: ignore[arg-type]
    SubmitComment(""),
    SubmitComment("a\nb"),
    Propose(Void(0)),
    Propose(Void(-1)),
    Propose(Void(10**20)),
    Propose(Stand(Action(Faction.US, (Segment("train", (At("atlantis"),)),)))),
    Propose(Stand(Reveal(68))),
    Propose(Correct((), Position())),
    Propose(Correct(("nonsense",), Position())),
    Propose(Correct(("aid",), Position(tracks=(("aid", 10**9),)))),
    Agree(0),
    Agree(-1),
    Agree(10**30),
    Decline("1"),  # type: ignore[arg-type]
    GiveOrder(""),
    GiveOrder("VC"),
    GiveOrder(":" * 3000),
    TakeBackOrder(0),
    None,
    "not a command",
    7,
]


@pytest.mark.parametrize("begun", [False, True], ids=["at rest", "in a move"])
@pytest.mark.parametrize("at", range(len(ODD)))
def test_odd_commands_are_refused(at: int, begun: bool) -> None:
    """Any content of a command raises a `FitlError` and changes nothing, or is harmless."""
    seated = Seated(Setup("short"), HIT)
    if begun:
        seated.do("VC", Begin(Faction.VC))
    before = seated.tables.version(seated.name)
    try:
        seated.tables.do(seated.name, "VC", ODD[at], seen=before)
    except FitlError:
        assert seated.tables.version(seated.name) == before
    else:
        log = notation.write(seated.tables.log(seated.name))
        assert read_log(log.encode(), "table").faults == ()


# -- seats ------------------------------------------------------------------------------------------


def test_play_begins_when_all_sit() -> None:
    """Before all sit nothing is played, and the table names the seats that it waits for."""
    seated = Seated(Setup("short"), sit=False)
    refused(seated, "VC", "VC pass", Forbidden, "nobody sits on seat VC")
    seated.do("VC", Sit())
    refused(seated, "VC", "VC pass", NotNow, "seats to be taken: US, ARVN, NVA")
    refused(seated, "VC", Sit(), NotNow, "is taken")
    seated.do("VC", Leave())
    refused(seated, "VC", Leave(), Forbidden, "nobody sits")
    for seat in ("US", "ARVN", "NVA", "VC"):
        assert seated.state.status == "gathering"
        seated.do(seat, Sit())
    assert seated.state.status == "playing"


def test_a_closed_table_takes_nothing_more(hit: Seated) -> None:
    """A table is closed by consent, its seed is opened, and it takes no more commands."""
    hit.close()
    view = hit.tables.view(hit.name)
    assert view.status == "closed" and view.seed == hit.state.seed
    for command in ("VC pass", Sit(), SubmitComment("x"), TakeBack(), Propose("void"), End()):
        refused(hit, "VC", command, NotNow, "closed")


def test_who_resigns_one_of_two_seats_ends_the_game() -> None:
    """Resigning one of two seats closes the table; one of four is left to another player."""
    pair = Seated(Setup("short", players=((Faction.US, Faction.ARVN), (Faction.NVA, Faction.VC))))
    pair.do("US+ARVN", Resign())
    assert pair.state.closed == "resigned"
    four = Seated(Setup("short"))
    four.do("US", Resign())
    assert four.state.status == "playing" and four.tables.view(four.name).seats[0].resigned


def test_what_there_is_not_is_unknown() -> None:
    """An unknown table, version, seat or link is refused as unknown."""
    seated = Seated(Setup("short"))
    with pytest.raises(Unknown, match="no table"):
        seated.tables.do("elsewhere", "VC", Submit("VC pass"), seen=1)
    with pytest.raises(Unknown, match="no table"):
        seated.tables.state("elsewhere", 3)
    for version in (-1, 0, 10**6):
        with pytest.raises(Unknown, match="there is no version"):
            seated.tables.state(seated.name, version)
    with pytest.raises(Unknown, match="no seat"):
        seated.tables.view(seated.name, "Laos")
    with pytest.raises(Unknown, match="link"):
        seated.tables.seat_of(seated.name, "0")


@pytest.mark.parametrize(
    "setup",
    [
        Setup("short", cards=(1, 2)),
        Setup("atlantis"),
        Setup("short", players=()),
        Setup("short", options=("nonsense",)),
    ],
)
def test_a_table_is_not_opened_for_a_game_that_cannot_be(setup: Setup) -> None:
    """A table for an impossible game is refused, and nothing is stored."""
    tables = tables_of(1)
    with pytest.raises(FitlError):
        tables.open(setup)
    assert tables.store.tables() == []


def test_answers_and_views_are_json(miss: Seated) -> None:
    """A server can send answers and views as JSON without a change."""
    answer = miss.do("VC", "VC attack BDi BDi-2at")
    for value in (answer, miss.tables.view(miss.name, "VC"), miss.tables.facts(miss.name, "VC")):
        assert msgspec.json.decode(
            msgspec.json.encode(value), type=type(value) if not isinstance(value, tuple) else list
        )
