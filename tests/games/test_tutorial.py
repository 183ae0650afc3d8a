"""The Playbook's tutorial, figure by figure, in the position after each card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import notation
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.state.figures import holds
from fitl_core.tell.state_view import view

TUTORIAL = Path(__file__).parents[2] / "fixtures" / "tutorial.fitl"


@pytest.fixture(scope="module")
def game() -> ReplayedGame:
    log = notation.read(TUTORIAL.read_bytes()).log
    return replay(notation.setup_of(log), log.events)


# Figures that the Playbook states after each card. Figures that it does not name are unchanged.
AFTER: dict[int, dict[str, Any]] = {
    107: {
        "tracks": {"aid": 14, "resources": {"ARVN": 24, "NVA": 11, "VC": 5}},
        "victory": {"US": 38},
        "eligible": {"NVA", "US"},
        "support": {"saigon": "passive-support"},
        "pieces": {"saigon": {"arvn-troops": 8, "arvn-police": 3, "us-troops": 2, "us-base": 1}},
    },
    55: {
        "tracks": {"trail": 2, "resources": {"ARVN": 24, "NVA": 5, "VC": 5}},
        "eligible": {"ARVN", "VC"},
        "control": {"kien-phong": "none", "kien-giang-an-xuyen": "none"},
        "pieces": {
            "north-vietnam": {"nva-guerrillas-underground": 5, "nva-base": 1},
            "the-parrots-beak": {"nva-guerrillas-underground": 5, "nva-base": 1},
            "quang-tri-thua-thien": {"vc-guerrillas-active": 2, "vc-guerrillas-underground": 0, "vc-base": 1},
        },
    },
    68: {
        "tracks": {"resources": {"ARVN": 24, "NVA": 5, "VC": 10}},
        "victory": {"ARVN": 37, "US": 42, "VC": 23},
        "eligible": {"NVA", "US"},
        "control": {"binh-dinh": "coin"},
        "support": {
            "binh-dinh": "active-support",
            "quang-tin-quang-ngai": "passive-opposition",
            "quang-duc-long-khanh": "passive-opposition",
            "binh-tuy-binh-thuan": "passive-opposition",
        },
        "pieces": {
            "binh-dinh": {
                "us-irregulars-underground": 4,
                "us-troops": 1,
                "vc-guerrillas-underground": 2,
                "vc-base": 1,
            }
        },
    },
    1: {
        "tracks": {"trail": 1, "resources": {"ARVN": 24, "NVA": 2, "VC": 10}},
        "victory": {"NVA": 10, "VC": 23, "US": 42},
        "eligible": {"ARVN", "VC"},
        "control": {"kien-phong": "nva", "kien-giang-an-xuyen": "nva", "quang-tri-thua-thien": "nva"},
        "support": {
            "kien-giang-an-xuyen": "passive-opposition",
            "quang-tri-thua-thien": "passive-opposition",
        },
        "pieces": {
            "hue": {"us-troops": 3, "us-base": 1, "arvn-troops": 2, "arvn-police": 2},
            "saigon": {"us-troops": 4, "us-base": 1},
            "southern-laos": {"nva-troops": 5, "nva-base": 1, "nva-guerrillas-underground": 0},
            "kien-giang-an-xuyen": {"nva-guerrillas-underground": 4, "vc-guerrillas-underground": 0},
            "quang-tri-thua-thien": {"nva-guerrillas-underground": 7, "vc-guerrillas-underground": 3},
            "north-vietnam": {"nva-guerrillas-underground": 0, "nva-base": 1},
            "the-parrots-beak": {"nva-guerrillas-underground": 1, "nva-base": 1},
            "central-laos": {"nva-guerrillas-underground": 1, "nva-base": 1},
        },
    },
    97: {
        "tracks": {"resources": {"ARVN": 27, "NVA": 2, "VC": 10}},
        "victory": {"VC": 27},
        "eligible": {"US", "NVA", "ARVN"},
        "support": {"hue": "active-opposition"},
        "terror": {"hue": 1},
        "pieces": {"hue": {"vc-guerrillas-underground": 1}},
    },
    79: {
        "tracks": {"resources": {"ARVN": 18, "NVA": 3, "VC": 10}},
        "victory": {"NVA": 8, "ARVN": 38},
        "eligible": {"NVA", "VC"},
        "control": {"quang-tri-thua-thien": "none", "pleiku-darlac": "coin"},
        "pieces": {
            "quang-tri-thua-thien": {"nva-guerrillas-underground": 5, "arvn-rangers-active": 1},
            "pleiku-darlac": {
                "arvn-troops": 6,
                "us-base": 1,
                "us-irregulars-underground": 1,
                "us-troops": 1,
                "vc-guerrillas-active": 0,
                "vc-guerrillas-underground": 0,
                "vc-base": 1,
            },
            "saigon": {"arvn-troops": 2},
        },
    },
    101: {
        "tracks": {"resources": {"ARVN": 18, "NVA": 2, "VC": 10}},
        "capabilities": {"101": "shaded"},
        "casualties": {"us-troops": 1},
        "pieces": {
            "quang-tri-thua-thien": {
                "nva-guerrillas-active": 1,
                "nva-guerrillas-underground": 4,
                "us-troops": 0,
                "us-irregulars-underground": 1,
            }
        },
    },
    125: {
        "tracks": {
            "aid": 11,
            "patronage": 15,
            "trail": 1,
            "econ": 15,
            "resources": {"ARVN": 35, "NVA": 7, "VC": 13},
        },
        "victory": {"US": 48, "NVA": 8, "ARVN": 38, "VC": 29},
        "margins": {"US": -2, "NVA": -10, "ARVN": -12, "VC": -6},
        "eligible": {"US", "NVA", "ARVN", "VC"},
        "support": {"hue": "neutral", "saigon": "active-support"},
        "terror": {"hue": 0},
        "capabilities": {"101": "shaded"},
        "casualties": {},
        "pieces": {
            "north-vietnam": {"nva-troops": 4},
            "southern-laos": {"nva-troops": 1},
            "an-loc": {"us-troops": 1},
        },
    },
}


@pytest.mark.parametrize("card", AFTER)
def test_tutorial_figures_after_each_card(game: ReplayedGame, card: int) -> None:
    """Every figure that the Playbook states when a card is finished."""
    number = game.number_after_card(card)
    shown = msgspec.to_builtins(view(game.state_at(number), number))
    for name, value in AFTER[card].items():
        match name:
            case "pieces":
                for space, counts in value.items():
                    have = shown["spaces"][space]["pieces"]
                    assert {kind: have.get(kind, 0) for kind in counts} == counts, space
            case "support" | "control" | "terror":
                for space, figure in value.items():
                    assert shown["spaces"][space][name] == figure, space
            case "eligible":
                assert set(shown["eligible"]) == value
            case "tracks" | "victory":
                assert {key: shown[name][key] for key in value} == value
            case _:
                assert shown[name] == value, name


def test_tutorial_is_sound_and_every_claim_holds(game: ReplayedGame) -> None:
    """The fixture is legal to its end, and every claimed figure is true."""
    assert game.error is None
    entries = [e for e in notation.read(TUTORIAL.read_bytes()).log.entries if e.event is not None]
    claims = [(n, claim) for n, entry in enumerate(entries, 1) for claim in entry.claims]
    assert len(claims) > 100
    assert [c for n, c in claims if not holds(game.state_at(n), c)] == []


def test_tutorial_leader_and_coup(game: ReplayedGame) -> None:
    """After the Coup Round Khanh leads, and no Faction is to act on the finished card."""
    shown = view(game.state, game.sound)
    assert (shown.leader.current, shown.leader.box) == ("nguyen-khanh", ("nguyen-khanh",))
    assert (shown.card, shown.next, shown.phase, shown.to_act) == (125, 75, "finished", None)
