"""State digests in a log: another engine that comes to another state is told at which card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fitl_core.facts.cards import cards
from fitl_core.game.replays import Replay
from fitl_core.record.events import Digest
from fitl_core.state.digest import digest
from fitl_core.state.state import State
from notation import Entry


def with_digests(entries: Iterable[Entry], replay: Replay) -> Iterator[Entry]:
    """The entries with a digest behind each Coup Round, where none is recorded yet."""
    number = 0
    due: State | None = None
    for entry in entries:
        if entry.event is not None:
            if due is not None and not isinstance(entry.event, Digest):
                yield Entry(Digest(digest(due)))
            due = None
            number += 1
            before, after = replay.steps[number - 1].state, replay.steps[number].state
            if after.phase in ("finished", "over") and before.phase != after.phase and _is_coup(after):
                due = after
        yield entry
    if due is not None:
        yield Entry(Digest(digest(due)))


def _is_coup(state: State) -> bool:
    return state.card is not None and cards()[state.card].is_coup
