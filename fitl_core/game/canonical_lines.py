"""Lines of a game with the canonical actions of their moves, and what players typed beside them.

Whatever adds lines to a file uses this. Read `fitl_core.wording.canonical_form` next.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fitl_core.errors import FitlError
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.record.events import Action, Amend, Event
from fitl_core.state.state import State
from fitl_core.wording.canonical_form import canonical_action, typed_beside
from notation import Entry, Log, setup_of
from notation.old import new_tags


def canonical_lines(game: ReplayedGame, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the last entries of a game with canonical actions in its sound part.

    A typed text that stands beside a move stays, if the move is canonical or the text was there before.
    """
    number = len(game.events) - sum(entry.event is not None for entry in entries)
    amended, unplayed = dict(game.amended), game.unplayed
    canonical: list[Entry] = []
    for entry in entries:
        number += entry.event is not None
        if entry.event is None or number > game.sound or number in unplayed:
            canonical.append(entry)
            continue
        before = amended[number] if number in amended else game.steps[number - 1].state
        event = _canonical(before, entry.event)
        typed = entry.typed or typed_beside(entry.event, event)
        canonical.append(msgspec.structs.replace(entry, event=event, typed=typed))
    return tuple(canonical)


def canonical_log(log: Log) -> Log:
    """Return a log with canonical actions in its sound part.

    A log with links or signatures stays as it is.
    """
    if any(entry.chain or any(name == "sig" for name, _ in entry.fields) for entry in log.entries):
        return log
    try:
        game = replay(setup_of(log), log.events)
    except FitlError:
        return log
    entries = canonical_lines(game, log.entries)
    return Log(new_tags(log.tags, entries), entries)


def _canonical(before: State, event: Event) -> Event:
    """Return an event with the canonical action of its move, which is played from the position before it."""
    match event:
        case Action():
            return canonical_action(before, event)
        case Amend(number, Action() as move):
            return Amend(number, canonical_action(before, move))
    return event
