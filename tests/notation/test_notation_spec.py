"""Every example of SPEC.md, and that the examples leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import notation
from fitl_core.facts.move_words import VERBS
from fitl_core.record import claims as fig
from fitl_core.record import clauses as cl
from fitl_core.record import events as ev
from notation.tag_names import KNOWN

SPEC = (Path(notation.__file__).parent / "SPEC.md").read_text(encoding="utf-8")
HEADER = '[FITL "2"]\n[Scenario "full"]\n\n'


def block(name: str) -> list[str]:
    found = re.findall(rf"^```{name}\n(.*?)^```", SPEC, re.MULTILINE | re.DOTALL)
    return [line for part in found for line in part.splitlines()]


def entry_of(line: str):
    return notation.read(HEADER + line).log.entries


@pytest.mark.parametrize("line", block("entry"))
def test_entry_is_canonical(line):
    (entry,) = entry_of(line)
    assert notation.write_entry(entry) == [line]


@pytest.mark.parametrize("example", block("liberal"))
def test_liberal_reading(example):
    given, canonical = example.split(" ≡ ")
    (entry,) = entry_of(given)
    assert notation.write_entry(entry) == [canonical]


@pytest.mark.parametrize("example", block("wrong"))
def test_wrong_line(example):
    given, code = example.split(" ≡ ")
    document, faults = notation.scan(HEADER + "#1\n" + given + "\nVC pass")
    assert [fault.code for fault in faults] == [code]
    assert faults[0].line == 5
    assert len(document.log.entries) >= 2


@pytest.mark.parametrize("example", block("tag"))
def test_tag_in_the_header(example):
    given, canonical = example.split(" ≡ ")
    begins = '[FITL "2"]\n' + ('[Scenario "full"]\n' if "Scenario" not in given else "")
    log = notation.read(begins + given).log
    if canonical.startswith("[Rules-Release"):
        begins = begins.replace('"2"', '"3"')
    assert notation.write(log) == begins + canonical + "\n"
    assert notation.load(notation.dump(log)).log == log


@pytest.mark.parametrize("example", block("wrong-tag"))
def test_wrong_tag(example):
    given, code = example.split(" ≡ ")
    _, faults = notation.scan('[FITL "2"]\n[Scenario "full"]\n' + given)
    assert [(fault.code, fault.line) for fault in faults] == [(code, 3)]


def test_every_known_tag_has_an_example():
    named = {line.split('"')[0].strip("[ ").lower() for line in block("tag")}
    assert {name.lower() for name in KNOWN} - named == {"fitl"}


def test_every_verb_clause_event_and_claim_has_an_example():
    entries = [entry for line in block("entry") for entry in entry_of(line)]
    done = [entry.event for entry in entries if entry.event is not None]
    segments = [segment for event in done if isinstance(event, ev.Action) for segment in event.segments]
    clauses = {type(clause) for segment in segments for clause in segment.clauses}
    assert {segment.verb for segment in segments} == set(VERBS)
    assert clauses == set(get_args(cl.Clause)) - {cl.Verb}
    assert {type(event) for event in done} == set(get_args(ev.Event))
    assert {type(claim) for entry in entries for claim in entry.claims} == set(get_args(fig.Claim))
