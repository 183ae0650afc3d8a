"""Measure the difference between two clauses, and list the clauses that a writer may have meant.

A slip is a small difference: a number or level that is wrong by one, the state or kind of a piece, or an
adjacent space. Read `fitl_core.tell.suggested_moves` next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import msgspec

from fitl_core.facts.game_map import neighbours, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import KINDS, Count, Kind
from fitl_core.record.clauses import At, Box, Clause, Option, Place, Remove, Replace, Verb, spaces_of

LITTLE, A_PART, WHOLE = 1, 2, 3
"""Sizes of a change: a slip, one part of a clause, or the whole clause.

Adding or removing a clause is `WHOLE`.
"""


class EditSize(NamedTuple):
    """The size of a change (`much`), and its `rank` among changes of this size.

    A lower rank is more likely.
    """

    much: int
    rank: int


NONE = EditSize(0, 0)
ANOTHER_FORM = EditSize(WHOLE, 9)
ANOTHER_FORM_THERE = EditSize(WHOLE, 7)
ANOTHER_VERB = EditSize(WHOLE, 8)
THE_SPACE_ALONE = EditSize(A_PART, 8)
A_HALF = EditSize(A_PART, 4)
"""The change that adds the missing half of a replacement."""
SAID_ALREADY = EditSize(WHOLE, 6)


def change(old: Clause, new: Clause) -> EditSize:
    """Return the size of the change from one clause to another."""
    if type(old) is not type(new):
        if is_the_same_word(old, new):
            return EditSize(LITTLE, 1)
        same_spaces = set(spaces_of(old)) & set(spaces_of(new))
        if isinstance(new, At) and same_spaces:
            return THE_SPACE_ALONE
        if same_spaces and isinstance(new, Replace) and isinstance(old, Place | Remove):
            return A_HALF if old.pieces in (new.pieces, new.by) else ANOTHER_FORM_THERE
        return ANOTHER_FORM_THERE if same_spaces else ANOTHER_FORM
    if isinstance(old, Verb):
        return ANOTHER_VERB
    changes = [
        _CHANGES.get(name, _of_name)(getattr(old, name), getattr(new, name))
        for name in old.__struct_fields__
        if getattr(old, name) != getattr(new, name)
    ]
    if not changes:
        return NONE
    much = changes[0].much if len(changes) == 1 else WHOLE
    return EditSize(much, sum([one.rank for one in changes]))


def is_the_same_word(old: Clause, new: Clause) -> bool:
    """Check whether one clause is a verb and the other an option with the same name."""
    return isinstance(old, Verb) and isinstance(new, Option) and old.name == new.name


def slips(clause: Clause) -> Iterator[Clause]:
    """Yield clauses that differ from this one in one field, by a slip or by more."""
    for name in clause.__struct_fields__:
        for other in _SLIPS.get(name, _no_slips)(getattr(clause, name)):
            changed: Clause = msgspec.structs.replace(clause, **{name: other})
            yield changed


# -- sizes of changes -----------------------------------------------------------------------------


def _of_name(old: object, new: object) -> EditSize:
    """Return the size of a change of a name."""
    return EditSize(A_PART, 5)


def _of_space(old: str, new: str) -> EditSize:
    """Return the size of a change of a space. An adjacent space is a slip."""
    if new in spaces_by_id() and old in spaces_by_id() and new in _beside(old):
        alike = spaces_by_id()[old].is_loc is spaces_by_id()[new].is_loc
        return EditSize(LITTLE, 3 if alike else 4)
    return EditSize(A_PART, 5)


def _of_box(_old: str, new: str) -> EditSize:
    """Return the size of a change of a box. Leaving it out is a slip."""
    return EditSize(A_PART, 5) if new else EditSize(LITTLE, 1)


def _of_path(old: tuple[str, ...], new: tuple[str, ...]) -> EditSize:
    """Return the size of a change of a path. One adjacent space, or another way, is a slip."""
    if len(old) == len(new):
        differing = [(a, b) for a, b in zip(old, new, strict=True) if a != b]
        if len(differing) == 1:
            return _of_space(*differing[0])
    if (old[0], old[-1]) == (new[0], new[-1]):
        return EditSize(LITTLE, 3)  # another way between the same spaces
    return EditSize(A_PART, 5 if old[0] == new[0] or old[-1] == new[-1] else 7)


def _of_pieces(old: tuple[Count, ...], new: tuple[Count, ...]) -> EditSize:
    """Return the size of a change of pieces. One piece more or less, or another kind, is a slip."""
    before, after = Counter[Kind](), Counter[Kind]()
    for counts, total in ((old, before), (new, after)):
        for count in counts:
            total[count.kind] += count.number
    gone, come = before - after, after - before
    more = gone.total() + come.total()
    if more == 1:
        return EditSize(LITTLE, 2)
    if len(gone) == len(come) == 1 and gone.total() == come.total():
        (out,), (into,) = gone, come
        rank = 2 if out.off_map is into.off_map else 3 if out.faction is into.faction else 4
        return EditSize(LITTLE, rank)
    return EditSize(A_PART, min(3 + more, 7))


def _of_level(old: Level, new: Level) -> EditSize:
    """Return the size of a change of a level. One step is a slip."""
    return EditSize(LITTLE, 2) if abs(old.value_ - new.value_) == 1 else EditSize(A_PART, 5)


def _of_number(old: int, new: int) -> EditSize:
    """Return the size of a change of an amount. One more or less is a slip."""
    return EditSize(LITTLE, 2) if abs(old - new) == 1 else EditSize(A_PART, 4)


_CHANGES: dict[str, Any] = {
    "space": _of_space,
    "source": _of_space,
    "to": _of_box,
    "path": _of_path,
    "pieces": _of_pieces,
    "by": _of_pieces,
    "level": _of_level,
    "change": _of_number,
}
"""The function for the size of a change, by the field of a clause."""


# -- other values ----------------------------------------------------------------------------------


def _no_slips(_value: object) -> Iterator[Any]:
    return iter(())


def _beside(name: str) -> frozenset[str]:
    return neighbours()[spaces_by_id()[name].index]


def _other_spaces(name: str) -> Iterator[str]:
    if name in spaces_by_id():
        yield from sorted(_beside(name))


def _other_sources(name: str) -> Iterator[str]:
    """Yield the adjacent spaces, and the other boxes."""
    yield from _other_spaces(name)
    yield from (box for box in get_args(Box) if box != name)


def _no_box(box: str) -> Iterator[str]:
    """Yield the empty destination, which leaves the box to the rules."""
    yield from ("",) if box else ()


def _other_paths(path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield paths with one space replaced by an adjacent one, or with one space more or less on the way."""
    for at, name in enumerate(path):
        for other in sorted(_beside(name)):
            yield (*path[:at], other, *path[at + 1 :])
    for at in range(1, len(path) - 1):
        yield (*path[:at], *path[at + 1 :])
    for at in range(1, len(path)):
        for between in sorted(_beside(path[at - 1]) & _beside(path[at])):
            yield (*path[:at], between, *path[at:])


