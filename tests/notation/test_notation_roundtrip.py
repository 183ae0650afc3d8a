"""Laws: a written log is read back the same, and writing it again changes nothing."""

from __future__ import annotations

import copy
import pickle
import random

import msgspec
import notation_strategies as any_
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.factions import Faction
from fitl_core.proofs.chain import chained
from fitl_core.record.events import Action, Segment
from notation.log import Entry, Log, Tag

HEADER = (Tag("FITL", "2"), Tag("Scenario", "full"))


@settings(max_examples=120)
@given(any_.logs)
def test_a_log_is_read_as_it_was_written(log):
    text = notation.write(log)
    document = notation.read(text)
    assert document.log == log
    assert notation.write(document.log) == text
    assert len(document.places) == len(log.entries)
    assert document.sound == len(log.entries)


@settings(max_examples=300)
@given(any_.clauses, any_.clauses)
def test_two_clauses_side_by_side_stay_two(one, two):
    event = Action(Faction.VC, (Segment("event", (one, two)),))
    log = Log(HEADER, (Entry(event),))
    document = notation.read(notation.write(log))
    assert document.log == log
    assert len(document.places[0].clauses) == 3


@given(any_.clauses)
def test_the_place_of_a_clause_is_its_text(clause):
    event = Action(Faction.VC, (Segment("event", (clause,)),))
    document = notation.read(notation.write(Log(HEADER, (Entry(event),))))
    span = document.places[0].clauses[1]
    assert document.source[span.line - 1][span.column - 1 : span.end - 1] == notation.write_clause(clause)


@given(any_.claims)
def test_the_place_of_a_claim_is_its_text(claim):
    entry = Entry(Action(Faction.VC, (Segment("tax"),)), (claim,))
    document = notation.read(notation.write(Log(HEADER, (entry,))))
    (span,) = document.places[0].claims
    assert document.source[span.line - 1][span.column - 1 : span.end - 1] == notation.write_claim(claim)


@settings(max_examples=80)
@given(any_.logs)
def test_the_json_form_loses_nothing(log):
    try:
        text = notation.dump(log)
    except notation.UnwritableError:
        assert any("\ud800" <= char <= "\udfff" for char in repr(log).encode().decode("unicode_escape"))
        return
    assert notation.load(text).log == log
    assert notation.load(text.encode()).log == log
    for same in (pickle.loads(pickle.dumps(log)), copy.deepcopy(log)):  # as from another process
        assert notation.dump(same) == text


@pytest.mark.parametrize("given", ["available", "".join(["avail", "able"]), str(b"available", "ascii")])
@pytest.mark.parametrize("clause", ["Sai+6at", "Hue+2ap, Sai+6at"])
def test_what_is_the_default_is_left_out_of_the_json_form(given: str, clause: str) -> None:
    """A box that is spelled out means the same: the JSON of the line is the same, and the link too."""
    (entry,) = notation.read(f'[FITL "2"]\n[Scenario "full"]\nUS train {clause}\n').log.entries
    log = Log(HEADER, (entry,))
    assert isinstance(entry.event, Action)
    (segment,) = entry.event.segments
    spelled = tuple([msgspec.structs.replace(one, source=given) for one in segment.clauses])
    event = msgspec.structs.replace(
        entry.event, segments=(msgspec.structs.replace(segment, clauses=spelled),)
    )
    text = notation.dump(log)
    told = text.replace('"arvn-troops"]]', f'"arvn-troops"]],"source":"{given}"')
    assert text != told and "source" not in text
    for same in (Log(HEADER, (Entry(event),)), notation.load(told).log):
        assert same == log and notation.dump(same) == text
        assert chained(same) == chained(log)


@settings(max_examples=120)
@given(any_.logs, st.randoms(use_true_random=False), st.integers(1, 6))
def test_mutated_text_never_raises_anything_but_our_errors(log, rng: random.Random, changes):
    text = notation.write(log)
    for _ in range(changes):
        at = rng.randrange(len(text) + 1)
        span = rng.choice([0, 0, 1, 1, 3])
        text = (
            text[:at]
            + rng.choice(["", *" \n;|,+-*~>:=<#{}[]\"'\\!?0N\t", "12", "Sai", "VC"])
            + text[at + span :]
        )
    try:
        document, faults = notation.scan(text)
    except FitlError:
        return
    assert [(f.line, f.column) for f in faults] == sorted([(f.line, f.column) for f in faults])
    for fault in faults:
        assert fault.code and str(fault) and fault.end > fault.column
        assert 1 <= fault.line <= len(document.source)
    assert len(document.places) == len(document.log.entries)
    if not faults:
        once = notation.write(document.log)
        again = notation.read(once).log
        assert again == document.log
        assert notation.write(again) == once


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_random_input_never_raises_anything_but_our_errors(data):
    for read in (notation.scan, notation.load):
        try:
            read(data)
        except FitlError:
            continue


@given(st.text(max_size=200))
def test_random_lines_never_raise_anything_but_our_errors(text):
    try:
        notation.scan(f'[FITL "2"]\n[Scenario "full"]\nVC event {text}')
    except FitlError:
        return
