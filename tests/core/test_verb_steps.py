"""The steps of verbs are derived from the questions of the procedures."""

from __future__ import annotations

import verb_steps
from samples import sampled

from fitl_core.rules import steps


def test_every_step_that_is_asked_for_is_listed() -> None:
    """What the procedures ask in random games stands in the file. `.ci/long` derives the whole file."""
    listed = steps.verb_steps().verbs
    for verb, asked in verb_steps.derived(sampled(range(100, 106), 2)).items():
        assert set(asked) <= listed[verb], verb
