"""Prefixes are final (4.1): the law, which is held against every game, can fail."""

from __future__ import annotations

from typing import Any

import pytest
from table import position

from fitl_core.asking.questions import Question
from fitl_core.asking.written import WrittenAnswers
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action
from fitl_core.state.laws import BrokenLaw
from fitl_core.testing.prefixes import insist_on_prefixes
from notation import read


def test_the_law_finds_a_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law can fail: where a verb waits for the end unless the Operation is named again behind it."""
    answer = WrittenAnswers.answer

    def looking_ahead(script: WrittenAnswers, choice: Question) -> Any:
        later = [said for _, said in script.said[script.at :]]
        waits = choice.between and choice.optional and isinstance(next(iter(later), None), Verb)
        return None if waits and Verb("patrol") not in later else answer(script, choice)

    game = position("Sai: 4ut; SaCT: 3vg ut", to_act="US")
    line = "US patrol | airlift Sai>SaCT:2ut | patrol SaCT*3vg"
    (action,) = read(f'[FITL "2"]\n[Scenario "full"]\n{line}').log.events
    assert isinstance(action, Action)
    insist_on_prefixes(game.state, action)
    monkeypatch.setattr(WrittenAnswers, "answer", looking_ahead)
    with pytest.raises(BrokenLaw):
        insist_on_prefixes(game.state, action)
