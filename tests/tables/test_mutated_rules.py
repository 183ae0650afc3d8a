"""Tables under mutated rules and a mutated reader: a sample of what `.ci/long` tries whole."""

from __future__ import annotations

import pytest
from mutated_rules import ROOT, listed, under_mutations
from samples import sampled

SAMPLES = [("rules", "goes-on", 25, 2), ("reader", "opens", 10, 4)]


@pytest.mark.parametrize(("what", "ask", "step", "each"), SAMPLES)
def test_tables_stand_under_mutations(what: str, ask: str, step: int, each: int) -> None:
    """Some mutations of each list: every table opens as it was, and under mutated rules goes on."""
    assert under_mutations(sampled(listed(what)[::step], 3), each, ask).faults == []


def test_the_lists_are_of_today() -> None:
    """No mutation stands twice in its list; each line stands in its module, and becomes another one."""
    for what in ("rules", "reader"):
        mutations = listed(what)
        assert len(set(mutations)) == len(mutations)
        for one in mutations:
            path = ROOT.joinpath(*one.module.split(".")).with_suffix(".py")
            lines = path.read_text(encoding="utf-8").splitlines()
            assert lines.count(one.line) > one.nth and one.line != one.becomes, one
