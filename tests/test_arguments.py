"""Wrong arguments: each public function names the wrong one; only events are events."""

from __future__ import annotations

import importlib
import inspect
import pickle
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sources import front_doors

import fitl_core
import notation
from fitl_core import (
    Action,
    At,
    By,
    ChooseFaction,
    Count,
    DecisionDice,
    Edition,
    Faction,
    FitlError,
    Kind,
    Note,
    Pass,
    Place,
    ReplayedGame,
    Segment,
    SetLevel,
    Setup,
    State,
    UnknownName,
    Verb,
    apply,
    apply_effects,
    ask,
    play,
    replay,
    start,
)
from fitl_core.facts import Level
from fitl_core.game import EntryRemark
from fitl_core.mail import summarize_turn
from fitl_core.players import Dice
from fitl_core.record.clauses import Move
from fitl_core.seat import sight_of_game
from fitl_core.stores import MemoryStore
from fitl_core.table import Tables, describe_refusal

ROOT = Path(__file__).parents[1]


@cache
def tutorial() -> tuple[notation.Log, ReplayedGame]:
    """The tutorial's log, and its replay."""
    log = notation.read((ROOT / "fixtures/tutorial.fitl").read_bytes()).log
    return log, replay(notation.setup_of(log), log.events)


@cache
def opening() -> State:
    """A position in which VC is to act."""
    return start(Setup("full", cards=(107, 55))).state


NO_EVENTS: dict[str, Any] = {
    "a string": "VC pass",
    "None": None,
    "an entry": notation.read_line("VC pass"),
    "a dict": {"event": "pass", "faction": "VC"},
    "a class": Pass,
    "a clause": At("saigon"),
    "a number": 107,
    "a list of events": [Pass(Faction.VC)],
    "a step": play(opening(), Pass(Faction.VC)),
}


@pytest.mark.parametrize("given", NO_EVENTS.values(), ids=NO_EVENTS)
@pytest.mark.parametrize("carry_out", [play, apply], ids=["play", "apply"])
def test_what_is_no_event_is_refused(carry_out: Callable[..., Any], given: Any) -> None:
    """An argument that is no event is refused, and not taken for an event without effect."""
    with pytest.raises(TypeError, match=r"^event takes an event, not "):
        carry_out(opening(), given)


@pytest.mark.parametrize("given", NO_EVENTS.values(), ids=NO_EVENTS)
def test_no_replay_of_what_is_no_event(given: Any) -> None:
    """After an illegal event too, and whether the rules are asked or not."""
    log, played = tutorial()
    setup = notation.setup_of(log)
    for events in ([given], [*log.events, given], [Pass(Faction.US), given]):
        with pytest.raises(TypeError, match=rf"^events\[{len(events) - 1}\] takes an event, not "):
            replay(setup, events)
    with pytest.raises(TypeError, match=r"^events\[37\] takes an event"):
        replay(setup, [*log.events, given], effects=played.effects, check=False)


@pytest.mark.parametrize(
    ("given", "way"),
    [("entries", r"`log\.events`, not `log\.entries`"), ("log", r"`log\.events`"), ("text", "read_line")],
)
def test_the_way_out_is_named(given: str, way: str) -> None:
    """The error knows the things that people pass in place of a log's events."""
    log, _ = tutorial()
    things: dict[str, Any] = {"entries": log.entries, "log": log, "text": notation.write(log)}
    with pytest.raises(TypeError, match=way):
        replay(notation.setup_of(log), things[given])


def test_events_come_from_any_row() -> None:
    """Events may come from a list, an iterator or a generator."""
    log, played = tutorial()
    for events in (list(log.events), iter(log.events), (event for event in log.events)):
        assert replay(notation.setup_of(log), events).steps == played.steps


@pytest.mark.parametrize("given", ["text", [None], [At("hue")], [Pass(Faction.VC)], None, 3])
def test_effects_are_effects(given: Any) -> None:
    """`apply_effects` refuses other values with a TypeError that names the argument."""
    with pytest.raises(TypeError, match="effects takes "):
        apply_effects(opening(), given)


@pytest.mark.parametrize("given", ["conflict", None, ValueError("x"), FitlError])
def test_only_our_errors_are_refusals(given: Any) -> None:
    """`describe_refusal` accepts only a `FitlError`, and refuses other errors."""
    with pytest.raises(TypeError, match="error takes a FitlError"):
        describe_refusal(given)


@pytest.mark.parametrize(
    ("field", "given", "kept"),
    [
        ("rules", "original", Edition.ORIGINAL),
        ("rules", "second", Edition.SECOND),
        ("cards", [107, 55], (107, 55)),
        ("options", ["any-deck"], ("any-deck",)),
        ("readings", ["NP-Q20"], ("NP-Q20",)),
        ("players", [["US", "ARVN"], ["VC"]], ((Faction.US, Faction.ARVN), (Faction.VC,))),
        ("players", [], ()),
    ],
)
def test_a_setup_converts_what_it_is_given(field: str, given: Any, kept: Any) -> None:
    """Text for a member of an enumeration, a list for a tuple; a copy with another field too."""
    for setup in (Setup("full", **{field: given}), msgspec.structs.replace(Setup("full"), **{field: given})):
        found = getattr(setup, field)
        assert found == kept and type(found) is type(kept) and repr(found) == repr(kept)
        assert hash(setup) == hash(Setup("full", **{field: kept}))
        assert pickle.loads(pickle.dumps(setup)) == setup


