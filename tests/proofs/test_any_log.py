"""Verifying any log ends with an answer, and a chain made over it holds."""

from __future__ import annotations

import msgspec
import samples
from hypothesis import given, settings
from hypothesis import strategies as st
from proven_game import proven_game

import notation
from fitl_core.facts.factions import VC
from fitl_core.proofs.chain import chained
from fitl_core.proofs.verification import verify
from fitl_core.record.events import Amend, DigestLine, Note, Pass, PlayCard, Reveal, Stand, Void
from notation import Entry, Log

WHOLE = proven_game()
PROOFS = [proof for entry in WHOLE.entries for proof in entry.proof]
numbers = st.integers(1, 30)
events = st.one_of(
    st.sampled_from([entry.event for entry in WHOLE.entries if entry.event is not None]),
    st.builds(Void, numbers | st.none()),
    st.builds(Amend, numbers, st.sampled_from([Pass(VC), PlayCard(37), Reveal(51), Reveal(0)])),
    st.builds(Stand, st.sampled_from([Pass(VC), Reveal(51), Reveal(0)])),
    st.builds(Reveal, st.integers(0, 130)),
    st.builds(PlayCard, st.integers(1, 130)),
    st.sampled_from([Note("x"), DigestLine("2:" + "0" * 16)]),
)
proofs = st.sampled_from(PROOFS) | st.text("d6 card/none sealed opened 0123", min_size=1, max_size=30)
links = st.sampled_from(["", "0" * 64, *[entry.chain for entry in WHOLE.entries]])
loose = st.builds(Entry, events, proof=st.lists(proofs, max_size=3).map(tuple), chain=links)
entries = st.sampled_from(WHOLE.entries) | loose | st.builds(Entry, comment=st.just("x"), chain=links)
tags = st.lists(st.sampled_from(WHOLE.tags[3:]), unique=True).map(lambda some: (*WHOLE.tags[:3], *some))
logs = st.builds(Log, tags, st.lists(entries, max_size=25).map(tuple))


@given(logs, links)
@settings(max_examples=300 if samples.WHOLE else 100, deadline=None)
def test_every_log_has_an_answer(log: Log, head: str) -> None:
    """No error; faults in the order of the file, each with its event's number; the same when written."""
    found = verify(log, head or None)
    places = [fault.entry for fault in found.faults if fault.entry is not None]
    assert places == sorted(places)
    events_before = [0]
    for entry in log.entries:
        events_before.append(events_before[-1] + (entry.event is not None))
    for fault in found.faults:
        if fault.entry is not None and fault.event is not None:
            assert events_before[fault.entry] + 1 == fault.event
        assert len(fault.message) < 300
    assert found.sound == (not found.faults and found.links + found.dice + found.cards + found.orders > 0)
    try:
        text = notation.write(log)
    except notation.UnwritableError:
        return  # such as text beside a comment alone
    assert verify(notation.read(text).log, head or None) == found


@given(logs)
@settings(max_examples=100 if samples.WHOLE else 40, deadline=None)
def test_a_chain_made_over_any_log_holds(log: Log) -> None:
    """The chain holds whatever the lines contain; made once more it is the same."""
    bare = [msgspec.structs.replace(entry, chain="") for entry in log.entries]
    whole = chained(Log(log.tags, tuple(bare)))
    found = verify(whole)
    assert [fault.code for fault in found.faults if fault.code.startswith(("link", "head"))] == []
    assert found.links == len(whole.events) and chained(whole) == whole
