"""The release gate finds each kind of difference once, by its rule, and holds only if notes name them all."""

from __future__ import annotations

import sys
from pathlib import Path

import answers
import msgspec
import pytest
from differences import KINDS, OF_FORM, Difference, compared
from gate import Judged, judged
from release_notes import Note, notes_of
from slices import Answer, Answers, Build, Slice, made, pairs

ROOT = Path(__file__).parents[2]
GAME = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\nVC event shaded\nNVA pass\nARVN pass\nUS pass\n'
LEGAL = Answer(
    "legal", "US pass", "aid 9", "2:1", (("3.2.1", "Aid 9", "aa"),), "US   pass", ("dictated", "8.5.3/a")
)
REFUSED = Answer("illegal", "US pass", code="game-over", rule="7.0", message="no")
NOTES = """\
# Rules releases

## Release 2

- **3.2.1**: A Base in the space costs nothing more. It cost 3 before.
- **2.3.6, 4.5.1** Whoever patrols
  is done.

## Release 3 (0.4.0)

* **7.0** Games end.
"""


def of_events(*events: Answer, release: int = 2) -> Answers:
    """Return the answers on a log."""
    return Answers("game 1", release, events)


def between(before: Answer, after: Answer, release: int = 2) -> list[Difference]:
    """Return the differences on an event that follows an equal start."""
    both = of_events(LEGAL, before, release=release), of_events(LEGAL, after)
    return compared([both]).differences


def changed(**fields: object) -> Answer:
    """Return the legal event with another answer."""
    return msgspec.structs.replace(LEGAL, **fields)


@pytest.mark.parametrize(
    ("before", "after", "kind", "rules"),
    [
        (LEGAL, REFUSED, "verdict", ("7.0",)),
        (REFUSED, LEGAL, "verdict", ("7.0",)),
        (REFUSED, msgspec.structs.replace(REFUSED, verdict="incomplete"), "verdict", ("7.0",)),
        (REFUSED, msgspec.structs.replace(REFUSED, rule="6.0"), "reason", ("6.0",)),
        (LEGAL, changed(effects=(("3.2.1", "Aid 9", "bb"),)), "effects", ("3.2.1",)),
        (LEGAL, changed(effects=(*LEGAL.effects, ("6.5", "Trail 1", "cc"))), "effects", ("6.5",)),
        (LEGAL, changed(position="aid 8"), "effects", (OF_FORM,)),
        (LEGAL, changed(position="aid 9; leaders 125"), "effects", ("2.4.1",)),
        (LEGAL, changed(digest="2:2"), "digest", (OF_FORM,)),
        (LEGAL, changed(canonical="US   pass pass"), "canonical form", (OF_FORM,)),
        (LEGAL, changed(decided=("departs", "8.5.3/b")), "decision", ("8.5.3",)),
        (LEGAL, changed(decided=("rolls-missing", "space")), "decision", ("8.0",)),
    ],
)
def test_each_kind_of_difference(before: Answer, after: Answer, kind: str, rules: tuple[str, ...]) -> None:
    """An event counts once, for its weightiest difference."""
    (found,) = between(before, after)
    assert (found.kind, found.rules, found.where) == (kind, rules, "game 1, event 1")
    assert kind in KINDS


def test_equal_answers_have_no_difference() -> None:
    """Words of a refusal may change: only its code and rule count."""
    assert not between(LEGAL, LEGAL)
    assert not between(REFUSED, msgspec.structs.replace(REFUSED, message="it is over"))


def test_a_log_that_only_one_release_plays() -> None:
    """The error that no event explains is a difference of its own."""
    older, newer = of_events(LEGAL), Answers("game 1", 3, (), "impossible-position: 1.4.1: too many")
    (found,) = compared([(older, newer)]).differences
    assert (found.kind, found.rules) == ("reading", ("1.4.1",)) and "too many" in found.what


