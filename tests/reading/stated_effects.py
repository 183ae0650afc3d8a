"""Statements beside a move: the automatic effects that no clause of it names.

    statements(move, move.action)     # [("level", 0, Hue=N), ("Resources", 0, ARVN-3)]

Read `wording_kinds` next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from actions_of_games import PlayedMove

from fitl_core.engine import play
from fitl_core.facts.move_words import VERBS
from fitl_core.record import board_effects as happened
from fitl_core.record.clauses import (
    Activate,
    Clause,
    Hide,
    Move,
    Number,
    Place,
    Remove,
    Replace,
    SetLevel,
    Verb,
    space_of,
)
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action
from fitl_core.record.spoken import Said, spoken

_SORTS: dict[type, str] = {
    happened.Placed: "pieces placed",
    happened.Removed: "pieces gone",
    happened.Activated: "pieces turned",
    happened.Hidden: "pieces turned",
}


def said_in(action: Action) -> list[Said]:
    """Return the clauses of an action, each with its Faction."""
    return spoken(action.segments, action.faction)


def segment_end(said: Sequence[Said], at: int) -> int:
    """Return the place of the next verb after a clause, or the end."""
    return next((place for place in range(at + 1, len(said)) if isinstance(said[place][1], Verb)), len(said))


def names_space(clause: Clause, space: str) -> bool:
    """Check whether a clause names a space, which is none if it is empty."""
    return bool(space) and (space_of(clause) == space or space in getattr(clause, "path", ()))


def statements(move: PlayedMove, action: Action) -> list[tuple[str, int, Clause]]:
    """Return what may be stated: its sort, the place of the verb of its segment, and the clause."""
    said = said_in(action)
    verbs = [(at, clause.name) for at, (_, clause) in enumerate(said) if isinstance(clause, Verb)]
    effects = [
        one for one in play(move.state, move.action).effects if not isinstance(one, happened.ControlChanged)
    ]
    known = Counter(unit for _, clause in said for unit in units(clause))
    spoken_of = [clause for _, clause in said]
    told = [(effect, at) for effect in effects if (at := _segment_of(effect, verbs, move)) is not None]
    times = Counter(unit for effect, _ in told for unit in set(units(happened.as_clause(effect))))
    found: list[tuple[str, int, Clause]] = []
    for effect, at in told:
        match effect:
            case happened.LevelChanged(space=space, new=new):
                last = [
                    one for one, _ in told if isinstance(one, happened.LevelChanged) and one.space == space
                ]
                if last == [effect] and not any(
                    isinstance(c, SetLevel) and c.space == space for c in spoken_of
                ):
                    found.append(("level", at, SetLevel(space, new)))
            case happened.TerrorChanged(space=space, old=old, new=new):
                if not any(isinstance(c, Number) and c.space == space for c in spoken_of):
                    found.append(("marker", at, Number("terror", new - old, space)))
            case happened.SabotageChanged(space=space, new=new):
                if not any(isinstance(c, Number) and c.space == space for c in spoken_of):
                    found.append(("marker", at, Number("sabotage", 1 if new else -1, space)))
            case happened.Placed() | happened.Removed() | happened.Activated() | happened.Hidden():
                clause = happened.as_clause(effect)
                told_here = set(units(clause))
                once = all(times[unit] == 1 for unit in told_here) and _is_whole(effect, told)
                if clause is not None and once and not told_here & set(known):
                    found.append((_SORTS[type(effect)], at, clause))
            case _:
                pass
    return [*found, *_figures(told, spoken_of)]


def _is_whole(effect: Effect, told: Sequence[tuple[Effect, int]]) -> bool:
    """Check that no other effect removes pieces from the same space: a removal is stated as a whole."""
    if not isinstance(effect, happened.Removed):
        return True
    gone = [one for one, _ in told if isinstance(one, happened.Removed) and one.space == effect.space]
    return gone == [effect]


def _figures(
    told: Sequence[tuple[Effect, int]], spoken_of: Sequence[Clause]
) -> Iterator[tuple[str, int, Clause]]:
    """Yield the whole change of each track by each segment, unless a clause names the track."""
    sums: Counter[tuple[str, int]] = Counter()
    for effect, at in told:
        if isinstance(effect, happened.TrackChanged):
            sums[effect.track, at] += effect.new - effect.old
    segments = Counter(track for track, _ in sums)
    for (track, at), change in sums.items():
        named = any(
            isinstance(clause, Number) and clause.track in (track, "patronage") for clause in spoken_of
        )
        if change and not named and segments[track] == 1:
            sort = "Resources" if track in ("ARVN", "NVA", "VC") else "other track"
            yield sort, at, Number(track, change)  # type: ignore[arg-type]


def _segment_of(effect: Effect, verbs: Sequence[tuple[int, str]], move: PlayedMove) -> int | None:
    """Return the place of the only verb to whose rule an effect belongs."""
    by_card = f"card {move.state.card}"
    found = [
        at
        for at, verb in verbs
        if effect.rule == VERBS[verb]
        or (verb == "event" and effect.rule == by_card)
        or (verb == "event" and len(verbs) == 1 and effect.rule[:2] in ("3.", "4."))
    ]
    return found[0] if len(found) == 1 else None


def units(clause: Clause | None) -> Iterator[tuple[str, str, str]]:
    """Yield the changes of pieces that a clause states: the way, the space and the kind off the map."""
    match clause:
        case Place(space, pieces, source):
            yield from (("come", space, count.kind.off_map.code) for count in pieces)
            yield from (("go", source, count.kind.off_map.code) for count in pieces)
        case Remove(space, pieces):
            yield from (("go", space, count.kind.off_map.code) for count in pieces)
        case Replace(space, pieces, by):
            yield from (("go", space, count.kind.off_map.code) for count in pieces)
            yield from (("come", space, count.kind.off_map.code) for count in by)
        case Move(path, pieces):
            yield from (("come", path[-1], count.kind.off_map.code) for count in pieces)
            yield from (("go", path[0], count.kind.off_map.code) for count in pieces)
        case Activate(space, pieces) | Hide(space, pieces):
            yield from (("turn", space, count.kind.off_map.code) for count in pieces)
