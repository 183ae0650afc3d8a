"""Laws that hold in every position of random legal games of what is built (DESIGN 7)."""

from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

import notation
from fitl_core.board import board
from fitl_core.deck import check_card, come_up
from fitl_core.draft import total_pieces
from fitl_core.engine import apply, ask, passing_is_open
from fitl_core.errors import FitlError
from fitl_core.events import Action, Edition, Segment
from fitl_core.factions import FACTIONS
from fitl_core.options import ALL_OPTIONS, refuse_options
from fitl_core.pieces import BASE_KINDS, KINDS, count_of, from_counts
from fitl_core.pivotal import holding
from fitl_core.players import SHARED_OUT, player_of
from fitl_core.position import Setup
from fitl_core.random_play import Dice, deal, random_game, said, segments
from fitl_core.readings import readings
from fitl_core.scenarios import scenario as scenario_of
from fitl_core.sequence import to_act
from fitl_core.session import replay
from fitl_core.state import MARKERS, State, digest
from fitl_core.victory import scores
from fitl_core.view import view
from notation.log import Entry, Log

GAMES = 9
"""Games for each scenario and edition: 54 in all."""
CARDS = st.sampled_from((8, 14, 28))
"""After so many cards a game is cut; the Short scenario has 27."""
ALIKE = (Phase.explicit, Phase.generate)
"""No shrinking: half a game is no simpler than a game."""

EVERY = pytest.mark.parametrize("rules", list(Edition))
SCENARIOS = pytest.mark.parametrize("scenario", ["short", "medium", "full"])
SEEDS = st.integers(0, 10**6)
PLAYERS = st.sampled_from(SHARED_OUT)
OPTIONS = st.sets(st.sampled_from(ALL_OPTIONS)).map(
    lambda chosen: tuple(option for option in ALL_OPTIONS if option in chosen)
)
RULINGS = st.sets(st.sampled_from(list(readings())), max_size=3).map(
    lambda chosen: tuple(ruling for ruling in readings() if ruling in chosen)
)


def check(state: State) -> None:
    """Everything that is true of a position, whatever happened before."""
    assert total_pieces(state) == from_counts(board().force_pool), "pieces are lost or made"
    for where, space in zip(board().spaces, state.spaces, strict=True):
        assert min(space.pieces) >= 0 and space.terror >= 0
        assert count_of(space.pieces, BASE_KINDS) <= (0 if where.is_loc else 2), f"stacking in {where.name}"
        assert where.population or not space.support, f"a level in {where.name}"
        assert -2 <= space.support <= 2
        assert where.is_loc or not space.sabotage
        assert not (where.is_loc and space.terror)
        if where.in_north_vietnam:
            assert not any(space.pieces[kind.slot] for kind in KINDS if kind.faction.is_coin)
    for box in (state.available, state.casualties, state.out_of_play):
        assert min(box) >= 0
        assert not any(box[kind.slot] for kind in KINDS if kind.off_map is not kind), "a state off the map"
    assert all(0 <= track <= 75 for track in (state.aid, state.patronage, state.econ, *state.resources))
    assert 0 <= state.trail <= 4
    assert sum(space.terror + space.sabotage for space in state.spaces) <= MARKERS
    assert len(set(state.eligible)) == len(state.eligible) and set(state.eligible) <= set(FACTIONS)
    assert (state.winner is None) == (state.ended is None) == (state.phase != "over")
    shown = [player_of(state.players, revealed.faction) for revealed in state.revealed]
    assert all(shown.count(player) <= 2 for player in shown)
    assert not state.full_option or state.phase == "card"
    start_of = scenario_of(state.scenario)
    for i, number in enumerate(come_up(state)):
        check_card(number, start_of, state.options, come_up(state)[:i])
    assert not state.held_control or state.phase.startswith("redeploy")
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    assert view(state, 0).victory == scores(state)


def check_answers(state: State, rng: Random) -> None:
    """A question has answers, and a few of them, drawn at random, are not refused."""
    faction = to_act(state)
    if faction is None or holding(state):
        return
    asked = ask(state, faction)
    something = asked.open or asked.may_end or passing_is_open(state)
    assert something, f"{faction} is asked nothing in {state.phase}"
    for question in asked.open:
        assert question.answers
        for answer in rng.sample(question.answers, min(2, len(question.answers))):
            ask(state, faction, segments(said(faction, [], question, answer)))


@SCENARIOS
@EVERY
@settings(max_examples=GAMES, phases=ALIKE)
@given(seed=SEEDS, players=PLAYERS, options=OPTIONS, rulings=RULINGS, cards=CARDS)
def test_random_play_keeps_the_laws(scenario, rules, seed, players, options, rulings, cards):
    """Each position of a legal game is sound; the game's record gives the same game again."""
    assume(refuse_options(options, players) is None)
    rng, dice = Random(seed), Dice(seed)
    agreed = Setup(scenario, rules, players=players, options=options, rulings=rulings)
    setup, deck = deal(agreed, dice)
    played = []
    for step in random_game(setup, deck, dice, cards):
        check(step.after)
        if rng.random() < 0.2:
            check_answers(step.after, rng)
        played.append(step)
    last = played[-1].after
    events = [step.event for step in played]

    again = replay(setup, events)
    assert again.error is None
    assert digest(again.state) == digest(last)

    cut = rng.randrange(len(events))
    state = replay(setup, events[:cut]).state
    assert state == played[cut].before
    for event in events[cut:]:
        state = apply(state, event)
    assert state == last

    log = Log(notation.tags_of(setup), tuple(Entry(event) for event in events))
    for back in (notation.read(notation.write(log)).log, notation.load(notation.dump(log)).log):
        assert list(back.events) == events
        assert notation.setup_of(back) == setup


@settings(max_examples=8, phases=ALIKE)
@given(seed=SEEDS)
def test_a_move_gone_wrong_is_refused_or_legal(seed):
    """Moves with parts lost, doubled, swapped or another Faction's are played soundly or refused."""
    rng, dice = Random(seed), Dice(seed)
    start = Setup(rng.choice(["short", "medium", "full"]), rng.choice(list(Edition)))
    setup, deck = deal(start, dice)
    actions: list[Action] = []
    for step in islice(random_game(setup, deck, dice), 25):
        if isinstance(step.event, Action):
            actions.append(step.event)
        before = digest(step.before)
        for _ in range(4):
            if actions:
                wrong = spoilt(rng.choice(actions), rng)
                try:
                    check(apply(step.before, wrong))
                except FitlError as error:
                    assert error.code and str(error)
        assert digest(step.before) == before, "a move has changed the position it was played on"


def spoilt(action: Action, rng: Random) -> Action:
    """An action with one thing wrong."""
    faction, limop = action.faction, action.limop
    clauses = [(segment.verb, clause) for segment in action.segments for clause in segment.clauses]
    match rng.randrange(5):
        case 0:
            faction = rng.choice(FACTIONS)
        case 1:
            limop = not limop
        case 2 if clauses:
            clauses.remove(rng.choice(clauses))
        case 3 if clauses:
            clauses.insert(rng.randrange(len(clauses)), rng.choice(clauses))
        case _:
            rng.shuffle(clauses)
    segments: list[Segment] = []
    for segment in action.segments:
        own = tuple(clause for verb, clause in clauses if verb == segment.verb)
        segments.append(Segment(segment.verb, own))
    return Action(faction, tuple(segments), limop)
