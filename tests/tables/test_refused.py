"""Refusals as data: `describe_refusal` carries all that a server sends, and the server sends nothing else."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import notation
from fitl_core import FitlError, Setup, UnknownName, Violation, play, start
from fitl_core.game.files import play_log, read_log
from fitl_core.server.problems import RequestError, TooLong, answered
from fitl_core.table import Conflict, Forbidden, RefusalData, describe_refusal
from fitl_core.table.refusals import KeyUsed, NotNow
from notation import NotationError, UnreadableError

ROOT = Path(__file__).parents[2]


def refusal(line: str) -> Violation:
    """How the rules refuse a line at the start of a game."""
    with pytest.raises(Violation) as found:
        play(start(Setup("full", cards=(107, 55))).state, notation.read_line(line).event)
    return found.value


@pytest.mark.parametrize(
    ("line", "legal"),
    [("VC rally Hue+9vg", "Hue+vg"), ("VC event", "shaded"), ("VC terror Hue | rally", "")],
)
def test_a_refused_move_says_what_was_asked(line: str, legal: str) -> None:
    """The question, the Faction and the legal answers, in the notation."""
    error = refusal(line)
    told = describe_refusal(error)
    assert (told.error, told.rule, told.facts) == (error.code, error.rule, error.facts)
    assert (told.verdict, told.clause, told.asked) == (error.verdict, error.clause, error.asked)
    assert told.of == (error.faction or "") and (not legal or legal in told.legal)


@pytest.mark.parametrize("name", ["too-many-4", "not-adjacent", "coin-control", "space-twice"])
def test_a_place_gives_a_line_and_columns(name: str) -> None:
    """The clause at fault stands there in the file."""
    game = play_log(read_log((ROOT / f"fixtures/refusals/{name}.fitl").read_bytes(), name))
    assert isinstance(game.error, Violation) and game.replay is not None
    place = game.places[game.replay.sound]
    told = describe_refusal(game.error, place)
    assert told.line == place.whole.line and told.column == place.of_clause(game.error.clause).column
    text = game.log.source[told.line - 1][told.column - 1 : told.end - 1]
    assert text and notation.read_line(game.log.source[told.line - 1])
    assert describe_refusal(game.error).line == describe_refusal(game.error).column == 0


def test_a_fault_of_the_notation_has_its_place() -> None:
    """A fault of the notation has its line, its column, its end, and the right form."""
    with pytest.raises(NotationError) as found:
        notation.read_line("VC rally Hux+vg")
    told = describe_refusal(found.value)
    assert (told.line, told.column, told.end) == (1, 10, found.value.end)
    assert told.error == found.value.code and told.advice == found.value.advice != ""


ERRORS: list[FitlError] = [
    refusal("VC rally Hue+9vg"),
    NotationError("space-unknown", "no", 2, 3, 6, candidates=("Hue",)),
    UnreadableError("binary", "no text", 4, 1),
    Conflict(2, 5),
    KeyUsed("one", 7),
    Forbidden("not yours", "2.3.4"),
    NotNow("closed"),
    UnknownName("no such space"),
    RequestError("no JSON", "body"),
    TooLong("too long"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_the_server_sends_what_refused_says(error: FitlError) -> None:
    """The server's answer has every field of `describe_refusal`."""
    problem = answered(error).problem
    assert msgspec.structs.asdict(problem) == msgspec.structs.asdict(describe_refusal(error))
    assert {**msgspec.to_builtins(problem)} == {**msgspec.to_builtins(describe_refusal(error))}
    assert msgspec.convert(msgspec.to_builtins(describe_refusal(error)), RefusalData) == describe_refusal(
        error
    )
