"""A seat's sight: its knowledge at one moment, and its questions. Briefings and policies start here.

    sight = sight_of_game(replay, (Faction.VC,))
    policy.act(sight)

A position has no secret. So a sight has the position, the lines of the log, and the secrets of its own seat
only. Read `briefings` next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Literal

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.players import player_of, player_words
from fitl_core.game.replays import ReplayedGame
from fitl_core.players.move_prefixes import left_out_key
from fitl_core.record.events import Action, Pass, Pivotal, Waive
from fitl_core.rules.pivotal import holding, may_place
from fitl_core.rules.sequence import open_deeds
from fitl_core.rules.waiting import next_step
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open
from fitl_core.tell.happenings import Happened, happened
from fitl_core.walks import OpenedQuestion, Walk, ask

SightKind = Literal["turn", "pivotal", "answer", "nothing"]
"""What a seat is asked: its move, its Pivotal Event, a question in another's move, or nothing."""
PASS, LIMOP, PIVOTAL, WAIVE, END, SKIP = "pass", "limop", "pivotal", "waive", "end", "skip"
"""The answers that are no clause. `skip` leaves a question out: a die then falls, or others decide."""


class SeatSight(msgspec.Struct, frozen=True, kw_only=True):
    """The sight of a seat after event number `event`.

    `asked` is its Faction that decides. `walk` is the move in the making, also before its first clause; None
    in a Non-player's move. `questions` are those that the seat may answer, and `words` the other answers:
    "pass", "end". `last` is the number of its last line. `happened_since` returns the events after a number.
    `markers` and `orders` are its own secrets: Deception markers (7.3) and standing orders.
    """

    seat: str
    factions: tuple[Faction, ...]
    state: State
    event: int
    last: int
    happened_since: Callable[[int], tuple[Happened, ...]]
    what: SightKind = "nothing"
    asked: Faction | None = None
    walk: Walk | None = None
    questions: tuple[OpenedQuestion, ...] = ()
    words: tuple[str, ...] = ()
    markers: tuple[DeceptionMarker, ...] = ()
    orders: tuple[str, ...] = ()


def at_turn(
    sight: SeatSight, faction: Faction, begun: Action | None = None, left_out: Collection[str] = ()
) -> SeatSight:
    """Return a sight whose Faction is to act, or goes on with a move that has `begun`.

    `left_out` are the keys of questions that were skipped. Raises `Violation` if it may not act.
    """
    begun = begun or Action(faction, ())
    walk = ask(sight.state, faction, begun.segments, begun.limop)
    return _in_walk(sight, "turn", faction, walk, left_out)


def in_another_move(
    sight: SeatSight, faction: Faction, move: Action, left_out: Collection[str] = ()
) -> SeatSight:
    """Return a sight whose Faction is asked after the clauses of another seat's `move`."""
    walk = ask(sight.state, move.faction, move.segments, move.limop)
    return _in_walk(sight, "answer", faction, walk, left_out)


def with_wanted(sight: SeatSight, asked: OpenedQuestion) -> SeatSight:
    """Return a sight that is asked for a choice in a Non-player's move."""
    words = (SKIP,) if asked.optional else ()
    return msgspec.structs.replace(
        sight, what="answer", asked=asked.who, walk=None, questions=(asked,), words=words
    )


def placing_pivotal(sight: SeatSight, faction: Faction) -> SeatSight:
    """Return a sight whose Faction may place its Pivotal Event before another Faction acts (2.3.8)."""
    words = (PIVOTAL, WAIVE) if faction in holding(sight.state) else (PIVOTAL, WAIVE, SKIP)
    return msgspec.structs.replace(sight, what="pivotal", asked=faction, walk=None, questions=(), words=words)


def going_on(sight: SeatSight, walk: Walk) -> SeatSight:
    """Return the sight after more clauses of the same move."""
    assert sight.asked is not None
    return _in_walk(sight, sight.what, sight.asked, walk, ())


