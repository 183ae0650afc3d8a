"""Floods: what is told is bounded, and says how much more there is."""

from __future__ import annotations

import time

import msgspec
import pytest
from command_line import HEADER, fitl

import notation


@pytest.mark.parametrize("part", ["Quang ", "Saigun ", "Saigon - ", "Sai+6xx ", "Sai=PX "])
def test_ten_faults_of_a_line(part: str) -> None:
    """The rest of a line with ten faults is not read, and the rest of the file is."""
    text = HEADER + "ARVN train " + part * 1500 + "Sai\nXX pass\n"
    _, faults = notation.scan(text)
    assert [fault.line for fault in faults] == [6] * 11 + [7]
    assert faults[10].message == "there are 10 faults in this line so far; the rest of it is not read"


@pytest.mark.parametrize("part", ["Tay-vb ", "Tay+vg<BTu ", "Tay-2vg+vb ", "Tay>BTu:vg, ", "roll 4 "])
def test_long_lines_are_answered(part: str) -> None:
    """However often a clause stands in a line: with the square of 2,700 it would be fourteen seconds."""
    line = HEADER + "VC   rally " + part * (19_000 // len(part)) + "\n"
    begun = time.process_time()
    assert fitl("validate", "-", stdin=line).exit_code == 1
    assert time.process_time() - begun < 2


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
    """However many stand under an entry, they stay in their order."""
    lines = [f";= line {n}" for n in range(2000)]
    text = HEADER + "VC   event shaded\n" + "\n".join(lines) + "\nNVA  pass\n;= last\n"
    first, second = notation.read(text).log.entries
    assert first.computed == tuple([line[3:] for line in lines])
    assert second.computed == ("last",)


def test_spans_of_continuation_lines() -> None:
    """A fault behind many continuation lines has its own line and column."""
    _, faults = notation.scan(HEADER + "ARVN train\n" + "  Sai\n" * 1000 + "  Saigun\n")
    assert [(fault.line, fault.column, fault.end) for fault in faults] == [(1007, 3, 9)]


@pytest.mark.parametrize(
    "line", ['correct "VC {}"', "ruling stand VC rally Tay+vg => VC {}", 'correct "Hue {}ap; trail 2"']
)
def test_positions_set_again_and_again(line: str) -> None:
    """Lines that each set another position take time that grows with their number."""

    def seconds(number: int) -> float:
        text = HEADER + "#107\n" + "".join([f"{line.format(n % 5 + 1)}\n" for n in range(number)])
        begun = time.process_time()
        assert fitl("validate", "-", stdin=text).exit_code == 0
        return time.process_time() - begun

    seconds(10)
    both = [(seconds(600), seconds(1200)) for _ in range(3)]
    assert min(twice for _, twice in both) < 3 * min(once for once, _ in both)
