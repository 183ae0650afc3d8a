"""What was played in a game, counted; and what many games have come to together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from statistics import mean

import msgspec

from fitl_core.facts.cards import coup_cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.phases import Ending
from fitl_core.facts.players import players_words
from fitl_core.game.replays import Replay
from fitl_core.record.clauses import Option, Roll
from fitl_core.record.events import Action, DecisionDice, Event, Pass, Stand
from fitl_core.record.spoken import flatten
from fitl_core.state.state import State
from fitl_core.state.victory import margins

DICE = (1, 2, 3, 4, 5, 6)


class GameFigures(msgspec.Struct, frozen=True):
    """One game in figures, the moves in force counted.

    `over` is whether it has ended; `winner` is the Faction whose margin won then, `margins` those at the last
    position. `cards` are the cards played, `coups` those of them that are Coup cards, `events` the lines in
    force. `verbs` are counted by Faction ("train", "airstrike", "event"), `passes` those on Event cards;
    `played` are the Events that were executed, by card and side ("83 unshaded"). `dice` are those of moves,
    by face from 1; `decision_dice` those that decided for Non-players.
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


class Totals(msgspec.Struct, frozen=True):
    """Many games together: how many there are and are over, who won, means, and what was played."""

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


def figures_of(replay: Replay, file: str) -> GameFigures:
    """The figures of a game as far as it is sound. Raises nothing."""
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


def totals(games: Iterable[GameFigures]) -> Totals:
    """What games have come to together; means are 0 where there is none."""
    games = list(games)
    verbs: dict[Faction, Counter[str]] = {faction: Counter() for faction in FACTIONS}
    passes: Counter[Faction] = Counter()
    for game in games:
        passes.update(game.passes)
        for faction, counts in game.verbs.items():
            verbs[faction].update(counts)
    winners = Counter([game.winner for game in games if game.winner is not None])
    played = Counter([event for game in games for event in game.played])
    return Totals(
        games=len(games),
        over=sum([game.over for game in games]),
        winners=_by_faction(winners),
        margins={faction: _mean([game.margins[faction] for game in games]) for faction in FACTIONS},
        cards=_mean([game.cards for game in games]),
        events=_mean([game.events for game in games]),
        verbs={faction: dict(counts.most_common()) for faction, counts in verbs.items()},
        passes=_by_faction(passes),
        played=tuple(sorted(played.items(), key=lambda one: (-one[1], int(one[0].split()[0]), one[0]))),
        dice=tuple([sum([game.dice[at] for game in games]) for at in range(len(DICE))]),
        decision_dice=tuple([sum([game.decision_dice[at] for game in games]) for at in range(len(DICE))]),
    )


def _event_words(before: State, clauses: Iterable[object]) -> str:
    """An Event that is executed: the card and its side, `unshaded` where it has one text."""
    sides = [one.name for one in clauses if isinstance(one, Option) and one.name in ("shaded", "unshaded")]
    return f"{before.card} {(sides or ['unshaded'])[0]}"


def _faces(dice: Counter[int]) -> tuple[int, ...]:
    return tuple([dice[face] for face in DICE])


def _by_faction(counts: dict[Faction, int] | Counter[Faction]) -> dict[Faction, int]:
    return {faction: counts.get(faction, 0) for faction in FACTIONS}


def _mean(numbers: list[int]) -> float:
    return round(mean(numbers), 2) if numbers else 0.0
