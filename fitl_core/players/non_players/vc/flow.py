"""The flowchart of VC on an Event card: Terror, Event or Pass, Rally, March, Attack (8.5)."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.flowchart import Box, Flowchart, in_monsoon
from fitl_core.players.non_players.vc.after_operation import has_acted, tax_for_money, tax_or_subvert
from fitl_core.players.non_players.vc.ambush import ambush
from fitl_core.players.non_players.vc.attack import attack
from fitl_core.players.non_players.vc.march import march
from fitl_core.players.non_players.vc.rally import CONDITIONS as FOR_RALLY
from fitl_core.players.non_players.vc.rally import rally
from fitl_core.players.non_players.vc.tax import MOST_RESOURCES
from fitl_core.players.non_players.vc.terror import CONDITIONS as FOR_TERROR
from fitl_core.players.non_players.vc.terror import terror
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding


def _tax_before_rally(d: Decider) -> Deciding[bool]:
    yield from tax_for_money(d, "rally", "8.5.3/do-0")
    return False


def _after_rally(d: Decider) -> Deciding[None]:
    if d.test("8.5.3/sa-1", not has_acted(d, "tax"), "Tax has not been used"):
        yield from tax_or_subvert(d)


def _after_march(d: Decider) -> Deciding[None]:
    if not (yield from attempt(d, "ambush", ambush)):
        d.note("8.5.4/sa-2", "nothing can be Ambushed")
        yield from tax_or_subvert(d)


def _after_attack(d: Decider) -> Deciding[None]:
    if not has_acted(d, "ambush"):
        d.relies_on("NP-Q15")  # by both rules the next step is Tax, as with Terror
        d.note("8.5.5/sa-1", "no Ambush: Tax")
        yield from tax_or_subvert(d, may_subvert=False)


def _money_first(d: Decider) -> tuple[str, ...]:
    return (*_by_money(d), "ambush")


def _ambush_first(d: Decider) -> tuple[str, ...]:
    return ("ambush", *_by_money(d))


def _by_money(d: Decider) -> tuple[str, str]:
    return ("tax", "subvert") if d.money <= MOST_RESOURCES else ("subvert", "tax")


FLOW = Flowchart(
    (
        Box("8.5.1", "terror", terror, conditions=FOR_TERROR, after=tax_or_subvert, activities=_money_first),
        event_or_pass,
        Box(
            "8.5.3",
            "rally",
            rally,
            conditions=FOR_RALLY,
            before=_tax_before_rally,
            after=_after_rally,
            otherwise="8.5.4",
            tried="8.5.3/if-3",
            activities=_money_first,
        ),
        Box(
            "8.5.4",
            "march",
            march,
            barred=in_monsoon,
            after=_after_march,
            otherwise="8.5.5",
            activities=_ambush_first,
        ),
        Box(
            "8.5.5",
            "attack",
            attack,
            barred=lambda d: "no Resources" if d.money == 0 else "",
            after=_after_attack,
            otherwise="8.5.3",
            activities=_ambush_first,
        ),
    ),
    failing_that=("march", "attack", "rally"),
)