def _other_pieces(pieces: tuple[Count, ...]) -> Iterator[tuple[Count, ...]]:
    """Yield pieces with one more or fewer of a kind, other numbers, another kind, or a kind left out."""
    for at, (number, kind) in enumerate([(count.number, count.kind) for count in pieces]):
        others = [Count(other, kind) for other in (number - 1, number + 1) if other]
        others += [Count(number, other) for other in KINDS if other is not kind]
        others += [Count(other, kind) for other in range(1, number - 1)]
        for other in others:
            if all(other.kind is not count.kind for count in (*pieces[:at], *pieces[at + 1 :])):
                yield (*pieces[:at], other, *pieces[at + 1 :])
        if len(pieces) > 1:
            yield (*pieces[:at], *pieces[at + 1 :])


def _other_levels(level: Level) -> Iterator[Level]:
    yield from (other for other in Level if other is not level)


def _other_numbers(number: int) -> Iterator[int]:
    yield from (other for other in (number - 1, number + 1, -number) if other)


_SLIPS: dict[str, Any] = {
    "space": _other_spaces,
    "source": _other_sources,
    "to": _no_box,
    "path": _other_paths,
    "pieces": _other_pieces,
    "by": _other_pieces,
    "level": _other_levels,
    "change": _other_numbers,
}
"""The function for other values that the writer may have meant, by the field of a clause."""
