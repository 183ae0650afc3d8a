"""SPEC 3: a later line can put a refused event right; the event stays written and is not played."""

from __future__ import annotations

import pytest

from fitl_core.game.effective import first_changing_lines
from fitl_core.game.file_reports import report
from fitl_core.game.files import Game, false_claims, play_log, read_log
from fitl_core.game.game_verdicts import summary, verdict_of
from fitl_core.game.normal_games import normal_events
from fitl_core.game.replays import MOST_ASIDE, ReplayedGame
from fitl_core.game.surveys import survey

BEGUN = """[FITL "2"]
[Scenario "full"]
[Cards "107 55"]

VC event shaded
NVA pass
ARVN pass
"""
ILLEGAL = "US train Hue+9ui"


def game(*lines: str) -> Game:
    """Return a game in which the US is to act, continued with these lines."""
    return play_log(read_log((BEGUN + "".join([f"{line}\n" for line in lines])).encode(), "game.fitl"))


def replay_of(*lines: str) -> ReplayedGame:
    """Return the replay of that game."""
    found = game(*lines).replay
    assert found is not None
    return found


def mended(replay: ReplayedGame) -> list[tuple[int, int]]:
    """Return the number of each event put right and of the line that did so."""
    return [(one.number, one.by) for one in replay.mended]


def test_void_takes_back_an_illegal_event() -> None:
    """The game is legal; the refused event moved nothing, and its step names the line that put it right."""
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
    """A `void` of the event or of an earlier one puts it right, or the first legal amendment."""
    replay = replay_of(ILLEGAL, *lines)
    assert replay.error is None and mended(replay) == [(4, 4 + len(lines))]


def test_an_amended_earlier_move_may_make_it_legal() -> None:
    """An amended earlier move replays the refused event, as any later move."""
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
    """A line without an object, an illegal amendment or a later legal move does not put the event right."""
    found = game(ILLEGAL, *lines)
    assert found.replay is not None and found.sound == 3 and not found.replay.mended
    assert str(found.error) == str(game(ILLEGAL).error)


def test_more_than_once() -> None:
    """Each refused event waits for a line that puts it right."""
    replay = replay_of(ILLEGAL, "void", ILLEGAL, "amend 6 US pass")
    assert replay.error is None and mended(replay) == [(4, 5), (6, 7)]


def test_claims_and_digests_behind_it_bear_on_nothing() -> None:
    """Claims and digests in between are not checked, because their position is unknown; later ones are."""
    digest = "digest 2:0123456789abcdef"
    found = game(f"{ILLEGAL}   => Aid 70", digest, "void 4   => Aid 70")
    assert [(one.event, one.claimed) for one in false_claims(found)] == [(6, found.entries[5].claims[0])]
    assert replay_of(digest, "void 3").error is not None


def test_it_is_told() -> None:
    """The verdict, a warning and the data name the event; `--strict` and the normal form ignore it."""
    found = game(ILLEGAL, "void 4")
    assert verdict_of(found, ()) == "legal"
    assert summary(found, ()).what == "legal; event 4 was refused and put right by later ones"
    told = report(found, ())
    assert told.put_right == (4,)
    assert [(one.code, one.line, one.rule) for one in told.warnings] == [("put-right", 8, None)]
    assert found.replay is not None and normal_events(found.replay)[3] == found.replay.events[3]


def test_as_it_then_stood() -> None:
    """Until that line, the game stays as it was before the refused event."""
    replay = replay_of(ILLEGAL, "NVA pass", "void 4", "US pass")
    for number, links in ((3, 3), (4, 3), (5, 3), (6, 3), (7, 4)):
        assert len(replay.until(number).links) == links


def test_a_survey_assumes_nothing_for_what_is_put_right() -> None:
    """A survey makes no assumption for an event put right, but makes one for each other refused event."""
    log = game(ILLEGAL, "void 4", ILLEGAL, "next #68").log
    assert [one.number for one in survey(log).assumed] == [6]
    log = game(ILLEGAL, "amend 4 US train Hue+8ui", "next #68").log
    assert [one.number for one in survey(log).assumed][:1] == [4]


def test_so_many_events_wait_at_most() -> None:
    """The number of waiting events is limited, because otherwise the time would grow with its square."""
    waits = ["note on"] * (MOST_ASIDE - 1)
    assert replay_of(ILLEGAL, *waits, "void 4").error is None
    late = ["VC pass"] * (MOST_ASIDE + 1)
    assert replay_of(ILLEGAL, *late, "void 4").error is not None


def test_by_which_line_events_are_worked_on() -> None:
    """The first line that voids, amends or replays an event is the one found."""
    events = game("US pass", "note", "amend 3 ARVN pass", "void 2", "void 2", "NVA pass", "void").log
    assert events.document is not None
    assert first_changing_lines(events.document.log.events) == {3: 6, 4: 6, 6: 7, 2: 7, 9: 10}


# -- a move let stand in place of an earlier one -------------------------------------------------------


def test_a_refused_move_is_let_stand_by_a_later_line() -> None:
    """The moves after it are played again, and claims and digests in between are not compared."""
    stand = "amend 4 ruling stand US train Hue+9ui => Aid 20, Hue 3ui"
    found = game(ILLEGAL + " => Aid 20", "next #68", "digest 2:0123456789abcdef", stand, "#55")
    assert found.error is None and found.replay is not None and not false_claims(found)
    assert mended(found.replay) == [(4, 7)]
    assert (found.replay.state.aid, found.replay.state.card) == (20, 55)
    assert verdict_of(found, ()) == "legal"


def test_two_refused_moves_are_let_stand_one_after_the_other() -> None:
    """The first amendment waits for the second one; neither plays again what the other has played."""
    lines = [ILLEGAL, "next #68", "#55", "NVA march Hue>Sai:9nt", "ARVN pass"]
    stands = [
        "amend 4 ruling stand US train Hue+9ui => Aid 20",
        "amend 7 ruling stand NVA march Hue>Sai:9nt => Aid 21",
    ]
    found = replay_of(*lines, *stands, "next #12")
    assert found.error is None and mended(found) == [(4, 10)]
    assert [link.number for link in found.links] == [1, 2, 3, 4, 5, 6, 7, 8, 11]
    assert found.state.aid == 21
    assert replay_of(*lines, stands[0]).error is not None
