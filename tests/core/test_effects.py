"""Effects are the whole change: applied to the position before, they give the one after."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from table import position

from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.facts.players import FOUR_PLAYERS
from fitl_core.record import board_effects as board
from fitl_core.record import play_effects as play
from fitl_core.record.effects import Effect, PositionSet, Remark, Rolled
from fitl_core.state.applying import WAYS, UnfitEffects, apply_effects
from fitl_core.state.positions import position_of
from fitl_core.state.state import State

CORE = Path(__file__).parents[2] / "fitl_core"
OF_THE_SETUP = {"rules", "scenario", "options", "readings", "symbols"}
"""Data that stay fixed during a game: no effect changes these fields."""

ONE_OF_EACH: tuple[Effect, ...] = (
    board.Placed("", "hue", (Count(1, Kind.UT),), "oop"),
    board.Placed("", "hue", (Count(1, Kind.NT),)),
    board.Removed("", "hue", (Count(1, Kind.UT),), "casualties"),
    board.Moved("", ("hue", "da-nang"), (Count(1, Kind.AT),)),
    board.Reboxed("", "casualties", "available", (Count(1, Kind.UT),)),
    board.Replaced("", "hue", (Count(1, Kind.AT),), (Count(1, Kind.AP),)),
    board.Activated("", "hue", (Count(1, Kind.VG),)),
    board.Hidden("", "hue", (Count(1, Kind.VG),)),
    board.TunnelPlaced("", "hue", Kind.VB),
    board.TunnelRemoved("", "hue", Kind.VB),
    board.LevelChanged("", "hue", Level.NEUTRAL, Level.PASSIVE_SUPPORT),
    board.TerrorChanged("", "hue", 0, 1),
    board.SabotageChanged("", "loc-hue-da-nang", True),
    *[board.TrackChanged("", track, 1, 2) for track in get_args(board.TrackName)],
    board.ControlChanged("", "hue", "none", "coin"),
    play.CardPlayed("", 3),
    play.NextCardShown("", 4),
    play.PivotalPlaced("", VC, 124, 3),
    play.CardReturned("", 124, VC),
    play.PivotalHeld("", US, 121),
    play.PivotalWaived("", ARVN, 123),
    play.PeaceTalksBegun(""),
    play.PhaseChanged("", "card", "commitment"),
    play.Acted("", VC, "event"),
    play.StaysEligible("", VC),
    play.MadeIneligible("", US),
    play.MadeEligible("", NVA),
    play.DeceptionRevealed("", VC, "asset", (VC,)),
    play.CapabilityOut("", 101, "shaded"),
    play.CapabilityGone("", 8),
    play.MomentumOut("", 39, "shaded"),
    play.MomentumGone("", 46),
    play.LeaderInstalled("", 126),
    play.FailedAttemptPlaced("", 129),
    play.LeaderTurnedDown(""),
    play.Pacified("", "hue", 1),
    play.PlayersChanged("", FOUR_PLAYERS, ((VC,),)),
    play.PolicySet("", None, "LBJ"),
    play.Promised("", VC),
    play.PromiseEnded("", VC),
    play.PacificationForgotten(""),
    play.ControlHeld("", ("coin",)),
    play.ControlReleased(""),
    play.WithdrawalCounted("", 0, 2),
    play.EligibilityAdjusted("", FACTIONS, (VC,)),
    play.GameEnded("", VC, (VC,), "check"),
    play.WinnerChanged("", VC, NVA, (NVA,)),
    PositionSet("", position_of(position("Hue: 3ut").state)),
    Rolled("", "a test", 4),
    Remark("", "a remark"),
)


def _before() -> State:
    fields = {"capabilities": ((8, "shaded"),), "momentum": ((46, "unshaded"),)}
    return position("Hue: 2at vg vb", oop="2ut", card=1, **fields).state


def _steps() -> Iterator[tuple[Effect, State, State]]:
    state = _before()
    for effect in ONE_OF_EACH:
        after = apply_effects(state, [effect])
        yield effect, state, after
        state = after


def test_every_field_of_a_position_has_its_effect() -> None:
    """Each field of a position that a game can change is changed by an effect, and only those are."""
    changed = {
        name
        for _, before, after in _steps()
        for name in State.__struct_fields__
        if getattr(before, name) != getattr(after, name)
    }
    assert changed == set(State.__struct_fields__) - OF_THE_SETUP


def test_every_effect_is_applied_in_one_way() -> None:
    """The union, the ways and the list above name the same effects."""
    union = {kind for member in get_args(Effect) for kind in (get_args(member) or (member,))}
    assert union == set(WAYS) == {type(effect) for effect in ONE_OF_EACH}


def test_only_what_changes_nothing_changes_nothing() -> None:
    """Dice and remarks change nothing, and Control follows from the pieces (1.7)."""
    idle = {type(effect) for effect, before, after in _steps() if before == after}
    assert idle == {board.ControlChanged, Rolled, Remark}


def test_effects_are_the_same_in_json_and_back() -> None:
    """One decoder reads them all, by their tags."""
    text = msgspec.json.encode(ONE_OF_EACH)
    assert msgspec.json.decode(text, type=tuple[Effect, ...]) == ONE_OF_EACH


UNFIT: tuple[tuple[Effect, str], ...] = (
    (board.Removed("", "hue", (Count(3, Kind.NT),), "available"), "not 3 NVA Troops in Hue"),
    (board.Placed("", "hue", (Count(9, Kind.UT),), "oop"), "not 9 US Troops in Out of Play"),
    (board.Placed("", "atlantis", (Count(1, Kind.UT),)), "atlantis"),
    (board.TunnelPlaced("", "hue", Kind.UB), "us-base"),
    (board.Moved("", (), (Count(1, Kind.AT),)), "out of range"),
)


@pytest.mark.parametrize(("effect", "why"), UNFIT, ids=[why for _, why in UNFIT])
def test_effects_of_another_position_are_refused(effect: Effect, why: str) -> None:
    """Effects that name absent pieces or unknown names are refused (1.4)."""
    with pytest.raises(UnfitEffects, match=why):
        apply_effects(_before(), [effect])


CHANGERS = ("state/mutable.py", "state/on_board.py", "state/course.py")
"""The modules that may change a position."""
OF_A_POSITION = set(position().state.__struct_fields__) | {"state", "touched"}


def _assigned(tree: ast.AST, names: set[str]) -> Iterator[ast.Attribute]:
    """Return the assignments to fields of a position on things of these names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        for target in targets:
            inner = target.value if isinstance(target, ast.Subscript) else target
            if (
                isinstance(inner, ast.Attribute)
                and inner.attr in OF_A_POSITION
                and _name(inner.value) in names
            ):
                yield inner


def _name(thing: ast.expr) -> str:
    """Return the last name of a node: `draft` of `ctx.draft`."""
    return thing.attr if isinstance(thing, ast.Attribute) else getattr(thing, "id", "")


@pytest.mark.parametrize("room", ["rules", "state", "engine.py"])
def test_nothing_but_effects_changes_a_position(room: str) -> None:
    """Rules, draft and engine assign to no part of a position, and replace no field of a State."""
    paths = [CORE / room] if room.endswith(".py") else sorted((CORE / room).rglob("*.py"))
    names = {"draft", "position", "state"} | ({"self"} if room == "state" else set())
    wrong = []
    for path in paths:
        name = path.relative_to(CORE).as_posix()
        if name in CHANGERS:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        wrong += [f"{name}:{node.lineno} assigns to {node.attr}" for node in _assigned(tree, names)]
        calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
        wrong += [
            f"{name}:{call.lineno} makes another State"
            for call in calls
            if ast.unparse(call.func).endswith("replace") and _name(call.args[0]) in names and call.keywords
        ]
    assert wrong == []
