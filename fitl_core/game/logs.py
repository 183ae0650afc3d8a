"""Games that were played here, as logs: with their header, and each card under its heading."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

import notation
from fitl_core.record.events import Event, Play, Reveal
from fitl_core.record.setup import Setup
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation import Entry, Log, Tag


def log_of(setup: Setup, played: Iterable[tuple[Event, State]], tags: Iterable[Tag] = ()) -> Log:
    """The log of a game: its header, further `tags`, and each event with the position behind it.

    The heading of a card (`#55`) is put in where the card comes into play. Raises nothing.
    """
    events: list[Event] = [Play(setup.cards[0])] if setup.cards else []
    for event, after in played:
        events.append(event)
        if isinstance(event, Reveal) and after.card is not None:
            events.append(Play(after.card))
    return Log((*notation.tags_of(setup), *tags), tuple([Entry(event) for event in events]))


def going_on_from(setup: Setup, state: State) -> Setup:
    """The setup of a game that goes on from a position of a game that was set up so. Raises nothing."""
    return msgspec.structs.replace(setup, cards=None, players=state.players, position=position_of(state))
