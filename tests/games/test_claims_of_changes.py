"""Claims of margins, and of what a move changed: checked wherever figures are (SPEC 5)."""

from __future__ import annotations

import pytest
from test_lines_that_work import SETUP, refused, sound

from fitl_core.engine import start
from fitl_core.facts.factions import NVA, US, VC
from fitl_core.game.adjudications import adjudicated
from fitl_core.game.annotation import annotated
from fitl_core.game.files import Game, false_claims, play_log, read_log
from fitl_core.game.surveys import survey
from fitl_core.record.claims import ChangeClaim, MarginClaim
from fitl_core.state.figures import actual, holds
from fitl_core.state.state import State, resources
from fitl_core.state.victory import margins
from notation import read_line, write, write_claim

HEADER = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n#107\n'


def game_of(lines: str) -> Game:
    """Lines behind `#107` as a file that is played."""
    game = play_log(read_log((HEADER + lines).encode()))
    assert game.error is None, game.error
    return game


def state_of(lines: str) -> State:
    """The position behind some lines."""
    replay = game_of(lines).replay
    assert replay is not None
    return replay.state


def untrue(lines: str) -> list[tuple[int, str, str]]:
    """The false claims of some lines: the event, what is claimed, and what is so."""
    found = false_claims(game_of(lines))
    return [(one.event, write_claim(one.claimed), write_claim(one.actual)) for one in found if one.actual]


def test_a_change_is_counted_from_the_position_before_the_move() -> None:
    """7.2, 1.8: Pass earns; what was earned before does not count."""
    assert untrue("VC pass => VC +1\nNVA pass => NVA +1, VC +0") == []
    assert untrue("VC pass => VC +2, US +1") == [(2, "VC +2", "VC +1"), (2, "US +1", "US +0")]


def test_a_margin_is_checked() -> None:
    """7.2: beyond (positive) or short of the condition."""
    true = margins(start(SETUP).state)
    claimed = ", ".join([f"{faction} margin {value:+d}" for faction, value in true.items()])
    assert untrue(f"VC pass => {claimed}") == []
    us = write_claim(MarginClaim(US, true[US]))
    assert untrue("VC pass => US margin 40") == [(2, "US margin +40", us)]


def test_a_change_beside_an_amendment_is_of_the_move_that_it_puts_in() -> None:
    """SPEC 5: not of the line, nor of what is played again behind it; figures are of the line."""
    lines = "VC pass\nNVA pass\namend 2 VC pass => VC +1, NVA +0, VC 6"
    assert resources(state_of(lines), VC) == 6
    assert untrue(lines) == []
    assert untrue("VC pass\nNVA pass\namend 2 VC pass => NVA +1") == [(4, "NVA +1", "NVA +0")]


def test_a_change_beside_a_correction_is_what_the_table_changed() -> None:
    """SPEC 3: from the position before the line."""
    assert untrue('correct "aid 9" => Aid -6') == []


def test_a_move_let_stand_adds_a_change() -> None:
    """SPEC 3: the figure is made true; a margin follows, and cannot be set."""
    game = sound("VC pass\nruling stand NVA tax Sai => NVA +3")
    before, after = game.steps[1].state, game.steps[2].state
    assert resources(after, NVA) == resources(before, NVA) + 3
    refused("VC pass\nruling stand NVA tax Sai => VC margin +3", "figure-not-so", "does not follow")
    refused("VC pass\nruling stand NVA tax Sai => NVA -99", "impossible-position")
    refused("VC pass\nruling stand NVA tax Sai => NVA score -99", "figure-not-so", "NVA score -99 does not")


def test_an_adjudication_checks_them() -> None:
    """As `fitl adjudicate --move` has them."""
    state = start(SETUP).state
    entry = read_line("VC pass => VC +1, Aid +3")
    assert entry.event is not None
    found = adjudicated(state, entry.event, claims=entry.claims).false_claims
    assert [(one.claimed, one.actual) for one in found] == [("Aid +3", "Aid +0")]


def test_an_annotation_keeps_them() -> None:
    """And adds the figure that results; annotating again changes nothing."""
    game = game_of("VC pass => VC +1")
    assert game.replay is not None and game.log.document is not None
    once = annotated(game.log.document.log, game.replay)
    assert "VC   pass   => VC +1, VC 6" in write(once.log)
    assert annotated(once.log, game.replay).log == once.log


def test_a_survey_takes_a_change_for_a_figure() -> None:
    """`fitl validate --all` goes on from the figure that the table came to."""
    game = survey(read_log((HEADER + "VC pass\nNVA tax Sai => NVA +3\nARVN pass").encode()))
    assert game.replay is not None and len(game.assumed) == 1
    assert resources(game.replay.state, NVA) == resources(start(SETUP).state, NVA) + 3


def test_a_change_needs_the_position_before() -> None:
    """Nothing is compared in silence with itself."""
    state = start(SETUP).state
    with pytest.raises(ValueError, match="before"):
        holds(state, ChangeClaim("aid", 0))
    assert holds(state, ChangeClaim("aid", 0), state)
    assert isinstance(actual(state, MarginClaim(US, 0)), MarginClaim)
