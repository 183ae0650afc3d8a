"""Put the events of a played game into normal form. `fitl_core.wording.normal_form` does it for one move."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.record.events import Action, Amend, Event
from fitl_core.record.setup import Setup
from fitl_core.wording.normal_form import normal_action


def normal(setup: Setup, events: Iterable[Event]) -> tuple[Event, ...]:
    """Return the events of a game with the legal moves in normal form.

    Events after the sound part stay unchanged.

    Moves of `amend` lines get their normal form too, but moves let stand do not. The digest after each event
    stays the same. Raises `FitlError` if the setup is impossible.
    """
    return normal_events(replay(setup, events))


def normal_events(played: ReplayedGame) -> tuple[Event, ...]:
    """Return the events of a replay in normal form. Events that were not played stay unchanged."""
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
