"""Moves that need answers of several Factions: each is asked what it owes, the acting Faction again, too."""

from __future__ import annotations

import pytest
from table import Game, position

from fitl_core import FACTIONS, Action, Faction, play
from fitl_core.policies.moves import SeatMove
from fitl_core.policies.random_policy import RandomPolicy
from fitl_core.policies.seat_policy import is_playable
from fitl_core.record.clauses import Option
from fitl_core.record.events import Event
from fitl_core.record.spoken import spoken
from fitl_core.seat import SeatSight
from fitl_core.seat.sights import at_turn, in_another_move
from fitl_core.underway import Step
from notation import read_line

SEVERAL_SWEEPS = position("KHo: ar vg; KGi: at 2ut 3vg vg*", card=92, eligible="VC")
"""ARVN can only Sweep Kien Hoa: its second space needs no answer. The US then decides for Kien Giang."""
BOMBARD_FIRST = position("HuKS: 3ut; QTr: 3nt; KGi: 2vg; Sai: vg at", card=69, eligible="VC")
"""The NVA can Bombard one space only, and must say no more. Then VC chooses its own Special Activity."""


def sight(table: Game, faction: Faction) -> SeatSight:
    """What a player knows of a position without a past."""
    return SeatSight(
        seat=faction, factions=(faction,), state=table.state, event=0, last=0, happened_since=lambda since: ()
    )


def action(line: str) -> Action:
    """The action of a line."""
    event = read_line(line).event
    assert isinstance(event, Action)
    return event


class Beginning(RandomPolicy):
    """Begins with an action, and goes on at random."""

    def __init__(self, seed: int, begun: Action) -> None:
        super().__init__(seed)
        self._begun = begun

    def act(self, sight: SeatSight) -> Event | None:
        """Return the beginning; then random answers."""
        assert sight.walk is not None
        return super().act(sight) if sight.walk.said else self._begun


def test_card_92_the_same_choice_is_asked_of_each_faction():
    """The US is asked for Kien Giang, although ARVN had the same question with one answer for Kien Hoa."""
    move = action("VC event unshaded ARVN: KGi sweep")
    asked = in_another_move(sight(SEVERAL_SWEEPS, Faction.US), Faction.US, move)
    assert [one.id for one in asked.questions] == ["event.92.option"]
    assert asked.questions[0].answers() == (Option("sweep"), Option("assault"))


def test_card_69_the_acting_faction_is_asked_after_an_answer_without_choice():
    """VC sees its own choice, although the NVA could still state its only space."""
    begun = action("VC event NVA NVA: bombard")
    asked = at_turn(sight(BOMBARD_FIRST, Faction.VC), Faction.VC, begun)
    assert asked.questions[-1].id == "event.69.option" and not asked.words


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("table", "begun"),
    [(SEVERAL_SWEEPS, "VC event unshaded"), (BOMBARD_FIRST, "VC event NVA")],
    ids=["92", "69"],
)
def test_5_1_random_players_finish_such_an_event(table: Game, begun: str, seed: int):
    """Whatever each Faction answers, the move comes to its end."""
    policies = {faction: RandomPolicy(seed) for faction in FACTIONS}
    policies[Faction.VC] = Beginning(seed, action(begun))

    def sight_of(factions: tuple[Faction, ...]) -> SeatSight:
        return sight(table, factions[0] if factions else Faction.US)

    made = SeatMove(sight_of, Faction.VC, policies, lambda purpose, kind: 1 + seed % 6).made()
    assert isinstance(made, Action)
    assert isinstance(play(table.state, made), Step)


def test_2_3_5_a_move_past_a_question_to_another_is_tested_to_its_end():
    """NVA is asked after a Patrol (card 14): what follows must be legal if it leaves the question out."""
    table = position("Sai: 2ap", card=1, eligible="ARVN", capabilities=((14, "shaded"),))
    seat = at_turn(sight(table, Faction.ARVN), Faction.ARVN)

    def is_legal(line: str, limop: bool) -> bool:
        move = action(line)
        return is_playable(seat, tuple(spoken(move.segments, move.faction)), limop)

    one, two = "ARVN patrol Sai>SaCR>CRa:ap", "ARVN patrol Sai>SaCR>CRa:ap Sai>SaCT>CaT:ap"
    assert is_legal(one, limop=True) and is_legal(two, limop=False)
    assert not is_legal(two, limop=True)  # a Limited Patrol has a single destination
