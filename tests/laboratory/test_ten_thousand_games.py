"""The run of ten thousand games: it goes on where it stopped, and reports a game that fails with its seed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import ten_thousand_games
from ten_thousand_games import (
    SCENARIOS,
    Baseline,
    Batch,
    Finished,
    baseline_of,
    batches,
    compared,
    finished,
    page,
    played,
)

from fitl_core.facts.factions import FACTIONS, US, VC
from fitl_core.laboratory.lab_games import LabGame
from fitl_core.players.random_play import PlayedEvent
from fitl_core.record.setup import Setup

SHORT = [LabGame(Setup("short"), None, "random", "random", seed, 2) for seed in range(1, 4)]
KEPT_BASELINE = ten_thousand_games.BASELINE
FEW = Batch("random-short", "a few games", SHORT)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of the run in a folder of their own."""
    monkeypatch.setattr(ten_thousand_games, "KEPT", tmp_path)
    monkeypatch.setattr(ten_thousand_games, "BASELINE", tmp_path / "balance.json")
    return tmp_path


def kept(folder: Path) -> list[Finished]:
    """The kept games."""
    lines = (folder / "random-short.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Finished) for line in lines]


def test_it_goes_on_where_it_stopped(own_folder: Path) -> None:
    """Kept games stay; a torn line and a game with a fault are played again."""
    first, second, third = [played(game, at="first") for game in SHORT]
    bad = msgspec.structs.replace(second, fault="a fault")
    lines = [msgspec.json.encode(one) for one in (third, bad, first)]
    (own_folder / "random-short.jsonl").write_bytes(b"\n".join([*lines, lines[0][:-30]]))
    games = finished(FEW, jobs=1)
    assert [one.result.seed for one in games] == [1, 2, 3]
    assert [one.at == "first" for one in games] == [True, False, True]
    assert [one.result for one in games] == [one.result for one in (first, second, third)]
    assert sorted([one.result.seed for one in kept(own_folder)]) == [1, 2, 3]


def test_a_game_whose_code_fails_is_reported(
    own_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A crash, and a game without end, are faults of their seeds; the others are played."""
    course = ten_thousand_games.policy_game

    def failing(setup: Setup, deck: list[int], *rest: object) -> Iterator[PlayedEvent]:
        dice = rest[0]
        for place, one in enumerate(course(setup, deck, *rest)):  # type: ignore[arg-type]
            if place == 3 and dice is second:
                raise KeyError("somewhere")
            while place == 3 and dice is third:
                pass
            yield one

    made = [ten_thousand_games.Dice(seed) for seed in (1, 2, 3)]
    _, second, third = made
    monkeypatch.setattr(ten_thousand_games, "Dice", lambda seed: made[seed - 1])
    monkeypatch.setattr(ten_thousand_games, "policy_game", failing)
    monkeypatch.setattr(ten_thousand_games, "STALL", 1)
    games = finished(FEW, jobs=1)
    assert games[0].fault == ""
    assert games[1].fault.startswith("KeyError after event 3 in test_ten_thousand_games.py, line")
    assert games[2].fault.startswith("Stalled after event 3") and "more than 1 seconds" in games[2].fault
    assert "random-short, seed 2: KeyError" in capsys.readouterr().out


def test_broken_laws_and_wrong_texts_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laws are checked after each event, and one game of a number as text."""
    monkeypatch.setattr(ten_thousand_games, "READ_AGAIN", 1)
    assert played(SHORT[0]).fault == ""
    write = ten_thousand_games.write
    monkeypatch.setattr(ten_thousand_games, "write", lambda log: write(log).replace("1 ", "one ", 9))
    assert played(SHORT[0]).fault.startswith("the written game is refused")
    monkeypatch.setattr(ten_thousand_games, "broken_on_the_table", lambda state: ["a law"])
    assert played(SHORT[0]).fault == "broken law after event 1: a law"


def test_a_game_without_a_winner_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is not cut must be won."""
    monkeypatch.setattr(ten_thousand_games, "counted_game", lambda *rest: lab_result(*rest, cut=True))
    lab_result_of = ten_thousand_games.LabResult

    def lab_result(seat: None, seed: int, course: Iterator[PlayedEvent], cut: bool) -> object:
        list(course)
        return lab_result_of(seat, seed, {}, over=True)

    assert (
        played(LabGame(Setup("short"), None, "random", "random", 1)).fault
        == "the game ended without a winner"
    )


def test_the_page_has_each_batch() -> None:
    """Its numbers, rates with errors, lengths and executed card sides."""
    games = [played(game, at="abc1234") for game in SHORT]
    later = msgspec.structs.replace(games[2], at="def5678")
    text = page([(FEW, [*games[:2], later])])
    assert "plays these 3 games" in text and "Commit abc1234, commit def5678, Python" in text
    assert "| a few games | 3 | 0 | 0.0% ± 0.0 |" in text
    sides = {side for one in games for side in one.sides}
    assert f"{len(sides)} of 2" in text and sides
    assert sum([one.result.card_events for one in games]) == sum([sum(one.sides.values()) for one in games])


def test_the_baseline_has_enough_games() -> None:
    """1,000 games of each scenario and policy; the winners are those of its rates."""
    found = msgspec.json.decode(KEPT_BASELINE.read_bytes(), type=list[Baseline])
    kinds = {(one.balance.policy, one.balance.scenario) for one in found}
    assert len(found) == 6 and kinds == {(p, s) for p in ("section-8", "random") for s in SCENARIOS}
    for one in found:
        assert len(one.winners) == one.balance.games >= 1000 and not one.balance.faults
        wins = [one.winners.count(faction[0]) / len(one.winners) for faction in FACTIONS]
        assert wins == [one.balance.wins[faction] for faction in FACTIONS]


def test_7_2_a_moved_rate_needs_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    """The check plays the same games again; a note puts the new winners in place."""
    (batch,) = [one for one in batches(0, 12, 0) if one.name == "random-short"]
    games = [played(game) for game in batch.games]
    true = baseline_of(batch.name, games)
    ten_thousand_games.keep([true])
    assert compared(100, 1, "") == []
    ten_thousand_games.keep([msgspec.structs.replace(true, winners="U" * 4)])
    moved = compared(100, 1, "")
    assert moved and moved[0].startswith("random-short: US won 100.0%, and now")
    assert compared(100, 1, "the rule 1.2 is mended") == []
    (now,) = msgspec.json.decode(ten_thousand_games.BASELINE.read_bytes(), type=list[Baseline])
    assert now == msgspec.structs.replace(true, note="the rule 1.2 is mended")
    assert ten_thousand_games.winners_of("V-U") == [VC, None, US]
    assert "4 games, 0 with another winner" in capsys.readouterr().out
