"""US Train: Irregulars, ARVN pieces, Patronage, Pacification (8.8.7)."""

from __future__ import annotations

from fitl_core.facts.factions import ARVN, US
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.lasting import COMBINED_ACTION_PLATOONS, CORDS
from fitl_core.facts.pieces import CUBES, Count, Kind, changed
from fitl_core.facts.players import non_players
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.piece_order import in_turn
from fitl_core.players.non_players.saying import is_unlimited, open_question
from fitl_core.players.non_players.together import up_to
from fitl_core.players.non_players.us.activities import take_activity
from fitl_core.players.non_players.us.board_figures import space_now
from fitl_core.players.non_players.us.pacify import (
    TRAIN,
    cost_of_step,
    first_to_pacify,
    pacify_in,
    shift_in,
)
from fitl_core.players.non_players.us.policy_choice import is_policy
from fitl_core.players.non_players.verb_attempts import say_if_open
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At, Number, Option, Place
from fitl_core.rules.context import Context
from fitl_core.rules.operations.train import (
    COST,
    MOST_CUBES,
    MOST_SPECIAL_FORCES,
    SPACES_BY_CORDS,
    refuse_pacify,
)
from fitl_core.rules.progress import Progress
from fitl_core.state.control import control
from fitl_core.state.draft import Draft

MUCH_PATRONAGE = 22
"""Patronage of an ARVN player above this is partly turned into Resources."""
SAIGON = "saigon"


def train(d: Decider) -> Deciding[bool]:
    """Train after the verb, with its Special Activity; return whether anything was done."""
    return (yield from _Train(d).run())


