"""A random player: it makes legal games from the answers that the engine lists.

    dice = Dice(7)
    setup, deck = deal(Setup("short", options=random_options(FOUR_PLAYERS, dice)), dice)
    for played in random_game(setup, deck, dice):
        ...

The player knows no rules. If the engine lists an answer and then refuses it, play ends with `DeadEnd`: the
engine has a fault. Games with Non-players are in `non_players.random_games`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from fitl_core.engine import start
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.options import ALL_OPTIONS, OF_ONE_PLAYER, OF_RECORDS, has_markers, refuse_options
from fitl_core.facts.players import FOUR_PLAYERS, SHARED_OUT, Players
from fitl_core.players.decks import random_deck
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Event, Hold, Pass, Pivotal, Reveal, RevealMarker, Waive
from fitl_core.record.setup import Setup
from fitl_core.rules.deception import NAMES, refuse_marker
from fitl_core.rules.pivotal import holding, may_place
from fitl_core.rules.sequence import COUP_TURNS, open_deeds, to_act
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open, play_canonical
from fitl_core.walks import OpenedQuestion, Walk, ask

Act = Callable[[State, Faction, Dice], Action | None]
"""Makes a random action. The result is None if no verb is open."""
TRANSFER = Verb("transfer")
LONG = 25
"""An action with more clauses than this ends at the first legal point."""


class DeadEnd(FitlError):
    """The engine refused a listed answer, or no answer is possible: a fault of the engine."""

    code = "dead-end"


class PlayedEvent(msgspec.Struct, frozen=True):
    """An event of a random game, with the state before and after the event."""

    before: State
    event: Event
    after: State


def random_players(options: tuple[str, ...], dice: Dice) -> Players:
    """Return 2 to 4 players (1.5) that the options allow. Half of the results have 4 players, if fewer are
    allowed.

    Raises `Violation` if the options allow no number of players.
    """
    fewer = [players for players in SHARED_OUT[1:] if refuse_options(options, players) is None]
    if not fewer:
        refusal = refuse_options(options, FOUR_PLAYERS)
        if refusal is not None:
            raise Violation(refusal)
    return FOUR_PLAYERS if not fewer or dice.chance(0.5) else dice.draw(fewer)


def random_options(players: Players, dice: Dice) -> tuple[str, ...]:
    """Return random options that these players may agree on (2.1, 7.3, 8.9). Raises nothing."""
    drawn: tuple[str, ...] = ()
    for option in ALL_OPTIONS:
        if option in OF_RECORDS or (option in OF_ONE_PLAYER and len(players) != 1):
            continue  # draws nothing, so that a seed keeps its games with more players
        if dice.chance(0.4) and refuse_options((*drawn, option), players) is None:
            drawn = (*drawn, option)
    return drawn


def deal(setup: Setup, dice: Dice) -> tuple[Setup, list[int]]:
    """Return the setup with the first two cards of a shuffled deck face up, and the rest of the deck (2.1,
    2.2).

    The deck begins with its top card. Raises `UnknownName` for an unknown scenario.
    """
    first, second, *deck = random_deck(setup, dice)
    return msgspec.structs.replace(setup, cards=(first, second)), deck


def random_game(setup: Setup, deck: list[int], dice: Dice, cards: int | None = None) -> Iterator[PlayedEvent]:
    """Play from a dealt deck until the game is over, the deck is empty or `cards` (1 or more) are finished.

    The same setup, deck and dice give the same game. Raises the errors of `start`, and `DeadEnd` if the
    engine has a fault.
    """
    rest_of_deck = list(deck)
    return play_events(setup, lambda state: (random_event(state, rest_of_deck, dice),), cards)


def play_events(
    setup: Setup, events: Callable[[State], Iterable[Event]], cards: int | None = None
) -> Iterator[PlayedEvent]:
    """Play the events that `events` returns for each state, until the game is over or `cards` are finished.

    Raises the errors of `start`, and `DeadEnd` if the rules refuse an event.
    """
    return play_on(start(setup).state, events, cards)


def play_on(
    state: State, events: Callable[[State], Iterable[Event]], cards: int | None = None
) -> Iterator[PlayedEvent]:
    """Play on from any position, as `play_events` does from the beginning."""
    finished = 0
    while state.phase != "over" and not (state.phase == "finished" and state.next is None):
        finished += state.phase == "finished"
        if cards is not None and finished >= cards:
            return
        for event in events(state):
            after = _play(state, event)
            yield PlayedEvent(state, event, after)
            state = after


def random_event(state: State, deck: list[int], dice: Dice, act: Act | None = None) -> Event:
    """Return the next random event: a card, a marker, a Pivotal Event, a Pass, or an action that `act`
    makes.
    """
    if has_markers(state.options) and dice.chance(0.1) and (marker := _random_marker(state, dice)):
        return marker
    if (about_pivotal := _random_pivotal(state, dice)) is not None:
        return about_pivotal
    if state.phase == "finished":
        return Reveal(deck.pop(0) if deck else 0)
    faction = to_act(state)
    if faction is None:
        raise DeadEnd(f"nobody is to act in phase {state.phase}")
    may_pass = passing_is_open(state)
    if may_pass and dice.chance(0.25 if state.phase in COUP_TURNS else 0.08):
        return Pass(faction)
    action = (act or random_action)(state, faction, dice)
    if action is None:
        if not may_pass:
            raise DeadEnd(f"{faction} can neither act nor Pass in phase {state.phase}")
        return Pass(faction)
    return action


def _random_marker(state: State, dice: Dice) -> RevealMarker | None:
    """Return a Deception marker that some player may reveal now (7.3), preferably a Hidden Asset of the
    acting Faction.
    """
    acting = to_act(state)
    if acting is not None and refuse_marker(state, acting, "asset") is None:
        return RevealMarker(acting, "asset")
    faction, marker = dice.draw(FACTIONS), dice.draw(tuple(NAMES))
    return RevealMarker(faction, marker) if refuse_marker(state, faction, marker) is None else None


def _random_pivotal(state: State, dice: Dice) -> Event | None:
    """Return a random decision about a Pivotal Event: place it, waive it or hold play for it. Often return
    None.

    A Faction for which play waits always decides.
    """
    waited_for = holding(state)
    open_to = waited_for or may_place(state)
    if not open_to or not (waited_for or dice.chance(0.3)):
        return None
    faction = dice.draw(open_to)
    if dice.chance(0.5):
        return Pivotal(faction, pivotal_cards()[faction])
    return Waive(faction) if waited_for or dice.chance(0.7) else Hold(faction)


def random_action(state: State, faction: Faction, dice: Dice) -> Action | None:
    """Return an action built answer by answer, or None if no verb is open."""
    walk = random_walk(state, faction, dice)
    if not walk.questions:
        return None
    while not is_done(walk, walk.questions, dice):
        walk = random_step(walk, dice)
    return walk.action


def random_walk(state: State, faction: Faction, dice: Dice) -> Walk:
    """Begin an action without clauses, sometimes as a Limited Operation."""
    limop = state.phase == "card" and "limop" in open_deeds(state) and dice.chance(0.15)
    return ask(state, faction, limop=limop)


def is_done(walk: Walk, questions: Sequence[OpenedQuestion], dice: Dice) -> bool:
    """Check whether a random action ends here. `questions` are the questions that are still open."""
    return walk.may_end and (not questions or dice.chance(0.25) or len(walk.said) > LONG)


def random_step(walk: Walk, dice: Dice, among: Sequence[OpenedQuestion] | None = None) -> Walk:
    """Return the walk after one random answer to one of the questions `among`, or to any open question.

    First a question is drawn, then one of its answers: so questions with many answers are not preferred. A
    transfer is open nearly everywhere and is therefore drawn rarely. Raises `DeadEnd` if the walk refuses the
    answer.
    """
    shy = not dice.chance(0.1)
    questions_left = list(walk.questions if among is None else among)
    while questions_left:
        question = dice.draw(questions_left)
        for clause in question.fitting(dice.shuffled):
            if not (shy and clause == TRANSFER and questions_left[1:]) and question.leads_on(clause):
                try:
                    return walk.say(clause, question.who)
                except Violation as violation:
                    raise DeadEnd(f"{walk.faction}: {walk.said}, {clause}: {violation}") from violation
        questions_left.remove(question)
    raise DeadEnd(f"{walk.faction}: no answer is open after {walk.said}")


def _play(state: State, event: Event) -> State:
    """Return the state after an event that was built from listed answers. Raises `DeadEnd` if the event is
    refused.
    """
    try:
        return play_canonical(state, event).state
    except Violation as violation:
        raise DeadEnd(f"{event}: {violation}") from violation