def _in_walk(
    sight: SeatSight, what: SightKind, faction: Faction, walk: Walk, left_out: Collection[str]
) -> SeatSight:
    questions, others_follow = _own_questions(walk, sight.factions, left_out, skips=what == "answer")
    words = (
        _answer_words(questions)
        if what == "answer"
        else _turn_words(sight.state, faction, walk, others_follow and all(one.optional for one in questions))
    )
    return msgspec.structs.replace(
        sight, what=what, asked=faction, walk=walk, questions=questions, words=words
    )


def _own_questions(
    walk: Walk, factions: Collection[Faction], left_out: Collection[str], skips: bool
) -> tuple[tuple[OpenedQuestion, ...], bool]:
    """Return the questions of a seat up to the first die or question of others, and whether one follows.

    With `skips`, earlier questions of others are passed over. Without it, only required ones are, also after
    own ones: one before other questions has a single answer, or the order is free.
    """
    found: list[OpenedQuestion] = []
    passed = False
    for asked in walk.questions:
        if left_out_key(len(walk.said), asked.id) in left_out:
            continue
        if asked.who in factions and not asked.is_chance:
            found.append(asked)
        elif skips:
            if found:
                return tuple(found), True
        elif asked.optional or asked.is_chance:
            return tuple(found), True
        else:
            passed = True
    return tuple(found), passed


def _turn_words(state: State, faction: Faction, walk: Walk, others_follow: bool) -> tuple[str, ...]:
    """Return the words with which a Faction may answer at its turn."""
    if not walk.said:
        is_open = {
            PASS: passing_is_open(state),
            LIMOP: _limop_is_open(state, walk),
            PIVOTAL: faction in may_place(state),
        }
        return tuple([word for word, may in is_open.items() if may])
    return (SKIP,) if others_follow else (END,) if walk.may_end else ()


def _limop_is_open(state: State, walk: Walk) -> bool:
    """Check whether the Faction may begin a Limited Operation, and could do anything in it."""
    return (
        not walk.limop and state.phase == "card" and "limop" in open_deeds(state) and len(walk.questions) > 0
    )


def _answer_words(questions: tuple[OpenedQuestion, ...]) -> tuple[str, ...]:
    return (SKIP,) if all(asked.optional for asked in questions) else ()


# -- games of files -----------------------------------------------------------------------------------


def sight_of_game(game: ReplayedGame, factions: tuple[Faction, ...]) -> SeatSight:
    """Return the sight of the player of some Factions in the game of a file. Raises nothing."""
    sight = bare_sight(game, factions)
    waits = next_step(game.state)
    placeable = [one for one in may_place(game.state) if one in factions and one in waits.holding]
    if placeable:
        return placing_pivotal(sight, placeable[0])
    if waits.what in ("action", "event", "phase") and waits.faction in factions:
        assert waits.faction is not None
        return at_turn(sight, waits.faction)
    return sight


def bare_sight(game: ReplayedGame, factions: tuple[Faction, ...]) -> SeatSight:
    """Return what the player of some Factions knows of the game of a file, before anything is asked."""

    def since(number: int) -> tuple[Happened, ...]:
        numbers = range(max(number, 0) + 1, game.sound + 1)
        return tuple([happened(one, game.events[one - 1], game.steps[one].effects) for one in numbers])

    return SeatSight(
        seat=player_words(factions),
        factions=factions,
        state=game.state,
        event=game.sound,
        last=last_decision(game.events[: game.sound], factions),
        happened_since=since,
    )


def last_decision(events: tuple[object, ...], factions: Collection[Faction]) -> int:
    """Return the number of the last line that a player decided; 0 if there is none."""
    for number in range(len(events), 0, -1):
        event = events[number - 1]
        if isinstance(event, Action | Pass | Pivotal | Waive) and event.faction in factions:
            return number
    return 0


def seat_factions(state: State, name: str) -> tuple[Faction, ...]:
    """Return the Factions of the player of a seat, which any of its Factions names; empty for no player."""
    groups = [group for group in state.players if name.upper() in (player_words(group), *group)]
    return player_of(state.players, groups[0][0]) if groups else ()