def test_plain_text_plays_by_its_edition() -> None:
    """Plain text plays by its own edition, not always by the second."""
    assert start(Setup("full", rules="original")).state == start(Setup("full", Edition.ORIGINAL)).state  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("field", "given", "kind", "told"),
    [
        ("rules", "orignal", UnknownName, "rules takes one of second, original; not a str, 'orignal'"),
        ("rules", "", UnknownName, "rules takes one of second, original"),
        ("rules", 2, TypeError, "rules takes an Edition, not an int, 2"),
        ("players", (("US",), ("VCX",)), UnknownName, r"players\[1\]\[0\] takes one of US, ARVN, NVA, VC"),
        ("players", "US VC", TypeError, "players takes "),
        ("cards", "107 55", TypeError, "cards takes "),
        ("cards", (107,), TypeError, "cards takes 2 things, not 1"),
        ("cards", (107, "55"), TypeError, r"cards\[1\] takes an int, not a str, '55'"),
        ("options", "deception", TypeError, "options takes "),
        ("readings", (3,), TypeError, r"readings\[0\] takes a str"),
        ("position", "Hue 2at", TypeError, "position takes a Position, not a str"),
        ("scenario", 3, TypeError, "scenario takes a str, not an int, 3"),
    ],
)
def test_a_setup_refuses_what_it_cannot_convert(field: str, given: Any, kind: type, told: str) -> None:
    """A setup refuses a wrong value at once, with the legal values where there is a list of them."""
    with pytest.raises(kind, match=told):
        Setup(**{"scenario": "full", field: given})


@pytest.mark.parametrize(
    "make",
    [
        lambda who: Pass(who),
        lambda who: Action(who, ()),
        lambda who: DecisionDice(who, "space", (1,)),
        lambda who: By(who),
        lambda who: ChooseFaction(who),
    ],
    ids=["Pass", "Action", "DecisionDice", "By", "ChooseFaction"],
)
def test_factions_are_members(make: Callable[[Any], Any]) -> None:
    """Events and clauses make a Faction of its name."""
    assert make("VC") == make(Faction.VC)
    assert make("VC").faction is Faction.VC
    with pytest.raises(UnknownName, match="faction takes one of US, ARVN, NVA, VC; not a str, 'VX'"):
        make("VX")
    with pytest.raises(TypeError, match="faction takes a Faction, not None"):
        make(None)


def test_levels_are_members() -> None:
    """A level may be given by its code; another text is refused with the codes."""
    assert SetLevel("hue", "PS").level is Level.PASSIVE_SUPPORT  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="level takes one of AS, PS, N, PO, AO"):
        SetLevel("hue", "Active")  # type: ignore[arg-type]


def test_ask_takes_a_name() -> None:
    """`ask(state, "VC")` asks VC; another name is refused with the Factions."""
    assert ask(opening(), "VC").say(Verb("rally")).faction is Faction.VC  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="faction takes one of US"):
        ask(opening(), "vietcong")  # type: ignore[arg-type]


WRONG_CLAUSES = [
    (At("Sai"), UnknownName, 'no space has the id "Sai".*that of Saigon is "saigon"'),
    (At("Hue / Khe Sanh"), UnknownName, "loc-hue-khe-sanh"),
    (At("nowhere"), UnknownName, "spaces_by_id"),
    (At(3), TypeError, r"space takes a str, not an int, 3"),
    (Place("Hue", (Count(1, Kind.VG),)), UnknownName, 'that of Hue is "hue"'),
    (Place("hue", (Count(1, "vg"),)), TypeError, "kind takes one of us-troops"),
    (Place("hue", (Count("1", Kind.VG),)), TypeError, r"number takes an int, not a str, '1'"),
    (Move(("Sai", "hue"), (Count(1, Kind.VG),)), UnknownName, 'that of Saigon is "saigon"'),
    ("Hue+vg", TypeError, "not a str, 'Hue\\+vg'"),
    (None, TypeError, "not None"),
]


@pytest.mark.parametrize(("clause", "kind", "told"), WRONG_CLAUSES, ids=lambda part: repr(part)[:40])
def test_a_wrong_clause_is_named(clause: Any, kind: type, told: str) -> None:
    """In a whole action and step by step, with the id or the type that would be right."""
    with pytest.raises(kind, match=told):
        play(opening(), Action(Faction.VC, (Segment("rally", (clause,)),)))
    with pytest.raises(kind, match=told):
        ask(opening(), Faction.VC).say(Verb("rally")).say(clause)


