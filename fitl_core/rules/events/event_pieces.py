"""Pieces of an Event: removed, placed, moved or flipped where the Event allows it (5.1.1, 5.1.3).

The forms of question are in `piece_answers`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec

from fitl_core.asking.questions import Procedure, Question, either, lapsing
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.pieces import OF_FACTION, TUNNELED, Count, Kind, number_named
from fitl_core.record.clauses import Box, Hide, Move, Place, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_spaces import anywhere, only
from fitl_core.rules.events.piece_answers import (
    HidePieces,
    Opening,
    PlacePieces,
    ReboxPieces,
    RemovePieces,
)
from fitl_core.rules.events.unwritten import WholeAnswer, as_answered, one_of_all
from fitl_core.rules.forms.piece_questions import PiecesChoice
from fitl_core.rules.forms.space_questions import SpaceTest
from fitl_core.rules.sequence import to_act

US_PIECES = (Kind.UT, Kind.UI, Kind.UB)
"""The kinds of US pieces off the map."""
ARVN_PIECES = (Kind.AT, Kind.AP, Kind.AR, Kind.AB)
NVA_PIECES = (Kind.NT, Kind.NG, Kind.NB)
VC_PIECES = (Kind.VG, Kind.VB)
INSURGENT_PIECES = (*OF_FACTION[NVA], *OF_FACTION[VC])
"""All kinds that NVA and VC may have on the map."""
GUERRILLA_KINDS = (Kind.NG, Kind.NG_ACTIVE, Kind.VG, Kind.VG_ACTIVE)
"""All Guerrillas on the map, NVA and VC."""
US_TROOPS = (Kind.UT,)
NVA_TROOPS = (Kind.NT,)


def without_tunnels(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return these kinds without Tunneled Bases."""
    return tuple([kind for kind in kinds if kind not in TUNNELED])


def executing(ctx: Context) -> Faction:
    """Return the Faction that executes the Event, whoever decides a part of it (5.1)."""
    return to_act(ctx.draft.state) or ctx.faction


def are_there(ctx: Context, kinds: Iterable[Kind], test: SpaceTest) -> bool:
    """Check whether any piece of these kinds is in a space that passes a test."""
    kinds = tuple(kinds)
    return any(ctx.draft.number(where, kinds) and test(where) is None for where in board().spaces)


def remove_pieces(
    ctx: Context,
    prompt: str,
    kinds: Iterable[Kind],
    number: int,
    test: SpaceTest = anywhere,
    *,
    up_to: bool = False,
    least: int = 0,
    us_to: Box = "available",
    whole: Callable[[Remove], Refusal | None] | None = None,
    tunnels: bool = False,
) -> Generator[Question, Any, list[Remove]]:
    """Remove exactly `number` pieces, or all there are. Return the clauses.

    With `up_to` the chooser may stop earlier, after at least `least` pieces. US pieces go to the box
    `us_to`, all others to Available. Only its owner may remove a Tunneled Base, and nobody must (5.1.1),
    unless `tunnels` says that the text names them.
    """
    removed: list[Remove] = []
    begun = False
    kinds = tuple(kinds)
    allowed = tuple([k for k in kinds if tunnels or k not in TUNNELED or k.faction is ctx.faction])
    forced = tuple([kind for kind in allowed if tunnels or kind not in TUNNELED])
    remaining = number
    while remaining > 0:
        due = ctx.ask(RemovePieces, prompt, forced, remaining, test, whole=whole)
        stops = up_to and number - remaining >= least
        openings = _openings(due, up_to or begun) if not stops else []
        optional = stops or not (openings or due.is_open())
        owed = least - (number - remaining) if up_to else remaining
        choice = ctx.ask(
            RemovePieces, prompt, allowed, remaining, test, whole, us_to, optional=optional, due=owed
        )
        question = choice if up_to else _whole_answer(choice, due, openings, begun)
        clause, written = as_answered((yield question))
        if clause is None:
            break
        begun = begun or written
        remaining -= take_off(ctx, clause, us_to)
        removed.append(clause)
    return removed


def _whole(choice: Question, answer: Place | Remove | Hide | Rebox) -> WholeAnswer:
    return WholeAnswer(choice.who, choice.rule, choice.prompt, choice, answer)


Due = RemovePieces | PlacePieces | HidePieces
"""A question for the pieces that are due, with which a question for more is compared."""


def _openings(due: Due, one_will_do: bool) -> list[Opening]:
    """Return where due pieces may be named; two openings are enough to prove a choice."""
    return list(islice(due.openings(), 1 if one_will_do else 2))


