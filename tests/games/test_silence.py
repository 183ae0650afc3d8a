"""No clause is filled in if the player had another choice; the written clauses keep their meaning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from random_positions import EVENTS, on_card, random_position
from samples import sampled
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
from fitl_core.testing.trials import draw_setup
from fitl_core.walks import Walk, ask

SCENARIOS = ("short", "medium", "full")
GROUPS = 13
GAMES, CARDS = 3, 8
"""Number of games in each group, and number of cards after which each game is cut."""
LEAST_ACTIONS = 2000 // GROUPS + 1
"""Least number of actions in a group; all groups have over 2,000. Random Events add to those of games."""


def actions(group: int) -> Iterator[tuple[State, Action]]:
    """Yield actions of random games and Events in random positions, equally often."""
    for seed in range(GAMES):
        dice = Dice(f"silence {group} {seed}")
        setup = Setup(SCENARIOS[seed % 3], list(Edition)[group % 2])
        dealt, deck = deal(draw_setup(setup, dice), dice)
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
    """Return a random Event, if the Faction to act may execute one."""
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


@pytest.mark.parametrize("group", sampled(range(GROUPS), 3))
def test_a_clause_that_is_left_out_is_not_filled_in(group):
    """An action without one clause is refused, lacks its effect, or has the same (forced) normal form."""
    seen = [insist_on_what_is_written(state, action) for state, action in actions(group)]
    assert len(seen) >= LEAST_ACTIONS and sum(seen) > len(seen)


def test_the_law_can_fail(monkeypatch):
    """A normal form that keeps forced clauses breaks the law."""
    monkeypatch.setattr("fitl_core.testing.silence.normal_action", lambda _state, action: action)
    game = position("Sai: 2ut vg*", to_act="US")
    with pytest.raises(BrokenLaw, match="the same effects without"):
        insist_on_what_is_written(game.state, game.asked("US assault Sai Sai-vg*").action)


def test_5_1_3_a_province_that_breaks_it_is_no_second_one():
    """Card 21, shaded: Quang Tri, at Active Opposition, cannot stand alone while Tay Ninh can change."""
    game = position("QTr: ut vg AO; Tay: ut vg", card=21, eligible="VC")
    with refuses("5.1.3", code="whole-effect"):
        game.play("VC event shaded QTr-vg")
    assert game.play("VC event shaded Tay-vg").level("Tay") == "AO"


def test_3_3_3_an_illegal_removal_is_none_of_the_second_attack():
    """Card 71, shaded: a Base before a Troop is refused in one Attack, and legal in two Attacks."""
    spaces = "QTr: 2nt; Hue: at ab"
    with refuses("3.3.3", because="others left: 1"):
        position(spaces, card=71, eligible="NVA").play(
            "NVA event shaded march QTr>Hue:2nt attack troops Hue-ab"
        )
    game = position(spaces, card=71, eligible="NVA")
    game.play("NVA event shaded march QTr>Hue:2nt attack troops Hue-at attack troops Hue-ab")
    assert game["Hue"] == "2nt"


def test_3_2_4_the_space_behind_arvn_is_that_of_its_assault():
    """Hue, not Assaulted by the US, is refused for the added ARVN Assault; Kontum may be left out."""
    spaces = "Kon: ut 3at 2vg*; Hue: 2ut 3at vg*"
    with refuses("3.2.4", because="not Assaulted by the US"):
        position(spaces, to_act="US").play("US assault Kon-vg* arvn Hue-vg*")
    game = position(spaces, to_act="US").play("US assault Kon-vg* arvn")
    assert game["Kon"] == "ut 3at" and game.resources("ARVN") == 17
    game = position(spaces, to_act="US").play("US assault Kon-vg* arvn Kon-vg*, Hue-vg*")
    assert game["Hue"] == "2ut 3at"


def test_5_5_what_is_not_possible_in_a_space_is_not_done_in_the_next():
    """Card 92: an Assault without targets in Kien Phong is refused and not turned into a Sweep."""
    game = position("KPh: ap 2vg; BXu: 2ap vg*", card=92, eligible="ARVN")
    game.refused("ARVN event unshaded KPh assault")


def test_3_2_4_what_is_forced_is_open_before_what_it_bars():
    """The walk offers Kontum, the only space for the ARVN Assault, before a further US space."""
    game = position("Kon: ut 3at 2vg*; Hue: 2ut 3at vg*", to_act="US")
    behind_arvn = game.asked("US assault Kon-vg* arvn")
    assert behind_arvn.may_end and game.answers("US assault Kon-vg* arvn")[0] == "Kon"
    assert "Hue" not in game.answers("US assault Kon-vg* arvn")
    assert "Hue" in game.answers("US assault Kon-vg* arvn Kon")
