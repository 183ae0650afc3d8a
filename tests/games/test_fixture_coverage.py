"""The saved games contain every verb, phase, kind of event and violation code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from codes_page import NO_LOG_REACHES
from fixture_games import FIXTURES, FOLDERS, Fixture, files, fixture

from fitl_core.errors import Violation
from fitl_core.facts.code_lists import codes
from fitl_core.facts.move_words import VERBS
from fitl_core.facts.phases import Phase
from fitl_core.record.events import Action, Event


def _fixtures() -> Iterator[Fixture]:
    return (fixture(path) for path in files(*FOLDERS))


def _sound_events() -> Iterator[Event]:
    """The events of the sound part of every fixture."""
    for saved in _fixtures():
        if saved.replay is not None:
            yield from saved.replay.events[: saved.replay.sound]


def test_every_verb_is_played() -> None:
    """Each Operation, Special Activity, Event, transfer and Coup verb stands in sound play."""
    played = {segment.verb for e in _sound_events() if isinstance(e, Action) for segment in e.segments}
    assert set(VERBS) - played == set()


def test_every_phase_is_reached() -> None:
    """Each phase is reached by a sound event, not only set up by a tag."""
    games = [saved.replay for saved in _fixtures() if saved.replay is not None]
    reached = {step.state.phase for game in games for step in game.steps[1:]}
    assert set(get_args(Phase)) - reached == set()


def test_every_kind_of_event_stands_in_a_fixture() -> None:
    """Each kind of log line stands in a fixture, including notes, digests and announcements."""
    written = {type(event) for saved in _fixtures() for event in saved.document.log.events}
    assert {kind.__name__ for kind in get_args(Event)} - {kind.__name__ for kind in written} == set()


def test_every_violation_code_refuses_in_a_fixture() -> None:
    """Each violation code ends some fixture, except the codes that no log can reach."""
    seen = {saved.error.code for saved in _fixtures() if isinstance(saved.error, Violation)}
    assert set(codes().violations) - seen - set(NO_LOG_REACHES) == set()


def test_sixty_different_cards_are_played_in_complete_games() -> None:
    """Games that end with a winner play at least 60 cards, at least 40 of them as Events."""
    played: set[int] = set()
    executed: set[int] = set()
    for saved in _fixtures():
        game = saved.replay
        if saved.path.parent != FIXTURES or game is None or game.state.phase != "over":
            continue
        played |= set(game.state.played)
        for before, event in zip(game.steps, game.events, strict=False):
            if isinstance(event, Action) and event.segments[0].verb == "event":
                executed.add(before.state.card or 0)
    assert len(played) >= 60
    assert len(executed) >= 40
