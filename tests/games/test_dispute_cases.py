"""The dispute corpus: each case file gets its stated verdict in every edition that it names."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from case_index import index, natural
from compliance_page import page

import notation
from fitl_core.errors import Violation
from fitl_core.facts.editions import Edition
from fitl_core.facts.rule_readings import readings
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.state.figures import holds
from fitl_core.tell.cases import cases
from notation.log import Log

HERE = Path(__file__).parent
CASES = Path(__file__).parents[2] / "fixtures" / "cases"
FILES = sorted(CASES.glob("*.fitl"))
IDS = [path.stem for path in FILES]


def log_of(path: Path) -> Log:
    """Return the log of a case file, which must be in canonical form."""
    text = path.read_text(encoding="utf-8")
    log = notation.read(text).log
    assert notation.write(log) == text, f"not canonical: fitl fmt {path}"
    return log


def value(log: Log, tag: str) -> str:
    return log.tag(tag) or ""


def decided(log: Log, edition: Edition, readings: tuple[str, ...] = ()) -> ReplayedGame:
    """Return the case played in an edition, with other readings if any are given."""
    setup = notation.setup_of(log)
    setup = msgspec.structs.replace(setup, rules=edition, readings=(*setup.readings, *readings))
    return replay(setup, log.events)


def check(log: Log, game: ReplayedGame, verdict: str) -> None:
    """Check that all claims hold, or that a rule of the case refuses the last event or a part is owed."""
    word, _, code = verdict.partition(" ")
    if word in ("illegal", "incomplete"):
        assert game.sound == len(log.events) - 1, f"refused too early or not at all: {game.error}"
        assert isinstance(game.error, Violation)
        assert (game.error.verdict, game.error.code) == (word, code), game.error
        assert game.error.rule in [rule.strip() for rule in value(log, "Rule").split(",")], game.error
        return
    assert word in ("legal", "forced")
    assert game.error is None, game.error
    number = 0
    for entry in log.entries:
        number += entry.event is not None
        for claim in entry.claims:
            assert holds(game.state_at(number), claim), claim


@pytest.mark.parametrize("path", FILES, ids=IDS)
def test_the_case_is_decided_so(path: Path) -> None:
    """The case gets its verdict in each edition that it names, or in both if it names none."""
    log = log_of(path)
    assert value(log, "Case") == path.stem
    for tag in ("Rule", "Verdict", "Question", "Reason"):
        assert value(log, tag), f"no tag {tag}"
    for name in (value(log, "Editions") or "original second").split():
        check(log, decided(log, Edition(name)), value(log, "Verdict"))


@pytest.mark.parametrize("path", [p for p in FILES if "[Choice " in p.read_text()], ids=lambda p: p.stem)
def test_the_other_reading_decides_otherwise(path: Path) -> None:
    """A case with two readings names the other reading, and the verdict under it if that reading is built."""
    log = log_of(path)
    assert value(log, "Alternative")
    otherwise = value(log, "Otherwise")
    if otherwise != "not built":
        assert value(log, "Choice") in readings()
        word = otherwise.partition(" ")[0]
        edition = Edition((value(log, "Editions") or "second").split()[-1])
        game = decided(log, edition, (value(log, "Choice"),))
        if word in ("illegal", "incomplete"):
            check(log, game, otherwise)
        else:
            assert game.error is None, game.error


def test_every_case_of_the_list_has_its_file() -> None:
    """Each case id has one file, and no other file exists."""
    wanted = (HERE / "case_ids.txt").read_text(encoding="utf-8").split()
    assert sorted(IDS) == sorted(wanted)


def test_a_case_decides_something() -> None:
    """A legal case claims at least one resulting figure."""
    for path in FILES:
        log = log_of(path)
        if value(log, "Verdict").partition(" ")[0] in ("legal", "forced"):
            assert any(entry.claims for entry in log.entries), path.stem


def test_the_index_and_the_compliance_page_are_fresh() -> None:
    """The case index and the compliance page are fresh. Remake: `python tests/pages.py cases compliance`."""
    root = Path(__file__).parents[2]
    assert (root / "fitl_core/tell/data/cases.json").read_text(encoding="utf-8") == index()
    assert (root / "docs" / "evidence" / "compliance.md").read_text(encoding="utf-8") == page()


def test_cases_of_the_command_line_are_all_there() -> None:
    """The command line has each case id with its rule, verdict and log."""
    assert [case.id for case in cases().values()] == [path.stem for path in sorted(FILES, key=natural)]
