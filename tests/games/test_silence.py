"""Nothing is filled in that a player could have chosen otherwise; what is written keeps its meaning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from random_positions import EVENTS, on_card, random_position
from table import position, refuses

from fitl_core.engine import start
from fitl_core.errors import Violation
from fitl_core.facts.editions import Edition
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game, random_step
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.rules.sequence import to_act
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.testing.silence import insist_on_what_is_written
from fitl_core.testing.trials import drawn
from fitl_core.walks import Walk, ask

SCENARIOS = ("short", "medium", "full")
GROUPS = 13
GAMES, CARDS = 3, 8
"""Games of each group, and after how many cards they are cut."""
LEAST_ACTIONS = 2000 // GROUPS + 1
"""A group has no fewer, all of them over 2,000; those of no game are Events, in positions of their own."""


def actions(group: int) -> Iterator[tuple[State, Action]]:
    """Actions of random games, then of Events in random positions, each of them as often as another."""
    for seed in range(GAMES):
        dice = Dice(f"silence {group} {seed}")
        setup = Setup(SCENARIOS[seed % 3], list(Edition)[group % 2])
        dealt, deck = deal(drawn(setup, dice), dice)
        for step in random_game(dealt, deck, dice, CARDS):
            if isinstance(step.event, Action):
                yield step.before, step.event
    for number in EVENTS:
        dice = Dice(f"silence of event {group} {number}")
        there = on_card(random_position(dice), number)
        state = start(Setup("full", list(Edition)[group % 2], position=there)).state
        walk = _event(state, dice)
        if walk is not None:
            yield state, walk.action


def _event(state: State, dice: Dice) -> Walk | None:
    """The Event executed somehow, if it is open to whoever is to act."""
    faction = to_act(state)
    if faction is None:
        return None
    try:
        walk = ask(state, faction).say(Verb("event"))
    except Violation:
        return None
    while not walk.may_end or (walk.questions and dice.chance(0.75)):
        walk = random_step(walk, dice)
    return walk


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_clause_that_is_left_out_is_not_filled_in(group):
    """Refused, or what it said does not happen, or it was forced: then the normal form is the same."""
    seen = [insist_on_what_is_written(state, action) for state, action in actions(group)]
    assert len(seen) >= LEAST_ACTIONS and sum(seen) > len(seen)


def test_the_law_can_fail(monkeypatch):
    """An action that has another normal form where what is forced is left out is told."""
    monkeypatch.setattr("fitl_core.testing.silence.normal_action", lambda _state, action: action)
    game = position("Sai: 2ut vg*", to_act="US")
    with pytest.raises(BrokenLaw, match="all the same"):
        insist_on_what_is_written(game.state, game.asked("US assault Sai Sai-vg*").action)


def test_5_1_3_a_province_that_breaks_it_is_no_second_one():
    """Card 21, shaded: Quang Tri alone, at Active Opposition, with Tay Ninh to be changed."""
    game = position("QTr: ut vg AO; Tay: ut vg", card=21, eligible="VC")
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded QTr-vg")
    assert game.play("VC event shaded Tay-vg").level("Tay") == "AO"


def test_3_3_3_an_illegal_removal_is_none_of_the_second_attack():
    """Card 71, shaded: the Base before the Troop in the first Attack; said one by one it is legal."""
    spaces = "QTr: 2nt; Hue: at ab"
    with refuses("3.3.3", because="others left: 1"):
        position(spaces, card=71, eligible="NVA").play(
            "NVA event shaded march QTr>Hue:2nt attack troops Hue-ab"
        )
    game = position(spaces, card=71, eligible="NVA")
    game.play("NVA event shaded march QTr>Hue:2nt attack troops Hue-at attack troops Hue-ab")
    assert game["Hue"] == "2nt"


def test_3_2_4_the_space_behind_arvn_is_that_of_its_assault():
    """Hue, which the US did not Assault, is not their own next space; Kontum need not be said."""
    spaces = "Kon: ut 3at 2vg*; Hue: 2ut 3at vg*"
    with refuses("3.2.4", because="not Assaulted by the US"):
        position(spaces, to_act="US").play("US assault Kon-vg* arvn Hue-vg*")
    game = position(spaces, to_act="US").play("US assault Kon-vg* arvn")
    assert game["Kon"] == "ut 3at" and game.resources("ARVN") == 17
    game = position(spaces, to_act="US").play("US assault Kon-vg* arvn Kon-vg*, Hue-vg*")
    assert game["Hue"] == "2ut 3at"


def test_5_5_what_is_not_possible_in_a_space_is_not_done_in_the_next():
    """Card 92: Sealords finds nothing to Assault in Kien Phong; it is not Swept in silence."""
    game = position("KPh: ap 2vg; BXu: 2ap vg*", card=92, eligible="ARVN")
    game.refused("ARVN event unshaded KPh assault")


def test_3_2_4_what_is_forced_is_open_before_what_it_bars():
    """The walk offers Kontum, the only space of the ARVN Assault, before a further one of the US."""
    game = position("Kon: ut 3at 2vg*; Hue: 2ut 3at vg*", to_act="US")
    behind_arvn = game.asked("US assault Kon-vg* arvn")
    assert behind_arvn.may_end and game.answers("US assault Kon-vg* arvn")[0] == "Kon"
    assert "Hue" not in game.answers("US assault Kon-vg* arvn")
    assert "Hue" in game.answers("US assault Kon-vg* arvn Kon")
