"""What differs between two positions, figure by figure, in the game's words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.board import BoardSpace, board
from fitl_core.cardlist import cards
from fitl_core.draft import BOX_WORDS, BOXES
from fitl_core.events import level
from fitl_core.factions import FACTIONS
from fitl_core.pieces import KINDS, Kind, Pieces
from fitl_core.sequence import to_act
from fitl_core.state import Markers, Space, State, control
from fitl_core.victory import scores
from fitl_core.words import CONTROL_WORDS, TRACK_WORDS, track_of


class Difference(msgspec.Struct, frozen=True):
    """One figure that is `a` in the first position and `b` in the second.

    `where` is the short name of a space, a box, or "Tracks", "Scores", "Card" or "Game".
    """

    where: str
    what: str
    a: str
    b: str


def differences(a: State, b: State) -> tuple[Difference, ...]:
    """Every figure in which two positions differ: the map first, then boxes, tracks, victory, cards.

    Empty only if the positions are equal in everything that bears on the game.
    """
    if a == b:
        return ()
    found: list[Difference] = []
    for where, here, there in zip(board().spaces, a.spaces, b.spaces, strict=True):
        if here != there:
            found += _of_space(where, here, there)
    for box, field in BOXES.items():
        found += _of_pieces(BOX_WORDS[box], getattr(a, field), getattr(b, field))
    for name, words in TRACK_WORDS.items():
        found += _unless_equal("Tracks", words, track_of(a, name), track_of(b, name))
    ours, theirs = scores(a), scores(b)
    for faction in FACTIONS:
        found += _unless_equal("Scores", faction, ours[faction], theirs[faction])
    for what, one, other in _of_cards(a, b):
        found += _unless_equal("Card", what, one, other)
    for what, one, other in _of_game(a, b):
        found += _unless_equal("Game", what, one, other)
    return tuple(found)


def _of_space(where: BoardSpace, a: Space, b: Space) -> list[Difference]:
    name = where.short
    found = _unless_equal(name, "level", level(a.support).words, level(b.support).words)
    ours, theirs = control(where, a.pieces), control(where, b.pieces)
    found += _unless_equal(name, "Control", CONTROL_WORDS[ours], CONTROL_WORDS[theirs])
    found += _unless_equal(name, "Terror", a.terror, b.terror)
    found += _unless_equal(name, "Sabotage", _yes(a.sabotage), _yes(b.sabotage))
    return found + _of_pieces(name, a.pieces, b.pieces)


def _of_pieces(where: str, a: Pieces, b: Pieces) -> list[Difference]:
    found: list[Difference] = []
    for kind in KINDS:
        found += _unless_equal(where, _plural(kind), a[kind.slot], b[kind.slot])
    return found


def _of_cards(a: State, b: State) -> Iterator[tuple[str, str, str]]:
    yield "played", _card(a.card), _card(b.card)
    yield "showing", _card(a.next), _card(b.next)
    yield "played so far", _numbers(a.played), _numbers(b.played)
    yield "phase", a.phase, b.phase
    yield "to act", to_act(a) or "nobody", to_act(b) or "nobody"
    yield "Eligible", _list(a.eligible), _list(b.eligible)
    yield "done on it", _deeds(a), _deeds(b)
    yield "stay Eligible", _list(a.stays), _list(b.stays)
    yield "made Ineligible", _list(a.barred), _list(b.barred)


def _of_game(a: State, b: State) -> Iterator[tuple[str, str, str]]:
    yield "rules", a.rules, b.rules
    yield "scenario", a.scenario, b.scenario
    yield "RVN Leader", _leader(a), _leader(b)
    yield "Capabilities", _markers(a.capabilities), _markers(b.capabilities)
    yield "Momentum", _markers(a.momentum), _markers(b.momentum)
    yield "shifted by Pacification", _efforts(a), _efforts(b)
    yield "Control held for Redeploy", _list(a.held_control), _list(b.held_control)
    yield "withdrawn US pieces", str(a.withdrawn), str(b.withdrawn)
    yield "winner", a.winner or "none", b.winner or "none"


def _unless_equal(where: str, what: str, a: object, b: object) -> list[Difference]:
    return [] if a == b else [Difference(where, what, str(a), str(b))]


def _plural(kind: Kind) -> str:
    return kind.words(2).removeprefix("2 ")


def _yes(there: bool) -> str:
    return "yes" if there else "no"


def _list(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(words) or "none"


def _numbers(numbers: tuple[int, ...]) -> str:
    return _list([str(number) for number in numbers])


def _card(number: int | None) -> str:
    return "none" if number is None else f"{number} {cards()[number].title}"


def _deeds(state: State) -> str:
    return _list([f"{done.faction} {done.deed}" for done in state.done])


def _efforts(state: State) -> str:
    return _list([f"{effort.space} {effort.levels}" for effort in state.pacified])


def _leader(state: State) -> str:
    box = _numbers(state.leader_box)
    down = ", face down" if state.leader_face_down else ""
    return f"{state.leader}{down} (cards {box})"


def _markers(markers: tuple[Markers, ...]) -> str:
    return _list([f"#{marker.card} {marker.side}" for marker in markers])
