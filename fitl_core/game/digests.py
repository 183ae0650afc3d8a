"""Put digests of the state into a log, so that another engine sees at which card its state differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from fitl_core.facts.card_list import cards
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.events import Amend, DigestLine, Void
from fitl_core.state.position_digest import digest
from fitl_core.state.state import State
from notation import Entry


def with_digests(entries: Iterable[Entry], replay: ReplayedGame) -> Iterator[Entry]:
    """Yield the entries with a digest after each Coup Round that has none yet.

    Numbers of events in `void` and `amend` lines are adjusted. `replay` belongs to the entries. Raises
    `IndexError` if not all of them are sound.
    """
    number = written = 0
    numbers: dict[int, int] = {}
    due: State | None = None
    for entry in entries:
        if entry.event is not None:
            if due is not None and not isinstance(entry.event, DigestLine):
                yield Entry(DigestLine(digest(due)))
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
        yield Entry(DigestLine(digest(due)))


def _is_coup(state: State) -> bool:
    return state.card is not None and cards()[state.card].is_coup
