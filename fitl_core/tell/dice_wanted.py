"""Find the dice that a move lacks. A suggestion names the die and the command for it, never its result.

`fitl_core.tell.suggested_moves` finds legal moves, some of them with dice that nobody has rolled. This
module takes those dice out again. A clause may be refused only because of the die before it. Then the move
without this die asks for the roll: its result may have been written wrongly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Clause, Roll, Verb
from fitl_core.record.events import Action, Event, Segment
from fitl_core.record.spoken import flatten, segments, spoken, written
from fitl_core.state.state import State

FACES = (1, 2, 3, 4, 5, 6)


class WantedDie(msgspec.Struct, frozen=True):
    """A move that lacks a die. `purpose` is the purpose of the die, under `rule`."""

    action: Action
    purpose: str
    rule: str


def is_rolled(action: Action, written: Event) -> bool:
    """Check whether the written move has every die of this move."""
    return not _dice(action) - _dice(written)


def wanted_dice(
    state: State, written: Action, near: Sequence[Action], refused: int | None = None
) -> tuple[WantedDie, ...]:
    """Return near moves without the dice that nobody has rolled, each once and with its first missing die.

    The written move comes first, if it lacks nothing but dice. Last comes the move without the die before the
    `refused` clause, if another result would help.
    """
    found: dict[Action, WantedDie] = {}
    without = [
        _without(action, _dice(action) - _dice(written)) for action in near if not is_rolled(action, written)
    ]
    for action in (written, *without, *_without_doubtful_die(written, refused)):
        wanted = _wanted(state, action)
        if wanted is not None:
            found.setdefault(action, wanted)
    return tuple(found.values())


def _without_doubtful_die(action: Action, refused: int | None) -> Iterator[Action]:
    """Yield a move without the last die before the refused clause in its segment."""
    clauses = flatten(action.segments)
    for at in range(min(refused or 0, len(clauses)) - 1, -1, -1):
        if isinstance(clauses[at], Verb):
            return
        if isinstance(clauses[at], Roll):
            rest = segments([*clauses[:at], *clauses[at + 1 :]])
            yield msgspec.structs.replace(action, segments=rest)
            return


def without_dice(action: Action, dice: Sequence[int]) -> Action:
    """Return a move without these dice, the last ones of each face."""
    return _without(action, Counter(dice))


def _wanted(state: State, action: Action) -> WantedDie | None:
    """Return the die that a move owes; None if it owes none, or if no face would help."""
    try:
        play(state, action)
    except Violation as error:
        if _owes_die(error) and _is_open_to_some_face(state, action, error.clause):
            return WantedDie(action, purpose_of(Faction(action.faction), error.asked), error.rule)
    return None


def _owes_die(error: Violation) -> bool:
    return bool(error.legal and error.asked) and all(isinstance(answer, Roll) for answer in error.legal)


def _is_open_to_some_face(state: State, action: Action, at: int | None) -> bool:
    """Check whether some face makes progress. The die belongs before clause `at` (None: at the end)."""
    clauses = spoken(action.segments, action.faction)
    at = len(clauses) if at is None else at
    for face in FACES:
        whole = [*clauses[:at], (Faction(action.faction), Roll(face)), *clauses[at:]]
        try:
            play(state, msgspec.structs.replace(action, segments=written(whole, action.faction)))
        except Violation as error:
            if not (error.incomplete or _owes_die(error)):
                continue
        return True
    return False


def purpose_of(faction: Faction, asked: str) -> str:
    """Return the purpose of a die in a Faction's move, in words."""
    return f"{faction}: {asked}"


def _dice(event: Event) -> Counter[int]:
    parts = event.segments if isinstance(event, Action) else ()
    return Counter([clause.die for clause in flatten(parts) if isinstance(clause, Roll)])


def _without(action: Action, dice: Counter[int]) -> Action:
    left = Counter(dice)
    parts = [
        Segment(part.verb, tuple(_kept(part.clauses[::-1], left))[::-1]) for part in reversed(action.segments)
    ]
    return msgspec.structs.replace(action, segments=tuple(reversed(parts)))


def _kept(clauses: Sequence[Clause], left: Counter[int]) -> Iterator[Clause]:
    for clause in clauses:
        if isinstance(clause, Roll) and left[clause.die]:
            left[clause.die] -= 1
        else:
            yield clause
