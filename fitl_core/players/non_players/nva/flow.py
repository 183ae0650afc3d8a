"""The flowchart of NVA on an Event card: Attack, Event or Pass, Terror, Rally, March (8.6)."""

from __future__ import annotations

from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.event_or_pass import event_or_pass
from fitl_core.players.non_players.flowchart import Box, ByReading, Flowchart, in_monsoon
from fitl_core.players.non_players.nva.ambush import ambush_behind_march
from fitl_core.players.non_players.nva.attack import CONDITIONS as FOR_ATTACK
from fitl_core.players.non_players.nva.attack import attack_whole
from fitl_core.players.non_players.nva.bombard import bombard
from fitl_core.players.non_players.nva.infiltrate import infiltrate
from fitl_core.players.non_players.nva.march import march
from fitl_core.players.non_players.nva.rally import CONDITIONS as FOR_RALLY
from fitl_core.players.non_players.nva.rally import rally
from fitl_core.players.non_players.nva.terror import CONDITIONS as FOR_TERROR
from fitl_core.players.non_players.nva.terror import terror
from fitl_core.players.non_players.verb_attempts import attempt, why_impossible
from fitl_core.players.non_players.wanted import Deciding


def _after_terror(d: Decider) -> Deciding[None]:
    yield from _bombard(d, "8.6.3/sa-1")


def _infiltrate_or_bombard(d: Decider) -> Deciding[None]:
    if not (yield from attempt(d, "infiltrate", infiltrate)):
        why = why_impossible(d, "infiltrate", "it would place no Base and no 4 Troops")
        d.note("8.6.4/sa-1", f"no Infiltrate: {why}")
        d.relies_on("NP-Q24")
        yield from _bombard(d, "8.6.4/sa-2")


def _after_march(d: Decider) -> Deciding[None]:
    if not (yield from attempt(d, "ambush", ambush_behind_march)):
        d.note("8.6.5/sa-1", "no Ambush removes a COIN Base")
        yield from _infiltrate_or_bombard(d)


def _bombard(d: Decider, node: str) -> Deciding[None]:
    if not (yield from attempt(d, "bombard", bombard)):
        d.note(node, "nothing can be Bombarded: no Special Activity")


_TERROR = Box("8.6.3", "terror", terror, conditions=FOR_TERROR, after=_after_terror, activities=("bombard",))
FLOW = Flowchart(
    (
        Box(
            "8.6.1",
            "attack",
            attack_whole,
            conditions=FOR_ATTACK,
            entire=True,
            activities=("ambush", "bombard"),
        ),
        ByReading("NP-Q18", (event_or_pass, _TERROR)),
        Box(
            "8.6.4",
            "rally",
            rally,
            conditions=FOR_RALLY,
            after=_infiltrate_or_bombard,
            otherwise="8.6.5",
            tried="8.6.4/if-5",
            activities=("infiltrate", "bombard"),
        ),
        Box(
            "8.6.5",
            "march",
            march,
            barred=in_monsoon,
            after=_after_march,
            otherwise="8.6.4",
            activities=("ambush", "infiltrate", "bombard"),
        ),
    ),
    failing_that=("march", "rally"),
)
