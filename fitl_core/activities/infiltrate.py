"""Infiltrate (4.4.1): bring NVA Troops to a Base, or take over a VC piece and its people."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial

from fitl_core.board import BoardSpace
from fitl_core.choices import Answer, Choice, LevelChoice, Procedure, either
from fitl_core.errors import Refusal
from fitl_core.events import Clause, Level, Place, Remove, Replace, SetLevel, level
from fitl_core.factions import NVA, VC
from fitl_core.lasting import TRANSPORT_GROUP_559
from fitl_core.piece_choices import ReplaceChoice
from fitl_core.pieces import BASES, GUERRILLAS, Count, Kind, number_named
from fitl_core.placing import Placing, give_up
from fitl_core.turn import Turn

RULE = "4.4.1"
MOST_SPACES = 2
COUNTERPART = {
    Kind.VG: Kind.NG,
    Kind.VG_ACTIVE: Kind.NG,
    Kind.VB: Kind.NB,
    Kind.VB_TUNNELED: Kind.NB_TUNNELED,
}
"""What takes the place of a VC piece; a new Guerrilla is Underground, a Tunnel stays (1.4.3, 4.4.1)."""


def infiltrate(turn: Turn) -> Procedure:
    """The whole Special Activity (4.4.1)."""
    few = turn.momentum(TRANSPORT_GROUP_559) == "unshaded"
    ask = partial(
        turn.activity_space,
        "a space to Infiltrate",
        partial(refuse_space, turn),
        1 if few else MOST_SPACES,
        (Place, Replace, SetLevel),
        limited_by=f"card {TRANSPORT_GROUP_559}" if few else "",
    )
    while (where := (yield ask())) is not None:
        turn.act.activity_spaces.append(where.id)
        match (yield _way(turn, where)):
            case "build":
                yield from _build(turn, where)
            case "take":
                yield from _take(turn, where)


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be Infiltrated: it needs an NVA Base, or more NVA than VC pieces."""
    if turn.draft.number(where, BASES[NVA]):
        return None
    return _refuse_take(turn, where)


def _refuse_take(turn: Turn, where: BoardSpace) -> Refusal | None:
    nva, vc = turn.draft.of_faction(where, NVA), turn.draft.of_faction(where, VC)
    if nva > vc:
        return None
    facts = (f"{where.name}: {nva} NVA against {vc} VC pieces",)
    why = "it needs an NVA Base, or more NVA than VC pieces"
    if turn.draft.number(where, BASES[NVA]):
        why = "taking over needs more NVA than VC pieces"
    return turn.no("pieces-needed", why, *facts)


def _way(turn: Turn, where: BoardSpace) -> Choice:
    """Which of the two; the pieces that follow tell it as well as the word."""
    base = turn.draft.number(where, BASES[NVA])
    needs_base = turn.no("pieces-needed", f"placing Troops needs an NVA Base in {where.name}")

    def builds(clause: Clause) -> bool:
        if isinstance(clause, Place):
            return clause.space == where.id
        return isinstance(clause, Replace) and clause.space == where.id and clause.by[0].kind is Kind.NT

    def takes(clause: Clause) -> bool:
        if isinstance(clause, SetLevel):
            return clause.space == where.id
        return isinstance(clause, Replace) and clause.space == where.id and clause.by[0].kind is not Kind.NT

    options = {"build": None if base else needs_base, "take": _refuse_take(turn, where)}
    return turn.option(f"how to Infiltrate {where.name}", options, {"build": builds, "take": takes})


def _build(turn: Turn, where: BoardSpace) -> Procedure:
    """Place Troops up to Trail + NVA Bases; then Guerrillas become Troops 1 for 1, as desired."""
    most = turn.draft.trail + turn.draft.number(where, BASES[NVA])
    yield from Placing(turn.draft, NVA, RULE, where, {Kind.NT: most}, most).run()

    def convertible() -> Collection[Kind]:
        return {Kind.NT} if turn.draft.number(where, GUERRILLAS[NVA]) else ()

    yield from _replace(turn, where, partial(_conversion, turn, where), convertible, again=True)


