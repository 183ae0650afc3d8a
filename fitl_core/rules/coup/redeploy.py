"""Redeploy Phase (6.4): COIN leaves Laos and Cambodia, ARVN and NVA move, Control stays until the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from fitl_core.asking.budgets import spend
from fitl_core.asking.questions import TESTS_PER_CLAUSE, Procedure, Taken
from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import ARVN, CONTROL_WORDS, NVA, US
from fitl_core.facts.game_map import BoardSpace, along, board, spaces_by_id
from fitl_core.facts.pieces import BASES, OF_FACTION, Count, Kind
from fitl_core.record.clauses import Move
from fitl_core.record.play_effects import ControlHeld
from fitl_core.rules.context import Context
from fitl_core.rules.forms.piece_questions import MoveChoice
from fitl_core.rules.shared.arrivals import arrivals, unmoved
from fitl_core.state.control import control
from fitl_core.state.draft import Draft


def leave_laos_and_cambodia(draft: Draft) -> None:
    """Move US Troops in Laos and Cambodia Out of Play, all other COIN pieces to Available (6.4.1).

    Control stays as it is now until the end of the phase (6.4.4).
    """
    spaces = zip(board().spaces, draft.spaces, strict=True)
    held = tuple([control(where, space.pieces) for where, space in spaces])
    draft.happen(ControlHeld("6.4", held))
    for where in board().spaces:
        if where.in_laos_or_cambodia and draft.of_faction(where, US, ARVN):
            for kind in (*OF_FACTION[US], *OF_FACTION[ARVN]):
                number = draft.of_kind(where, kind)
                if number:
                    draft.remove(where, kind, number, "6.4.1", "oop" if kind is Kind.UT else "available")


def coin_bases(draft: Draft, where: BoardSpace) -> int:
    """Return the number of US and ARVN Bases in a space."""
    return draft.number(where, (Kind.UB, Kind.AB))


def must_leave(draft: Draft, where: BoardSpace) -> bool:
    """Check whether ARVN Troops must leave a space: a LoC, or a Province without COIN Base (6.4.2)."""
    return where.is_loc or (where.kind == "province" and not coin_bases(draft, where))


def arvn_redeploy(ctx: Context) -> Procedure:
    """Redeploy the ARVN Troops that must or may move, and the Police that may (6.4.2)."""
    kinds = (Kind.AT, Kind.AP)
    choice = _choice(ctx, "ARVN Troops or Police to Redeploy", kinds, partial(refuse_arvn, ctx))
    yield from _carry_out(ctx, choice)
    why = "ARVN Troops must leave LoCs and Provinces without COIN Bases"
    _insist_on_leaving(ctx, choice, partial(must_leave, ctx.draft), why)


def troops_to_cities(ctx: Context) -> Procedure:
    """Redeploy ARVN Troops alone, and only to Cities: COIN Bases do not count (card 90)."""

    def test(_kind: Kind, where: BoardSpace) -> Refusal | None:
        if where.id == "saigon" or (where.is_city and ctx.draft.control(where) != "nva"):
            return None
        return ctx.no("space-not-allowed", "ARVN Troops go to Cities without NVA Control, or Saigon")

    choice = _choice(ctx, "ARVN Troops to Redeploy", (Kind.AT,), test)
    ctx.draft.freeze_control()
    yield from _carry_out(ctx, choice)
    ctx.draft.frozen = None
    why = "ARVN Troops must leave LoCs and Provinces"
    _insist_on_leaving(ctx, choice, lambda where: not where.is_city, why)


def _insist_on_leaving(
    ctx: Context, choice: MoveChoice, must: Callable[[BoardSpace], bool], why: str
) -> None:
    """Refuse to end the phase while ARVN Troops are in a space that they must leave."""
    held_back = [where for where in board().spaces if ctx.draft.of_kind(where, Kind.AT) and must(where)]
    if held_back:
        facts = [f"{where.name}: {Kind.AT.words(ctx.draft.of_kind(where, Kind.AT))}" for where in held_back]
        troops = [move for where in held_back for move in _ways(ctx, where, Kind.AT)]
        legal = tuple([move for move in troops if isinstance(choice.take(move), Taken)])
        spend(len(troops) // TESTS_PER_CLAUSE)
        refusal = ctx.no("must-redeploy", why, *facts)
        raise Violation(refusal, faction=ctx.faction, asked=choice.prompt, legal=legal)


def refuse_arvn(ctx: Context, kind: Kind, where: BoardSpace) -> Refusal | None:
    """Refuse a space to which ARVN Troops, or Police, may not go (6.4.2)."""
    held = ctx.draft.control(where)
    if kind is Kind.AT:
        if where.id == "saigon" or coin_bases(ctx.draft, where) or (where.is_city and held != "nva"):
            return None
        why = "ARVN Troops go to Cities without NVA Control, US or ARVN Bases, or Saigon"
        return ctx.no("space-not-allowed", why, f"{where.name}: Control {CONTROL_WORDS[held]}")
    if where.is_loc or (where.country == "south-vietnam" and held == "coin"):
        return None
    why = "Police go to LoCs or COIN-Controlled spaces in South Vietnam"
    return ctx.no("space-not-allowed", why, f"{where.name}: Control {CONTROL_WORDS[held]}")


def nva_redeploy(ctx: Context) -> Procedure:
    """Redeploy NVA Troops from anywhere to NVA Bases (6.4.3)."""

    def test(_kind: Kind, where: BoardSpace) -> Refusal | None:
        if ctx.draft.number(where, BASES[NVA]):
            return None
        return ctx.no("space-not-allowed", f"NVA Troops go to NVA Bases; {where.name} has none")

    yield from _carry_out(ctx, _choice(ctx, "NVA Troops to Redeploy", (Kind.NT,), test))


def _choice(
    ctx: Context,
    prompt: str,
    kinds: tuple[Kind, ...],
    test: Callable[[Kind, BoardSpace], Refusal | None],
) -> MoveChoice:
    """Return the question which pieces go from a space straight to another; no piece moves twice."""

    def refuse(move: Move) -> Refusal | None:
        origin, there = spaces_by_id()[move.path[0]], spaces_by_id()[move.path[-1]]
        if len(move.path) != 2:
            return ctx.no("path-too-long", "Redeployment goes straight from a space to another")
        if origin is there:
            return ctx.no("space-not-allowed", "the pieces are there already")
        for count in move.pieces:
            kind, number = count.kind, count.number
            if kind not in kinds:
                return ctx.no("piece-not-allowed", f"{kind.nouns} do not Redeploy here")
            if (have := unmoved(ctx, origin, kind)) < number:
                return ctx.no("no-such-pieces", f"{origin.name} has {kind.words(have)} to Redeploy")
            if (refusal := test(kind, there)) is not None:
                return refusal
        return None

    def ways(origins: Iterable[BoardSpace]) -> Iterator[Move]:
        for origin in origins:
            for kind in kinds:
                yield from _ways(ctx, origin, kind)

    return MoveChoice(ctx.faction, ctx.rule, prompt, refuse, ways, optional=True)


def _ways(ctx: Context, origin: BoardSpace, kind: Kind) -> Iterator[Move]:
    """Yield the moves of one kind of pieces from a space to any other."""
    for number in range(1, unmoved(ctx, origin, kind) + 1):
        for there in board().spaces:
            yield Move((origin.id, there.id), (Count(number, kind),))


def _carry_out(ctx: Context, choice: MoveChoice) -> Procedure:
    """Move pieces until the Faction moves no more."""
    while (move := (yield choice)) is not None:
        ctx.draft.move(along(move.path), move.pieces, ctx.rule)
        arrivals(ctx).arrive(spaces_by_id()[move.path[-1]], move.pieces)
