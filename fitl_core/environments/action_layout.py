"""The fixed numbers of all actions. An answer is one action or a short row of actions.

Each action id belongs to a block (`BLOCKS`) and has the same meaning in every game and at every question. A
clause without pieces is one id. A clause with pieces is a row: its form and space, then pieces kind by kind,
then `finish`. Read `answer_rows` next.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import get_args

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import FACTIONS
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.move_words import EVENT_OPTIONS, VERBS
from fitl_core.facts.pieces import KINDS, Count
from fitl_core.record.clauses import (
    Activate,
    At,
    Box,
    ChooseCard,
    ChooseFaction,
    Clause,
    Hide,
    Move,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
    Track,
    Verb,
    space_of,
)
from fitl_core.state.state import CAP

LAYOUT = 1
"""The number of this layout. It rises with every change of a block."""
WORDS = ("pass", "limop", "pivotal", "waive", "end", "skip", "reveal-agenda", "reveal-asset")
"""The answers that are no clause. `skip` leaves a question out, or keeps a marker hidden."""
FORCE_POOL = {
    "ut": 40, "ui": 6, "ub": 6, "at": 30, "ap": 30, "ar": 6, "ab": 3,
    "nt": 40, "ng": 20, "nb": 9, "vg": 30, "vb": 9,
}  # fmt: skip
"""The number of pieces of each kind in the game (1.4), by the code of the kind."""
BOXES: tuple[str, ...] = get_args(Box)
TRACKS: tuple[str, ...] = get_args(Track)
Row = tuple[int, ...]
"""The action ids of one answer, in order."""
Meaning = tuple[str, ...]
"""The name of a block, and the fields of one of its actions."""


class NoAction(FitlError):
    """A number or a text is no action here."""

    code = "no-action-here"


class ActionBlock(msgspec.Struct, frozen=True):
    """A block of action ids: its name, its first id, its size, and what an action of it says."""

    name: str
    first: int
    size: int
    says: str


def _members() -> Iterable[tuple[str, str, list[Meaning]]]:
    """Yield each block: its name, its words, and the fields of its actions in order."""
    spaces = [(where.id,) for where in board().spaces]
    yield "word", "a word that is no clause", [(word,) for word in WORDS]
    yield "verb", "an Operation, Special Activity, Event or Coup Round part", [(verb,) for verb in VERBS]
    yield "space", "select a space", list(spaces)
    yield "option", "a named alternative", [(name,) for name in sorted(EVENT_OPTIONS)]
    yield "level", "a level of a space", [(*where, level) for where in spaces for level in Level]
    yield "card", "a card by number", [(str(number),) for number in sorted(cards()) if number]
    yield "faction", "a Faction", [(faction,) for faction in FACTIONS]
    yield "track", "a track that changes; a `change` follows", [(track,) for track in TRACKS]
    yield "terror", "Terror of a space changes; a `change` follows", list(spaces)
    yield "sabotage", "Sabotage of a space changes; a `change` follows", list(spaces)
    yield "change", "the amount of a change", [(f"{by:+d}",) for by in range(-CAP, CAP + 1)]
    yield "place", "pieces come into a space; pieces follow", list(spaces)
    yield "from-box", "the box of placed pieces, if not Available", [(box,) for box in BOXES]
    yield "from-space", "the space of placed pieces", list(spaces)
    yield "remove", "pieces leave a space; pieces follow", list(spaces)
    yield "to-box", "the box of removed pieces, where it is asked for", [(box,) for box in BOXES]
    yield "move", "pieces move from a space; `along` follows", list(spaces)
    yield "along", "the next space of the path; then pieces", list(spaces)
    yield "rebox", "pieces go from box to box; pieces follow", [(a, b) for a in BOXES for b in BOXES]
    yield "replace", "pieces of a space are replaced; pieces, `by`, pieces follow", list(spaces)
    yield "by", "the replacing pieces follow", [()]
    yield "activate", "pieces become Active; pieces follow", list(spaces)
    yield "hide", "pieces go Underground; pieces follow", list(spaces)
    yield (
        "pieces",
        "a number of pieces of a kind",
        [
            (str(number), kind.code)
            for kind in KINDS
            for number in range(1, FORCE_POOL[kind.off_map.code] + 1)
        ],
    )
    yield "finish", "the row of pieces ends", [()]


@cache
def _layout() -> tuple[tuple[ActionBlock, ...], tuple[Meaning, ...], dict[Meaning, int]]:
    """Return the blocks, the meaning of each id, and the id of each meaning."""
    found: list[ActionBlock] = []
    meanings: list[Meaning] = []
    for name, says, members in _members():
        found.append(ActionBlock(name, len(meanings), len(members), says))
        meanings += [(name, *map(str, fields)) for fields in members]
    return tuple(found), tuple(meanings), {meaning: number for number, meaning in enumerate(meanings)}


def blocks() -> tuple[ActionBlock, ...]:
    """Return the blocks of the layout in order."""
    return _layout()[0]


def number_of_actions() -> int:
    """Return the number of action ids, which begin at 0."""
    return len(_layout()[1])


def meaning_of(action: int) -> Meaning:
    """Return the block of an action and its fields. Raises `NoAction`.

    >>> meaning_of(0), meaning_of(8)
    (('word', 'pass'), ('verb', 'train'))
    """
    if not 0 <= action < number_of_actions():
        raise NoAction(f"{action} is no action: they run from 0 to {number_of_actions() - 1}")
    return _layout()[1][action]


def action_of_meaning(*meaning: str) -> int:
    """Return the id of an action by its block and fields. Raises `NoAction`.

    >>> action_of_meaning("word", "pass")
    0
    """
    found = _layout()[2].get(meaning)
    if found is None:
        raise NoAction(f"no action has the meaning {' '.join(meaning)[:80]}")
    return found


def action_name(action: int) -> str:
    """Return the words of an action, such as "place saigon" or "pieces 2 at"."""
    block, *fields = meaning_of(action)
    return fields[0] if block == "word" else " ".join([block, *fields])


def word_action(word: str) -> int:
    """Return the id of a word."""
    return action_of_meaning("word", word)


@cache
def _finish() -> int:
    return action_of_meaning("finish")


@lru_cache(maxsize=50_000)
def row_of(clause: Clause) -> Row:
    """Return the action ids of a clause. Raises `NoAction` for a clause that is no answer of a player.

    >>> from fitl_core.record.clauses import At, Verb
    >>> len(row_of(Verb("train"))), len(row_of(At("saigon")))
    (1, 1)
    """
    return tuple([action_of_meaning(*meaning) for meaning in _meanings(clause)])


def first_id(clause: Clause) -> int:
    """Return the first action id of a clause, quickly. Raises `NoAction` as `row_of` does."""
    if isinstance(clause, Move):
        return _layout()[2]["move", clause.path[0]]
    form = _FORMS.get(type(clause))
    return row_of(clause)[0] if form is None else _layout()[2][form, space_of(clause)]


_FORMS: dict[type, str] = {
    At: "space",
    Place: "place",
    Remove: "remove",
    Replace: "replace",
    Activate: "activate",
    Hide: "hide",
}
"""The blocks of clauses that begin with a space."""


def _meanings(clause: Clause) -> list[Meaning]:
    match clause:
        case Verb(name=name):
            return [("verb", name)]
        case At(space=space):
            return [("space", space)]
        case Option(name=name):
            return [("option", name)]
        case SetLevel(space=space, level=level):
            return [("level", space, str(level))]
        case ChooseCard(card=card):
            return [("card", str(card))]
        case ChooseFaction(faction=faction):
            return [("faction", str(faction))]
        case Number(track=track, change=change, space=space):
            return [(track, space) if space else ("track", track), ("change", f"{change:+d}")]
        case Replace(space=space, pieces=pieces, by=by):
            return [("replace", space), *_pieces(pieces), ("by",), *_pieces(by), ("finish",)]
    return [*_places(clause), *_pieces(getattr(clause, "pieces", ())), ("finish",)]


def _places(clause: Clause) -> list[Meaning]:
    """Return the form and the places of a clause with pieces."""
    match clause:
        case Place(space=space, source=source):
            if source == "available":
                return [("place", space)]
            kind = "from-space" if source in spaces_by_id() else "from-box"
            return [("place", space), (kind, source)]
        case Remove(space=space, to=to):
            return [("remove", space), *([("to-box", to)] if to else [])]
        case Move(path=path):
            return [("move", path[0]), *[("along", name) for name in path[1:]]]
        case Rebox(source=source, to=to):
            return [("rebox", source, to)]
        case Activate(space=space):
            return [("activate", space)]
        case Hide(space=space):
            return [("hide", space)]
    raise NoAction(f"no player answers with a clause of the form {clause.__struct_config__.tag}")


def _pieces(pieces: Iterable[Count]) -> list[Meaning]:
    """Return the pieces of a clause in the order of their kinds."""
    in_order = sorted(pieces, key=lambda count: count.kind.slot)
    return [("pieces", str(count.number), count.kind.code) for count in in_order]
