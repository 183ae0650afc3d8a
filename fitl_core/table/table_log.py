"""The log of a table: a projection of its stream, which can be validated like any file.

Read `tables` for `Tables.log`.
"""

from __future__ import annotations

import notation
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.table.table_state import TableState
from notation import RULES_RELEASE_TAG, Log, Tag
from notation.old import new_tags


def sealed_tags(state: TableState, root: str) -> tuple[Tag, ...]:
    """Return the tags that a table's log has before play. The chain begins with them."""
    added = " ".join([f"{seat.name}:{seat.seed}" for seat in state.seats if seat.seed])
    demands = str(state.opened.proofs) if state.opened.proofs > 1 else ""
    tags = [
        Tag("Proofs", demands),
        Tag("Seed-Commitment", state.opened.commitment),
        Tag("Seeds-Added", added),
        Tag("Deck-Root", root),
    ]
    return (*notation.tags_of(state.opened.setup), *[tag for tag in tags if tag.value])


def _release_of(state: TableState) -> tuple[Tag, ...]:
    """Return the tag with the oldest rules release of the lines; nothing if the release of a line is unknown.

    So a reader whose rules are newer looks for events that they judge otherwise. The chain does not cover the
    tag.
    """
    if not all(step.is_attested for step in state.steps):
        return ()
    oldest = min([step.release for step in state.steps], default=RULES_RELEASE)
    return (Tag(RULES_RELEASE_TAG, str(oldest)),)


def log_of_table(state: TableState, names: dict[str, str] | None = None) -> Log:
    """Return the game as a log: its lines with their authors, times, and proofs of dice and cards.

    The header has the oldest rules release of the lines, the commitment to the table's seed, the deck's root
    and the head of the chain. After the end it also has the seed. `names` gives the names of people by their
    seats; they appear in the header only.
    """
    tags = [*sealed_tags(state, state.root), *_release_of(state)]
    if state.status == "closed":
        tags.append(Tag("Seed-Opened", state.seed))
    if state.chain:
        tags.append(Tag("Chain-Head", state.chain))
    tags.append(Tag("Id", state.table))
    for seat, name in (names or {}).items():
        tags += [Tag(f"{faction}-Player", name) for faction in state.factions_of(seat) if seat and name]
    return Log(new_tags(tuple(tags), state.lines), state.lines)
