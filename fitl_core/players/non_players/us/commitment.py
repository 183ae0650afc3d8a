"""The decisions of the US in the Commitment Phase: Casualties, Policy, Bases, Troops (8.8.9, 8.8.1)."""

from __future__ import annotations

from fitl_core.facts.counting import counted
from fitl_core.facts.factions import US
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import Count, Kind, count_of, number_named
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import in_leader_box
from fitl_core.players.non_players.trace import DecisionOutcome
from fitl_core.players.non_players.us.board_figures import COIN_BASES, space_now
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
        if self.to_place:
            yield from self.place(self.to_place, "casualties")
        policy = yield from self.policy()
        yield from (self.withdraw_bases() if policy == "Nixon" else self.add_bases())
        yield from self.troops(READY[policy])

    def policy(self) -> Deciding[str]:
        """Return the Policy for the next campaign, by a die if the US score is 45 or less (8.8.1)."""
        d = self.d
        score, leaders = scores(d.now)[US], d.leaders
        if not d.test(POLICY, score <= MOST_SCORE, f"the US score is {score}"):
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
        d = self.d
        for added in range(MOST_BASES):
            draft = Draft(d.now)
            fitting_spaces = [
                where
                for where in board().spaces
                if self.is_coin(where)
                and not count_of(space_now(d, where).pieces, COIN_BASES)
                and draft.refuse_place(where, Kind.UB, 1) is None
            ]
            if not fitting_spaces:
                return
            room = min(MOST_BASES - added, d.now.available[Kind.UB.slot])
            where = yield from d.pick_space(NODE, fitting_spaces, room=room)
            yield from d.say(Place(where.id, (Count(1, Kind.UB),)))
            self.said = True

    def withdraw_bases(self) -> Deciding[None]:
        """Remove 2 Bases from the map, but never the one in Saigon."""
        d = self.d
        for removed in range(MOST_BASES):
            base_spaces = [where for where in self.bases() if where.id != SAIGON]
            if not base_spaces:
                return
            where = yield from d.pick_space(NODE, base_spaces, room=MOST_BASES - removed)
            yield from d.say(Remove(where.id, (Count(1, Kind.UB),)))
            self.said = True

    def is_coin(self, where: BoardSpace) -> bool:
        """Check whether a Province or City was under COIN Control when the phase began."""
        return control_in(self.d.start, where) == "coin"

    def is_open(self, where: BoardSpace) -> bool:
        """Check whether US pieces may be moved to or from a space (6.5)."""
        return where.is_loc or where.id == SAIGON or self.is_coin(where)

    def bases(self) -> list[BoardSpace]:
        """Return the open spaces with a US Base."""
        return [at for at in board().spaces if self.d.number(at, (Kind.UB,)) and self.is_open(at)]

    # -- Troops -----------------------------------------------------------------------------------

    def troops(self, ready: int) -> Deciding[None]:
        """Move Troops until as near as possible to `ready` are Available, within the limit (NP-Q40)."""
        d = self.d
        most = max(0, MOST_TROOPS - self.casualties)
        wanted = d.now.available[Kind.UT.slot] - ready
        if abs(wanted) > most and d.other_reading("NP-Q40"):
            most = abs(wanted)
        d.note(NODE, f"{counted(d.now.available[Kind.UT.slot], 'Troop')} Available, {ready} wanted")
        if wanted > 0:
            yield from self.place(min(wanted, most), "available")
        elif wanted < 0:
            yield from self.withdraw(min(-wanted, most))

    def place(self, number: int, source: str) -> Deciding[None]:
        """Place Troops at US Bases as evenly as possible, or in Saigon if there are none."""
        if not number:
            return
        places = self.bases() or [spaces_by_id()[SAIGON]]
        added = yield from self.evened({at.id: self.d.number(at, (Kind.UT,)) for at in places}, number, 1)
        for name, count in added.items():
            yield from self.d.say(Place(name, (Count(count, Kind.UT),), source))
            self.said = True

    def withdraw(self, number: int) -> Deciding[None]:
        """Remove Troops first from spaces without a US Base except Saigon, then so that Bases stay even."""
        d = self.d
        taken: dict[str, int] = {}
        bases = self.bases()
        others = [
            at
            for at in board().spaces
            if self.is_open(at) and at not in bases and at.id != SAIGON and d.number(at, (Kind.UT,))
        ]
        while others and number:
            room = len(others) if sum([d.number(at, (Kind.UT,)) for at in others]) <= number else 1
            where = yield from d.pick_space(NODE, others, room=room)
            taken[where.id] = min(number, d.number(where, (Kind.UT,)))
            number -= taken[where.id]
            others.remove(where)
        for places in (bases, [spaces_by_id()[SAIGON]]):
            there_are = {at.id: d.number(at, (Kind.UT,)) - taken.get(at.id, 0) for at in places}
            gone = yield from self.evened(there_are, min(number, sum(there_are.values())), -1)
            number -= sum(gone.values())
            for name, count in gone.items():
                taken[name] = taken.get(name, 0) + count
        for name, count in taken.items():
            yield from d.say(Remove(name, (Count(count, Kind.UT),)))
            self.said = True

    def evened(self, numbers: dict[str, int], change: int, sign: int) -> Deciding[dict[str, int]]:
        """Return how many come to (sign 1) or leave (-1) each space so that all are as equal as possible.

        They go where the fewest are, or leave where the most are. The last few go to random ones of equal
        spaces.
        """
        moved = dict.fromkeys(numbers, 0)
        while change:
            now = {name: numbers[name] + sign * moved[name] for name in numbers}
            extreme = min(now.values()) if sign > 0 else max(now.values())
            front = [spaces_by_id()[name] for name in numbers if now[name] == extreme]
            front.sort(key=lambda at: at.index)
            while front and change:
                where = yield from self.d.pick_space(NODE, front, room=change)
                moved[where.id] += 1
                change -= 1
                front.remove(where)
        return {name: number for name, number in moved.items() if number}
