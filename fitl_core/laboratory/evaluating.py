"""Evaluate the moves of a game by play-outs: chances to win after each move, and glyphs for bad moves.

Each position before and after a move is played on to the end with the same seeds. The chances stand in a
field of the move, in percent: `[%_win US 20 NVA 15 ARVN 40 VC 25]`. They are those of the policy's play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.game.chances import EVALUATED, FIELD
from fitl_core.game.replays import ReplayedGame
from fitl_core.laboratory.branching import PlayOut
from fitl_core.laboratory.estimates import Estimate, estimate
from fitl_core.laboratory.lab_games import LabResult
from fitl_core.record.events import Action, Pass
from fitl_core.rules.waiting import next_step
from notation.log import Log, Tag

BAD, DUBIOUS = 4.0, 1.0
"""A move that clearly costs its Faction this many points is bad (?), or dubious (?!)."""


class EvaluatedMove(msgspec.Struct, frozen=True):
    """A move by its event number: the chances to win after it, and the `change` of its Faction's margin.

    The change is against the policy's own play from the position before the move.
    """

    event: int
    faction: Faction
    wins: dict[Faction, float]
    change: Estimate

    @property
    def glyph(self) -> str:
        """The sign of a bad or dubious move; empty if the change is not clear, or small."""
        if not self.change.is_clear or self.change.mean > -DUBIOUS:
            return ""
        return "?" if self.change.mean <= -BAD else "?!"


def moves_of(replay: ReplayedGame) -> list[int]:
    """Return the event numbers of the moves that can be played out: those that the game goes on after."""
    events = replay.events[: replay.sound]
    moves = [number for number, event in enumerate(events, 1) if isinstance(event, Action | Pass)]
    return [number for number in moves if next_step(replay.steps[number].state).what != "over"]


def positions_of(replay: ReplayedGame) -> list[int]:
    """Return the event numbers after which the game is played out: those before and after each move."""
    return sorted({place for number in moves_of(replay) for place in (number - 1, number)})


def play_outs(replay: ReplayedGame, policy: str, seeds: Sequence[int]) -> Iterator[PlayOut]:
    """Yield the play-outs of each position of `positions_of`, in their order."""
    for place in positions_of(replay):
        for seed in seeds:
            yield PlayOut(replay.steps[place].state, policy, seed)


def evaluated_moves(
    replay: ReplayedGame, results: Sequence[LabResult], games: int
) -> tuple[EvaluatedMove, ...]:
    """Return the evaluated moves from results in the order of `play_outs`. Pairs with a fault are left out.

    Raises `ValueError` if the play-outs of a move are all at fault.
    """
    places = positions_of(replay)
    at = {place: results[games * index : games * (index + 1)] for index, place in enumerate(places)}
    found: list[EvaluatedMove] = []
    for number in moves_of(replay):
        pairs = [
            (before, after)
            for before, after in zip(at[number - 1], at[number], strict=True)
            if not before.fault and not after.fault
        ]
        event = replay.events[number - 1]
        assert isinstance(event, Action | Pass)
        who, played = event.faction, max(len(pairs), 1)
        wins = {one: sum([after.winner is one for _, after in pairs]) / played for one in FACTIONS}
        change = estimate([after.margins[who] - before.margins[who] for before, after in pairs])
        found.append(EvaluatedMove(number, who, wins, change))
    return tuple(found)


def with_evaluation(log: Log, moves: Sequence[EvaluatedMove], policy: str, games: int) -> Log:
    """Return a log with the chances beside each move, and a tag that says how they were found.

    A glyph is set where people have set none.
    """
    by_event = {move.event: move for move in moves}
    entries, number = [], 0
    for entry in log.entries:
        number += entry.event is not None
        move = by_event.get(number) if entry.event is not None else None
        if move is not None:
            kept = [field for field in entry.fields if field[0] != FIELD]
            chances = " ".join([f"{faction} {move.wins[faction]:.0%}".rstrip("%") for faction in FACTIONS])
            entry = msgspec.structs.replace(
                entry, glyph=entry.glyph or move.glyph, fields=(*kept, (FIELD, chances))
            )
        entries.append(entry)
    tags = [tag for tag in log.tags if tag.name != EVALUATED]
    how = Tag(EVALUATED, f"{policy}, {games} games from before and after each move")
    return msgspec.structs.replace(log, tags=(*tags, how), entries=tuple(entries))
