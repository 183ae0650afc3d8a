"""The sentences in the manner of forum posts: well formed, with legal moves, and read well enough."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from forum_sentences import (
    FORMS,
    FURTHER,
    MANNERS,
    SENTENCES,
    Entry,
    Reading,
    causes,
    entries,
    normal,
    page,
    position,
    read,
)
from samples import sampled

from fitl_core.errors import Violation
from fitl_core.rules.sequence import to_act

ENTRIES = entries()
OTHERS = entries(FURTHER)


def test_the_sentences_are_well_formed() -> None:
    """There are 30 for each Faction, each with its own id and text, one form, and known manners."""
    assert Counter(one.faction for one in ENTRIES) == dict.fromkeys(("US", "ARVN", "NVA", "VC"), 30)
    assert len({one.id for one in ENTRIES}) == len({one.sentence for one in ENTRIES}) == len(ENTRIES)
    for one in ENTRIES:
        assert one.id.rpartition("-")[0] == one.faction.lower()
        assert one.sentence.strip() == one.sentence != ""
        assert sum(kind in FORMS for kind in one.kinds) == 1, one.id
        assert set(one.kinds) <= {*FORMS, *MANNERS} and len(set(one.kinds)) == len(one.kinds), one.id
        assert (one.gold == "unclear") == (one.kinds == ("unclear",)), one.id
    assert {kind for one in ENTRIES for kind in one.kinds} == {*FORMS, *MANNERS}


def test_the_further_sentences_are_well_formed() -> None:
    """Each has its own id and text, one form, and known manners; none is one of the 120."""
    assert len(OTHERS) >= 40
    every = [*ENTRIES, *OTHERS]
    assert len({one.id for one in every}) == len({one.sentence for one in every}) == len(every)
    for one in OTHERS:
        assert sum(kind in FORMS for kind in one.kinds) == 1, one.id
        assert set(one.kinds) <= {*FORMS, *MANNERS} and len(set(one.kinds)) == len(one.kinds), one.id
        assert (one.gold == "unclear") == (one.kinds == ("unclear",)), one.id


@pytest.mark.parametrize(("file", "first", "among"), [(SENTENCES, 0.95, 0.95), (FURTHER, 0.9, 0.9)])
def test_enough_sentences_are_read_as_meant(file: Path, first: float, among: float) -> None:
    """Nearly all are right at the first proposal and among three; no certain proposal is wrong.

    `.ci/run` reads one sentence of three.
    """
    readings = [read(one) for one in sampled(entries(file), 3)]
    assert [one.entry.id for one in readings if one.wrong] == []
    clear = [one for one in readings if one.meant]
    assert sum(one.first for one in clear) >= first * len(clear)
    assert sum(one.among for one in clear) >= among * len(clear)


CLEAR = [one for one in (*ENTRIES, *OTHERS) if one.gold != "unclear"]


@pytest.mark.parametrize("entry", CLEAR, ids=lambda one: one.id)
def test_each_meant_move_is_legal(entry: Entry) -> None:
    """Each meant move is legal there, is of its Faction, and has the form of its kind."""
    assert entry.gold
    for move in entry.gold:
        assert normal(position(entry), move)
        verb = move.split()[1]
        assert move.startswith(f"{entry.faction} ")
        for kind in ("limop", "event", "pivotal", "pass"):
            assert (verb == kind) == (kind in entry.kinds)
        assert ("activity-first" in entry.kinds) <= ("with-activity" in entry.kinds)
        assert ("with-activity" in entry.kinds) <= ("|" in move)


def test_an_illegal_meant_move_is_noticed() -> None:
    """The check of legality can fail: a move of too many pieces is refused."""
    entry = next(one for one in ENTRIES if one.id == "us-12")
    with pytest.raises(Violation):
        normal(position(entry), "US airlift Sai>QTr:5at | sweep")


def test_where_a_reader_must_ask_the_faction_is_to_act() -> None:
    """An unclear sentence is said where its Faction acts, so it fails for its words alone."""
    unclear = [one for one in ENTRIES if one.gold == "unclear"]
    assert len(unclear) >= 7
    for one in unclear:
        assert to_act(position(one)) == one.faction


def test_a_certain_proposal_for_an_unclear_sentence_is_wrong() -> None:
    """The figures count it so. Elsewhere a certain proposal is wrong if it is none of the meant moves."""
    unclear = next(one for one in ENTRIES if one.gold == "unclear")
    clear = ENTRIES[0]
    assert Reading(unclear, (), ("US   pass",), (False,), (True,), 0.0).wrong
    assert not Reading(unclear, (), ("US   pass",), (False,), (False,), 0.0).wrong
    assert not Reading(clear, (), ("a", "b"), (True, False), (True, False), 0.0).wrong
    second = Reading(clear, (), ("a", "b"), (False, True), (True, False), 0.0)
    assert second.wrong and second.among and not second.first


def test_the_page_names_each_failure_with_its_cause() -> None:
    """A failure has a cause judged by hand, or is listed without one. A sentence has one cause."""
    judged = [one for ids in causes().values() for one in ids]
    assert len(judged) == len(set(judged)) and set(judged) <= {one.id for one in ENTRIES}
    readings = [Reading(one, (), (), (), (), 0.01) for one in ENTRIES]
    text = page(readings, "python tests/forum_sentences.py --page")
    first = next(iter(causes().items()))
    assert f"- {first[0]}: {len(first[1])} ({', '.join(first[1])})" in text
    assert "not judged yet" in text and "## Not right at the first proposal: 113" in text
