"""Whole games of the Scala program: each step as moves where they can be found, else as a position."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from samples import sampled
from scala_game import Files, folder

import notation
from fitl_core.facts.factions import ARVN, FACTIONS, NVA, US, VC, Faction
from fitl_core.game.non_player_verdicts import judge_non_players
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.imports.faults import Unimportable
from fitl_core.imports.scala_games import ImportedGame, import_game
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import deal, random_game
from fitl_core.record.events import Action, Correct, Event
from fitl_core.record.setup import Setup

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAME = (FIXTURES / "short-game.fitl").read_bytes()


@cache
def ours() -> ReplayedGame:
    """The short game as we have it."""
    log = notation.read(GAME).log
    return replay(notation.setup_of(log), log.events)


def files(cards: int, humans: tuple[Faction, ...] = FACTIONS) -> Files:
    """Return the game in the form of the Scala program, up to a number of cards."""
    log = notation.read(GAME).log
    events, seen = [], 0
    for event in log.events:
        seen += type(event).__name__ == "Reveal"
        events.append(event)
        if seen == cards:
            break
    return folder(notation.setup_of(log), events, humans)


def played(game: ImportedGame) -> ReplayedGame:
    """The log of an imported game, played: it must be legal, corrections aside."""
    log = notation.read(notation.write(game.log)).log
    found = replay(notation.setup_of(log), log.events)
    assert found.error is None
    return found


def edited(raw: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """A save with something changed in its state."""
    saved = json.loads(raw)
    change(saved["game-state"])
    return json.dumps(saved).encode()


def test_a_whole_game_comes_in_move_by_move() -> None:
    """All steps as moves, one with a transfer, of which its log has no word; the same position at the end."""
    game = import_game(files(99))
    assert [(step.save, step.why) for step in game.steps if step.imported == "position"] == []
    assert "transfer VC+4" in notation.write(game.log)
    assert len(game.steps) == 52 and not game.faults
    assert played(game).state == ours().state


def test_steps_of_bots_come_in_with_tracks_that_nobody_kept() -> None:
    """Tracks that the program does not keep are assumed, raised on a separate line, and not compared."""
    game = import_game(files(6, (US, NVA)))
    assert {step.by for step in game.steps} == {"person", "bot"}
    assert all(step.imported == "moves" for step in game.steps)
    corrected = [event for event in game.log.events if isinstance(event, Correct)]
    assert [event.named for event in corrected] == [("VC",)]
    assert played(game).sound == len(game.log.events)


def test_without_logs_simple_moves_are_found() -> None:
    """Differences between saves give Passes, Events, and an Operation whose spaces all show."""
    there = {name: raw for name, raw in files(3).items() if name.startswith("save")}
    game = import_game(there)
    assert sum(step.imported == "moves" for step in game.steps) >= 2
    assert all(remark.text == "its log is not here" for remark in game.remarks[1:])
    played(game)


def test_an_adjustment_is_a_position() -> None:
    """A change by hand is no move; the game continues from there."""
    there = files(2)
    last = max(name for name in there if name.startswith("save"))
    after = json.loads(there[last])
    number = after["game-state"]["history"][-1]["save_number"] + 1
    card = after["game-state"]["history"][-1]["card"]
    after["game-state"]["usAid"] = 9
    after["game-state"]["history"].append(
        {"save_number": number, "card": card, "summary": ["US is up", "US Aid adjusted from [25] to [9]"]}
    )
    there[f"save-{number:03}"] = json.dumps(after).encode()
    game = import_game(there)
    step = game.steps[-1]
    assert (step.kind, step.imported, step.why) == ("adjustment", "position", "adjusted by hand")
    assert played(game).state.aid == 9


def set_by_hand(there: Files, name: str, number: int, **tracks: int) -> None:
    """Return a save after another, with tracks set by hand."""
    saved = json.loads(there[name])
    state = saved["game-state"]
    state.update(tracks)
    summary = ["NVA is up", f"Resources adjusted {sorted(tracks)}"]
    state["history"].append({"save_number": number, "card": state["history"][-1]["card"], "summary": summary})
    there[f"save-{number:03}"] = json.dumps(saved).encode()


@pytest.mark.parametrize("gift", [4, -2])
def test_1_5_2_tracks_set_by_hand_behind_a_move_are_a_transfer(gift: int) -> None:
    """Two changes after a move, of the giver's and the taker's track, are one move with the transfer."""
    there = {name: raw for name, raw in files(99).items() if int(name[-3:]) <= 32}
    before, after = (json.loads(there[f"save-0{number}"])["game-state"] for number in (30, 31))
    nva, vc = before["nvaResources"], after["vcResources"] - 4
    del there["save-032"], there["log-032"]
    there["save-031"] = edited(
        there["save-031"], lambda state: state.update(nvaResources=nva, vcResources=vc)
    )
    set_by_hand(there, "save-031", 32, nvaResources=nva - gift)
    set_by_hand(there, "save-032", 33, vcResources=vc + gift)
    game = import_game(there)
    assert [step.kind for step in game.steps[-3:]] == ["action", "adjustment", "adjustment"]
    assert {step.imported for step in game.steps} == {"moves"}
    assert f"transfer {'VC+4' if gift > 0 else 'NVA+2'}" in notation.write(game.log)
    assert not any(isinstance(event, Correct) for event in game.log.events)
    assert any("transfer" in remark.text for remark in game.remarks)


def test_1_5_2_what_is_no_transfer_stays_set_by_hand() -> None:
    """Resources that come from nowhere are no transfer, but a position."""
    there = {name: raw for name, raw in files(99).items() if int(name[-3:]) <= 31}
    set_by_hand(there, "save-031", 32, vcResources=40)
    game = import_game(there)
    assert [step.imported for step in game.steps[-2:]] == ["moves", "position"]


def test_saves_of_two_games_are_told() -> None:
    """A save whose history is not that of the save before is taken as a position."""
    there = files(3)
    there["save-002"] = edited(there["save-002"], lambda state: state["history"][0].update(card="#1 - x"))
    kinds = {step.save: step.kind for step in import_game(there).steps}
    assert kinds[2] == "gap" and kinds[4] == "action"


def test_a_save_that_cannot_be_is_left_out() -> None:
    """The others come in, across the gap."""
    there = files(3)
    there["save-002"] = edited(there["save-002"], lambda state: state.update(usAid=99))
    there["save-003"] = b"{"
    game = import_game(there)
    assert [fault.field for fault in game.faults] == ["save-003", "save-002: game-state.usAid"]
    assert game.steps[1].save == 4 and game.steps[1].kind == "gap"
    played(game)


def test_a_game_whose_beginning_is_lost_begins_later() -> None:
    """A game whose beginning is lost begins with the position of the first save."""
    there = {name: raw for name, raw in files(3).items() if not name.endswith(("000", "001"))}
    game = import_game(there)
    assert game.log.tag("Position") and game.log.tag("Cards") is None
    assert all(step.imported == "moves" for step in game.steps)
    assert played(game).state.played == (83, 6, 28, 53)


@pytest.mark.parametrize(
    ("number", "tracks"),
    [(1, {"usAid": 1}), (3, {"arvnResources": 74}), (5, {"trail": 4}), (6, {"patronage": 60})],
)
def test_why_no_move_was_found(number: int, tracks: dict[str, int]) -> None:
    """The closest move, or the Pass, is named, with the differences that remain after it."""
    there = {name: raw for name, raw in files(3).items() if int(name[-3:]) <= number}
    name = f"save-{number:03}"
    there[name] = edited(there[name], lambda state: state.update(tracks))
    step = import_game(there).steps[-1]
    assert step.imported == "position"
    assert 'it would take correct "' in step.why and (' after "' in step.why or "a Pass leads" in step.why)


def test_a_log_that_tells_another_story_is_told() -> None:
    """Save N-1 and log N must make save N."""
    there = files(1)
    there["save-001"] = edited(there["save-001"], lambda state: state.update(usAid=1))
    told = [remark.text for remark in import_game(there).remarks if remark.save == 1]
    assert told == ["its log and the saves disagree: aid: the log gives 25, the save 1"]


def test_a_game_that_cannot_begin_so_is_refused() -> None:
    """A game with an unknown card among the first two is refused."""
    there = {"save-000": edited(files(1)["save-000"], lambda state: state.update(cardsSeen=[999, 6]))}
    with pytest.raises(Unimportable, match="no game begins so: there is no card 999"):
        import_game(there)


def test_the_folder_of_the_fixtures() -> None:
    """US and NVA have players; all their moves are found, and the effects of the bots."""
    folder_of = Path(__file__).parents[2] / "fixtures/scala"
    game = import_game({path.name: path.read_bytes() for path in folder_of.iterdir()})
    assert len(game.steps) > 3 and all(step.imported == "moves" for step in game.steps)
    played(game)


def test_a_folder_without_saves_is_refused() -> None:
    """A folder without saves is refused, and so is one with only unreadable saves."""
    for there in ({"notes.txt": b"x"}, {"save-000": b"x", "save-001": b"{}"}):
        with pytest.raises(Unimportable):
            import_game(there)


def at_random(scenario: str, seed: int, cards: int) -> tuple[Setup, list[Event]]:
    """A game of four players at random."""
    dice = Dice(seed)
    setup, deck = deal(Setup(scenario), dice)
    found = random_game(setup, deck, dice, cards=cards)
    return setup, [one.event for one in found]


@pytest.mark.parametrize(
    ("scenario", "seed", "cards", "humans"),
    sampled([("medium", 71, 16, ()), ("full", 72, 16, (ARVN, VC)), ("short", 74, 12, (US,))], 2),
)
def test_chains_of_other_scenarios_come_in(
    scenario: str, seed: int, cards: int, humans: tuple[Faction, ...]
) -> None:
    """Moves at random, of bots too, with a Coup Round: a legal log, two thirds of it and more as moves."""
    game = import_game(folder(*at_random(scenario, seed, cards), humans))
    found = played(game)
    assert not game.faults and found.sound == len(found.events)
    assert {step.imported for step in game.steps if step.kind == "coup"} == {"moves"}
    moves = sum(step.imported == "moves" for step in game.steps)
    assert moves >= len(game.steps) * 2 / 3, (moves, len(game.steps))
    assert any("Trung bots" in remark.text for remark in game.remarks)
    assert {step.by for step in game.steps if step.kind == "action"} == {"bot", *["person"] * bool(humans)}


SOLO = (FIXTURES / "solo-game.fitl").read_bytes()


@cache
def solo() -> ImportedGame:
    """A game of the US against three bots, taken over; its first 60 events."""
    log = notation.read(SOLO).log
    return import_game(folder(notation.setup_of(log), log.events[:60], (US,)))


def test_8_1_what_a_bot_does_in_full_is_a_move() -> None:
    """The cylinder is in the box of a Limited Operation, and the Operation is in more spaces than one."""
    game = solo()
    assert "Players" in {tag.name for tag in game.log.tags}
    assert [step.why for step in game.steps if step.imported == "position"] == []
    moves = [event for event in game.log.events if isinstance(event, Action) and event.faction is not US]
    assert any(notation.write_event(event).count(",") > 1 for event in moves)
    assert not any(event.limop for event in moves)


def test_8_0_the_trung_cards_are_no_section_8() -> None:
    """The header names the bots' leader, and their moves get no verdict."""
    found = played(solo())
    assert "trung" in found.state.options
    assert judge_non_players(found) == ()


