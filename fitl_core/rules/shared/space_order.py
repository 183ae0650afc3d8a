"""Spaces of an Event in the places where people name them, brought to where the rules ask for them.

All spaces may come first (`QTr, Tay, QTr-vg, Tay-vb`), or all removals before all placements. A space may
come after the moves into it (`Sai>Ple:4ut Ple`). The only space may come after everything (`CLa-2nt QTr`,
card 37). A space may be named again by the next clause (`Hue Sai>Hue:2ut`). A free action may have a bar
before it (`airlift Sai>Ple:4ut | sweep`). These orders are tried only if a move would be refused as
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS, VERBS
from fitl_core.record.clauses import (
    Activate,
    At,
    Clause,
    Hide,
    Move,
    Option,
    Place,
    Remove,
    Replace,
    SetLevel,
    Verb,
    space_of,
)
from fitl_core.record.spoken import Said
from fitl_core.rules.shared.reordering import Reordered, reorderings, spaces_first

IN_ONE_SPACE = (Activate, At, Hide, Place, Remove, Replace, SetLevel)
"""The forms of clause about one space."""


def spaces_elsewhere(written: Sequence[Said]) -> tuple[Reordered, ...]:
    """Return the written clauses in each order in which the spaces of an Event may be meant."""
    bare = without_bars(written)
    ways = (
        Reordered(without_bare_spaces(written), []),
        Reordered(space_by_space(written), []),
        Reordered(replacing(space_by_space(written)), []),
        before_their_moves(written),
        spaces_first(written, pieces=True),
    )
    if bare == list(written):
        return ways
    return (*ways, Reordered(bare, []), before_their_moves(bare), spaces_first(bare, pieces=True))


def before_their_moves(written: Sequence[Said]) -> Reordered:
    """Return the reordered clauses, with each space of an Event before the moves into it."""
    words: list[Said] = []
    put: list[At] = []
    verb = ""
    for who, clause in reorderings(written):
        verb = clause.name if isinstance(clause, Verb) else verb
        at = _first_move_into(words, who, clause) if verb == "event" and isinstance(clause, At) else -1
        if at >= 0 and isinstance(clause, At):
            put.append(clause)
        words.insert(at if at >= 0 else len(words), (who, clause))
    return Reordered(words, put)


def the_one_space_first(written: Sequence[Said]) -> Reordered:
    """Return the clauses with the only space that an Event names by itself first (`CLa-2nt QTr`)."""
    named = [at for at, (_, clause) in enumerate(written) if isinstance(clause, At)]
    if len(named) != 1 or Verb("event") not in [clause for _, clause in written[: named[0]]]:
        return Reordered(list(written), [])
    who, space = written[named[0]]
    opened = max(at for at in range(named[0]) if isinstance(written[at][1], Verb))
    sides = (Option("shaded"), Option("unshaded"))
    after_verb = range(opened + 1, named[0] + 1)
    place = next(at for at in after_verb if written[at][0] is who and written[at][1] not in sides)
    words = [*written[:place], written[named[0]], *written[place : named[0]], *written[named[0] + 1 :]]
    assert isinstance(space, At)
    return Reordered(words, [space])


def _first_move_into(words: Sequence[Said], who: Faction, named: Clause) -> int:
    """Return the place of the first move into a space in a segment, or of the free action that moves.

    Return -1 if there is no such move, or the space has been named before.
    """
    first = -1
    for at in range(len(words) - 1, -1, -1):
        speaker, clause = words[at]
        if clause == named:
            return -1
        if isinstance(clause, Verb):
            break
        if speaker is who and isinstance(clause, Move) and At(clause.path[-1]) == named:
            first = at
    while first > 0 and isinstance(words[first - 1][1], Move) and words[first - 1][0] is who:
        first -= 1
    before = words[first - 1][1] if first > 0 else named
    return first - 1 if isinstance(before, Option) and before.name in VERBS else first


def without_bare_spaces(written: Sequence[Said]) -> list[Said]:
    """Remove the bare spaces of an Event that the next clause names anyway: `Hue Sai>Hue:2ut`."""
    words: list[Said] = []
    verb = ""
    for who, clause in written:
        verb = clause.name if isinstance(clause, Verb) else verb
        about = space_of(clause) if verb == "event" and not isinstance(clause, At) else ""
        if about and words and words[-1] == (who, At(about)):
            words.pop()
        words.append((who, clause))
    return words


def replacing(written: Sequence[Said]) -> list[Said]:
    """Join pieces of an Event that go and those that replace them into one clause."""
    words: list[Said] = []
    verb = ""
    for who, clause in written:
        verb = clause.name if isinstance(clause, Verb) else verb
        before = words[-1] if words else None
        match before, clause:
            case (speaker, Remove(space, go, "")), Place(there, come, "available") if (
                verb == "event" and speaker is who and space == there
            ):
                words[-1] = (who, Replace(space, go, come))
            case _:
                words.append((who, clause))
    return words


def without_bars(written: Sequence[Said]) -> list[Said]:
    """Make a free action of an Event that follows a bar (`| sweep`) part of the Event's segment."""
    words: list[Said] = []
    verb = ""
    owner: Faction | None = None  # the Faction before the bar, if not the Event's own
    for who, clause in written:
        named = clause.name if isinstance(clause, Verb) else ""
        if verb == "event" and named in (*OPERATIONS, *ACTIVITIES):
            owner = words[-1][0]
            words.append((owner, Option(named)))
            continue
        if named:
            verb, owner = named, None
        words.append((owner if owner is not None and who is written[0][0] else who, clause))
    return words


def space_by_space(written: Sequence[Said]) -> list[Said]:
    """Put the clauses of an Event about each of several spaces side by side."""
    words: list[Said] = []
    verb = ""
    together: dict[tuple[Faction, str], list[Said]] = {}  # the clauses to put side by side, by space
    for who, clause in written:
        if isinstance(clause, Verb):
            verb = clause.name
        if verb == "event" and isinstance(clause, IN_ONE_SPACE):
            together.setdefault((who, clause.space), []).append((who, clause))
            continue
        words += chain.from_iterable(together.values())
        together.clear()
        words.append((who, clause))
    return [*words, *chain.from_iterable(together.values())]
