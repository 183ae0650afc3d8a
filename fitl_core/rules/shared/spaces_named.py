"""Spaces of an Event where people name them, brought to where the rules ask for them.

All of them ahead of what is done in each (`QTr, Tay, QTr-vg, Tay-vb`), or what goes from all before what
comes; behind the moves into it (`Sai>Ple:4ut Ple`), or the only one behind all (`CLa-2nt QTr`, card 37);
right before the clause that names it anyway (`Hue Sai>Hue:2ut`). What is executed free may be set apart by
a bar (`airlift Sai>Ple:4ut | sweep`). Looked at only where a move would be refused as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from fitl_core.facts.factions import Faction
from fitl_core.facts.vocabulary import ACTIVITIES, OPERATIONS, VERBS
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
from fitl_core.rules.shared.set_right import Reordered, set_right, spaces_first

IN_ONE_SPACE = (Activate, At, Hide, Place, Remove, Replace, SetLevel)
"""Clauses about one space."""


def spaces_elsewhere(said: Sequence[Said]) -> tuple[Reordered, ...]:
    """What has been said, in the ways in which the spaces of an Event may be meant."""
    bare = without_bars(said)
    ways = (
        Reordered(without_bare_spaces(said), []),
        Reordered(space_by_space(said), []),
        Reordered(replacing(space_by_space(said)), []),
        before_their_moves(said),
        spaces_first(said, pieces=True),
    )
    if bare == list(said):
        return ways
    return (*ways, Reordered(bare, []), before_their_moves(bare), spaces_first(bare, pieces=True))


def before_their_moves(said: Sequence[Said]) -> Reordered:
    """What has been set right, with spaces of an Event that are named behind moves into them before those."""
    words: list[Said] = []
    put: list[At] = []
    verb = ""
    for who, clause in set_right(said):
        verb = clause.name if isinstance(clause, Verb) else verb
        at = _first_move_into(words, who, clause) if verb == "event" and isinstance(clause, At) else -1
        if at >= 0 and isinstance(clause, At):
            put.append(clause)
        words.insert(at if at >= 0 else len(words), (who, clause))
    return Reordered(words, put)


def the_one_space_first(said: Sequence[Said]) -> Reordered:
    """What has been said, with the only space that is named alone in an Event ahead (`CLa-2nt QTr`)."""
    named = [at for at, (_, clause) in enumerate(said) if isinstance(clause, At)]
    if len(named) != 1 or Verb("event") not in [clause for _, clause in said[: named[0]]]:
        return Reordered(list(said), [])
    who, space = said[named[0]]
    opened = max(at for at in range(named[0]) if isinstance(said[at][1], Verb))
    sides = (Option("shaded"), Option("unshaded"))
    behind = range(opened + 1, named[0] + 1)
    place = next(at for at in behind if said[at][0] is who and said[at][1] not in sides)
    words = [*said[:place], said[named[0]], *said[place : named[0]], *said[named[0] + 1 :]]
    assert isinstance(space, At)
    return Reordered(words, [space])


def _first_move_into(words: Sequence[Said], who: Faction, named: Clause) -> int:
    """The place of the first move into a space in a part of an action, and of what it is executed free by.

    Less than 0 where there is none, or the space has been named before.
    """
    found = -1
    for at in range(len(words) - 1, -1, -1):
        speaker, clause = words[at]
        if clause == named:
            return -1
        if isinstance(clause, Verb):
            break
        if speaker is who and isinstance(clause, Move) and At(clause.path[-1]) == named:
            found = at
    while found > 0 and isinstance(words[found - 1][1], Move) and words[found - 1][0] is who:
        found -= 1
    before = words[found - 1][1] if found > 0 else named
    return found - 1 if isinstance(before, Option) and before.name in VERBS else found


def without_bare_spaces(said: Sequence[Said]) -> list[Said]:
    """What has been said, without spaces of an Event that the next clause is about: `Hue Sai>Hue:2ut`."""
    words: list[Said] = []
    verb = ""
    for who, clause in said:
        verb = clause.name if isinstance(clause, Verb) else verb
        about = space_of(clause) if verb == "event" and not isinstance(clause, At) else ""
        if about and words and words[-1] == (who, At(about)):
            words.pop()
        words.append((who, clause))
    return words


def replacing(said: Sequence[Said]) -> list[Said]:
    """What has been said, with pieces of an Event that go and those that come for them as one clause."""
    words: list[Said] = []
    verb = ""
    for who, clause in said:
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


def without_bars(said: Sequence[Said]) -> list[Said]:
    """What has been said, with what an Event has executed free as part of it, though set apart: `| sweep`."""
    words: list[Said] = []
    verb = ""
    owner: Faction | None = None  # who spoke before the bar, behind which the Event's own Faction would
    for who, clause in said:
        named = clause.name if isinstance(clause, Verb) else ""
        if verb == "event" and named in (*OPERATIONS, *ACTIVITIES):
            owner = words[-1][0]
            words.append((owner, Option(named)))
            continue
        if named:
            verb, owner = named, None
        words.append((owner if owner is not None and who is said[0][0] else who, clause))
    return words


def space_by_space(said: Sequence[Said]) -> list[Said]:
    """What has been said, with what an Event does in each of several spaces side by side."""
    words: list[Said] = []
    verb = ""
    together: dict[tuple[Faction, str], list[Said]] = {}  # what stands side by side now, by its space
    for who, clause in said:
        if isinstance(clause, Verb):
            verb = clause.name
        if verb == "event" and isinstance(clause, IN_ONE_SPACE):
            together.setdefault((who, clause.space), []).append((who, clause))
            continue
        words += chain.from_iterable(together.values())
        together.clear()
        words.append((who, clause))
    return [*words, *chain.from_iterable(together.values())]