def test_a_wrong_space_in_a_game_is_its_error() -> None:
    """A replay reports it like a refusal; the events before it stand."""
    bad = Action(Faction.VC, (Segment("rally", (At("Sai"),)),))
    played = replay(Setup("full", cards=(107, 55)), [Note("so far"), bad])
    assert isinstance(played.error, UnknownName) and played.sound == 1


def public_functions() -> dict[str, Any]:
    """Return every public function by its public name."""
    doors = [*(importlib.import_module(name) for name in front_doors()), notation]
    found = {f"{door.__name__}.{name}": getattr(door, name) for door in doors for name in door.__all__}
    return {name: one for name, one in found.items() if inspect.isfunction(one)}


@pytest.mark.parametrize("name", public_functions())
def test_calls_cross_a_process_pool(name: str) -> None:
    """A public function is pickled by its public name, so that it works in a process pool."""
    function = public_functions()[name]
    assert pickle.loads(pickle.dumps(function)) is function
    assert f"{function.__module__}.{function.__name__}" == name


# Below, every public function is called with every wrong argument.

WRONG: tuple[Any, ...] = (
    *(None, 7, -1, 10**30, 1.5, float("nan"), "x", "", b"x"),
    *((), ("x",), [None], {"a": 1}, object(), Faction),
)
"""Values of a wrong type for most arguments, and wrong values of the right type for some."""


@cache
def right() -> dict[str, Any]:
    """A right value for each name of an argument."""
    log, played = tutorial()
    game = fitl_core.play_log(fitl_core.read_log((ROOT / "fixtures/tutorial.fitl").read_bytes(), "log"))
    state = opening()
    action = notation.read_line("VC event shaded").event
    tables = Tables(MemoryStore())
    tables.open(Setup("short"), table="hue")
    return {
        "store": MemoryStore(),
        "source": tables.store,
        "target": MemoryStore(),
        "svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        "file": "a",
        "path": "a.db",
        "games": (),
        **dict.fromkeys(("state", "before", "a", "b"), state),
        **dict.fromkeys(("event", "move", "action"), action),
        **dict.fromkeys(
            ("effects", "claims", "begun", "letters", "entries", "events", "played", "options"), ()
        ),
        **dict.fromkeys(("game", "one", "other"), game),
        **dict.fromkeys(("key", "seed", "own", "raw"), b"1"),
        **dict.fromkeys(("name", "text", "purpose", "line"), "VC pass"),
        **dict.fromkeys(("number", "at", "cards"), 1),
        "log": log,
        "replay": played,
        "entry": log.entries[0],
        "data": b'[FITL "2"]',
        "clause": At("hue"),
        "position": fitl_core.Position(),
        "faction": Faction.VC,
        "side": "coin",
        "where": fitl_core.spaces_by_id()["hue"],
        "setup": Setup("short"),
        "dice": Dice(1),
        "deck": [],
        "players": ((Faction.VC,),),
        "factions": (Faction.VC,),
        "sight": sight_of_game(played, (Faction.VC,)),
        "policies": {},
        "effect": played.effects[2][0],
        "files": {"a": b"x"},
        "added": [b"1"],
        "error": FitlError("x"),
        "chance": lambda wanted: None,
        "turn": summarize_turn("game", played),
        "tables": tables,
        "remark": EntryRemark("x"),
        "address": "memory:",
        "seat": "",
        "now": datetime.now(UTC),
        "claim": log.entries[1].claims[:1],
        "ruled": fitl_core.adjudicate_move(state, action),
    }


GIVEN = {
    "summarize_turn": {"game": lambda: tutorial()[1]},
    "sight_of_game": {"game": lambda: tutorial()[1]},
    **{
        name: {"state": lambda: right()["tables"].state("hue")}
        for name in ("draft_move", "view_table", "sight_of_table")
    },
}
"""Arguments that go by the name of something else in one function."""


def taking_arguments() -> list[Any]:
    """Return every public function that takes arguments, once."""
    found = {
        inspect.unwrap(one): one for one in public_functions().values() if inspect.signature(one).parameters
    }
    return [pytest.param(one, id=f"{one.__module__}.{one.__name__}") for one in found.values()]


@pytest.mark.parametrize("function", taking_arguments())
def test_wrong_arguments_are_named(function: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call returns, or raises a FitlError, or a TypeError or ValueError that names the argument."""
    monkeypatch.chdir(tmp_path)
    parameters = inspect.signature(function).parameters.values()
    needed = {one.name: right()[one.name] for one in parameters if one.default is one.empty}
    needed |= {name: make() for name, make in GIVEN.get(function.__name__, {}).items()}
    for parameter in parameters:
        for wrong in WRONG:
            if callable(wrong) and "Chance" in str(parameter.annotation):
                continue  # a function of the caller's own, which may raise anything
            with suppress(FitlError):
                try:
                    made = function(**{**needed, parameter.name: wrong})
                    if inspect.isgenerator(made):
                        next(made, None)
                except (TypeError, ValueError) as error:
                    assert parameter.name in str(error), f"{parameter.name}={wrong!r}"