class _Train:
    """A Training in progress, with its selected spaces."""

    def __init__(self, d: Decider) -> None:
        self.d = d
        self.spaces: list[BoardSpace] = []

    def run(self) -> Deciding[bool]:
        """Carry out all steps. The space of do-4 is picked before the last spaces are selected, but answered
        after them.
        """
        d = self.d
        reserved = yield from self.reserve()
        placed = yield from self.irregulars(reserved)
        placed |= yield from self.arvn_pieces()
        transfers = yield from self.selects_saigon()
        joined = (yield from self.chooses_platoon()) if self.spaces else None
        to_pacify = [] if transfers else (yield from self.selects_to_pacify(joined))
        if joined is None and to_pacify:
            joined = yield from self.chooses_platoon()
        if joined is not None:
            placed |= yield from self.platoon(joined)
        if transfers:
            yield from self.patronage()
        elif to_pacify:
            yield from d.say(Option("pacify"))
            for where in to_pacify:
                d.note("8.8.7/do-5", f"Pacify {where.name}")
                yield from pacify_in(d, where, TRAIN)
        if not (placed or transfers or to_pacify):
            d.note("8.8.7/none", "nothing can be placed, transferred or Pacified")
            return False
        yield from take_activity(d, "8.8.7/sa-1", "train")
        return True

    # -- pieces -----------------------------------------------------------------------------------

    def irregulars(self, reserved: BoardSpace | None) -> Deciding[bool]:
        """Place 1 Irregular in each space, 2 under JFK, as long as they are Available (do-1)."""
        d = self.d
        each = MOST_SPECIAL_FORCES if is_policy(d, "JFK") else 1
        while number := min(each, d.now.available[Kind.UI.slot]):
            open_spaces = d.open_spaces(fits=lambda where: where is not reserved)
            if not open_spaces:
                break
            where = yield from d.pick_space(
                "8.8.7/do-1",
                open_spaces,
                "a",
                "b",
                "c",
                together=up_to(d.now.available[Kind.UI.slot] // each if is_unlimited(d) else 1),
            )
            yield from self.place(where, (Count(number, Kind.UI),))
        return bool(self.spaces)

    def place(self, where: BoardSpace, pieces: tuple[Count, ...]) -> Deciding[None]:
        """Select a space and place pieces there."""
        yield from self.d.say(Place(where.id, pieces))
        self.spaces.append(where)

    def arvn_kinds(self, where: BoardSpace) -> tuple[Count, ...]:
        """Return the ARVN pieces for a US Base: cubes in turn, or Rangers. Under Nixon, Rangers
        come first.
        """
        d = self.d
        ready = d.now.available
        troops, police = in_turn(
            ready[Kind.AT.slot],
            ready[Kind.AP.slot],
            MOST_CUBES,
            d.number(where, (Kind.AT,)),
            d.number(where, (Kind.AP,)),
        )
        cubes = tuple([Count(n, kind) for n, kind in zip((troops, police), CUBES[ARVN], strict=True) if n])
        number = min(MOST_SPECIAL_FORCES, ready[Kind.AR.slot])
        rangers = (Count(number, Kind.AR),) if number else ()
        return (rangers or cubes) if is_policy(d, "Nixon") else (cubes or rangers)

    def improves_control(self, where: BoardSpace) -> bool:
        """Check whether these pieces would end NVA Control or bring COIN Control."""
        before = space_now(self.d, where).pieces
        after = before
        for count in self.arvn_kinds(where):
            after = changed(after, count.kind, count.number)
        was, comes = control(where, before), control(where, after)
        return was != comes and (was == "nva" or comes == "coin")

    def at_a_base(self, spaces: list[BoardSpace]) -> Deciding[BoardSpace | None]:
        """Pick the US Base at which ARVN pieces are placed, if there is one."""
        base_spaces = [
            where for where in spaces if self.d.number(where, (Kind.UB,)) and self.arvn_kinds(where)
        ]
        if not base_spaces or self.d.money < COST:
            return None
        return (yield from self.d.pick_space("8.8.7/do-2", base_spaces, ("a", self.improves_control)))

    def reserve(self) -> Deciding[BoardSpace | None]:
        """Keep a US Base for ARVN pieces, by the other reading of NP-Q38."""
        spaces = self.d.open_spaces()
        if not any(self.d.number(where, (Kind.UB,)) for where in spaces):
            return None
        if not self.d.other_reading("NP-Q38"):
            return None
        return (yield from self.at_a_base(spaces))

    def arvn_pieces(self) -> Deciding[bool]:
        """Place cubes or Rangers at 1 US Base (do-2)."""
        where = yield from self.at_a_base(self.d.open_spaces())
        if where is None:
            return False
        if not (yield from say_if_open(self.d, Place(where.id, self.arvn_kinds(where)))):
            return False
        self.spaces.append(where)
        return True

    # -- Saigon -----------------------------------------------------------------------------------

    def selects_saigon(self) -> Deciding[bool]:
        """Select Saigon if Patronage of an ARVN player will become Resources (do-3); return
        whether it will.
        """
        d = self.d
        is_player = ARVN not in non_players(d.start.players)
        facts = f"ARVN {'has a' if is_player else 'has no'} player, Patronage {d.now.patronage}"
        if not d.test("8.8.7/do-3", is_player and d.now.patronage > MUCH_PATRONAGE, facts):
            return False
        saigon = spaces_by_id()[SAIGON]
        if saigon in self.spaces:
            return True
        if saigon not in d.open_spaces():
            return False
        yield from d.say(At(SAIGON))
        self.spaces.append(saigon)
        return True

    def patronage(self) -> Deciding[None]:
        """Turn up to 3 Patronage into ARVN Resources."""
        d = self.d
        yield from d.say(Option("patronage"))
        asked = open_question(d, "number")
        changes = [one for one in asked.accepted() if isinstance(one, Number)] if asked is not None else []
        if changes:
            yield from d.say(min(changes, key=lambda one: one.change))

    # -- Combined Action Platoons -----------------------------------------------------------------

    def chooses_platoon(self) -> Deciding[BoardSpace | None]:
        """Pick the space with US Troops and the fewest Police that gets 1 more (do-4)."""
        d = self.d
        if d.capability(COMBINED_ACTION_PLATOONS) != "unshaded" or not d.now.available[Kind.AP.slot]:
            return None
        with_troops = [where for where in board().spaces if d.number(where, (Kind.UT,))]
        if not with_troops:
            return None
        return (yield from d.pick_space("8.8.7/do-4", with_troops, "fewest Police"))

    def platoon(self, where: BoardSpace) -> Deciding[bool]:
        """Place the Police of the Platoons; return whether that was possible."""
        if not (yield from say_if_open(self.d, Option("platoons"))):
            return False
        yield from self.d.say(Place(where.id, (Count(1, Kind.AP),)))
        return True

    # -- Pacification -----------------------------------------------------------------------------

    def selects_to_pacify(self, joined: BoardSpace | None) -> Deciding[list[BoardSpace]]:
        """Select the spaces to Pacify, for Training too if they are not yet: 1, or 2 with CORDS (do-5).

        The spaces are judged with the Police of the Platoons in place.
        """
        d = self.d
        most = SPACES_BY_CORDS if d.capability(CORDS) == "unshaded" else 1
        open_to = d.open_spaces()
        before = d.walk
        if joined is not None:
            yield from self.platoon(joined)
        chosen: list[BoardSpace] = []
        spent = 0
        while len(chosen) < most:
            ctx = Context(Draft(d.now), US, TRAIN, Progress())
            shiftable = [
                where
                for where in (*self.spaces, *open_to)
                if where not in chosen
                and refuse_pacify(ctx, where) is None
                and shift_in(d, where, TRAIN, spent)
            ]
            if not shiftable:
                break
            shiftable.sort(key=lambda at: at.index)
            where = yield from first_to_pacify(d, shiftable, TRAIN, spent)
            spent += cost_of_step(d, TRAIN) * (shift_in(d, where, TRAIN, spent) + space_now(d, where).terror)
            chosen.append(where)
            if where not in self.spaces and len(chosen) < most:
                with_platoon, d.walk = d.walk, before
                yield from self.select(chosen)
                open_to, d.walk = d.open_spaces(), with_platoon
        d.walk = before
        self.spaces += yield from self.select(chosen)
        return chosen

    def select(self, chosen: list[BoardSpace]) -> Deciding[list[BoardSpace]]:
        """Select those of the chosen spaces for Training that are not selected yet. Return them."""
        new = [where for where in chosen if where not in self.spaces]
        for where in new:
            yield from self.d.say(At(where.id))
        return new
