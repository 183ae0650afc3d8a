"""List the differences between two positions, figure by figure, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import CONTROL_WORDS, FACTIONS
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import KINDS, Kind, Pieces
from fitl_core.facts.players import players_words
from fitl_core.rules.sequence import to_act
from fitl_core.state.control import control_in
from fitl_core.state.state import BOX_WORDS, BOXES, InEffect, State
from fitl_core.state.victory import scores
from fitl_core.tell.words import TRACK_WORDS, track_of


class Difference(msgspec.Struct, frozen=True):
    """One figure that is `a` in the first position and `b` in the second.

    `where` is the short name of a space, a box, or "Tracks", "Scores", "Card" or "Game".
    """

    where: str
    what: str
    a: str
    b: str


def differences(a: State, b: State) -> tuple[Difference, ...]:
    """Return the figures in which two positions differ: the map first, then boxes, tracks, victory, cards.

    Empty only if the positions are equal in everything that matters to the game.
    """
    if a == b:
        return ()
    found: list[Difference] = []
    for where in board().spaces:
        found += _of_space(where, a, b)
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


def _of_space(where: BoardSpace, ours: State, theirs: State) -> list[Difference]:
    name = where.short
    a, b = ours.spaces[where.index], theirs.spaces[where.index]
    found = _unless_equal(name, "level", level(a.support).words, level(b.support).words)
    held, other = CONTROL_WORDS[control_in(ours, where)], CONTROL_WORDS[control_in(theirs, where)]
    found += _unless_equal(name, "Control", held, other)
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
    yield "waive their Pivotal Events", _list(a.waived), _list(b.waived)
    yield "play waits for", _list(a.holds), _list(b.holds)


def _of_game(a: State, b: State) -> Iterator[tuple[str, str, str]]:
    yield "rules", a.rules, b.rules
    yield "scenario", a.scenario, b.scenario
    yield "players", players_words(a.players), players_words(b.players)
    yield "options", _list(a.options), _list(b.options)
    yield "readings", _list(a.readings), _list(b.readings)
    yield "symbols of cards", _symbols(a), _symbols(b)
    yield "revealed markers", _revealed(a), _revealed(b)
    yield "LimOp option is a full one", _yes(a.full_option), _yes(b.full_option)
    yield "RVN Leader", _leader(a), _leader(b)
    yield "Capabilities", _markers(a.capabilities), _markers(b.capabilities)
    yield "Momentum", _markers(a.momentum), _markers(b.momentum)
    yield "Peace Talks on Linebacker II", _yes(a.peace_talks), _yes(b.peace_talks)
    yield "US Policy", a.policy or "none", b.policy or "none"
    yield "promise the next Event", _list(a.promises), _list(b.promises)
    yield "shifted by Pacification", _efforts(a), _efforts(b)
    yield "Control held for Redeploy", _list(a.held_control), _list(b.held_control)
    yield "withdrawn US pieces", str(a.withdrawn), str(b.withdrawn)
    yield "winner", a.winner or "none", b.winner or "none"
    yield "ended", a.ended or "no", b.ended or "no"


def _unless_equal(where: str, what: str, a: object, b: object) -> list[Difference]:
    return [] if a == b else [Difference(where, what, str(a), str(b))]


def _plural(kind: Kind) -> str:
    return kind.words(2).removeprefix("2 ")


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _list(words: tuple[str, ...] | list[str]) -> str:
    return ", ".join(words) or "none"


def _numbers(numbers: tuple[int, ...]) -> str:
    return _list([str(number) for number in numbers])


def _card(number: int | None) -> str:
    return "none" if number is None else f"{number} {cards()[number].title}"


def _symbols(state: State) -> str:
    return _list([symbol.words for symbol in state.symbols])


def _deeds(state: State) -> str:
    return _list([f"{done.faction} {done.deed}" for done in state.done])


def _revealed(state: State) -> str:
    return _list([f"{revealed.faction} {revealed.marker}" for revealed in state.revealed])


def _efforts(state: State) -> str:
    return _list([f"{effort.space} {effort.levels}" for effort in state.pacified])


def _leader(state: State) -> str:
    box = _numbers(state.leader_box)
    down = ", face down" if state.leader_face_down else ""
    return f"{state.leader}{down} (cards {box})"


def _markers(markers: tuple[InEffect, ...]) -> str:
    return _list([f"#{marker.card} {marker.side}" for marker in markers])
