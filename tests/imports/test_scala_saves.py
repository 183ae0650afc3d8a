"""Saves of the Scala program: read by their keys, made positions, refused by the field that is at fault."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scala_game import folder

import notation
from fitl_core.facts.factions import NVA, US
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import Kind
from fitl_core.imports import scala_names as names
from fitl_core.imports.faults import Unimportable
from fitl_core.imports.scala_games import import_save
from fitl_core.imports.scala_positions import position_in, remarks_on, setup_of
from fitl_core.imports.scala_saves import read_save
from fitl_core.record.setup import Setup
from notation.position_reader import read_position

EVENTS = ("ARVN event unshaded QNh, CRa, AnL", "VC rally Tay+3vg", "next #28", "US event unshaded SLa-6nt")
HEADER = Setup("short", cards=(83, 6))


@pytest.fixture
def saved() -> dict[str, Any]:
    """Return the save after two cards' worth of moves, as JSON; US and NVA have players."""
    events = [notation.read_line(line).event for line in EVENTS]
    return dict(json.loads(folder(HEADER, [one for one in events if one is not None], (US, NVA))["save-003"]))


def imported(saved: dict[str, Any]) -> Any:
    """Import a save and return the result."""
    save = read_save(json.dumps(saved).encode(), "save-003")
    return position_in(save, setup_of(save, save))


def faults(saved: dict[str, Any]) -> list[str]:
    """The fields for which a save is refused."""
    with pytest.raises(Unimportable) as refused:
        imported(saved)
    return [fault.field for fault in refused.value.faults]


def test_every_space_and_piece_has_a_name() -> None:
    """47 spaces with LoCs by their ends, an older name of one; every kind of piece once."""
    named = names.space_names()
    assert set(named.values()) == {space.id for space in board().spaces} and len(named) == 48
    assert named["LOC Saigon -- An Loc -- Ban Me Thuot"] == "loc-saigon-an-loc-ban-me-thuot"
    assert named["Quang Tin Quang Ngai"] == named["Quang Tin-Quang Ngai"] == "quang-tin-quang-ngai"
    assert named["The Parrot's Beak"] == "the-parrots-beak"
    assert set(names.KIND_NAMES.values()) == set(Kind)


def test_momentum_has_the_side_that_its_card_has() -> None:
    """Only card 15 states its side; an unknown Momentum is refused."""
    assert names.momentum("#10 Rolling Thunder") == (10, "shaded")
    assert names.momentum("#72 Body Count") == (72, "unshaded")
    assert names.momentum("#15 Medevac (shaded)") == (15, "shaded")
    assert names.momentum("#31 AAA") is None and names.momentum("Body Count") is None


def test_a_save_is_a_position(saved: dict[str, Any]) -> None:
    """A save gives boards, boxes, tracks, cards, Eligibility and actions; no VC track where VC is a bot."""
    found = imported(saved)
    assert found.unknown == ("VC",)
    assert found.position.done == ((US, "event"),) and found.position.played == (83, 6)
    assert "VC" not in dict(found.position.tracks) and dict(found.position.tracks)["trail"] == 0
    text = import_save(json.dumps(saved).encode(), "save-003").log.tag("Position")
    assert text is not None and read_position(text) == found.position


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"file-version": 2}, "file-version"),
        ({"file-version": None}, "file-version"),
        ({"game-state": None}, "game-state"),
    ],
)
def test_unknown_versions_are_named(saved: dict[str, Any], change: dict[str, Any], field: str) -> None:
    """Another file version, or none: nothing is guessed."""
    assert faults({key: value for key, value in (saved | change).items() if value is not None}) == [field]


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("scenarioName", "Long: 1955-1975", "game-state.scenarioName"),
        ("casualties", ["US Tank"], "game-state.casualties"),
        ("outOfPlay", "none", "game-state.outOfPlay"),
        ("rvnLeaders", ["Bao Dai"], "game-state.rvnLeaders"),
        ("momentum", ["#31 AAA"], "game-state.momentum"),
        ("capabilities", [{"name": "#68 x", "shaded": True, "faction": "US"}], "game-state.capabilities"),
        ("currentCard", 131, "game-state.currentCard"),
        ("humanFactions", ["France"], "game-state.humanFactions"),
        ("pivotCardsAvailable", ["France"], "game-state.pivotCardsAvailable"),
        ("usAid", 76, "game-state.usAid"),
        ("trail", 5, "game-state.trail"),
        ("casualties", ["VC Base"], "game-state.casualties"),
        ("casualties", ["US Base"] * 7, "game-state.casualties"),
        ("rvnLeaders", ["Failed Coup (#129)", "Young Turks", "Duong Van Minh"], "game-state.rvnLeaders"),
    ],
)
def test_what_cannot_be_is_named(saved: dict[str, Any], key: str, value: object, field: str) -> None:
    """The fault names the key of an unknown name, or of an impossible board."""
    saved["game-state"][key] = value
    assert field in faults(saved)


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("name", "Hanoi", "game-state.spaces[Hanoi].name"),
        ("pieces", ["Tank"], "game-state.spaces[{}].pieces"),
        ("pieces", ["US Base"] * 3, "game-state.spaces[{}]"),
        ("support", "Joy", "game-state.spaces[{}].support"),
        ("terror", 16, "game-state.spaces[{}].terror"),
    ],
)
def test_what_is_wrong_in_a_space_is_named(
    saved: dict[str, Any], key: str, value: object, field: str
) -> None:
    """The fault names the space, with the key where there is one."""
    name = saved["game-state"]["spaces"][0]["name"]
    saved["game-state"]["spaces"][0][key] = value
    assert field.format(name) in faults(saved)