def _whole_answer(choice: Due, due: Due, openings: list[Opening], begun: bool) -> Question:
    """Return the question for further pieces, or a simpler one if the answer is fixed.

    If only one answer completes it, that answer need not be written. If all pieces that may be named are
    due, the question is for some of them. Once some have been written (`begun`), the rest must be written,
    too.
    """
    if begun:
        return msgspec.structs.replace(choice, explicit=True)
    if choice.optional or not openings:
        return choice
    if len(openings) == 1:
        return _whole(choice, due.whole_answer(openings[0]))
    return one_of_all(choice, due.whole_answer(openings[0])) if choice.all_are_due() else choice


def take_off(ctx: Context, clause: Remove, us_to: Box = "available") -> int:
    """Carry out a removal. Return the number of pieces removed."""
    where = spaces_by_id()[clause.space]
    for count in clause.pieces:
        to: Box = us_to if count.kind.faction is US else "available"
        ctx.draft.remove(where, count.kind, count.number, ctx.rule, to)
    return number_of([clause])


def remove_all(ctx: Context, where: BoardSpace, kinds: Iterable[Kind], us_to: Box = "available") -> int:
    """Remove every piece of these kinds from a space but Tunneled Bases (5.1.1). Return their number."""
    total = 0
    for kind in kinds:
        number = ctx.draft.of_kind(where, kind)
        if number and kind not in TUNNELED:
            ctx.draft.remove(where, kind, number, ctx.rule, us_to if kind.faction is US else "available")
            total += number
    return total


def clear_of(ctx: Context, where: BoardSpace, kinds: Iterable[Kind], *, another: bool = False) -> Procedure:
    """Remove every piece of these kinds from a space; its owner may add Tunneled Bases (5.1.1).

    If a piece could be removed in `another` way, at least 1 piece goes (5.1.3).
    """
    kinds = tuple(kinds)
    least = 1 if not remove_all(ctx, where, kinds) and another else 0
    own = tuple([kind for kind in kinds if kind in TUNNELED])
    here = only(ctx, f"{where.name}, the space selected", lambda other: other is where)
    number = ctx.draft.number(where, own)
    yield from remove_pieces(ctx, "own Tunneled Bases to give up", own, number, here, up_to=True, least=least)


def place_pieces(
    ctx: Context,
    prompt: str,
    kinds: tuple[Kind, ...],
    number: int,
    test: SpaceTest = anywhere,
    *,
    up_to: bool = False,
    least: int = 0,
    source: Box = "available",
    per_space: int | None = None,
) -> Generator[Question, Any, list[Place]]:
    """Place exactly `number` pieces, or as many as possible (5.1.3). Return the clauses.

    `per_space` is the largest number in one space. If no piece of a type is left, the executing Faction may
    take its own from the map. Only the first `least` pieces require this (1.4.1).
    """
    placed: list[Place] = []
    begun = False

    whole = partial(_refuse_crowd, ctx, per_space, placed)
    own = ctx.faction is executing(ctx) or ctx.alternative("card-2")
    lift = source == "available" and own
    remaining = number
    while remaining > 0:
        due = ctx.ask(PlacePieces, prompt, kinds, remaining, test, source=source, whole=whole)
        enough = number - remaining >= least
        openings = _openings(due, begun) if not (up_to and enough) else []
        optional = enough and (up_to or not (openings or due.is_open()))
        owed = least - (number - remaining) if up_to else remaining
        more: dict[str, Any] = {"optional": optional, "due": owed, "most_in_space": per_space}
        choice = ctx.ask(PlacePieces, prompt, kinds, remaining, test, whole, source, lift, **more)
        clause, written = as_answered((yield _whole_answer(choice, due, openings, begun)))
        if clause is None:
            break
        begun = begun or written
        put(ctx, clause)
        remaining -= number_of([clause])
        placed.append(clause)
    return placed


def _refuse_crowd(
    ctx: Context, per_space: int | None, placed: Sequence[Place], clause: Place
) -> Refusal | None:
    """Refuse more pieces in a space than allowed."""
    if per_space is None:
        return None
    here = [earlier for earlier in (*placed, clause) if earlier.space == clause.space]
    if number_of(here) <= per_space:
        return None
    pieces = f"{counted(number_of(here), 'piece')} in {spaces_by_id()[clause.space].name}"
    return ctx.no("too-many", f"{pieces}, at most {per_space} in a space")


def put(ctx: Context, clause: Place) -> None:
    """Carry out a placement."""
    for count in clause.pieces:
        ctx.draft.place(spaces_by_id()[clause.space], count.kind, count.number, ctx.rule, clause.source)


def place_in_each(ctx: Context, kind: Kind, number: int, spaces: list[BoardSpace]) -> Procedure:
    """Place `number` pieces of a kind in each of these spaces; if too few are left, the chooser decides
    where.
    """
    if ctx.draft.available[kind.slot] >= number * len(spaces):
        for where in spaces:
            ctx.draft.place(where, kind, number, ctx.rule)
        return
    test = only(ctx, f"due {kind.words(number)}", lambda where: where in spaces)
    prompt = f"{kind.nouns}, {number} for each space that is due them"
    yield from place_pieces(ctx, prompt, (kind,), number * len(spaces), test, per_space=number)


