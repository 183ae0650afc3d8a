"""Every question has a stable id of one form; the docs list them."""

import re

from questions_page import PAGE, asked_ids, play_random

ID = re.compile(r"[a-z]+(\.[0-9]+)?(\.[a-z-]+)+")


def test_every_question_has_an_id_of_one_form():
    """Verb, phase or Event, and a step: none has the number of its rule, or no step of its own."""
    with asked_ids() as seen:
        play_random(range(1000, 1004))
    assert len(seen) > 80
    assert [name for name in seen if not ID.fullmatch(name) or name.startswith("rule")] == []
    assert [name for name in seen if name.endswith(".choice")] == []


def test_the_ids_of_operations_and_phases_are_listed():
    """What random games ask outside Events stands in docs/questions.md, made by tests/questions_page.py."""
    listed = set(re.findall(r"`([a-z0-9.-]+)`", PAGE.read_text(encoding="utf-8")))
    with asked_ids() as seen:
        play_random(range(2))
    asked = {name for name, forms in seen.items() if forms and not name.startswith("event.")}
    assert asked - listed == set()
    assert {"train.place", "sweep.space", "event.68.space", "coup.redeploy-arvn.move"} <= listed