def test_a_missing_key_is_named(saved: dict[str, Any]) -> None:
    """A save without `cardsSeen` is from a program that is too old."""
    del saved["game-state"]["cardsSeen"]
    assert faults(saved) == ["game-state.cardsSeen"]


def test_a_missing_space_is_named(saved: dict[str, Any]) -> None:
    """A save must have all 47 spaces, each once; the fault names the missing one."""
    gone = saved["game-state"]["spaces"].pop()
    assert faults(saved) == ["game-state.spaces"]
    saved["game-state"]["spaces"] += [gone, gone]
    assert faults(saved) == [f"game-state.spaces[{gone['name']}]"]


def test_odd_things_are_remarks(saved: dict[str, Any]) -> None:
    """Printed facts that are others than ours, keys that are not known; bots, tracks, house rules."""
    saved["game-state"]["spaces"][0]["population"] = 9
    saved["game-state"]["newKey"] = 1
    saved["game-state"]["humanWinInVictoryPhase"] = True
    save = read_save(json.dumps(saved).encode(), "save-003")
    assert [remark.text for remark in save.remarks] == [
        "game-state.newKey: this key is not known",
        "Hue: population is 9; on the map it is 2",
    ]
    told = " ".join([remark.text for remark in remarks_on(save)])
    assert "Trung bots: ARVN, VC" in told and "Agitate Total" in told and "house rule" in told


def test_2_1_a_deck_of_any_kind_is_a_remark(saved: dict[str, Any]) -> None:
    """Two Coup cards in a pile: the option `any-deck` lets the game be."""
    saved["game-state"]["cardsSeen"] = [125, 127, 83, 6, 28]
    save = read_save(json.dumps(saved).encode(), "save-003")
    assert setup_of(save, save).options == ("any-deck", "trung")
    assert any("any-deck" in remark.text for remark in remarks_on(save))


def test_a_coup_card_that_is_current_is_a_finished_card_before_it(saved: dict[str, Any]) -> None:
    """We have no point at which a Coup card is played and its Round has not begun."""
    game = saved["game-state"]
    game |= {"currentCard": 127, "onDeckCard": 28, "cardsSeen": [83, 6, 127, 28]}
    game["history"].append({"save_number": 4, "card": "#127 - Coup! Nguyen Cao Ky", "summary": []})
    game["sequence"] |= {"actors": [], "eligibleThisTurn": ["US", "NVA", "ARVN", "VC"]}
    position = imported(saved).position
    assert (position.phase, position.played, position.next) == ("finished", (83, 6), 127)


def test_a_mark_of_the_encoding_is_no_part_of_a_save(saved: dict[str, Any]) -> None:
    """A byte order mark, which some editors put in front, is skipped."""
    plain = json.dumps(saved).encode()
    assert read_save(b"\xef\xbb\xbf" + plain, "save-003") == read_save(plain, "save-003")


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff", b'{"file-version": 1}', b"[" * 100_000])
def test_what_is_no_save_is_refused(raw: bytes) -> None:
    """Any text that is no save is refused."""
    with pytest.raises(Unimportable):
        read_save(raw, "save-000")
