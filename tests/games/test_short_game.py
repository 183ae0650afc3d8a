"""A whole game of the Short scenario: three piles, three Coup Rounds, decided by the final margins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from fixture_games import FIXTURES, Fixture, fixture

import notation
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.game.replays import ReplayedGame
from fitl_core.record.events import Action, Pass
from fitl_core.state.figures import holds
from fitl_core.tell.state_view import view

SHORT_GAME = FIXTURES / "short-game.fitl"
PILES = (
    (83, 6, 28, 53, 76, 24, 66, 44, 127),
    (33, 12, 95, 61, 48, 22, 16, 89, 129),
    (19, 37, 57, 109, 2, 73, 41, 9, 128),
)
FOUR_OPERATIONS = {
    US: {"train", "patrol", "sweep", "assault"},
    ARVN: {"train", "patrol", "sweep", "assault"},
    NVA: {"rally", "march", "attack", "terror"},
    VC: {"rally", "march", "attack", "terror"},
}
SPECIAL_ACTIVITIES = {
    US: {"advise", "airlift", "airstrike"},
    ARVN: {"govern", "transport", "raid"},
    NVA: {"infiltrate", "bombard", "ambush"},
    VC: {"ambush", "tax", "subvert"},
}
COUP_DECISIONS = {
    US: {"pacify", "commit"},
    ARVN: {"pacify", "redeploy", "desert"},
    NVA: {"redeploy"},
    VC: {"agitate", "withdraw"},
}


@pytest.fixture(scope="module")
def saved() -> Fixture:
    return fixture(SHORT_GAME)


@pytest.fixture(scope="module")
def game(saved: Fixture) -> ReplayedGame:
    assert saved.replay is not None
    return saved.replay


def _actions(game: ReplayedGame) -> Iterator[Action]:
    return (event for event in game.events if isinstance(event, Action))


def _verbs(game: ReplayedGame, faction: Faction) -> set[str]:
    """Return the verbs that open a segment of this Faction's lines."""
    return {part.verb for action in _actions(game) if action.faction is faction for part in action.segments}


def test_short_game_is_sound_and_every_claim_holds(saved: Fixture, game: ReplayedGame) -> None:
    """The record is legal to its end, and all its claims, in about every second action, are true."""
    assert saved.error is None
    entries = [entry for entry in saved.document.log.entries if entry.event is not None]
    claims = [(n, claim) for n, entry in enumerate(entries, 1) for claim in entry.claims]
    assert len(claims) > 250
    assert [claim for n, claim in claims if not holds(game.state_at(n), claim)] == []


def test_short_game_is_written_in_canonical_form(saved: Fixture) -> None:
    """The log that was read is written back byte for byte."""
    assert notation.write(saved.document.log).encode() == SHORT_GAME.read_bytes()


def test_2_1_short_deck_of_three_piles(game: ReplayedGame) -> None:
    """Three piles of 8 Events and a Coup are played to the last card."""
    assert game.state.played == tuple(card for pile in PILES for card in pile)
    assert game.state.next is None


# The Leader and every score when a card has been finished, Coup cards among them.
AFTER: dict[int, dict[str, Any]] = {
    44: {"leader": "young-turks", "US": 38, "ARVN": 46, "NVA": 8, "VC": 22},
    127: {"leader": "nguyen-cao-ky", "US": 46, "ARVN": 44, "NVA": 10, "VC": 25},
    89: {"leader": "nguyen-cao-ky", "US": 35, "ARVN": 48, "NVA": 8, "VC": 28},
    129: {"leader": "nguyen-cao-ky", "US": 49, "ARVN": 46, "NVA": 10, "VC": 29},
    9: {"leader": "nguyen-cao-ky", "US": 48, "ARVN": 49, "NVA": 8, "VC": 25},
    128: {"leader": "nguyen-van-thieu", "US": 50, "ARVN": 49, "NVA": 8, "VC": 27},
}


