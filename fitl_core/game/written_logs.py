"""Write games played by a program as logs, with a header, its rules release and a heading for each card."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

import notation
from fitl_core.record.events import Event, PlayCard, Reveal
from fitl_core.record.setup import Setup
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation import RULES_RELEASE_TAG, Entry, Log, Tag
from notation.old import new_tags


def log_of(setup: Setup, played: Iterable[tuple[Event, State]], tags: Iterable[Tag] = ()) -> Log:
    """Return the log of a game from its setup, further `tags`, and each event with the position after it.

    The log has a heading (`#55`) at the point at which a card comes into play. Raises nothing.
    """
    events: list[Event] = [PlayCard(setup.cards[0])] if setup.cards else []
    for event, after in played:
        events.append(event)
        if isinstance(event, Reveal) and after.card is not None:
            events.append(PlayCard(after.card))
    log = Log((*notation.tags_of(setup), *tags), tuple([Entry(event) for event in events]))
    return with_rules_release(log)


def with_rules_release(log: Log) -> Log:
    """Return a log that says that this program's rules release wrote it. Its chain and proofs still hold."""
    now = Tag(RULES_RELEASE_TAG, str(RULES_RELEASE))
    if log.tag(RULES_RELEASE_TAG) is not None:
        tags = [now if tag.name == RULES_RELEASE_TAG else tag for tag in log.tags]
    else:
        at = next((i for i, tag in enumerate(log.tags) if tag.name == "Scenario"), len(log.tags) - 1)
        tags = [*log.tags[:at], now, *log.tags[at:]]
    return msgspec.structs.replace(log, tags=new_tags(tuple(tags), log.entries))


def going_on_from(setup: Setup, state: State) -> Setup:
    """Return the setup of a new game that starts from a position of a game with this setup.

    Raises nothing.
    """
    return msgspec.structs.replace(
        setup, cards=None, players=state.players, symbols=state.symbols, position=position_of(state)
    )
