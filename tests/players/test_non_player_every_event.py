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
from fitl_core.players.non_players.random_games import cup, mixed_game
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
    players = tuple([other for other in FACTIONS if other in faction.enemies])
    policy = None if Faction.US in players else state.policy
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