def test_the_oldest_release_is_compared_by_positions() -> None:
    """Its effects have other words, and it knows no third verdict, no normal form and other digests."""
    older = changed(effects=(("3.2.1", "Aid +3", ""),), digest="1", canonical=None, decided=None)
    assert not between(older, LEGAL, release=1)
    assert not between(older, changed(position="aid 09", guide="aid 09"), release=1)
    assert not between(REFUSED, msgspec.structs.replace(REFUSED, verdict="incomplete"), release=1)
    digest = msgspec.structs.replace(REFUSED, line="digest 0123456789abcdef")
    assert not between(digest, changed(line=digest.line), release=1)
    (found,) = between(older, changed(position="aid 8", guide="aid 9"), release=1)
    assert found.kind == "effects" and found.what == "aid 9 -> aid 8"
    twice = msgspec.structs.replace(older, effects=older.effects * 2)
    (found,) = between(twice, changed(position="aid 8", guide="aid 9"), release=1)
    assert found.rules == ("3.2.1",)


def test_notes_are_read() -> None:
    """Rules in bold begin an item, which may have several lines."""
    assert notes_of(NOTES) == [
        Note(2, ("3.2.1",), "A Base in the space costs nothing more."),
        Note(2, ("2.3.6", "4.5.1"), "Whoever patrols is done."),
        Note(3, ("7.0",), "Games end."),
    ]


def verdict(older: int, newer: int, *rules: str) -> Judged:
    """Return the judgement of the gate where events differ by these rules."""
    differ = [(LEGAL, msgspec.structs.replace(REFUSED, rule=rule)) for rule in rules]
    both = [(of_events(before), of_events(after)) for before, after in differ]
    return judged(compared(both), notes_of(NOTES), older, newer)


def test_the_gate_holds_if_every_difference_has_a_note() -> None:
    """The notes of a release count only from the release before it."""
    assert verdict(1, 2, "3.2.1", "4.5.1").holds
    assert verdict(1, 2, "2.3.6.1").holds and not verdict(1, 2, "3.2.11").holds
    assert not verdict(1, 2, "3.2.1", "3.2.2").holds
    assert verdict(2, 2).holds
    assert not verdict(2, 2, "3.2.1").holds
    assert not verdict(2, 3, "3.2.1").holds


def test_a_raised_number_needs_a_case() -> None:
    """Every release after the older one needs an event that shows one of its differences."""
    assert verdict(1, 2).silent == [2] and not verdict(1, 2).holds
    assert verdict(1, 3, "3.2.1").silent == [3]
    assert verdict(1, 3, "3.2.1", "7.0").holds


def test_a_difference_has_no_consequences() -> None:
    """Play goes on from the older release's position: only the event itself differs."""
    setup, events = answers.code.read(GAME)
    guide = list(answers._own(setup, events))
    other = guide[1]["position"].replace("aid 3;", "aid 4;")
    assert other != guide[1]["position"]
    guide[1]["position"] = other
    for later in guide[2:]:
        later["position"] = later["position"].replace("aid 3;", "aid 4;")
    found = list(answers._beside(setup, events, guide))
    assert [mine["position"] == others["position"] for mine, others in zip(found, guide, strict=True)] == [
        True, False, True, True, True,
    ]  # fmt: skip


def test_an_event_that_only_the_older_release_allows_is_passed_over() -> None:
    """The later events are judged from the older release's position."""
    setup, events = answers.code.read(GAME)
    guide = list(answers._own(setup, events))
    wrong = answers.code.read(GAME.replace("NVA pass", "US pass"))[1]
    found = list(answers._beside(setup, (events[0], wrong[1], *events[2:]), guide))
    assert [one["verdict"] for one in found] == ["legal", "legal", "illegal", "legal", "legal"]


def test_a_release_agrees_with_itself(tmp_path: Path) -> None:
    """Corpus and answers are made by scripts of their own, and a slice that is there is not made again."""
    here = Build(ROOT, Path(sys.executable))
    asked = [Slice(1, 2, tmp_path, "newer")]
    assert made(asked, here, here, 2, 60) == asked
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.gz")}
    assert len(times) == 3 and made(asked, here, here, 2, 0) == asked
    assert times == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.gz")}
    found = compared(pairs(asked))
    assert found.logs == 2 and found.events > 8 and not found.differences and not found.alone
