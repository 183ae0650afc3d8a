"""Resources Phase (6.2): Sabotage, Trail, earnings, and the Aid lost for Casualties."""

from __future__ import annotations

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, NVA, US, VC
from fitl_core.facts.game_map import BoardSpace, board, cities, locs, neighbours
from fitl_core.facts.pieces import BASES, GUERRILLAS
from fitl_core.record.clauses import At
from fitl_core.rules.context import Context
from fitl_core.rules.forms.space_questions import SpaceChoice
from fitl_core.state.draft import Draft
from fitl_core.state.victory import econ_without

AID_PER_CASUALTY = 3
_GUERRILLAS = (*GUERRILLAS[NVA], *GUERRILLAS[VC])


def to_sabotage(draft: Draft) -> list[BoardSpace]:
    """Return the LoCs that are to be Sabotaged (6.2.1)."""
    exposed: set[str] = set()  # the neighbours of Cities without COIN Control
    for city in cities():
        if draft.control(city) != "coin":
            exposed |= neighbours()[city.index]
    return [
        loc
        for loc in locs()
        if not draft[loc].sabotage and (loc.id in exposed or _is_outnumbered(draft, loc))
    ]


def _is_outnumbered(draft: Draft, loc: BoardSpace) -> bool:
    """Check whether Guerrillas outnumber COIN pieces on a LoC."""
    guerrillas = draft.number(loc, _GUERRILLAS)
    return guerrillas > 0 and guerrillas > draft.of_faction(loc, US, ARVN)


def sabotage_all(draft: Draft) -> bool:
    """Sabotage every LoC that is to be Sabotaged.

    Return False, without a change, if too few markers are left, so that VC choose (6.2.1).
    """
    markers, exposed = draft.markers_left(), to_sabotage(draft)
    if 0 < markers < len(exposed):
        return False
    for where in exposed if markers else ():
        draft.set_sabotage(where, True, "6.2.1")
    return True


def sabotage_some(ctx: Context) -> Procedure:
    """Let VC choose LoCs until no marker is left, or no LoC that is to be Sabotaged."""

    def test(where: BoardSpace) -> Refusal | None:
        if where in due:
            return None
        return ctx.no("space-not-allowed", f"{where.name} is not to be Sabotaged", *_why_spared(ctx, where))

    while ctx.draft.markers_left() and (due := to_sabotage(ctx.draft)):
        where: BoardSpace = yield SpaceChoice(ctx.faction, "6.2.1", "a LoC to Sabotage", test)
        ctx.draft.set_sabotage(where, True, "6.2.1")
    ctx.close(lambda: ctx.no("no-marker-left", "no Terror or Sabotage marker is left"), At)


def _why_spared(ctx: Context, where: BoardSpace) -> tuple[str, ...]:
    """Explain why a space is not to be Sabotaged."""
    if not where.is_loc:
        return ("it is no LoC",)
    if ctx.draft[where].sabotage:
        return ("it is Sabotaged already",)
    guerrillas, coin = ctx.draft.number(where, _GUERRILLAS), ctx.draft.of_faction(where, US, ARVN)
    facts = f"{counted(guerrillas, 'Guerrilla')} against {counted(coin, 'COIN piece')} there"
    return (facts, "every City beside it has COIN Control")


def earn(draft: Draft) -> None:
    """Degrade the Trail, add the earnings, then subtract Aid for Casualties (6.2.2-6.2.5)."""
    trail_spaces = [where for where in board().spaces if where.in_laos_or_cambodia]
    if any(draft.control(where) == "coin" for where in trail_spaces):
        draft.degrade("6.2.2")
    draft.add("ARVN", draft.aid, "6.2.3")
    econ = econ_without([where for where in locs() if draft[where].sabotage])
    draft.add("ARVN", econ, "6.2.3")
    draft.add("econ", econ - draft.econ, "6.2.3")
    draft.add("VC", draft.on_map(BASES[VC]), "6.2.4")
    bases = sum([draft.number(where, BASES[NVA]) for where in trail_spaces])
    draft.add("NVA", bases + 2 * draft.trail, "6.2.4")
    draft.add("aid", -AID_PER_CASUALTY * sum(draft.casualties), "6.2.5")
