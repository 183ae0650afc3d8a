"""Air Strike (4.2.3): remove Active Insurgents from the air and Degrade the Trail; two editions."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any

from fitl_core.board import BoardSpace
from fitl_core.choices import Choice, Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import ARVN, NVA, US, VC
from fitl_core.piece_choices import PiecesChoice
from fitl_core.pieces import Kind
from fitl_core.turn import Turn

RULE = "4.2.3"
MOST_SPACES = 6
MOST_SPACES_IN_MONSOON = 2
MOST_PIECES = 6
HITS_FOR_TRAIL = 2
GUERRILLAS = (Kind.NG_ACTIVE, Kind.VG_ACTIVE)
BASES = (Kind.NB, Kind.VB)
UNDERGROUND = (Kind.NG, Kind.VG)


def airstrike(turn: Turn) -> Procedure:
    """The whole Special Activity, by the edition of the game."""
    if turn.original:
        yield from _original(turn)
    else:
        yield from _second(turn)


def _second(turn: Turn) -> Procedure:
    """A die of hits: 1 for each Active piece, 2 for a box of the Trail; spaces that lose pieces shift."""
    hits: int = yield turn.roll("the hits of the Air Strike")

    def shift(where: BoardSpace, removed: int) -> None:
        if removed:
            turn.draft.shift(where, -1, RULE)

    hits -= yield from _strike(turn, min(hits, MOST_PIECES), troops_first=True, after=shift)
    refusal = None
    if hits < HITS_FOR_TRAIL:
        facts = (f"hits left: {hits}",)
        refusal = turn.no("too-few-hits", "it takes 2 hits to Degrade the Trail", *facts)
    yield from _degrade(turn, refusal)


def _original(turn: Turn) -> Procedure:
    """Up to 6 Active pieces without a die; each selected space shifts; then a box of the Trail."""

    def shift(where: BoardSpace, _removed: int) -> None:
        turn.draft.shift(where, -1, RULE)

    yield from _strike(turn, MOST_PIECES, troops_first=False, after=shift)
    yield from _degrade(turn, None)


def _strike(
    turn: Turn, most: int, troops_first: bool, after: Callable[[BoardSpace, int], None]
) -> Generator[Choice, Any, int]:
    """Select spaces and remove up to `most` pieces in all. Returns how many were removed."""
    spaces = MOST_SPACES_IN_MONSOON if turn.monsoon else MOST_SPACES
    ask = partial(
        turn.activity_space,
        "a space to strike",
        partial(refuse_space, turn),
        spaces,
        (Remove,),
        may_be_none=True,
    )
    removed = 0
    while (where := (yield ask())) is not None:
        turn.act.activity_spaces.append(where.id)
        here = 0
        removal: Remove | None = yield _removal(turn, where, most - removed, troops_first)
        for count in removal.pieces if removal is not None else ():
            turn.draft.remove(where, count.kind, count.number, RULE)
            here += count.number
        removed += here
        after(where, here)
    return removed


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether a space cannot be struck: some US or ARVN piece must be there."""
    if not turn.draft.of_faction(where, US, ARVN):
        return turn.no("pieces-needed", f"no US or ARVN piece in {where.name}")
    return None


def _removal(turn: Turn, where: BoardSpace, most: int, troops_first: bool) -> PiecesChoice:
    """Which Active pieces go: Bases only where nothing else is left, no Tunneled ones."""
    pieces = turn.draft[where].pieces
    others = (
        turn.draft.of_faction(where, NVA, VC)
        - turn.draft.bases(where)
        + turn.draft.number(where, (Kind.UB, Kind.AB))
    )

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        guerrillas = sum([counts.get(kind, 0) for kind in GUERRILLAS])
        troops = counts.get(Kind.NT, 0)
        if troops_first and guerrillas and troops < pieces[Kind.NT.slot]:
            return turn.no("order-of-removal", f"NVA Troops go before Guerrillas in {where.name}")
        if sum([counts.get(kind, 0) for kind in BASES]) and guerrillas + troops < others:
            why = "Bases go only where no other Insurgent piece remains"
            return turn.no("bases-last", why, f"{where.name}: {others - guerrillas - troops} others left")
        return None

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if kind in UNDERGROUND and pieces[kind.slot]:
            return turn.no("underground", "Air Strike removes no Underground Guerrillas")
        if kind in (Kind.NB_TUNNELED, Kind.VB_TUNNELED):
            return turn.no("tunnel", "Air Strike removes no Tunneled Base")
        return None

    limits = {kind: pieces[kind.slot] for kind in (Kind.NT, *GUERRILLAS, *BASES)}
    prompt = f"Active pieces to remove in {where.name}"
    facts = (f"{most} pieces may still be removed",)
    return PiecesChoice(
        turn.faction,
        RULE,
        prompt,
        Remove,
        where,
        limits,
        1,
        most,
        optional=True,
        test=test,
        too_many=too_many,
        facts=facts,
    )


def _degrade(turn: Turn, refusal: Refusal | None) -> Procedure:
    """Degrade the Trail by 1 box, if desired."""
    if not turn.draft.trail:
        refusal = Refusal("trail-end", "6.7", "the Trail is at 0, its lowest box")
    if (yield turn.amount("the Trail to Degrade", "trail", {-1: refusal})) is not None:
        turn.draft.add("trail", -1, RULE)
