"""Whole games as friends play them, in Chromium: `python tests/friends_trial.py [GAMES] [--shots FOLDER]`.

Three people, a Non-player, a spectator and the host look at one table. Every screen is checked after every
action (`tests/browser/friends_screens.py`). One player hands his seat over to section 8 and comes back.
`.ci/long` writes the output to `docs/evidence/trials-friends.md`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # ahead of this folder, which has a folder `notation` too
sys.path.append(str(Path(__file__).with_name("browser")))

from commit import measured_at
from friends import BOUND, Friends, friends_at
from looking import FLAGS, found_chromium
from playing import Served

AWAY = (30, 60)
"""The actions after which a player goes, and after which he comes back."""
HEAD = """\
# Friends at the page of a table

`.ci/long` writes this page with `python tests/friends_trial.py {games}`.
{where}

{games} whole games of the medium scenario were played in Chromium. The US sat at 1440 x 900, NVA at a phone
of 390 x 844 (touch, dark), VC at 1280 x 720 (dark). ARVN was a Non-player. A spectator had a tablet of
768 x 1024, and the host looked on at 1280 x 800. Some moves were made by clicks alone, the others by random
legal play through the store.

After every action each screen was read. It had the last line of the log within {bound:.0f} seconds, and said
whose turn it was. The asked seat had the field of the move or a question with answers. Each player had the
number of actions since his last turn, and the spectator the last action. No screen had an error, and no
browser wrote one to its console.

VC handed its seat over to section 8 after {leaves} actions and came back after {back}, by clicks. All that
each browser had received was searched after every tenth action. Links, seeds, salts, orders, mail addresses,
webhooks, personal links, chat and coming cards of others were not in it.

| game | actions | by clicks | lines | screens read | slowest | received |
|---|---|---|---|---|---|---|
"""


def played(friends: Friends, shots: Path | None) -> None:
    """Play a game to its end, with a seat handed over and taken back."""
    while not friends.is_over:
        friends.step()
        if friends.actions == AWAY[0]:
            friends.leaves("VC")
        if friends.actions == AWAY[1]:
            friends.comes_back("VC")
        if friends.actions % 10 == 0 and not friends.is_over:
            for who in friends.people:
                found = friends.secrets_received(who)
                if found:
                    raise SystemExit(f"{who or 'the host'} received {found}")
        if shots and friends.actions % 20 == 0:
            for who, person in friends.people.items():
                place = shots / f"{friends.table.name}-{friends.actions:03}-{who or 'host'}.png"
                person.page.screenshot(path=place)


def main() -> None:
    """Play games, and print the page."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=int, nargs="?", default=1)
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    from playwright.sync_api import sync_playwright

    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found_chromium(), args=list(FLAGS))
        for seed in range(1, given.games + 1):
            server = Served(Path(folder) / f"{seed}.db")
            with friends_at(browser, server, f"friends-{seed}", seed) as friends:
                played(friends, given.shots)
                lines = friends.table.look()["lines"][-1]["number"]
                megabytes = sum(len(part) for heard in friends.heard.values() for part in heard) / 1e6
                rows.append(
                    f"| {seed} | {friends.actions} | {friends.clicked} | {lines} | {friends.screens:,} "
                    f"| {friends.slowest:.1f} s | {megabytes:.0f} MB |"
                )
            server.end()
        browser.close()
    leaves, back = AWAY
    print(HEAD.format(games=given.games, where=measured_at(), bound=BOUND, leaves=leaves, back=back), end="")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
