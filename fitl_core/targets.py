"""Which pieces may be removed where Bases go last: Raid, Ambush, Attack (3.3.3, 4.3.3, 4.4.3)."""

from __future__ import annotations

from collections.abc import Mapping

from fitl_core.board import BoardSpace
from fitl_core.choices import PiecesChoice
from fitl_core.errors import Refusal
from fitl_core.events import Remove
from fitl_core.factions import Faction
from fitl_core.pieces import BASE_KINDS, OF_FACTION, TUNNELED, Kind
from fitl_core.turn import Turn


def enemy_limits(turn: Turn, where: BoardSpace) -> dict[Kind, int]:
    """The enemy's pieces in a space that can be removed at all: no Tunneled Bases (1.4.4)."""
    enemies: tuple[Faction, ...] = turn.faction.enemies
    kinds = [kind for faction in enemies for kind in OF_FACTION[faction] if kind not in TUNNELED]
    pieces = turn.draft[where].pieces
    return {kind: pieces[kind.slot] for kind in kinds if pieces[kind.slot]}


def bases_last(
    turn: Turn, where: BoardSpace, most: int, at_least: int | None = None, optional: bool = False
) -> PiecesChoice:
    """Ask for enemy pieces to remove: as many as there are up to `most`, Bases after all others.

    `at_least` allows fewer than that.
    """
    limits = enemy_limits(turn, where)
    others = sum([number for kind, number in limits.items() if kind not in BASE_KINDS])

    def test(counts: Mapping[Kind, int]) -> Refusal | None:
        chosen = sum([number for kind, number in counts.items() if kind not in BASE_KINDS])
        if chosen < others and sum(counts.values()) > chosen:
            why = "a Base is removed only once no other enemy piece is left there"
            return turn.no("bases-last", why, f"{where.name}: {others - chosen} other pieces left")
        return None

    def too_many(kind: Kind, number: int) -> Refusal | None:
        if kind in TUNNELED and turn.draft[where].pieces[kind.slot]:
            return turn.no("tunnel", "a Tunneled Base is not removed", f"{where.name}: {kind.noun}")
        if kind.faction not in turn.faction.enemies:
            why = f"{kind.faction} is no enemy of {turn.faction}"
            return Refusal("not-an-enemy", "1.5.1", why)
        have = turn.draft[where].pieces[kind.slot]
        return turn.no("no-such-pieces", f"{where.name} has {kind.words(have)}") if have < number else None

    due = min(most, sum(limits.values()))
    least = due if at_least is None else min(at_least, due)
    prompt = f"enemy pieces to remove in {where.name}"
    return PiecesChoice(
        turn.faction,
        turn.rule,
        prompt,
        Remove,
        where,
        limits,
        least,
        due,
        optional=optional,
        test=test,
        too_many=too_many,
    )
