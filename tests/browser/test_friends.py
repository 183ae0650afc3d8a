"""Friends at one table: three people, a Non-player, a spectator and the host. Each action is on all screens.

This is the beginning of a medium game. `tests/friends_trial.py` plays whole games.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from friends import HOST, WATCHER, friends_at
from friends_secrets import found_in, mail_of, received, word_of
from playing import Served
from samples import WHOLE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ACTIONS = 12 if WHOLE else 6
"""The actions before a player goes, while he is away, and after he has come back."""


def test_friends_play_while_one_goes_and_comes_back(browser: Browser, tmp_path: Path) -> None:
    """Everybody sees whose turn it is, what can be done and what was done. No browser receives a secret.

    One player hands his seat over to section 8 and comes back. All screens show an action within the bound.
    """
    pytest.importorskip("uvicorn", reason="the extra server is not installed")
    served = Served(tmp_path / "tables.db")
    with friends_at(browser, served, "friends", seed=1) as friends:
        friends.plays(ACTIONS)
        friends.leaves("VC")
        friends.plays(ACTIONS)
        friends.comes_back("VC")
        friends.plays(ACTIONS)
        assert friends.clicked > (2 if WHOLE else 0)
        for who in friends.people:
            assert friends.secrets_received(who) == [], who
        text = {who: received(friends.heard[who], friends.people[who]) for who in friends.people}
        assert friends.table.links["US"] in text["US"] and word_of("US") in text["VC"], (
            "it is looked for rightly"
        )
        assert mail_of("US") not in text[HOST] and word_of("US") not in text[WATCHER]
        hidden = friends.hidden_from("US")
        assert len(hidden) > 20 and found_in(text["US"] + hidden["seed"], hidden) == ["seed"]
    assert served.end() == 143
