"""Answers drawn by chance are legal and repeatable; a run along its course stands where its answers lead."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest
from table import position

import notation
from fitl_core import Setup
from fitl_core.asking.questions import group_of
from fitl_core.asking.runs import Run
from fitl_core.facts.factions import Faction
from fitl_core.players import Dice, deal
from fitl_core.players.random_play import random_game
from fitl_core.record.clauses import Roll
from fitl_core.record.events import Action
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.walks import Walk, ask


def positions(seed: int) -> Iterator[tuple[State, Faction]]:
    """Positions of a random game in which a Faction acts, and the same with any card in play."""
    dice = Dice(seed)
    setup, deck = deal(Setup(dice.draw(("short", "medium", "full"))), dice)
    for played in random_game(setup, deck, dice, 8):
        if isinstance(played.event, Action):
            yield played.before, played.event.faction
            if played.before.phase == "card":
                card = dice.draw(range(1, 121))
                other = msgspec.structs.replace(played.before, card=card)
                if (faction := to_act(other)) is not None:
                    yield other, faction


def stand(run: Run) -> tuple[object, ...]:
    """All that is known of a run."""
    asked = run.pending
    question = asked and (group_of(asked), asked.who, asked.prompt, asked.optional, list(asked.legal())[:40])
    return run.underway.draft.freeze(), run.underway.draft.effects, run.said, run.underway.debt(), question


def sampled(walk: Walk, chance: random.Random) -> Iterator[tuple[Walk, Walk]]:
    """The walks of an action that is sampled to an end, each with the next."""
    while len(walk.said) < 20 and (found := walk.sample(chance)) is not None:
        yield walk, found.walk
        walk = found.walk
        if walk.may_end and chance.random() < 0.2:
            return


@pytest.mark.parametrize("seed", range(4))
def test_sampled_answers_are_legal(seed: int) -> None:
    """`say` accepts each, with the same effects. There is none only if no question is open."""
    chance = random.Random(seed)
    for state, faction in positions(seed):
        last = ask(state, faction)
        for before, after in sampled(last, chance):
            other = ask(state, faction)
            for who, clause in before.said:
                other = other.say(clause, who, unproven=True)
            assert (before.may_end, bool(other.questions)) == (other.may_end, True)
            who, clause = after.said[-1]
            said = other.say(clause, who)
            assert (said.said, said.effects) == (after.said, after.effects), (before.action, clause)
            last = after
        if last.sample(chance) is None:
            assert not ask(state, faction, last.action.segments, last.limop).questions


@pytest.mark.parametrize("seed", range(4))
def test_a_run_along_its_course_is_the_same(seed: int) -> None:
    """Its answers are not tested again, and it stands at the same question on the same board."""
    chance = random.Random(seed)
    for state, faction in positions(seed):
        for _, walk in sampled(ask(state, faction), chance):
            inner = walk._inner
            assert stand(Run.along(inner._begin, inner._course)) == stand(Run(inner._begin, inner.said))


def test_samples_repeat_with_their_source() -> None:
    """The same state of a `Random` or of `Dice` gives the same answers, and nothing else is drawn from."""
    state, faction = next(positions(3))

    def moves(chance: random.Random | Dice) -> list[str]:
        found = []
        for _ in range(8):
            walk = ask(state, faction)
            while (one := walk.sample(chance)) is not None and not (walk.said and walk.may_end):
                walk = one.walk
            found.append(notation.write_event(walk.action))
        return found

    random.seed(1)
    before = random.getstate()
    assert moves(random.Random(5)) == moves(random.Random(5)) != moves(random.Random(6))
    assert moves(Dice(5)) == moves(Dice(5))
    assert random.getstate() == before


def test_a_walk_may_be_sampled_again_and_again() -> None:
    """A walk does not change. Each listed answer is drawn sooner or later."""
    walk = position("Hue: 2vg; Sai: vg", to_act="VC").asked("VC rally")
    listed = {answer for asked in walk.questions for answer in asked.answers()}
    chance = random.Random(1)
    drawn = [walk.sample(chance) for _ in range(400)]
    assert {one.clause for one in drawn if one is not None} == listed
    assert [clause for _, clause in walk.said] == [clause for _, clause in walk.said][:1]


def test_dice_are_sampled_too() -> None:
    """A die is an answer like any other: each of its faces can be drawn."""
    walk = position("Tay: 2vg ut", to_act="VC", VC=5).asked("VC attack Tay")
    chance = random.Random(1)
    drawn = [walk.sample(chance) for _ in range(200)]
    rolls = {one.clause for one in drawn if one is not None and isinstance(one.clause, Roll)}
    assert rolls == {Roll(face) for face in range(1, 7)}


def test_nothing_is_left_to_sample_where_all_is_said() -> None:
    """The result is None, and the action may end."""
    walk = position("Hue: 2vg", card=107, to_act="VC", VC=0, NVA=0).asked("VC event shaded")
    assert (walk.may_end, walk.questions, walk.sample(random.Random(1))) == (True, (), None)


def test_a_clause_answers_the_first_question_that_takes_it() -> None:
    """card 67: Troops that move answer the Event's relocation, also after later questions were looked at."""
    text = "ARVN event unshaded ARVN"
    game = position("Sai: 4at ap; Hue: 2at; KHo: 2vg", card=67, to_act="ARVN", ARVN=0)
    walk = game.asked(text)
    move = next(asked for asked in walk.questions if "move" in asked.forms).answers(most=1)[0]
    looked_at = [asked.prompt for asked in walk.questions]
    assert len(looked_at) > 1
    assert {effect.rule for effect in walk.say(move).effects} == {"card 67"}
    assert walk.say(move).effects == game.asked(text).say(move).effects