@pytest.mark.parametrize("card", AFTER)
def test_short_game_scores_around_each_coup(game: ReplayedGame, card: int) -> None:
    """The scores before and after each Coup Round are those of the table above."""
    number = game.number_after_card(card)
    shown = msgspec.to_builtins(view(game.state_at(number), number))
    assert {"leader": shown["leader"]["current"], **shown["victory"]} == AFTER[card]


def test_6_4_5_and_7_3_us_wins_by_margin(game: ReplayedGame) -> None:
    """No check is passed; after the last Redeploy the US wins at margin 0, one point ahead of ARVN."""
    shown = msgspec.to_builtins(view(game.state, game.sound))
    assert (shown["phase"], shown["ended"], shown["winner"]) == ("over", "final", "US")
    assert shown["margins"] == {"US": 0, "ARVN": -1, "NVA": -10, "VC": -8}
    assert shown["tracks"] == {
        "aid": 28,
        "patronage": 25,
        "econ": 14,
        "trail": 1,
        "resources": {"ARVN": 72, "NVA": 11, "VC": 9},
    }
    assert shown["casualties"] == {"us-troops": 4}
    assert shown["capabilities"] == {"28": "shaded", "61": "unshaded"}


@pytest.mark.parametrize("faction", FOUR_OPERATIONS)
def test_short_game_plays_everything_a_faction_can_do(game: ReplayedGame, faction: Faction) -> None:
    """Each of its Operations, Special Activities and Coup decisions, and the Event, stands in the log."""
    wanted = FOUR_OPERATIONS[faction] | SPECIAL_ACTIVITIES[faction] | COUP_DECISIONS[faction] | {"event"}
    assert wanted - _verbs(game, faction) == set()


def test_6_0_three_coup_rounds_are_decided(game: ReplayedGame) -> None:
    """In each Round somebody Pacifies, VC Agitate and ARVN Redeploy; Commitment in all but the last."""
    decided: dict[int | None, set[str]] = {127: set(), 129: set(), 128: set()}
    for before, event in zip(game.steps, game.events, strict=False):
        if before.state.card in decided and isinstance(event, Action):
            decided[before.state.card] |= {part.verb for part in event.segments}
    every = {"pacify", "agitate", "redeploy"}
    assert decided == {127: every | {"commit"}, 129: every | {"desert", "commit", "withdraw"}, 128: every}


def test_2_3_limited_operations_passes_and_events(game: ReplayedGame) -> None:
    """Both sides see Limited Operations and Passes; most cards see their Event, either side of it."""
    assert {action.faction for action in _actions(game) if action.limop} == {US, VC}
    passes = [event.faction for event in game.events if isinstance(event, Pass)]
    assert passes == [VC, ARVN, VC, NVA, ARVN, NVA]
    sides = [part.clauses[0] for action in _actions(game) for part in action.segments if part.verb == "event"]
    options = [msgspec.to_builtins(side)["name"] for side in sides]
    assert (options.count("unshaded"), options.count("shaded")) == (10, 7)


def test_4_1_operation_interrupted_by_its_special_activity(game: ReplayedGame) -> None:
    """Air Strike comes between two Assaults; other Activities come before or after their Operations."""
    shapes = [tuple(part.verb for part in action.segments) for action in _actions(game)]
    assert ("assault", "airstrike", "assault") in shapes
    assert any(first in ACTIVITIES and then in OPERATIONS for first, then, *_ in filter(_is_long, shapes))
    assert any(first in OPERATIONS and then in ACTIVITIES for first, then, *_ in filter(_is_long, shapes))


def _is_long(shape: tuple[str, ...]) -> bool:
    return len(shape) > 1


def test_1_5_2_nva_gives_resources_to_vc(game: ReplayedGame) -> None:
    """NVA gives 4 after a VC March that cost 2: from 11 and 7 to 7 and 9."""
    number = next(
        n
        for n, event in enumerate(game.events, 1)
        if isinstance(event, Action) and any(part.verb == "transfer" for part in event.segments)
    )
    before, after = (view(game.state_at(n), n).tracks.resources for n in (number - 1, number))
    assert (before.NVA, before.VC) == (11, 7)
    assert (after.NVA, after.VC) == (7, 9)
