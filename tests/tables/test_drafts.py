"""Moves put together in drafts: a table takes the answers that a draft offers."""

from __future__ import annotations

import pytest
from seated import Seated

from fitl_core import Faction, Setup
from fitl_core.errors import Violation
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.players.dice import Dice
from fitl_core.record.clauses import Clause, Verb
from fitl_core.table.commands import Submit
from fitl_core.table.drafts import draft_move
from fitl_core.table.facts import Seat
from fitl_core.table.refusals import Forbidden, NotNow
from fitl_core.table.seats_asked import asked_at

THREE: Players = ((Faction.US,), (Faction.ARVN,), (Faction.VC,))


class Clicker:
    """Plays all seats by drafts alone; `led_to` counts the results."""

    def __init__(self, players: Players, seed: int) -> None:
        self.table = Seated(Setup("full", players=players), seed)
        self.led_to: dict[str, int] = {}
        self._dice = Dice(seed)

    def step(self) -> None:
        """Give one command of a seat that is asked, put together by answers that are drawn."""
        asked = asked_at(self.table.state)
        seat, faction = asked.seats[0], asked.factions[0]
        if asked.what == "pivotal":
            self.table.do(seat, f"{faction} waive")
            return
        begun = self.table.state.begun
        self._commit(seat, begun.faction if begun is not None else faction, faction)

    def _commit(self, seat: Seat, mover: Faction, faction: Faction) -> None:
        said: list[Clause] = []
        before = self.table.state
        while True:
            made = draft_move(before, seat, mover, said).draft
            open_ones = [one for one in made.questions if one.mine and one.answers]
            if made.commit is not None and (not open_ones or self._dice.chance(0.5)):
                break
            if not open_ones:
                self.table.do(seat, made.skip or Submit(f"{faction} pass"))
                return
            said.append(self._dice.draw(self._dice.draw(open_ones).answers).clause)
        assert self.table.state == before
        self.led_to[made.leads_to] = self.led_to.get(made.leads_to, 0) + 1
        answer = self.table.do(seat, made.commit)
        if made.leads_to == "die":
            assert any(fact.fact.__struct_config__.tag == "die-fell" for fact in answer.facts)
        if made.leads_to == "whole":
            assert answer.facts[0].fact.__struct_config__.tag == "move-ended"


@pytest.mark.parametrize(("players", "seed"), [(FOUR_PLAYERS, 1), (FOUR_PLAYERS, 4), (THREE, 2)])
def test_what_a_draft_commits_the_table_takes(players: Players, seed: int) -> None:
    """Twenty commands of random clicks: whole moves, moves up to a die or another seat's choice."""
    clicker = Clicker(players, seed)
    for _ in range(20):
        clicker.step()
    assert clicker.led_to["whole"] > 5


def test_a_draft_is_for_those_who_are_asked() -> None:
    """Another's move is not drafted, nor any before play; a wrong clause is refused by its rule."""
    table = Seated(Setup("full"))
    asked = asked_at(table.state)
    seat, faction = asked.seats[0], asked.factions[0]
    other = next(one.name for one in table.state.seats if one.name != seat)
    with pytest.raises(Forbidden):
        draft_move(table.state, other, faction)
    with pytest.raises(NotNow):
        draft_move(Seated(Setup("full"), sit=False).state, seat, faction)
    foreign = "rally" if faction in (Faction.US, Faction.ARVN) else "train"
    with pytest.raises(Violation, match=r"3\.1: .* has no"):
        draft_move(table.state, seat, faction, [Verb(foreign)])
