"""Deliberate refusals: the last event of each file is illegal, by the rule and code in its tag."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from codes_page import NO_LOG_REACHES
from fixture_games import FIXTURES, files, fixture

import notation
from fitl_cli.app import app
from fitl_core.engine import play
from fitl_core.errors import Violation
from fitl_core.facts.code_lists import codes
from fitl_core.game.replays import replay
from fitl_core.record.events import Amend, Void
from fitl_core.state.position_digest import digest

FILES = files(FIXTURES / "refusals")
MOST_SHOWN = 8
"""Number of legal answers that the command line shows."""

refusals = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def _refusal(path: Path) -> Violation:
    error = fixture(path).error
    assert isinstance(error, Violation), f"{path.stem} is legal"
    return error


@refusals
def test_refused_by_the_rule_and_code_that_it_names(path: Path) -> None:
    """The tag `Refused` gives rule and code; the code is the file's name, and earlier lines are sound."""
    expected = {tag.name: tag.value for tag in fixture(path).document.log.tags}["Refused"]
    refused = _refusal(path)
    assert f"{refused.rule} {refused.code}" == expected
    assert path.stem.rstrip("0123456789").rstrip("-") == refused.code
    game = fixture(path).replay
    events = fixture(path).document.log.events
    if game is None:
        assert events == (), "the position itself is refused"
    else:
        assert game.sound == len(events) - 1


@refusals
def test_refused_move_changes_nothing(path: Path) -> None:
    """A refused event leaves the position and its digest unchanged, even after a second try."""
    game = fixture(path).replay
    if game is None:
        return
    before = digest(game.state)
    if isinstance(game.events[-1], Void | Amend):  # a position alone has no log for them
        again = replay(notation.setup_of(fixture(path).document.log), game.events).error
    else:
        with pytest.raises(Violation) as refused:
            play(game.state, game.events[-1])
        again = refused.value
    assert isinstance(again, Violation) and again.code == _refusal(path).code
    assert digest(game.state) == before == digest(game.steps[-1].state)


@refusals
def test_refusal_is_told_with_rule_place_and_what_is_legal(path: Path) -> None:
    """`fitl validate` exits with 1 and shows verdict, rule, reason, line, facts and legal alternatives."""
    result = CliRunner().invoke(app, ["validate", str(path)])
    refused = _refusal(path)
    told = " ".join(result.output.split())
    assert result.exit_code == 1
    assert f"{refused.verdict}: {refused.rule}: {refused.message}" in told
    assert f"{path}:{_line(path)}:" in result.output
    for fact in refused.facts:
        assert f"- {fact}" in told
    open_instead = [notation.write_clause(clause) for clause in refused.legal]
    if open_instead:
        assert f"legal here: {', '.join(open_instead[:MOST_SHOWN])}" in told.replace("| ", "")


def _line(path: Path) -> int:
    """Return the line at fault: the last one, or the tag Position."""
    lines = path.read_text().splitlines()
    if fixture(path).replay is None:
        return next(n for n, line in enumerate(lines, 1) if line.startswith("[Position"))
    return len(lines)


@refusals
def test_refusal_says_in_one_line_what_is_wrong(path: Path) -> None:
    """Each file has one comment line about the fault and is in canonical form."""
    text = path.read_text()
    assert len([line for line in text.splitlines() if line.startswith("; ")]) == 1
    assert notation.write(fixture(path).document.log) == text


def test_every_code_that_a_log_can_reach_has_its_file() -> None:
    """Each violation code has a file of its name, or a reason why no log can reach the code."""
    named = {path.stem for path in FILES}
    assert set(codes().violations) - named - set(NO_LOG_REACHES) == set()
    assert not named & set(NO_LOG_REACHES)
