"""The normal form of a played game, event by event (`fitl_core.wording.normal`)."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.game.replays import Replay, replay
from fitl_core.record.events import Action, Event
from fitl_core.record.setup import Setup
from fitl_core.wording.normal import normal_action


def normal(setup: Setup, events: Iterable[Event]) -> tuple[Event, ...]:
    """The events of a game in normal form as far as they are legal; behind that as they are written.

    Raises `FitlError` where the setup allows no game. The digest after every event is the same as before.
    """
    return normal_events(replay(setup, events))


def normal_events(played: Replay) -> tuple[Event, ...]:
    """The events of a replay in normal form, those behind its sound part as written."""
    sound = zip(played.steps, played.events[: played.sound], strict=False)
    done = [normal_action(step.state, event) if isinstance(event, Action) else event for step, event in sound]
    return (*done, *played.events[played.sound :])
