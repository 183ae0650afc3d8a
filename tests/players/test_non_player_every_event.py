"""8.4: every Event that a Non-player may play, on both sides, in positions of random games.

Whatever the priorities want, what comes of it is a whole and legal move.
"""

from __future__ import annotations

from functools import cache

import msgspec
import pytest
from non_player_table import rolled_out

from fitl_core.engine import play
from fitl_core.facts.cards import Side, cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.players.dice import Dice
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.events.carrying_out import carry_out
from fitl_core.players.non_players.events.execution import Execution
from fitl_core.players.non_players.events.instructions import instruction_for
from fitl_core.players.non_players.flows import CONDUCT
from fitl_core.players.non_players.in_players_moves import PlayersMove
from fitl_core.players.non_players.random_games import cup, go_on, mixed_game
from fitl_core.players.non_players.verdicts import Played, verdict_on
from fitl_core.players.random_play import deal
from fitl_core.record.clauses import Option, Verb
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from fitl_core.walks import ask
from notation import write_event
from notation.reader import read_line

NUMBERS = [number for number, card in cards().items() if card.kind != "coup"]
POSITIONS = 3
SPARE = 57
"""A card that is next where the one at hand would be."""


@cache
def sample() -> tuple[State, ...]:
    """Every position of two games of four Non-players in which a card has just been revealed."""
    found = []
    for game in ("one", "two"):
        dice = Dice(f"every event {game}")
        setup, deck = deal(Setup("full", players=()), dice)
        found += [played.before for played in mixed_game(setup, deck, dice, 40)]
    return tuple([it for it in found if it.phase == "card" and it.eligible and it.next and not it.done])


def on_card(before: State, card: int, faction: Faction, against_players: bool) -> State:
    """The position with this card revealed, on which the Faction alone is Eligible.

    Nobody has a player, or its two enemies have.
    """
    following = before.next if before.next != card else SPARE
    played = (*before.played[:-1], card)
    state = msgspec.structs.replace(before, card=card, next=following, played=played, eligible=(faction,))
    if not against_players:
        return state
    players = tuple([(other,) for other in FACTIONS if other in faction.enemies])
    policy = None if (Faction.US,) in players else state.policy
    return msgspec.structs.replace(state, players=players, policy=policy)


def who_may_play(card: int) -> list[Faction]:
    """Those without a rifle on the card; of a Pivotal Event its holder."""
    holders = cards()[card].order[:1] if cards()[card].kind == "pivotal" else FACTIONS
    return [faction for faction in holders if instruction_for(card, faction).symbol != "rifle"]


def sides(card: int) -> tuple[Side, ...]:
    """The texts of a card."""
    return ("unshaded",) if cards()[card].sides == "single" else ("unshaded", "shaded")


@pytest.mark.parametrize("card", NUMBERS)
def test_8_4_every_event_comes_to_a_legal_end(card: int) -> None:
    """Whoever may play the card, on either side, says a move that is whole, legal and read again."""
    unplayed = [state for state in sample() if card not in state.played]
    for turn, faction in enumerate(who_may_play(card)):
        for side in sides(card):
            for place in range(POSITIONS):
                before = unplayed[(card + (turn + place) * 7) % len(unplayed)]
                state = on_card(before, card, faction, against_players=place == 1)
                dice = Dice(f"{card} {faction} {side} {place}")
                line = carried_out(state, faction, side, dice)
                event = read_line(line).event
                assert event is not None and play(state, event).state.card == card, line


def carried_out(state: State, faction: Faction, side: Side, dice: Dice) -> str:
    """The Event's line as the Faction carries a side of it out; dice as they fall."""
    d = Decider(state, faction, CONDUCT)
    assert state.card is not None
    walk = ask(state, faction).say(Verb("event"))
    d.walk = walk.say(Option(side)) if len(sides(state.card)) > 1 else walk
    rolled_out(carry_out(Execution(d, state.card, side, "8.4")), cup(dice))
    assert d.walk is not None and d.walk.may_end
    return write_event(d.walk.action)


ASKING = (
    1, 2, 9, 21, 22, 23, 25, 26, 30, 42, 44, 46, 47, 49, 50, 55, 56, 58, 59, 60, 62, 65, 67, 69, 70, 71, 73,
    74, 75, 77, 84, 90, 91, 92, 93, 95, 96, 99, 103, 111, 117, 118,
)  # fmt: skip
"""Cards on which another than who executes the Event may have to choose."""


@pytest.mark.parametrize("card", ASKING)
@pytest.mark.parametrize("faction", [Faction.US, Faction.VC])
def test_8_4_4_non_players_answer_in_every_event_of_a_players(card: int, faction: Faction) -> None:
    """A player executes it at random, the other three answer: the move is legal, and dictated by its dice."""
    unplayed = [state for state in sample() if card not in state.played]
    for place, side in enumerate(sides(card)):
        before = on_card(unplayed[(card * 3 + place * 11) % len(unplayed)], card, faction, False)
        policy = None if faction is Faction.US else before.policy
        state = msgspec.structs.replace(before, players=((faction,),), policy=policy)
        move, dice = PlayersMove(state, faction), Dice(f"{card} {faction} {side}")
        walk = ask(state, faction).say(Verb("event"))
        move.goes_on((walk.say(Option(side)) if len(sides(card)) > 1 else walk).said)
        go_on(move, dice)
        after = state
        for line in move.decider.lines:
            after = play(after, line).state
        step = play(after, move.action)
        asked = next(iter(move.asked), None)
        if asked is not None:
            lines = tuple(move.decider.lines)
            played = Played(asked, state, lines, after, move.action, step.state, step.effects)
            assert verdict_on(played).verdict in ("dictated", "not-decidable"), write_event(move.action)
            assert not verdict_on(played).due
