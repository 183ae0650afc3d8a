"""State digests in a log: another engine that comes to another state is told at which card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.facts.cards import cards
from fitl_core.game.replays import Replay
from fitl_core.record.events import Amend, Digest, Void
from fitl_core.state.digest import digest
from fitl_core.state.state import State
from notation import Entry


def with_digests(entries: Iterable[Entry], replay: Replay) -> Iterator[Entry]:
    """The entries with a digest behind each Coup Round, where none is recorded yet.

    Lines that name an event by its number name the number that it now has. `replay` is that of the
    entries, sound to its end, else an `IndexError` is raised.
    """
    number = written = 0
    numbers: dict[int, int] = {}
    due: State | None = None
    for entry in entries:
        if entry.event is not None:
            if due is not None and not isinstance(entry.event, Digest):
                yield Entry(Digest(digest(due)))
                written += 1
            due = None
            number += 1
            written += 1
            numbers[number] = written
            if isinstance(entry.event, Void | Amend) and entry.event.number is not None:
                named = msgspec.structs.replace(entry.event, number=numbers[entry.event.number])
                entry = msgspec.structs.replace(entry, event=named)
            before, after = replay.steps[number - 1].state, replay.steps[number].state
            if after.phase in ("finished", "over") and before.phase != after.phase and _is_coup(after):
                due = after
        yield entry
    if due is not None:
        yield Entry(Digest(digest(due)))


def _is_coup(state: State) -> bool:
    return state.card is not None and cards()[state.card].is_coup