def _replace(
    turn: Turn,
    where: BoardSpace,
    ask: Callable[[Kind | None], ReplaceChoice],
    wanted: Callable[[], Collection[Kind]],
    again: bool = False,
) -> Procedure:
    """Replace pieces, if desired, where need be after giving up one elsewhere (1.4.1)."""
    while True:
        lift = partial(give_up, turn.draft, NVA, RULE, where, wanted())
        answer: Replace | Remove | None = yield either(ask(None), lift, optional=True)
        if answer is None:
            return
        if isinstance(answer, Remove):
            answer = yield ask(lift().carry_out(answer))
            assert isinstance(answer, Replace)
        turn.draft.replace(where, answer.pieces, answer.by, RULE)
        turn.act.forget_arrival(where, answer.pieces)
        if not again:
            return


def _conversion(turn: Turn, where: BoardSpace, freed: Kind | None = None) -> ReplaceChoice:
    """Guerrillas by Troops 1 for 1; `freed` is what NVA have just made Available for it."""

    def test(answer: Replace) -> Refusal | None:
        number = number_named(answer.pieces)
        if any(count.kind not in (Kind.NG, Kind.NG_ACTIVE) for count in answer.pieces):
            return turn.no("wrong-pieces", "NVA Guerrillas are replaced with NVA Troops")
        if answer.by != (Count(number, Kind.NT),):
            return turn.no("wrong-pieces", "Guerrillas are replaced with Troops 1 for 1")
        return turn.refuse_absent(where, answer.pieces) or turn.draft.refuse_place(where, Kind.NT, number)

    def ways() -> Iterator[Replace]:
        for kind in (Kind.NG, Kind.NG_ACTIVE):
            for number in range(1, turn.draft.of_kind(where, kind) + 1):
                yield Replace(where.id, (Count(number, kind),), (Count(number, Kind.NT),))

    prompt = f"Guerrillas to replace with Troops in {where.name}"
    return ReplaceChoice(turn.faction, RULE, prompt, where, test, ways, optional=freed is None)


def _take(turn: Turn, where: BoardSpace) -> Procedure:
    """Shift Opposition 1 level toward Neutral, then replace 1 VC piece, if desired."""
    support = turn.draft[where].support
    if support < 0:

        def test(wanted: Level) -> Refusal | None:
            if wanted is level(support + 1):
                return None
            why = f"the Opposition shifts 1 level, to {level(support + 1).words}"
            return turn.no("wrong-level", why)

        yield LevelChoice(turn.faction, RULE, f"the level of {where.name}", where, test)
        turn.draft.shift(where, +1, RULE)

    def counterparts() -> Collection[Kind]:
        return {new.off_map for old, new in COUNTERPART.items() if turn.draft.of_kind(where, old)}

    yield from _replace(turn, where, partial(_takeover, turn, where), counterparts)


class _Takeover(ReplaceChoice):
    """A VC piece to take over; of one that is just removed it says why it may not be (4.4.1)."""

    def take(self, clause: Clause) -> Answer:
        if isinstance(clause, Remove) and all(count.kind.faction is VC for count in clause.pieces):
            why = "a VC piece is replaced with its NVA counterpart, not just removed"
            return Refusal("wrong-pieces", self.rule, why)
        return super().take(clause)


def _takeover(turn: Turn, where: BoardSpace, freed: Kind | None = None) -> ReplaceChoice:
    """1 VC piece by its NVA counterpart, which must be Available: no plain removal (4.4.1).

    `freed` is the kind that NVA have just made Available for it.
    """

    def test(answer: Replace) -> Refusal | None:
        old = answer.pieces[0]
        if len(answer.pieces) != 1 or old.number != 1 or old.kind not in COUNTERPART:
            return turn.no("wrong-pieces", "1 VC piece is replaced")
        new = COUNTERPART[old.kind]
        if answer.by != (Count(1, new),):
            return turn.no("wrong-pieces", f"the counterpart of a {old.kind.noun} is a {new.noun}")
        if freed is not None and new.off_map is not freed.off_map:
            return turn.no("wrong-pieces", f"a {freed.off_map.noun} was made Available for this")
        have = turn.draft.of_kind(where, old.kind)
        if not have:
            return turn.no("no-such-pieces", f"{where.name} has no {old.kind.noun}")
        if not turn.draft.available[new.off_map.slot]:
            why = f"no {new.off_map.noun} is Available to take the place; NVA may first give one up elsewhere"
            return turn.no("not-available", why)
        return None

    def ways() -> Iterator[Replace]:
        for old, new in COUNTERPART.items():
            yield Replace(where.id, (Count(1, old),), (Count(1, new),))

    prompt = f"a VC piece to take over in {where.name}"
    return _Takeover(turn.faction, RULE, prompt, where, test, ways, optional=freed is None)
