"""Commitment Phase (6.5), in both editions: Casualties, US moves, and VC's answer to Withdrawal."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.asking.questions import Answer, DrawnInParts, Procedure, Shuffle, Taken
from fitl_core.errors import Refusal
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import US, VC
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.lasting import MEDEVAC
from fitl_core.facts.levels import Level, level
from fitl_core.facts.pieces import Count, Kind
from fitl_core.record.clauses import Clause, Move, Place, Remove, SetLevel
from fitl_core.record.play_effects import WithdrawalCounted
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import totals
from fitl_core.rules.forms.space_questions import LevelChoice, SpaceChoice
from fitl_core.rules.policy import settle_without_a_die
from fitl_core.state.draft import Draft
from fitl_core.state.state import InEffect
from fitl_core.state.withdrawals import WITHDRAWAL_IS_NET, most_moving

RULE = "6.5"
MOVABLE = (Kind.UT, Kind.UB)


def sort_casualties(draft: Draft) -> None:
    """Move 1 in 3 Troop Casualties and all Bases Out of Play, and Irregulars to Available.

    The other Troops become Available in the original edition. In the second edition the US place them in
    their part of the phase. Under unshaded Medevac they all become Available first (card 15).
    """
    if any(marker == InEffect(MEDEVAC, "unshaded") for marker in draft.state.momentum):
        saved = draft.casualties[Kind.UT.slot]
        draft.transfer("casualties", "available", Kind.UT, saved, f"card {MEDEVAC}")
    troops = draft.casualties[Kind.UT.slot]
    draft.transfer("casualties", "oop", Kind.UT, troops // 3, RULE)
    draft.transfer("casualties", "oop", Kind.UB, draft.casualties[Kind.UB.slot], RULE)
    draft.transfer("casualties", "available", Kind.UI, draft.casualties[Kind.UI.slot], RULE)
    if draft.state.rules is Edition.ORIGINAL:
        draft.transfer("casualties", "available", Kind.UT, draft.casualties[Kind.UT.slot], RULE)


def commitment(ctx: Context) -> Procedure:
    """Let the US place Casualties (second edition), then move Troops and Bases (6.5)."""
    draft = ctx.draft
    draft.freeze_control()
    tally = _Tally()
    policy_is_set = False
    while True:
        if not (policy_is_set or draft.casualties[Kind.UT.slot]):
            settle_without_a_die(draft)
            policy_is_set = True
        if (clause := (yield _question(ctx, tally))) is None:
            break
        match clause:
            case Place(space=space, pieces=pieces, source=source):
                for count in pieces:
                    draft.place(spaces_by_id()[space], count.kind, count.number, RULE, source)
            case Remove(space=space, pieces=pieces):
                for count in pieces:
                    draft.remove(spaces_by_id()[space], count.kind, count.number, RULE)
            case Move(path=path, pieces=pieces):
                draft.move(along(path), pieces, RULE)
        tally.add(clause)
    draft.frozen = None
    net = ctx.alternative(WITHDRAWAL_IS_NET)
    withdrawn = max(0, tally.withdrawn - tally.committed) if net else tally.withdrawn
    count_withdrawal(draft, 0 if ctx.original else withdrawn)


def whole_phase(ctx: Context) -> Procedure:
    """Carry out the whole phase at once, as an Event orders it (card 73)."""
    sort_casualties(ctx.draft)
    yield from commitment(ctx.under(RULE, US))
    if withdrawal_is_open(ctx.draft):
        yield from withdrawal(ctx.under(RULE, VC))
    count_withdrawal(ctx.draft, 0)


def count_withdrawal(draft: Draft, number: int) -> None:
    """Record how many US pieces were moved from the map to Available."""
    if number != draft.state.withdrawn:
        draft.happen(WithdrawalCounted(RULE, draft.state.withdrawn, number))


class _Tally:
    """The pieces moved so far in the phase."""

    def __init__(self) -> None:
        self.placed_casualties = 0
        self.moved = dict.fromkeys(MOVABLE, 0)
        self.withdrawn = 0
        self.committed = 0

    def add(self, clause: Place | Remove | Move) -> None:
        """Count the pieces of a clause that was carried out."""
        for count in clause.pieces:
            if isinstance(clause, Place) and clause.source == "casualties":
                self.placed_casualties += count.number
                continue
            self.moved[count.kind] += count.number
            if isinstance(clause, Remove):
                self.withdrawn += count.number
            elif isinstance(clause, Place):
                self.committed += count.number


def _question(ctx: Context, tally: _Tally) -> _Commitment:
    troops = ctx.draft.casualties[Kind.UT.slot]
    prompt = "Troop Casualties to place on the map" if troops else "US Troops and Bases to move"
    return ctx.ask(_Commitment, prompt, troops, tally, optional=not troops)


class _Commitment(DrawnInParts):
    """The next move of US pieces: first Casualties to the map, then Troops and Bases.

    Troops and Bases move among Available and the open spaces.
    """

    usual_step = "pieces"
    answer_forms = ("move", "place", "remove", "rebox")

    ctx: Context
    troop_casualties: int
    tally: _Tally

    def take(self, clause: Clause) -> Answer:
        if self.troop_casualties and not (isinstance(clause, Place) and clause.source == "casualties"):
            if not isinstance(clause, Place | Remove | Move):
                return None
            why = "the Troop Casualties are placed on the map before anything moves"
            return self.ctx.no("casualties-first", why, f"Casualties: {Kind.UT.words(self.troop_casualties)}")
        match clause:
            case Place(space=space, source="available" | "casualties"):
                refusal = self._refuse_space(space)
            case Remove(space=space, to="" | "available"):
                refusal = self._refuse_space(space)
            case Move(path=(origin, there)) if origin != there:
                refusal = self._refuse_space(origin) or self._refuse_space(there)
            case Place() | Remove() | Move():
                refusal = self.ctx.no("wrong-way", "US pieces move among Available and open spaces")
            case _:
                return None
        return refusal or self._refuse_pieces(clause) or Taken(clause)

    def _refuse_space(self, name: str) -> Refusal | None:
        where = spaces_by_id()[name]
        if where.is_loc or where.id == "saigon" or self.ctx.draft.control(where) == "coin":
            return None
        why = "US pieces move among Available, COIN-Controlled spaces, LoCs and Saigon"
        return self.ctx.no("space-not-allowed", why, f"{where.name} has no COIN Control")

    def _refuse_pieces(self, clause: Place | Remove | Move) -> Refusal | None:
        draft = self.ctx.draft
        for kind, number in totals(clause.pieces).items():
            if kind not in MOVABLE:
                return self.ctx.no("piece-not-allowed", f"{kind.nouns} do not move in Commitment")
            if isinstance(clause, Place):
                refusal = draft.refuse_place(spaces_by_id()[clause.space], kind, number, clause.source)
                if refusal is None and clause.source == "casualties":
                    continue
            else:
                origin = spaces_by_id()[clause.space if isinstance(clause, Remove) else clause.path[0]]
                refusal = None
                if draft.of_kind(origin, kind) < number:
                    have = kind.words(draft.of_kind(origin, kind))
                    refusal = self.ctx.no("no-such-pieces", f"{origin.name} has {have}")
                elif isinstance(clause, Move):
                    refusal = draft.refuse_entry(spaces_by_id()[clause.path[-1]], kind, number)
            if refusal is not None:
                return refusal
            if self.tally.moved[kind] + number > self._most(kind):
                why = f"at most {kind.words(self._most(kind))} move in Commitment"
                return self.ctx.no("too-many", why, *self._facts())
        return None

    def _most(self, kind: Kind) -> int:
        return most_moving(self.ctx.draft.state, kind, self.tally.placed_casualties)

    def _facts(self) -> tuple[str, ...]:
        placed = self.tally.placed_casualties
        return (f"{placed} Casualties placed, 10 less these may move",) if placed else ()

    def candidates(self) -> Iterator[Clause]:
        spaces = self._open_spaces()
        for kind in MOVABLE:
            yield from self._of_kind(kind, spaces, spaces)

    def drawn(self, shuffle: Shuffle) -> Iterator[Clause]:
        """Yield the moves in a random order, at one space after the other."""
        spaces = self._open_spaces()
        for where in shuffle(spaces):
            for kind in shuffle(MOVABLE):
                yield from shuffle(self._of_kind(kind, [where], spaces))

    def _open_spaces(self) -> list[BoardSpace]:
        return [where for where in board().spaces if self._refuse_space(where.id) is None]

    def _of_kind(self, kind: Kind, at: list[BoardSpace], spaces: list[BoardSpace]) -> Iterator[Clause]:
        """Yield the moves of a kind into and out of some spaces."""
        draft = self.ctx.draft
        for where in at:
            for number in range(1, draft.casualties[kind.slot] + 1 if kind is Kind.UT else 1):
                yield Place(where.id, (Count(number, kind),), "casualties")
            most = self._most(kind) - self.tally.moved[kind]
            for number in range(1, min(most, draft.available[kind.slot]) + 1):
                yield Place(where.id, (Count(number, kind),))
            for number in range(1, min(most, draft.of_kind(where, kind)) + 1):
                yield Remove(where.id, (Count(number, kind),))
                for there in spaces:
                    if there is not where:
                        yield Move((where.id, there.id), (Count(number, kind),))


def withdrawal_is_open(draft: Draft) -> bool:
    """Check whether VC may shift a space for US pieces that went to Available (second edition, 6.5)."""
    budget = draft.state.withdrawn // 2
    return any(_can_shift(draft, where, budget) for where in board().spaces)


def _can_shift(draft: Draft, where: BoardSpace, budget: int) -> bool:
    return 0 < where.population <= budget and draft[where].support > -2


def withdrawal(ctx: Context) -> Procedure:
    """Let VC shift Population, 1 for every 2 US pieces withdrawn, each space by at most 1 level."""
    budget = ctx.draft.state.withdrawn // 2
    chosen: list[str] = []

    def test(where: BoardSpace) -> Refusal | None:
        if where.id in chosen:
            return ctx.no("space-twice", f"{where.name} has shifted by its one level")
        if _can_shift(ctx.draft, where, budget):
            return None
        if not where.population:
            return ctx.no("no-population", f"{where.name} has no Population, so it cannot shift")
        if ctx.draft[where].support == -2:
            return ctx.no("wrong-level", f"{where.name} is at Active Opposition already")
        why = f"{where.name} has Population {where.population}, of which {budget} may shift"
        facts = f"1 for every 2 US pieces withdrawn, of which there are {ctx.draft.state.withdrawn}"
        return ctx.no("too-much-population", why, facts)

    prompt = "a space to shift for the US Withdrawal"
    ask = SpaceChoice(ctx.faction, RULE, prompt, test, optional=True, opens=(SetLevel,))
    while (where := (yield ask)) is not None:
        goal = level(ctx.draft[where].support - 1)

        def one_level(wanted: Level, goal: Level = goal) -> Refusal | None:
            return None if wanted is goal else ctx.no("wrong-level", f"it shifts 1 level, to {goal.words}")

        yield LevelChoice(ctx.faction, RULE, f"the level of {where.name}", where, one_level)
        chosen.append(where.id)
        budget -= where.population
        ctx.draft.shift(where, -1, RULE)