def test_8_8_1_the_policy_of_a_bot_comes_in() -> None:
    """A US that is a bot has a Policy; an unknown name of a Policy is refused."""
    there = {name: raw for name, raw in files(1, (NVA,)).items() if name == "save-000"}
    there["save-000"] = edited(there["save-000"], lambda state: state.update(usPolicy="nixon"))
    assert played(import_game(there)).state.policy == "Nixon"
    there["save-000"] = edited(there["save-000"], lambda state: state.update(usPolicy="FDR"))
    with pytest.raises(Unimportable) as refused:
        import_game(there)
    assert refused.value.faults[0].field == "save-000: game-state.usPolicy"


@pytest.mark.parametrize(
    "up_to", [26, 105], ids=["two Ambushes in an Attack", "two spaces Governed for Patronage"]
)
def test_a_step_is_found_with_what_its_log_tells(up_to: int) -> None:
    """Dice that no line has come last; a space that shifts is Governed for Patronage."""
    log = notation.read((FIXTURES / "prose/non-players-5.fitl").read_bytes()).log
    game = import_game(folder(notation.setup_of(log), log.events[:up_to]))
    actions = [event for event in game.log.events if isinstance(event, Action | Correct)]
    assert not isinstance(actions[-1], Correct)
    wanted = replay(notation.setup_of(log), log.events).state_at(up_to)
    assert played(game).state.spaces == wanted.spaces
