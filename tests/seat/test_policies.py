"""Policies decide for seats: legally, the same each time, and beside Non-players."""

from __future__ import annotations

import pytest
from samples import WHOLE

from fitl_core import FACTIONS, Faction, Setup, margins, play_log, read_log
from fitl_core.facts.players import FOUR_PLAYERS, SHARED_OUT, Players
from fitl_core.game.written_logs import log_of
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal
from fitl_core.policies import POLICY_NAMES, Policy, UnknownPolicy, policy_game, policy_named
from fitl_core.policies.greedy import GreedyWeights, worth
from fitl_core.policies.moves import PolicyFault, SeatMove
from fitl_core.policies.seat_policy import dice_of
from fitl_core.record.clauses import Clause, Verb
from fitl_core.record.events import Event, Pass
from fitl_core.seat import SeatSight, sight_of_game
from fitl_core.seat.sights import with_wanted
from fitl_core.walks import ask
from notation import read_line, write

MIXED: tuple[Players, ...] = (FOUR_PLAYERS, SHARED_OUT[3], ((Faction.US,), (Faction.VC,)))


def played(name: str, players: Players = FOUR_PLAYERS, seed: int = 1, cards: int = 5) -> str:
    """The log of a game in which every seat has the same policy."""
    dice = Dice(seed)
    setup, deck = deal(Setup("short", players=players), dice)
    named = "search:8" if name == "search" else name  # few plays, which are legal as well
    policies = {faction: policy_named(named, seed) for faction in FACTIONS}
    events = [(one.event, one.after) for one in policy_game(setup, deck, dice, policies, cards)]
    return write(log_of(setup, events, []))


@pytest.mark.parametrize("players", MIXED, ids=len)
@pytest.mark.parametrize("name", POLICY_NAMES)
def test_a_policy_plays_legal_games(name: str, players: Players) -> None:
    """Its log is legal from the first line to the last, with two players' Factions and Non-players, too.

    `.ci/run` plays two cards, `.ci/long` five.
    """
    cards, least = (5, 8) if WHOLE else (2, 4)
    game = play_log(read_log(played(name, players, cards=cards).encode(), "game")).replay
    assert game is not None and game.error is None and game.sound > least


@pytest.mark.parametrize("name", POLICY_NAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    """A policy has no memory, and its chance comes from its seed."""
    cards = 3 if WHOLE else 2
    assert played(name, cards=cards) == played(name, cards=cards)


def test_policies_are_known_by_name() -> None:
    """An unknown name is refused with the known ones."""
    assert all(policy_named(name).name == name for name in POLICY_NAMES)
    with pytest.raises(UnknownPolicy, match="random, section-8, greedy"):
        policy_named("genius")


def test_the_weights_of_greedy() -> None:
    """The own margin counts whole, the best rival a quarter against, each of 12 Resources a tenth."""
    state = play_log(read_log(b'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n', "game")).replay
    assert state is not None
    by_margin = worth(state.state, Faction.VC, (Faction.VC,), GreedyWeights(rival=0, resource=0))
    assert by_margin == margins(state.state)[Faction.VC]
    assert worth(state.state, Faction.VC, (Faction.VC,), GreedyWeights(rival=0)) == by_margin + 0.5


def test_each_question_in_a_move_of_a_non_player_has_chance_of_its_own() -> None:
    """An answer that may be given again and again is left out in the end (March on the Trail, 3.3.2)."""
    game = play_log(read_log(b'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n', "game")).replay
    assert game is not None
    sight = sight_of_game(game, (Faction.VC,))
    walk = ask(game.state, Faction.VC).say(Verb("march"))
    chances = set()
    for _ in range(3):
        found = walk.sample(Dice(1))
        assert found is not None
        walk = found.walk
        assert walk.pending is not None
        chances.add(dice_of(7, with_wanted(sight, walk.pending)).draw(range(10**9)))
    assert len(chances) == 3


class Stubborn:
    """A policy that always returns the same event."""

    name = "stubborn"

    def __init__(self, event: Event) -> None:
        self._event = event

    def act(self, sight: SeatSight) -> Event | None:
        """Return it."""
        return self._event

    def answer(self, sight: SeatSight) -> Clause | None:
        """Return nothing."""
        return None


def test_an_illegal_move_of_a_policy_is_its_fault() -> None:
    """A move that the rules refuse ends the game with the name of the Faction."""
    game = play_log(read_log(b'[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n', "game")).replay
    assert game is not None
    event = read_line("VC rally Sai").event
    assert event is not None

    def move(policy: Policy) -> SeatMove:
        def sight_of(factions: tuple[Faction, ...]) -> SeatSight:
            return sight_of_game(game, factions)

        return SeatMove(sight_of, Faction.VC, {Faction.VC: policy}, lambda purpose, kind: 1)

    with pytest.raises(PolicyFault, match="VC"):
        move(Stubborn(event)).made()
    assert move(Stubborn(Pass(Faction.VC))).made() == Pass(Faction.VC)
