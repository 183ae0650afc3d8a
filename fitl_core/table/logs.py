"""The log of a table: a projection of its stream, which validates like any file."""

from __future__ import annotations

import notation
from fitl_core.table.table_state import TableState
from notation import Log, Tag


def sealed_tags(state: TableState, root: str) -> tuple[Tag, ...]:
    """What the header of a table's log says before play, and the chain begins with."""
    added = " ".join([f"{seat.name}:{seat.seed}" for seat in state.seats if seat.seed])
    tags = [
        Tag("Seed-Commitment", state.opened.commitment),
        Tag("Seeds-Added", added),
        Tag("Deck-Root", root),
    ]
    return (*notation.tags_of(state.opened.setup), *[tag for tag in tags if tag.value])


def log_of_table(state: TableState, names: dict[str, str] | None = None) -> Log:
    """The game as a log: its lines with who wrote them, when, and what vouches for their chance.

    Its header has the commitment to the table's seed, the deck's root, the head of the chain, and once the
    table is closed the seed. `names` are those of people by their seats, which stand in the header alone.
    """
    tags = list(sealed_tags(state, state.root))
    if state.status == "closed":
        tags.append(Tag("Seed-Opened", state.seed))
    if state.chain:
        tags.append(Tag("Chain-Head", state.chain))
    tags.append(Tag("Id", state.table))
    for seat, name in (names or {}).items():
        tags += [Tag(f"{faction}-Player", name) for faction in state.factions_of(seat) if seat and name]
    return Log(tuple(tags), state.lines)
