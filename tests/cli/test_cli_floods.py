"""Floods of faults: each report is bounded and counts the remaining faults."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest
from command_line import HEADER, fitl
from measured import within

import notation
from fitl_cli.run import run
from fitl_core.asking.budgets import Budget
from fitl_core.engine import play, start
from fitl_core.game.surveys import MOST_LOOKED_FOR
from fitl_core.record.events import Action
from fitl_core.tell.suggested_moves import MOST_WORK, near_moves


@pytest.mark.parametrize("part", ["Quang ", "Saigun ", "Saigon - ", "Sai+6xx ", "Sai=PX "])
def test_ten_faults_of_a_line(part: str) -> None:
    """After ten faults the rest of a line is skipped, but not the rest of the file."""
    text = HEADER + "ARVN train " + part * 1500 + "Sai\nXX pass\n"
    _, faults = notation.scan(text)
    assert [fault.line for fault in faults] == [6] * 11 + [7]
    assert faults[10].message == "there are 10 faults in this line so far; the rest of it is not read"


@pytest.mark.parametrize("part", ["Tay-vb ", "Tay+vg<BTu ", "Tay-2vg+vb ", "Tay>BTu:vg, ", "roll 4 "])
def test_long_lines_are_answered(part: str) -> None:
    """A line of 19 KB is checked within two seconds, however often a clause is repeated in it."""
    line = HEADER + "VC   rally " + part * (19_000 // len(part)) + "\n"
    result, seconds = within(2, lambda: fitl("validate", "-", stdin=line))
    assert result.exit_code == 1 and seconds < 2


@pytest.mark.parametrize("part", ["#68 ", "#68 Green Berets ", "Sai ", "aid+3 ", "{4} ", "Tay-vg+vb "])
def test_what_an_event_says_again_and_again(part: str) -> None:
    """Repeated clauses of an Event are checked in linear time."""

    def seconds(size: int) -> float:
        line = HEADER + "#107\nVC event shaded " + part * (size // len(part)) + "\n"
        begun = time.process_time()
        assert fitl("validate", "-", stdin=line).exit_code == 1
        return time.process_time() - begun

    seconds(100)
    both = [(seconds(2_375), seconds(19_000)) for _ in range(3)]
    # Eight times as much: 64 times the time, if it grew with the square.
    assert min(much for _, much in both) < 24 * min(few for few, _ in both) + 0.05


def test_faults_of_a_position() -> None:
    _, faults = notation.scan('[FITL "2"]\n[Scenario "full"]\n[Position "' + "foo bar; " * 1000 + '"]\n')
    assert len(faults) == 11


def test_twenty_faults_of_a_kind() -> None:
    _, faults = notation.scan('[FITL "2"]\n[Scenario "full"]\n' + '[Rules "second"]\n' * 235)
    assert len(faults) == 20
    assert faults[-1].message.endswith("(and 214 more of this kind)")


def test_false_claims() -> None:
    game = HEADER + "VC   event shaded => " + ", ".join(["ARVN 7"] * 234) + "\n"
    told = fitl("validate", "-", stdin=game).output
    assert told.count("claimed ARVN 7") == 20
    assert "(and 214 more of this kind)" in told
    assert "234 false claims" in told
    report = msgspec.json.decode(fitl("validate", "--json", "-", stdin=game).output)
    assert (len(report["claims"]), report["more_claims"]) == (100, 134)


def test_computed_lines_stay() -> None:
    """Thousands of computed lines under an entry keep their order."""
    lines = [f";= line {n}" for n in range(2000)]
    text = HEADER + "VC   event shaded\n" + "\n".join(lines) + "\nNVA  pass\n;= last\n"
    first, second = notation.read(text).log.entries
    assert first.computed == tuple([line[3:] for line in lines])
    assert second.computed == ("last",)


def test_spans_of_continuation_lines() -> None:
    """A fault after many continuation lines has its own line and column."""
    _, faults = notation.scan(HEADER + "ARVN train\n" + "  Sai\n" * 1000 + "  Saigun\n")
    assert [(fault.line, fault.column, fault.end) for fault in faults] == [(1007, 3, 9)]


@pytest.mark.parametrize(
    "line", ['correct "VC {}"', "ruling stand VC rally Tay+vg => VC {}", 'correct "Hue {}ap; trail 2"']
)
def test_positions_set_again_and_again(line: str) -> None:
    """Lines that each set another position are checked in linear time."""

    def seconds(number: int) -> float:
        text = HEADER + "#107\n" + "".join([f"{line.format(n % 5 + 1)}\n" for n in range(number)])
        begun = time.process_time()
        assert fitl("validate", "-", stdin=text).exit_code == 0
        return time.process_time() - begun

    seconds(10)
    both = [(seconds(600), seconds(1200)) for _ in range(3)]
    assert min(twice for _, twice in both) < 3 * min(once for once, _ in both)


def test_events_are_named_up_to_some_number() -> None:
    """Verdict and board name the first twenty lines that correct the position."""
    text = HEADER + "#107\n" + "".join([f'correct "VC {n % 9}"\n' for n in range(234)])
    verdict = fitl("validate", "-", stdin=text).stdout
    assert "20, 21 and 214 more, where it corrected the position, 235 events" in verdict
    board = fitl("show", "-", stdin=text).stdout
    assert "event 21: the table sets VC 0 -> 1 (and 214 more of this kind)\n" in board
    assert "event 22:" not in board
    report = msgspec.json.decode(fitl("validate", "--json", "-", stdin=text).stdout)
    assert report["corrected"] == list(range(2, 236))


def test_illegal_events_of_a_kind() -> None:
    """`--continue` lists twenty illegal events of a kind and counts the others; JSON lists 1,000."""
    text = HEADER + "#107\n" + "US pass\n" * 1234
    out = fitl("validate", "--continue", "-", stdin=text).stdout
    assert out.count(": illegal: 2.3.2: US has acted on this card") == 20
    assert "US has acted on this card (and 1213 more of this kind)\n" in out
    assert "1234 illegal events in all" in out
    report = msgspec.json.decode(fitl("validate", "--continue", "--json", "-", stdin=text).stdout)
    assert (len(report["errors"]), report["more_errors"]) == (1000, 234)


@pytest.mark.parametrize(
    "line",
    [
        "US train Sai+6at pacify Sai=PS\n",
        "VC march Tay>BTu:2vg, Tay>KPh:vg | tax Sai\n",
        "NVA rally NVn+2ng\n",
    ],
)
def test_many_illegal_actions(line: str) -> None:
    """`--continue` over 60 KB of refused actions ends within two seconds of processor time."""
    text = HEADER + "#107\n" + line * (60_000 // len(line))
    result, seconds = within(2, lambda: fitl("validate", "--continue", "-", stdin=text))
    assert "illegal events in all" in result.stdout and seconds < 2


def test_false_claims_behind_a_move_that_is_ruled_on() -> None:
    """An adjudication lists twenty false claims and counts the others."""
    text = HEADER + "#107\nVC pass => " + ", ".join(["ARVN 7"] * 234) + "\n"
    out = fitl("adjudicate", "-", stdin=text).stdout
    assert out.count("false claim: claimed ARVN 7, it is ARVN 30") == 20
    assert "(and 214 more of this kind)" in out


LONG = [
    "VC march Sai" + ">Sai" * 4500 + ":vg",
    "VC rally" + " Tay-vb" * 2500,
    "VC attack Hue" + " roll 4" * 2500,
    "VC rally" + " VC-3" * 1200,
]


@pytest.mark.parametrize("command", [("adjudicate",), ("validate", "--continue")])
@pytest.mark.parametrize("move", LONG)
def test_near_moves_of_a_long_line(command: tuple[str, ...], move: str) -> None:
    """The search for legal moves near a refused line of 6 to 18 KB takes no longer than near a short one."""
    text = HEADER + "#107\n" + move + "\n"
    result, seconds = within(3, lambda: fitl(*command, "-", stdin=text))
    assert result.exit_code == 1 and seconds < 3


def test_near_moves_of_many_lines() -> None:
    """The search for legal moves near refused ones has one budget for all lines together."""
    line = "VC rally Tay+vg, QTr+3vg, Hue+vg, Sai-vb, Tay+vg, Tay+vg, Ple+2vg | tax QTi, QDu, BDi\n"
    log = notation.read(HEADER + "#107\n" + line).log
    state, move = play(start(notation.setup_of(log)).state, log.events[0]).state, log.events[1]
    assert isinstance(move, Action)
    effort, searches = Budget(MOST_LOOKED_FOR), 0
    while effort.left > 0:
        with effort:
            near_moves(state, move, 3)
        searches += 1
    assert effort.left > -MOST_WORK
    assert searches > 3


@pytest.mark.parametrize("line", ["note hello", 'correct "VC {}"'])
def test_a_page_of_many_lines(line: str) -> None:
    """A page draws only the changes of an event: 2,000 lines with few changes take under two seconds."""
    text = HEADER + "#107\n" + "".join([f"{line.format(n % 9)}\n" for n in range(2000)])
    result, seconds = within(2, lambda: fitl("replay", "-", "--html", "-", stdin=text))
    assert result.exit_code == 0 and seconds < 2


LONG_ARGUMENTS = [("{}",), ("cases", "{}"), ("board", "GAME", "--crop", "{}"), ("show", "GAME", "--at", "{}")]


@pytest.mark.parametrize("asked", LONG_ARGUMENTS)
def test_a_long_argument_is_not_told_whole(
    asked: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A refused argument of 100 KB is quoted by its beginning and its length."""
    game = tmp_path / "game.fitl"
    game.write_text(HEADER)
    given = [str(game) if one == "GAME" else one.format("9" * 100_000) for one in asked]
    assert run(given) == 2
    told = capsys.readouterr().err
    assert len(told) < 3000 and "characters more" in told
