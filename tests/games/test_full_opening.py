"""The opening of a Full campaign: the first pile with its Coup, and two cards of the second."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import notation
from fitl_core.facts.card_list import cards
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.record.events import Action
from fitl_core.state.figures import holds
from fitl_core.tell.state_view import view

OPENING = Path(__file__).parents[2] / "fixtures" / "full-opening.fitl"


@pytest.fixture(scope="module")
def game() -> ReplayedGame:
    log = notation.read(OPENING.read_bytes()).log
    return replay(notation.setup_of(log), log.events)


# By card: Resources of ARVN, NVA and VC; Aid, Patronage, Trail; scores of US, ARVN, NVA and VC.
AFTER: dict[int, tuple[int, ...]] = {
    29: (30, 10, 5, 15, 15, 1, 38, 38, 4, 23),
    118: (30, 5, 5, 15, 15, 2, 38, 40, 4, 23),
    63: (30, 5, 2, 21, 15, 2, 38, 37, 4, 23),
    31: (21, 5, 2, 28, 16, 2, 43, 38, 4, 23),
    50: (21, 5, 2, 28, 16, 2, 43, 37, 4, 24),
    15: (15, 5, 2, 28, 16, 2, 43, 40, 4, 24),
    116: (15, 3, 2, 28, 16, 2, 43, 40, 6, 22),
    66: (15, 3, 2, 43, 16, 2, 44, 40, 6, 21),
    48: (15, 2, 0, 43, 16, 2, 44, 38, 8, 22),
    26: (9, 2, 0, 43, 16, 2, 44, 39, 8, 22),
    127: (39, 9, 2, 37, 16, 2, 45, 38, 8, 25),
    110: (39, 4, 5, 37, 16, 2, 45, 38, 8, 26),
    93: (36, 4, 5, 37, 16, 2, 45, 42, 6, 26),
    46: (36, 10, 11, 37, 16, 2, 45, 42, 6, 24),
    83: (36, 10, 11, 47, 16, 2, 48, 42, 6, 26),
}


def _shown(game: ReplayedGame, card: int) -> dict[str, Any]:
    number = game.number_after_card(card)
    shown: dict[str, Any] = msgspec.to_builtins(view(game.state_at(number), number))
    return shown


@pytest.mark.parametrize("card", AFTER)
def test_opening_figures_after_each_card(game: ReplayedGame, card: int) -> None:
    """Tracks and victory markers when a card is finished."""
    shown = _shown(game, card)
    tracks, victory = shown["tracks"], shown["victory"]
    money = [tracks["resources"][faction] for faction in ("ARVN", "NVA", "VC")]
    levels = [tracks[track] for track in ("aid", "patronage", "trail")]
    scores = [victory[faction] for faction in ("US", "ARVN", "NVA", "VC")]
    assert (*money, *levels, *scores) == AFTER[card]


def test_opening_is_sound_canonical_and_every_claim_holds(game: ReplayedGame) -> None:
    """The fixture is legal to its end and canonical, and every claimed figure is true."""
    assert game.error is None
    log = notation.read(OPENING.read_bytes()).log
    assert notation.write(log) == OPENING.read_text()
    entries = [entry for entry in log.entries if entry.event is not None]
    claims = [(n, claim) for n, entry in enumerate(entries, 1) for claim in entry.claims]
    assert len(claims) > 120
    assert [claim for n, claim in claims if not holds(game.state_at(n), claim)] == []


def test_2_1_opening_deck(game: ReplayedGame) -> None:
    """Period Events: 12 of 1964 in the first pile, then 1965; Political Rhythm: the Coup among the last 5."""
    played = game.state.played
    first = played[:13]
    assert [number for number in first if cards()[number].is_coup] == [127]
    assert first.index(127) >= 8
    assert {cards()[number].period for number in first if number != 127} == {"1964"}
    assert [cards()[number].period for number in played[13:]] == ["1965", "1965", "1965"]


def test_opening_plays_every_operation_and_activity(game: ReplayedGame) -> None:
    """Each Operation and Special Activity is the segment of an action."""
    actions = [event for event in game.events if isinstance(event, Action)]
    verbs = {segment.verb for action in actions for segment in action.segments}
    assert {*OPERATIONS, *ACTIVITIES} - verbs == set()


def test_opening_after_the_coup_round(game: ReplayedGame) -> None:
    """Ky leads, Medevac has been reset, both Capabilities stay, all are Eligible, nobody is Active."""
    shown = _shown(game, 127)
    assert shown["leader"]["current"] == "nguyen-cao-ky"
    assert shown["capabilities"] == {"31": "shaded", "116": "shaded"}
    assert not shown["momentum"]
    assert len(shown["eligible"]) == 4
    assert shown["spaces"]["southern-laos"]["pieces"] == {"nva-base": 1, "nva-guerrillas-underground": 3}
    assert shown["spaces"]["can-tho"]["pieces"] == {
        "us-troops": 3,
        "us-base": 1,
        "arvn-troops": 4,
        "arvn-police": 1,
    }


def test_opening_at_the_end(game: ReplayedGame) -> None:
    """The record ends with VC as first Eligible on Operation Attleboro."""
    shown = view(game.state, game.sound)
    assert (shown.card, shown.next, shown.phase, shown.to_act) == (23, 105, "card", "VC")
