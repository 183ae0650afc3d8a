"""SPEC 3: lines that work on a log put right what the rules refuse; it stays written and is not played."""

from __future__ import annotations

import pytest

from fitl_core.game.effective import worked_on
from fitl_core.game.files import Game, false_claims, play_log, read_log
from fitl_core.game.normal import normal_events
from fitl_core.game.replays import MOST_ASIDE, Replay
from fitl_core.game.reports import report
from fitl_core.game.surveys import survey
from fitl_core.game.verdicts import summary, verdict_of

BEGUN = """[FITL "2"]
[Scenario "full"]
[Cards "107 55"]

VC event shaded
NVA pass
ARVN pass
"""
ILLEGAL = "US train Hue+9ui"


def game(*lines: str) -> Game:
    """A game in which the US is to act, and these lines behind it."""
    return play_log(read_log((BEGUN + "".join([f"{line}\n" for line in lines])).encode(), "game.fitl"))


def replay_of(*lines: str) -> Replay:
    """Its replay."""
    found = game(*lines).replay
    assert found is not None
    return found


def mended(replay: Replay) -> list[tuple[int, int]]:
    """What was put right, and by which event."""
    return [(one.number, one.by) for one in replay.mended]


def test_void_takes_back_an_illegal_event() -> None:
    """What is in force is legal; what was refused moved nothing, and its step says who put it right."""
    replay = replay_of(ILLEGAL, "next #68", "note what now?", "void 4", "US pass", "next #68")
    assert replay.error is None and mended(replay) == [(4, 7)]
    assert [link.number for link in replay.links] == [1, 2, 3, 8, 9]
    assert replay.steps[4].state == replay.steps[6].state == replay.steps[3].state
    (told,) = replay.steps[4].effects
    assert "the rules refuse it" in str(told) and "event 7 puts it right" in str(told)
    assert replay.unplayed == {4, 5, 6}


@pytest.mark.parametrize(
    "lines",
    [
        ("void",),
        ("amend 4 US pass",),
        ("amend 4 US train Hue+8ui", "amend 4 US pass"),
        ("void 2",),
        ("NVA pass", "void 4"),
    ],
)
def test_whatever_takes_it_out_of_the_game_puts_it_right(lines: tuple[str, ...]) -> None:
    """A `void` of it or of what stands before, the first of several amendments that is legal."""
    replay = replay_of(ILLEGAL, *lines)
    assert replay.error is None and mended(replay) == [(4, 4 + len(lines))]


def test_an_amended_earlier_move_may_make_it_legal() -> None:
    """It is played again behind the amendment, as any later move."""
    replay = replay_of("next #68", "amend 3 ARVN train Sai+6at")
    assert replay.error is None and [link.number for link in replay.links] == [1, 2, 3, 4]
    assert replay.state.card == 55


@pytest.mark.parametrize(
    "lines",
    [
        ("void 9",),
        ("amend 4 US train Hue+8ui",),
        ("amend 3 ARVN train Sai+7at",),
        ("US pass",),
        ("void 6", "void 5"),
    ],
)
def test_what_no_line_puts_right_ends_the_game_there(lines: tuple[str, ...]) -> None:
    """A line with nothing to work on, an amendment that is illegal itself, a legal move behind it."""
    found = game(ILLEGAL, *lines)
    assert found.replay is not None and found.sound == 3 and not found.replay.mended
    assert str(found.error) == str(game(ILLEGAL).error)


def test_more_than_once() -> None:
    """Each refused event waits for its own line."""
    replay = replay_of(ILLEGAL, "void", ILLEGAL, "amend 6 US pass")
    assert replay.error is None and mended(replay) == [(4, 5), (6, 7)]


def test_claims_and_digests_behind_it_bear_on_nothing() -> None:
    """Nobody knows from what position they were made; those behind the line that mends are checked."""
    digest = "digest 2:0123456789abcdef"
    found = game(f"{ILLEGAL}   => Aid 70", digest, "void 4   => Aid 70")
    assert [(one.event, one.claimed) for one in false_claims(found)] == [(6, found.entries[5].claims[0])]
    assert replay_of(digest, "void 3").error is not None


def test_it_is_told() -> None:
    """In the verdict, as a warning in its place, in the data; not in the normal form, nor for --strict."""
    found = game(ILLEGAL, "void 4")
    assert verdict_of(found, ()) == "legal"
    assert summary(found, ()).what == "legal; event 4 was refused and put right by later ones"
    told = report(found, ())
    assert told.put_right == (4,)
    assert [(one.code, one.line, one.rule) for one in told.warnings] == [("put-right", 8, None)]
    assert found.replay is not None and normal_events(found.replay)[3] == found.replay.events[3]


def test_as_it_then_stood() -> None:
    """Until the line came the game stood as before the refused event."""
    replay = replay_of(ILLEGAL, "NVA pass", "void 4", "US pass")
    for number, links in ((3, 3), (4, 3), (5, 3), (6, 3), (7, 4)):
        assert len(replay.until(number).links) == links


def test_a_survey_assumes_nothing_for_what_is_put_right() -> None:
    """But it does for what is not."""
    log = game(ILLEGAL, "void 4", ILLEGAL, "next #68").log
    assert [one.number for one in survey(log).assumed] == [6]
    log = game(ILLEGAL, "amend 4 US train Hue+8ui", "next #68").log
    assert [one.number for one in survey(log).assumed][:1] == [4]


def test_so_many_events_wait_at_most() -> None:
    """Amendments of what was never played would take a time that grows with the square."""
    waits = ["note on"] * (MOST_ASIDE - 1)
    assert replay_of(ILLEGAL, *waits, "void 4").error is None
    late = ["VC pass"] * (MOST_ASIDE + 1)
    assert replay_of(ILLEGAL, *late, "void 4").error is not None


def test_by_which_line_events_are_worked_on() -> None:
    """The first that takes them back, amends them or plays them again."""
    events = game("US pass", "note", "amend 3 ARVN pass", "void 2", "void 2", "NVA pass", "void").log
    assert events.document is not None
    assert worked_on(events.document.log.events) == {3: 6, 4: 6, 6: 7, 2: 7, 9: 10}
