"""The normal form of a played game, event by event (`fitl_core.wording.normal`)."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.game.replays import Replay, replay
from fitl_core.record.events import Action, Amend, Event
from fitl_core.record.setup import Setup
from fitl_core.wording.normal import normal_action


def normal(setup: Setup, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events of a game in normal form as far as they are legal; behind that as they are written.

    A move that an `amend` line puts in is in normal form, too; one that the table let stand is as written.
    Raises `FitlError` where the setup allows no game. The digest after every event is the same as before.
    """
    return normal_events(replay(setup, events))


def normal_events(played: Replay) -> tuple[Event, ...]:
    """The events of a replay in normal form, those that were not played as written."""
    amended, unplayed = dict(played.amended), played.unplayed
    done: list[Event] = []
    for number, event in enumerate(played.events[: played.sound], 1):
        match event:
            case Action() if number not in unplayed:
                done.append(normal_action(played.steps[number - 1].state, event))
            case Amend(wanted, Action() as move) if number in amended:
                done.append(Amend(wanted, normal_action(amended[number], move)))
            case _:
                done.append(event)
    return (*done, *played.events[played.sound :])