def place_here(
    ctx: Context,
    where: BoardSpace,
    kinds: tuple[Kind, ...],
    number: int,
    *,
    up_to: bool = False,
    least: int = 0,
    source: Box = "available",
) -> Generator[Question, Any, list[Place]]:
    """Place pieces into one space that has been selected, as `place_pieces` does."""
    here = only(ctx, f"{where.name}, the space selected", lambda other: other is where)
    nouns = " or ".join([kind.noun for kind in kinds])
    prompt = f"{nouns} to place in {where.name}"
    return (
        yield from place_pieces(ctx, prompt, kinds, number, here, up_to=up_to, least=least, source=source)
    )


def number_of(clauses: Iterable[Place | Remove | Move | Rebox]) -> int:
    """Return the number of pieces that these clauses name."""
    return sum([number_named(clause.pieces) for clause in clauses])


def rebox(ctx: Context, source: Box, to: Box, kind: Kind, most: int | None = None) -> int:
    """Move pieces of a kind between boxes, all or at most `most`. Return the number moved."""
    have = ctx.draft.box(source)[kind.slot]
    number = have if most is None else min(most, have)
    ctx.draft.transfer(source, to, kind, number, ctx.rule)
    return number


def rebox_pieces(
    ctx: Context,
    prompt: str,
    source: Box,
    to: Box,
    kinds: tuple[Kind, ...],
    number: int,
    *,
    up_to: bool = False,
) -> Generator[Question, Any, int]:
    """Move exactly `number` pieces between boxes, or all there are. Return the number moved."""
    remaining = number
    while remaining:
        have = sum([ctx.draft.box(source)[kind.slot] for kind in kinds])
        if not have:
            break
        choice = ctx.ask(
            ReboxPieces, prompt, source, to, kinds, min(remaining, have), optional=up_to, due=remaining
        )
        present = [kind for kind in kinds if ctx.draft.box(source)[kind.slot]]
        question: Question = choice
        if not up_to and (len(present) == 1 or have <= remaining):
            pieces = tuple(
                [Count(min(remaining, ctx.draft.box(source)[kind.slot]), kind) for kind in present]
            )
            question = _whole(choice, Rebox(source, to, pieces))
        clause: Rebox | None = yield question
        if clause is None:
            break
        for count in clause.pieces:
            ctx.draft.transfer(source, to, count.kind, count.number, ctx.rule)
            remaining -= count.number
    return number - remaining


def remove_one_in_each(
    ctx: Context, prompt: str, kinds: tuple[Kind, ...], spaces: Iterable[BoardSpace]
) -> Procedure:
    """Remove 1 piece of these kinds from each of these spaces, named in any order."""
    remaining = list(spaces)

    def question(where: BoardSpace) -> PiecesChoice:
        limits = {kind: ctx.draft.of_kind(where, kind) for kind in kinds}
        what = f"{prompt} in {where.name}"
        return PiecesChoice(ctx.faction, ctx.rule, what, Remove, where, limits, 1, 1)

    while remaining:
        choices = [question(where) for where in remaining]
        clause: Remove | None = yield either(*choices, optional=True)
        if clause is None:
            clause = yield choices[0]
        assert clause is not None
        take_off(ctx, clause)
        remaining.remove(spaces_by_id()[clause.space])


def hide_pieces(
    ctx: Context, prompt: str, kinds: tuple[Kind, ...], number: int, test: SpaceTest = anywhere
) -> Procedure:
    """Flip exactly `number` Active pieces Underground, or all there are; `kinds` are Underground kinds."""
    remaining, begun = number, False
    while remaining:
        choice = ctx.ask(HidePieces, prompt, kinds, remaining, test, due=remaining)
        openings = _openings(choice, False) if not begun else []
        clause, written = as_answered((yield lapsing(_whole_answer(choice, choice, openings, begun))))
        if clause is None:
            return
        begun = begun or written
        for count in clause.pieces:
            ctx.draft.hide(spaces_by_id()[clause.space], count.kind.off_map, count.number, ctx.rule)
            remaining -= count.number


def hide_all(ctx: Context, where: BoardSpace, kinds: Iterable[Kind]) -> None:
    """Flip all Active pieces of these (Underground) kinds in a space Underground."""
    for kind in kinds:
        ctx.draft.hide(where, kind, ctx.draft.of_kind(where, kind.active), ctx.rule)


def activate_all(ctx: Context, where: BoardSpace, kinds: Iterable[Kind]) -> None:
    """Flip all Underground pieces of these kinds in a space Active."""
    for kind in kinds:
        ctx.draft.activate(where, kind, ctx.draft.of_kind(where, kind), ctx.rule)
