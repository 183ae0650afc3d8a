"""Compare sentences of a mail with its moves, by the reader of sentences (`fitl_core.prose`).

A sentence that certainly describes another move than the mail has makes the mail doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

import notation
from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.game.files import Game
from fitl_core.prose.proposals import Proposal, read_prose
from fitl_core.record.events import Action, Event
from fitl_core.record.spoken import spoken
from fitl_core.state.state import State
from fitl_core.tell.dice_wanted import FACES, without_dice
from fitl_core.wording.normal_form import normal_action

MOST_PROPOSALS = 3
"""The most moves proposed for one sentence."""
MOST_COMPARED, LONGEST_COMPARED = 12, 400
"""The most sentences of a reply that are compared with moves, and the most characters of each."""
_MOST_DICE = 20
_FILLER = re.compile(
    r"(?:so|now|ok|okay|thus|hence|therefore|then|in words|that is|i\.e\.|here)\b[,:]? *", re.IGNORECASE
)
"""Words in front of a description that have no part in it."""


def proposed_moves(game: Game, text: str) -> tuple[Proposal, ...]:
    """Return the first moves that a paragraph may mean. They are sent back, never played unasked."""
    if game.replay is None:
        return ()
    try:
        return read_prose(game.replay.state, text)[:MOST_PROPOSALS]
    except FitlError:
        return ()


class Descriptions:
    """The reader of sentences for one reply. It reads the first `MOST_COMPARED` sentences."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._compared = 0

    def compare(self, sentence: str, moves: Sequence[Event]) -> bool | None:
        """Return True if a sentence describes one of these moves, and False for another move.

        Return None if that is unclear: the sentence cannot be read with certainty, it describes a part of a
        move, or the first move is not legal in the position of the game.
        """
        if self._game.replay is None or not moves or len(sentence) > LONGEST_COMPARED:
            return None
        if self._compared >= MOST_COMPARED:
            return None
        self._compared += 1
        state = self._game.replay.state
        text = _FILLER.sub("", sentence, count=1)
        proposals = proposed_moves(self._game, text)
        if not proposals:
            return self._describes_without_verb(text, moves[0]) or None
        if not proposals[0].certain:
            return None
        proposed = proposals[0].move
        if any(is_same_move(state, proposed, move) for move in moves):
            return True
        if any(_is_part(state, proposed, move) for move in moves) or not _is_legal(state, moves[0]):
            return None
        return False

    def _describes_without_verb(self, text: str, move: Event) -> bool:
        """Check whether a sentence describes a move if the verb of the move is put in front."""
        if self._game.replay is None or not isinstance(move, Action):
            return False
        proposals = proposed_moves(self._game, f"{move.segments[0].verb} {text}")[:1]
        return any(one.certain and is_same_move(self._game.replay.state, one.move, move) for one in proposals)


def is_same_move(state: State, proposed: str, event: Event) -> bool:
    """Check whether a proposal does the same as a line, as they are written or in normal form."""
    meant = notation.read_line(proposed).event
    return _are_equal(meant, event) or _are_equal(_normal(state, meant), _normal(state, event))


def _are_equal(one: Event | None, other: Event | None) -> bool:
    """Check whether two events are equal. Dice count only if both have some."""
    if one == _without_dice(one) or other == _without_dice(other):
        return _without_dice(one) == _without_dice(other)
    return one == other


def _is_part(state: State, proposed: str, event: Event) -> bool:
    """Check whether all clauses of a proposal are clauses of a move."""
    meant, whole = (_normal(state, one) for one in (notation.read_line(proposed).event, event))
    if not isinstance(meant, Action) or not isinstance(whole, Action):
        return False
    clauses = spoken(whole.segments, whole.faction)
    return all(clause in clauses for clause in spoken(meant.segments, meant.faction))


def _normal(state: State, event: Event | None) -> Event | None:
    """Return a move in normal form, or as it is if it has none here."""
    if isinstance(event, Action):
        with suppress(FitlError):
            return normal_action(state, event)
    return event


def _without_dice(event: Event | None) -> Event | None:
    return without_dice(event, FACES * _MOST_DICE) if isinstance(event, Action) else event


def _is_legal(state: State, event: Event) -> bool:
    try:
        play(state, event)
    except FitlError:
        return False
    return True
