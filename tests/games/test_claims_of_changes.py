"""Claims of margins and of changes made by a move are checked wherever figures are checked (SPEC 5)."""

from __future__ import annotations

import pytest
from test_lines_that_work import SETUP, refused, sound

from fitl_core.engine import start
from fitl_core.facts.factions import NVA, US, VC
from fitl_core.game.adjudications import adjudicate_move
from fitl_core.game.annotation import annotate
from fitl_core.game.files import Game, false_claims, play_log, read_log
from fitl_core.game.surveys import survey
from fitl_core.record.claims import ChangeClaim, MarginClaim
from fitl_core.state.figures import actual, holds
from fitl_core.state.state import State, resources
from fitl_core.state.victory import margins
from notation import read_line, write, write_claim

HEADER = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n#107\n'


def game_of(lines: str) -> Game:
    """Return the game of a file that begins with `#107` and continues with some lines."""
    game = play_log(read_log((HEADER + lines).encode()))
    assert game.error is None, game.error
    return game


def state_of(lines: str) -> State:
    """Return the position after some lines."""
    replay = game_of(lines).replay
    assert replay is not None
    return replay.state


def untrue(lines: str) -> list[tuple[int, str, str]]:
    """Return the false claims of some lines: the event, the claimed value and the true value."""
    found = false_claims(game_of(lines))
    return [(one.event, write_claim(one.claimed), write_claim(one.actual)) for one in found if one.actual]


def test_a_change_is_counted_from_the_position_before_the_move() -> None:
    """7.2, 1.8: a Pass earns Resources; the change excludes those earned earlier."""
    assert untrue("VC pass => VC +1\nNVA pass => NVA +1, VC +0") == []
    assert untrue("VC pass => VC +2, US +1") == [(2, "VC +2", "VC +1"), (2, "US +1", "US +0")]


def test_a_margin_is_checked() -> None:
    """7.2: a margin is positive beyond the victory condition and negative short of it."""
    true = margins(start(SETUP).state)
    claimed = ", ".join([f"{faction} margin {value:+d}" for faction, value in true.items()])
    assert untrue(f"VC pass => {claimed}") == []
    us = write_claim(MarginClaim(US, true[US]))
    assert untrue("VC pass => US margin 40") == [(2, "US margin +40", us)]


def test_a_change_beside_an_amendment_is_of_the_move_that_it_puts_in() -> None:
    """SPEC 5: a change beside an amendment is that of the new move alone, without later replayed moves."""
    lines = "VC pass\nNVA pass\namend 2 VC pass => VC +1, NVA +0, VC 6"
    assert resources(state_of(lines), VC) == 6
    assert untrue(lines) == []
    assert untrue("VC pass\nNVA pass\namend 2 VC pass => NVA +1") == [(4, "NVA +1", "NVA +0")]


def test_a_change_beside_a_correction_is_what_the_table_changed() -> None:
    """SPEC 3: a change beside a correction counts from the position before that line."""
    assert untrue('correct "aid 9" => Aid -6') == []


def test_a_move_let_stand_adds_a_change() -> None:
    """SPEC 3: a change beside a move let stand sets the figure; a margin follows and cannot be set."""
    game = sound("VC pass\nruling stand NVA tax Sai => NVA +3")
    before, after = game.steps[1].state, game.steps[2].state
    assert resources(after, NVA) == resources(before, NVA) + 3
    refused("VC pass\nruling stand NVA tax Sai => VC margin +3", "figure-not-so", "does not follow")
    refused("VC pass\nruling stand NVA tax Sai => NVA -99", "impossible-position")
    refused("VC pass\nruling stand NVA tax Sai => NVA score -99", "figure-not-so", "NVA score -99 does not")


def test_an_adjudication_checks_them() -> None:
    """`fitl adjudicate --move` checks claims of changes and margins."""
    state = start(SETUP).state
    entry = read_line("VC pass => VC +1, Aid +3")
    assert entry.event is not None
    found = adjudicate_move(state, entry.event, claims=entry.claims).false_claims
    assert [(one.claimed, one.actual) for one in found] == [("Aid +3", "Aid +0")]


def test_an_annotation_keeps_them() -> None:
    """An annotation keeps each change and adds the resulting figure; a second annotation changes nothing."""
    game = game_of("VC pass => VC +1")
    assert game.replay is not None and game.log.document is not None
    once = annotate(game.log.document.log, game.replay)
    assert "VC   pass   => VC +1, VC 6" in write(once.log)
    assert annotate(once.log, game.replay).log == once.log


def test_a_survey_takes_a_change_for_a_figure() -> None:
    """`fitl validate --continue` continues from the figure that a claimed change gives."""
    game = survey(read_log((HEADER + "VC pass\nNVA tax Sai => NVA +3\nARVN pass").encode()))
    assert game.replay is not None and len(game.assumed) == 1
    assert resources(game.replay.state, NVA) == resources(start(SETUP).state, NVA) + 3


def test_a_change_needs_the_position_before() -> None:
    """A change without a position before it is refused, not compared with the same position."""
    state = start(SETUP).state
    with pytest.raises(ValueError, match="before"):
        holds(state, ChangeClaim("aid", 0))
    assert holds(state, ChangeClaim("aid", 0), state)
    assert isinstance(actual(state, MarginClaim(US, 0)), MarginClaim)
