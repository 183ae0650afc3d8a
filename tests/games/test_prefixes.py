"""Prefixes are final (4.1): the law, which is held against every game, can fail."""

from __future__ import annotations

import pytest
from table import position

from fitl_core.asking.questions import Answer, Question
from fitl_core.asking.written import WrittenAnswers
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action
from fitl_core.state.laws import BrokenLaw
from fitl_core.testing.prefixes import insist_on_prefixes
from notation import read


def test_the_law_finds_a_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law can fail: where a verb waits for the end unless the Operation is named again behind it."""
    take = WrittenAnswers._take

    def looking_ahead(script: WrittenAnswers, choice: Question) -> Answer:
        later = [said for _, said in script.said[script.at :]]
        if choice.between and isinstance(later[0], Verb) and Verb("patrol") not in later:
            return None
        return take(script, choice)

    game = position("Sai: 4ut; SaCT: 3vg ut", to_act="US")
    line = "US patrol | airlift Sai>SaCT:2ut | patrol SaCT*3vg"
    (action,) = read(f'[FITL "2"]\n[Scenario "full"]\n{line}').log.events
    assert isinstance(action, Action)
    insist_on_prefixes(game.state, action)
    monkeypatch.setattr(WrittenAnswers, "_take", looking_ahead)
    with pytest.raises(BrokenLaw):
        insist_on_prefixes(game.state, action)
