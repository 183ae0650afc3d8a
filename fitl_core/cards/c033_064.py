"""Events 33 to 64."""

from __future__ import annotations

from collections.abc import Iterator

from fitl_core.board import BoardSpace, along, board, spaces_by_id
from fitl_core.cards.common import RemovePieces, remove_pieces, without_tunnels
from fitl_core.choices import Procedure
from fitl_core.errors import Refusal
from fitl_core.events import Move, Remove
from fitl_core.factions import ARVN, NVA, US, VC, Faction
from fitl_core.piece_choices import MoveChoice
from fitl_core.pieces import OF_FACTION, Count, Kind
from fitl_core.turn import Turn


def economic_aid_unshaded(turn: Turn) -> Procedure:
    """43: 2 Bases of the US or of ARVN come into play; then ARVN Resources +6 or Aid +12."""
    faction: Faction = yield turn.name_faction("whose Bases become Available", {US: None, ARVN: None})
    base = Kind.UB if faction is US else Kind.AB
    number = min(2, turn.draft.out_of_play[base.slot])
    turn.draft.transfer("oop", "available", base, number, turn.rule)
    if (yield turn.option("ARVN Resources or Aid", {"resources": None, "aid": None})) == "aid":
        turn.draft.add("aid", 12, turn.rule)
    else:
        turn.draft.add("ARVN", 6, turn.rule)


def economic_aid_shaded(turn: Turn) -> Procedure:
    """43: the Trail +1; then +1 again or NVA Resources +10."""
    turn.draft.add("trail", 1, turn.rule)
    if (yield turn.option("the Trail or NVA Resources", {"trail": None, "resources": None})) == "trail":
        turn.draft.add("trail", 1, turn.rule)
    else:
        turn.draft.add("NVA", 10, turn.rule)


def supply_battalion_unshaded(turn: Turn) -> Procedure:
    """51: 6 Insurgent pieces, no Bases, leave spaces outside the South."""

    def test(where: BoardSpace) -> Refusal | None:
        if where.country == "south-vietnam":
            return turn.no("space-not-allowed", f"{where.name} is in South Vietnam")
        return None

    kinds = (Kind.NT, Kind.NG, Kind.NG_ACTIVE, Kind.VG, Kind.VG_ACTIVE)
    yield from remove_pieces(turn, "Insurgent pieces outside the South to remove", kinds, 6, test)


def supply_battalion_shaded(turn: Turn) -> Procedure:
    """51: the Trail +2; NVA Resources + a die."""
    turn.draft.add("trail", 2, turn.rule)
    die: int = yield turn.roll("NVA Resources gained")
    turn.draft.add("NVA", die, turn.rule)


def trucks_unshaded(turn: Turn) -> Procedure:
    """55: the Trail -2; NVA remove 4 of their pieces from Laos and 4 from Cambodia."""
    turn.draft.add("trail", -2, turn.rule)
    nva = turn.under(turn.rule, NVA)
    for country in ("laos", "cambodia"):
        yield from _give_up(nva, country)


def _give_up(nva: Turn, country: str) -> Procedure:
    """NVA's pieces out of one country; a Tunneled Base only if NVA offer it (5.1.1)."""

    def test(where: BoardSpace) -> Refusal | None:
        if where.country == country:
            return None
        return nva.no("space-not-allowed", f"{where.name} is not in {country.title()}")

    spaces = [where for where in board().spaces if where.country == country]
    left = 4
    while left:
        forced = sum([nva.draft.number(where, without_tunnels(OF_FACTION[NVA])) for where in spaces])
        prompt = f"NVA pieces to remove from {country.title()}"
        choice = RemovePieces(nva, prompt, OF_FACTION[NVA], left, test, optional=not forced)
        if not forced and not choice.is_open():
            return
        clause: Remove | None = yield choice
        if clause is None:
            return
        for count in clause.pieces:
            where = spaces_by_id()[clause.space]
            nva.draft.remove(where, count.kind, count.number, nva.rule)
            left -= count.number


def trucks_shaded(turn: Turn) -> Procedure:
    """55: NVA and VC gain twice the Trail; NVA may shift unTunneled Bases in Laos and Cambodia.

    Bases of a kind are alike, so every rearrangement can be written as moves that never overstack.
    """
    for faction in (NVA, VC):
        turn.draft.gain(faction, 2 * turn.draft.trail, turn.rule)
    nva = turn.under(turn.rule, NVA)

    def test(move: Move) -> Refusal | None:
        path = along(move.path)
        if len(path) != 2 or not all(where.in_laos_or_cambodia for where in path):
            return nva.no("space-not-allowed", "Bases relocate between spaces of Laos and Cambodia")
        if path[0] is path[1]:
            return nva.no("space-not-allowed", "the Base is there already")
        if [count.kind for count in move.pieces] != [Kind.NB]:
            return nva.no("wrong-pieces", "only unTunneled NVA Bases relocate")
        number = move.pieces[0].number
        if nva.draft.number(path[0], (Kind.NB,)) < number:
            return nva.no("no-such-pieces", f"{path[0].name} has fewer unTunneled NVA Bases")
        return nva.draft.refuse_entry(path[1], Kind.NB, number)

    def ways() -> Iterator[Move]:
        spaces = [where for where in board().spaces if where.in_laos_or_cambodia]
        for origin in spaces:
            for number in range(1, nva.draft.number(origin, (Kind.NB,)) + 1):
                for there in spaces:
                    if there is not origin:
                        yield Move((origin.id, there.id), (Count(number, Kind.NB),))

    prompt = "NVA Bases to relocate"
    choice = MoveChoice(NVA, nva.rule, prompt, test, ways, optional=True)
    while (move := (yield choice)) is not None:
        nva.draft.move(along(move.path), move.pieces, nva.rule)


EVENTS = {
    43: {"unshaded": economic_aid_unshaded, "shaded": economic_aid_shaded},
    51: {"unshaded": supply_battalion_unshaded, "shaded": supply_battalion_shaded},
    55: {"unshaded": trucks_unshaded, "shaded": trucks_shaded},
}
