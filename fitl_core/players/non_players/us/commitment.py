"""The decisions of the US in the Commitment Phase: Casualties, Policy, Bases, Troops (8.8.9, 8.8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import COIN_BASES, Count, Kind, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import in_leader_box
from fitl_core.players.non_players.movement import pick_set
from fitl_core.players.non_players.together import while_enough
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.us.policy_choice import policy_of
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import Place, Remove
from fitl_core.rules.policy import MOST_SCORE, policy_by
from fitl_core.state.control import control_in
from fitl_core.state.draft import Draft
from fitl_core.state.victory import scores
from fitl_core.state.withdrawals import MOST_BASES, MOST_TROOPS

NODE = "8.8.9"
POLICY = "8.8.1"
SAIGON = "saigon"
READY = {"JFK": 15, "LBJ": 5, "Nixon": 25}
"""The number of Available US Troops that each Policy wants."""


def commitment_phase(d: Decider) -> Deciding[DecisionOutcome]:
    """Carry out the whole phase. The die for the Policy comes after the Casualties (8.8.1)."""
    return (yield from _Commitment(d).run())


def commit(d: Decider) -> Deciding[bool]:
    """Carry out the rest of the phase if an Event conducts it (card 73); return whether anything moved."""
    us_clauses = [] if d.walk is None else [clause for who, clause in d.walk.said if who is US]
    moved = [clause for clause in us_clauses if isinstance(clause, Place | Remove)]
    placed = [one for one in moved if isinstance(one, Place) and one.source == "casualties"]
    if len(moved) > len(placed):
        return False
    commitment = _Commitment(d, sum([number_named(one.pieces) for one in placed]))
    yield from commitment.steps()
    return commitment.said


class _Commitment:
    """A Commitment in progress. Control is that of the beginning of the phase (6.5)."""

    def __init__(self, d: Decider, placed: int = 0) -> None:
        """Begin. `placed` is the number of Casualties that are on the map already."""
        self.d = d
        self.to_place: int = d.now.casualties[Kind.UT.slot]
        self.casualties: int = self.to_place + placed
        self.said: bool = False

    def run(self) -> Deciding[DecisionOutcome]:
        """Carry out all steps."""
        d = self.d
        if not d.begin("commit"):
            yield from self.policy()
            return DecisionOutcome("pass", NODE)
        yield from self.steps()
        if not self.said:
            d.walk = None
            return DecisionOutcome("pass", NODE)
        return DecisionOutcome("coup", NODE)

    def steps(self) -> Deciding[None]:
        """Decide on Casualties, the Policy, Bases and Troops."""
        self.d.aim(NODE, "Troops out of the Casualties")
        yield from self.place(self.to_place, "casualties")
        policy = yield from self.policy()
        self.d.aim(NODE, f"{policy}: {'remove' if policy == 'Nixon' else 'add'} up to {MOST_BASES} Bases")
        yield from (self.withdraw_bases() if policy == "Nixon" else self.add_bases())
        yield from self.troops(READY[policy])

    def policy(self) -> Deciding[str]:
        """Return the Policy for the next campaign, by a die if the US score is 45 or less (8.8.1)."""
        d = self.d
        score, leaders = scores(d.now)[US], d.leaders
        if not d.test(POLICY, score <= MOST_SCORE, f"the US score is {score}"):
            d.note(POLICY, f"the US score is {score}, above {MOST_SCORE}: the Policy stays {policy_of(d)}")
            return policy_of(d)
        if d.is_settled(not leaders):
            d.note(POLICY, "no Coup card in the Leader box: every face is above, LBJ")
            return "LBJ"
        fallen = [line.dice for line in d.lines if line.node == POLICY]
        (die,) = fallen[0] if fallen else (yield from d.roll(POLICY, 1, in_leader_box(leaders)))
        chosen = policy_by(die, leaders)
        compared = {"JFK": "equal to", "LBJ": "above", "Nixon": "below"}[chosen]
        d.note_pick(POLICY, chosen, f"{die} is {compared} {leaders}")
        return chosen

    # -- Bases ------------------------------------------------------------------------------------

    def add_bases(self) -> Deciding[None]:
        """Place 2 Bases in Cities or Provinces with COIN Control and no COIN Base."""
        d, draft = self.d, Draft(self.d.now)
        fitting = [at for at in board().spaces if self.is_coin(at) and not d.number(at, COIN_BASES)]
        fitting = [at for at in fitting if draft.refuse_place(at, Kind.UB, 1) is None]
        for where in (yield from self.pick(fitting, min(MOST_BASES, d.now.available[Kind.UB.slot]))):
            yield from self.say(Place(where.id, (Count(1, Kind.UB),)))

    def withdraw_bases(self) -> Deciding[None]:
        """Remove 2 Bases from the map, but never the one in Saigon."""
        for where in (yield from self.pick([at for at in self.bases() if at.id != SAIGON], MOST_BASES)):
            yield from self.say(Remove(where.id, (Count(1, Kind.UB),)))

    def bases(self) -> list[BoardSpace]:
        """Return the open spaces with a US Base."""
        return [at for at in board().spaces if self.d.number(at, (Kind.UB,)) and self.is_open(at)]

    def is_open(self, where: BoardSpace) -> bool:
        """Check whether US pieces may be moved to or from a space (6.5)."""
        return where.is_loc or where.id == SAIGON or self.is_coin(where)

    def is_coin(self, where: BoardSpace) -> bool:
        """Check whether a Province or City was under COIN Control when the phase began."""
        return control_in(self.d.start, where) == "coin"

    def pick(self, spaces: Sequence[BoardSpace], most: int) -> Deciding[list[BoardSpace]]:
        """Pick up to `most` of some equal spaces."""
        return (yield from pick_set(self.d, NODE, list(combinations(spaces, min(most, len(spaces))))))

    # -- Troops -----------------------------------------------------------------------------------

    def troops(self, ready: int) -> Deciding[None]:
        """Move Troops until as near as possible to `ready` are Available, within the limit (NP-Q40)."""
        d = self.d
        most = max(0, MOST_TROOPS - self.casualties)
        wanted = d.now.available[Kind.UT.slot] - ready
        if abs(wanted) > most and d.other_reading("NP-Q40"):
            most = abs(wanted)
        available = counted(d.now.available[Kind.UT.slot], "Troop")
        d.aim(NODE, f"{available} Available, {ready} wanted, evenly at US Bases")
        if wanted > 0:
            yield from self.place(min(wanted, most), "available")
        elif wanted < 0:
            yield from self.withdraw(min(-wanted, most))

    def place(self, number: int, source: str) -> Deciding[None]:
        """Place Troops at US Bases as evenly as possible, or in Saigon if there are none."""
        yield from self.even(self.bases() or [spaces_by_id()[SAIGON]], number, source)

    def withdraw(self, number: int) -> Deciding[None]:
        """Remove Troops first from spaces without a US Base except Saigon, then so that Bases stay even."""
        d, bases, saigon = self.d, self.bases(), spaces_by_id()[SAIGON]
        others = [at for at in board().spaces if self.is_open(at) and at not in (*bases, saigon)]
        while number and (there := {at: n for at in others if (n := d.number(at, (Kind.UT,)))}):
            where = yield from d.pick_space(
                NODE, list(there), together=while_enough(number, there.__getitem__)
            )
            gone = min(number, there[where])
            yield from self.say(Remove(where.id, (Count(gone, Kind.UT),)))
            number -= gone
        for places in (bases, [saigon]):
            number = yield from self.even(places, number)

    def even(self, places: Sequence[BoardSpace], number: int, source: str = "") -> Deciding[int]:
        """Place Troops from a source, or remove them if none is named; return how many are left.

        Spaces become as equal as possible. The last few Troops go to random ones of equal spaces.
        """
        there = {at: self.d.number(at, (Kind.UT,)) for at in places}
        after, extreme = dict(there), min if source else max
        while number and (source or any(after.values())):
            front = [at for at in places if after[at] == extreme(after.values())]
            for where in (yield from self.pick(front, number)):
                after[where] += 1 if source else -1
                number -= 1
        for where in [at for at in places if after[at] != there[at]]:
            pieces = (Count(abs(after[where] - there[where]), Kind.UT),)
            yield from self.say(Place(where.id, pieces, source) if source else Remove(where.id, pieces))
        return number

    def say(self, clause: Place | Remove) -> Deciding[None]:
        """Move pieces."""
        yield from self.d.say(clause)
        self.said = True
