"""Policies hold seats of a table: they play by its commands, and one that fails is named at the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from seated import HIT, Seated

from fitl_core import Setup
from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.policies import Policy, UnknownPolicy, policy_named
from fitl_core.policies.programs import ProgramFault
from fitl_core.record.clauses import At, Clause
from fitl_core.record.events import Action, Event, Pass, Segment
from fitl_core.seat.sights import SeatSight
from fitl_core.table.commands import Leave
from fitl_core.table.policy_holders import holders_in
from fitl_core.table.policy_seats import AfterFailure, give_to_policy, play_on, policies_at
from fitl_core.table.refusals import Unknown
from notation import read_line
from notation.position_reader import read_position


class Scripted:
    """A policy that acts as a function says."""

    name = "scripted"

    def __init__(self, act: Callable[[SeatSight], Event | None]) -> None:
        self._act = act
        self.acted = 0

    def act(self, sight: SeatSight) -> Event | None:
        """Act as the function says."""
        self.acted += 1
        return self._act(sight)

    def answer(self, sight: SeatSight) -> Clause | None:
        """Leave the question out."""
        return None


def failing(sight: SeatSight) -> Event:
    """Fail as a program does."""
    raise ProgramFault("agent --key SECRET", "gave no answer within 60 s")


def illegal(sight: SeatSight) -> Event:
    """An action that the rules refuse."""
    assert sight.asked is not None
    return Action(sight.asked, (Segment("rally", (At("saigon"),)),))


def all_seats(seated: Seated, name: str, seed: int = 1) -> dict[str, Policy]:
    """The same policy for each seat."""
    return {seat.name: policy_named(name, seed) for seat in seated.state.seats}


@pytest.mark.parametrize("players", [FOUR_PLAYERS, ((Faction.US, Faction.ARVN), (Faction.VC,))])
def test_policies_play_a_table_to_its_end(players: Players) -> None:
    """Everybody has a policy, also with Non-players beside them: the same seeds give the same lines."""
    setup = Setup("short", players=players)
    lines = []
    for _ in range(2):
        seated = Seated(setup, 3)
        played = play_on(seated.tables, seated.name, all_seats(seated, "random"))
        assert played.faults == {} and "the table is closed" in played.why
        assert seated.state.status == "closed" and len(played.lines) > 10
        lines.append(played.lines)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", ["greedy", "section-8"])
def test_every_policy_plays_at_a_table(name: str) -> None:
    """Each plays some lines, and none fails."""
    seated = Seated(Setup("short"), 5)
    played = play_on(seated.tables, seated.name, all_seats(seated, name), most=6)
    assert (len(played.lines), played.faults) == (6, {})


def test_other_seats_wait_for_their_players(hit: Seated) -> None:
    """VC alone has a policy: it plays its line, and the table waits for the next seat."""
    played = play_on(hit.tables, hit.name, {"VC": policy_named("random", 1)})
    assert [line.split()[0] for line in played.lines] == ["VC"]
    assert played.why.startswith("the table waits for ") and "VC" not in played.why
    assert hit.state.begun is None


def test_a_seat_that_does_not_exist(hit: Seated) -> None:
    """It is named before anything is played."""
    with pytest.raises(Unknown):
        play_on(hit.tables, hit.name, {"XX": policy_named("random")})


@pytest.mark.parametrize("act", [failing, illegal])
@pytest.mark.parametrize("after_failure", ["wait", "section-8", "hand-over"])
def test_the_table_shows_a_policy_that_fails(
    act: Callable[[SeatSight], Event | None], after_failure: AfterFailure
) -> None:
    """A comment of the seat names the reason, without the command. The game goes on as it is asked to."""
    seated = Seated(Setup("short"), HIT)
    policies = {**all_seats(seated, "random"), "VC": Scripted(act)}
    played = play_on(seated.tables, seated.name, policies, 4, after_failure)
    assert list(played.faults) == ["VC"]
    notes = [line for line in seated.lines if "seat VC failed" in line]
    assert len(notes) == 1 and "SECRET" not in notes[0]
    assert ("gave no answer within 60 s" in notes[0]) == (act is failing)
    if after_failure == "wait":
        assert played.lines == () and played.why.startswith("the table waits for VC")
    else:
        assert len(played.lines) == 4 and played.why == "the asked number of lines is played"
    assert (seated.state.seat("VC") is None) == (after_failure == "hand-over")
    assert any(line.startswith("VC") for line in played.lines) == (after_failure == "section-8")


def test_a_late_command_is_thought_over(hit: Seated) -> None:
    """The table has changed while the policy thought: its command is late, and it is asked again."""

    def slow(sight: SeatSight) -> Event:
        assert sight.asked is not None
        if scripted.acted == 1:
            hit.do("VC", "VC pass")
        return Pass(sight.asked)

    scripted = Scripted(slow)
    played = play_on(hit.tables, hit.name, {seat.name: scripted for seat in hit.state.seats}, 2)
    assert played.faults == {} and scripted.acted >= 3
    assert len([line for line in hit.lines if line.startswith("VC")]) == 1


def test_a_policy_without_a_decision_passes(hit: Seated) -> None:
    """A policy that returns no event Passes where that is open."""
    played = play_on(hit.tables, hit.name, {"VC": Scripted(lambda sight: None)})
    assert [line.split() for line in played.lines] == [["VC", "pass"]]


def test_what_is_owed_gets_the_first_answer() -> None:
    """card 90: ARVN Troops must leave; a policy that leaves the question out does not fail by that."""
    position = read_position("QTr at; played 90; next 1; eligible NVA")
    seated = Seated(Setup("full", position=position))
    assert seated.do("NVA", "NVA event shaded QTr+ng").asked.seats == ("ARVN",)
    played = play_on(seated.tables, seated.name, {"ARVN": Scripted(lambda sight: None)})
    assert played.faults == {}
    assert any(line.startswith("NVA  event shaded QTr+ng ARVN: QTr>") for line in seated.lines)


def test_a_policy_says_its_move_up_to_the_answer_of_another() -> None:
    """card 62: the US may Air Lift before VC, who plays the Event, says that the US Sweep."""
    position = read_position("Sai 2ut; played 62; next 1; eligible VC")
    seated = Seated(Setup("full", position=position))
    event = read_line("VC event unshaded US").event
    policies = {"VC": Scripted(lambda sight: event), "US": Scripted(lambda sight: None)}
    played = play_on(seated.tables, seated.name, policies, 1)
    assert played.faults == {} and seated.lines[0].startswith("VC   event unshaded US")


def test_a_seat_is_given_to_a_policy() -> None:
    """It sits down, has the policy's name, and plays when the table is asked to go on, until it leaves."""
    seated = Seated(Setup("short"), HIT, sit=False)
    for seat in FACTIONS:
        give_to_policy(seated.tables, seated.name, seat, "random", "7")
    assert seated.tables.names(seated.name)["VC"] == "policy random"
    held = policies_at(seated.tables, seated.name)
    assert {seat: policy.name for seat, policy in held.items()} == dict.fromkeys(FACTIONS, "random")
    assert len(play_on(seated.tables, seated.name, held, 3).lines) == 3
    seated.do("US", Leave())
    assert set(policies_at(seated.tables, seated.name)) == {Faction.ARVN, Faction.NVA, Faction.VC}


def test_bad_holders(hit: Seated) -> None:
    """An unknown policy or seat is refused. Side data of another version are left out."""
    for error, seat, policy in ((UnknownPolicy, "VC", "genius"), (Unknown, "XX", "random")):
        with pytest.raises(error) as raised:
            give_to_policy(hit.tables, hit.name, seat, policy)
        assert isinstance(raised.value, FitlError)
    store = hit.tables.store
    store.put_aside(hit.name, "policy VC", "tea")
    store.put_aside(hit.name, "policy US", '{"policy": "genius"}')
    assert holders_in(store.aside(hit.name)).keys() == {"US"}
    assert policies_at(hit.tables, hit.name) == {}
