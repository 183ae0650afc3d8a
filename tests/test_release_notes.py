"""docs/look-up/rules-releases.md has the notes of the data; today's rules judge the examples as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rules_releases_page import page

import fitl_core
import notation
from fitl_core import adjudicate_move, view_adjudication
from fitl_core.engine import start
from fitl_core.facts.card_list import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.release_notes import ReleaseNote, notes, rules_releases
from fitl_core.record.setup import Setup
from fitl_core.rules.release import RULES_RELEASE

NOTES = [note for release in rules_releases() for note in release.notes]


def test_the_page_is_fresh() -> None:
    """Run `python tests/pages.py releases` after a change of the data."""
    written = Path(__file__).parents[1] / "docs" / "look-up" / "rules-releases.md"
    assert written.read_text(encoding="utf-8") == page()


def test_every_release_up_to_today_is_listed() -> None:
    """They count from 1, the last one is today's, and each after the first has a note."""
    assert [one.release for one in rules_releases()] == list(range(1, RULES_RELEASE + 1))
    assert all(one.notes for one in rules_releases()[1:])
    assert all(re.fullmatch("[0-9a-f]{7,40}", one.commit) for one in rules_releases())
    assert fitl_core.__version__ in (rules_releases()[-1].version, *rules_releases()[-1].kept_by)


def test_the_release_gate_can_read_the_page() -> None:
    """Each release is a heading, and each note a list item that begins with its rule in bold."""
    text = page()
    assert re.findall(r"^## Release (\d+)$", text, re.M) == [str(n) for n in range(RULES_RELEASE, 0, -1)]
    listed = re.findall(r"^- \*\*([^*]+)\*\*: ", text, re.M)
    newest_first = [note.rule for release in reversed(rules_releases()) for note in release.notes]
    assert listed == newest_first


@pytest.mark.parametrize("note", NOTES, ids=lambda note: f"{note.release}-{note.rule}")
def test_today_judges_an_example_as_the_note_says(note: ReleaseNote) -> None:
    """Only the newest note on a rule can be compared with today's verdict."""
    assert re.fullmatch(r"\d(\.\d+)+", note.rule) or int(note.rule.removeprefix("card ")) in cards()
    example = note.example
    assert example.before != example.since or example.figures
    if any(note.rule == later.rule and later.release > note.release for later in NOTES):
        return
    setup = Setup(
        example.scenario,
        rules=Edition(example.rules),
        options=tuple(example.options.split()),
        position=notation.read_position(example.position),
    )
    move = notation.read_line(example.move).event
    assert move is not None
    assert view_adjudication(adjudicate_move(start(setup).state, move)).verdict == example.since


def test_a_note_explains_its_rule_and_the_parts_of_it() -> None:
    """3.2 would explain 3.2.4, but not 3.20; a release explains nothing that it had itself."""
    (note,) = notes(1, "3.2.3")
    assert (note.rule, note.release) == ("3.2.3", 2)
    assert notes(0, "3.2.3") == (note,) == notes(1, "3.2.3.1")
    assert notes(RULES_RELEASE, "3.2.3") == notes(1, "3.2.33") == notes(1, "3.2") == ()
