"""Count the actions, Events and dice of a game, and add up many games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import mean

import msgspec

from fitl_core.facts.card_list import SIDES, coup_cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.phases import Ending
from fitl_core.facts.players import players_words
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.clauses import Option, Roll
from fitl_core.record.events import Action, DecisionDice, Event, Pass, Stand
from fitl_core.record.spoken import flatten
from fitl_core.state.state import State
from fitl_core.state.victory import margins

DICE = (1, 2, 3, 4, 5, 6)


class GameFigures(msgspec.Struct, frozen=True):
    """The figures of one game, counted from the events in force.

    `over`: the game has ended. `winner` is the Faction whose margin won, and `margins` are those of the last
    position. `cards` is the number of played cards, `coups` the number of Coup cards among them, and
    `events` the number of events in force. `verbs` are counted by Faction ("train", "airstrike", "event").
    `passes` are those on Event cards. `played` are the executed Events, by card and side ("83 unshaded").
    `dice` counts the dice of moves by face, from 1, and `decision_dice` those that decided for Non-players.
    """

    file: str
    scenario: str
    rules: Edition
    players: str
    over: bool
    winner: Faction | None
    ended: Ending | None
    margins: dict[Faction, int]
    cards: int
    coups: int
    events: int
    verbs: dict[Faction, dict[str, int]]
    passes: dict[Faction, int]
    limited: int
    played: tuple[str, ...]
    dice: tuple[int, ...]
    decision_dice: tuple[int, ...]
    let_stand: int
    corrected: int


class GameTotals(msgspec.Struct, frozen=True):
    """The totals of many games: numbers of games, winners, means, and counts of actions, Events and dice."""

    games: int
    over: int
    winners: dict[Faction, int]
    margins: dict[Faction, float]
    cards: float
    events: float
    verbs: dict[Faction, dict[str, int]]
    passes: dict[Faction, int]
    played: tuple[tuple[str, int], ...]
    dice: tuple[int, ...]
    decision_dice: tuple[int, ...]


def figures_of(replay: ReplayedGame, file: str) -> GameFigures:
    """Return the figures of the sound part of a game. Raises nothing."""
    state, start = replay.state, replay.steps[0].state
    verbs: dict[Faction, Counter[str]] = {faction: Counter() for faction in FACTIONS}
    passes: Counter[Faction] = Counter()
    played: list[str] = []
    dice: Counter[int] = Counter()
    decided: Counter[int] = Counter()
    limited = 0
    before = start
    for link, outcome in zip(replay.links, replay.outcomes, strict=True):
        event: Event = link.event.move if isinstance(link.event, Stand) else link.event
        match event:
            case Action(faction, segments, limop):
                limited += limop
                verbs[faction].update([segment.verb for segment in segments])
                clauses = flatten(segments)
                dice.update([clause.die for clause in clauses if isinstance(clause, Roll)])
                if "event" in [segment.verb for segment in segments] and before.card is not None:
                    played.append(_event_words(before, clauses))
            case Pass(faction) if before.card not in coup_cards():
                passes[faction] += 1
            case DecisionDice(_, _, rolled):
                decided.update(rolled)
            case _:
                pass
        before = outcome.state
    return GameFigures(
        file=file,
        scenario=state.scenario,
        rules=state.rules,
        players=players_words(start.players),
        over=state.phase == "over",
        winner=state.winner,
        ended=state.ended,
        margins=_by_faction(margins(state)),
        cards=len(state.played),
        coups=len(coup_cards().intersection(state.played)),
        events=len(replay.links),
        verbs={faction: dict(sorted(counts.items())) for faction, counts in verbs.items()},
        passes=_by_faction(passes),
        limited=limited,
        played=tuple(played),
        dice=_faces(dice),
        decision_dice=_faces(decided),
        let_stand=len(replay.stands),
        corrected=len(replay.corrections),
    )


def totals(games: Iterable[GameFigures]) -> GameTotals:
    """Return the totals of games. Means are 0 without games."""
    games = list(games)
    verbs: dict[Faction, Counter[str]] = {faction: Counter() for faction in FACTIONS}
    passes: Counter[Faction] = Counter()
    for game in games:
        passes.update(game.passes)
        for faction, counts in game.verbs.items():
            verbs[faction].update(counts)
    winners = Counter([game.winner for game in games if game.winner is not None])
    played = Counter([event for game in games for event in game.played])
    return GameTotals(
        games=len(games),
        over=sum([game.over for game in games]),
        winners=_by_faction(winners),
        margins={faction: _mean([game.margins[faction] for game in games]) for faction in FACTIONS},
        cards=_mean([game.cards for game in games]),
        events=_mean([game.events for game in games]),
        verbs={faction: dict(counts.most_common()) for faction, counts in verbs.items()},
        passes=_by_faction(passes),
        played=tuple(
            sorted(played.items(), key=lambda counted: (-counted[1], int(counted[0].split()[0]), counted[0]))
        ),
        dice=tuple([sum([game.dice[at] for game in games]) for at in range(len(DICE))]),
        decision_dice=tuple([sum([game.decision_dice[at] for game in games]) for at in range(len(DICE))]),
    )


def _event_words(before: State, clauses: Iterable[object]) -> str:
    """Return the card and side of an executed Event. The side is `unshaded` if the card has one text."""
    options = [clause.name for clause in clauses if isinstance(clause, Option)]
    sides = [name for name in options if name in SIDES]
    return f"{before.card} {(sides or ['unshaded'])[0]}"


def _faces(dice: Counter[int]) -> tuple[int, ...]:
    return tuple([dice[face] for face in DICE])


def _by_faction(counts: dict[Faction, int] | Counter[Faction]) -> dict[Faction, int]:
    return {faction: counts.get(faction, 0) for faction in FACTIONS}


def _mean(numbers: list[int]) -> float:
    return round(mean(numbers), 2) if numbers else 0.0
