"""Order (3.1, 5.1.1): a set in any order is the same move; docs/look-up/order.md says where it is not."""

from __future__ import annotations

import msgspec
import order_page
import pytest
from random_positions import EVENTS, on_card, random_position
from samples import WHOLE
from strict_reader import read_nothing
from table import position

from fitl_core.asking.answer_orders import Order
from fitl_core.engine import play, start
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import DeadEnd, random_action, random_step
from fitl_core.record.clauses import Option, Verb
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.rules import orders
from fitl_core.rules.events import event_spaces, sides
from fitl_core.rules.sequence import to_act
from fitl_core.state.laws import BrokenLaw
from fitl_core.state.state import State
from fitl_core.testing.any_order import SHORT, insist_on_any_order
from fitl_core.walks import ask
from notation.reader import read_line

SIDES = [(number, side) for number in range(1, 121) for side in sides(number)]
PARTS = 8 if WHOLE else 2
SEEDS = 140 * PARTS
"""Number of positions drawn. In a whole run each card side is in five of them: well over 2,000 actions."""
MORE = 2
"""Number of further actions tried in each position."""
LONG = 25


def drawn(seed: int, dice: Dice) -> tuple[State, str] | None:
    """Return a random position and an Event side open in it, or None if there is none."""
    number, side = SIDES[seed % len(SIDES)]
    where = random_position(dice)
    next_card = dice.draw([card for card in EVENTS if card != number])
    played = on_card(where, number, next_card)
    played = msgspec.structs.replace(played, eligible=tuple(dice.sample(FACTIONS, 3)))
    try:
        return start(Setup("full", dice.draw(list(Edition)), position=played)).state, side
    except Violation:
        return None  # a lasting effect of a card that is played, and the like


def event(state: State, side: str, dice: Dice) -> Action | None:
    """Return the Event on this side with random details, or None if the card leaves no choice."""
    faction = to_act(state)
    assert faction is not None
    try:
        walk = ask(state, faction).say(Verb("event")).say(Option(side))
        while not walk.may_end or (walk.questions and len(walk.said) < LONG and not dice.chance(0.15)):
            walk = random_step(walk, dice)
    except FitlError:
        return None
    return walk.action


def tried(part: int) -> int:
    """Hold the law against one part of the actions and return their number."""
    number = 0
    for seed in range(part, SEEDS, PARTS):
        dice = Dice(seed)
        found = drawn(seed, dice)
        if found is None:
            continue
        state, side = found
        for turn in range(1 + MORE):
            faction = to_act(state)
            if faction is None:
                break
            try:
                action = event(state, side, dice) if not turn else random_action(state, faction, dice)
            except DeadEnd:  # which core/test_laws.py finds
                break
            if action is None:
                continue
            insist_on_any_order(state, action, dice, forms=number % 8 == 0)
            number += 1
            state = play(state, action).state
    return number


@pytest.mark.parametrize("part", range(PARTS))
def test_5_1_1_sets_may_be_written_in_any_order(part):
    """In over 250 actions of a part, of all verbs and card sides, every order has the same result."""
    assert tried(part) > 250


def test_the_law_of_order_can_fail(monkeypatch):
    """A rule that puts spaces with the whole effect first breaks the law."""
    game = position("QTr: ut AO; BDi: ut; KHo: ut", card=30, eligible="VC")
    move = read_line("VC event shaded BDi, QTr").event
    assert isinstance(move, Action)
    with pytest.raises(Violation):
        play(game.state, move)
    game = position("QTr: ut AO; BDi: ut", card=30, eligible="VC")
    for seed in range(4):
        insist_on_any_order(game.state, move, Dice(seed))

    def at_once(ctx, test, whole, what, _behind=0, known=event_spaces.whole_first):
        return known(ctx, test, whole, what)

    monkeypatch.setattr(event_spaces, "whole_first", at_once)
    read_nothing(monkeypatch)  # the reader mends the order
    with pytest.raises(BrokenLaw):
        for seed in range(4):
            insist_on_any_order(game.state, move, Dice(seed))


def test_the_page_says_where_the_order_matters():
    """docs/look-up/order.md has every order that rules set; questions carry each of them."""
    declared = {value for value in vars(orders).values() if isinstance(value, Order)}
    assert set(order_page.found()) == declared
    text = order_page.PAGE.read_text(encoding="utf-8")
    assert text == order_page.page()
    for rule, why in SHORT.items():
        assert any(row.startswith(f"| {rule} |") and why in row for row in text.splitlines()), rule


def test_5_5_a_free_limited_operation_does_not_come_before_an_earlier_one():
    """What a rule orders is no set: the free Operations of card 50 stay as they are written."""
    vc = "rally Par+vg rally Par+vg rally Par+vg"
    game = position("Par: 2vg; Fis: 2ng", card=50, eligible="VC", NVA=5, trail=1)
    game.play(f"VC event shaded {vc} NVA: rally trail+1 rally Fis+ng rally trail+1")
    refused = game.refused(f"VC event shaded {vc} NVA: rally trail+1 Fis+ng rally rally trail+1")
    assert refused.verdict == "illegal"
