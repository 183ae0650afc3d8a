"""Random positions: any pieces, levels, markers, tracks, lasting Events and phases that may occur.

They are wilder than any game, so that rules meet cases that no fixture has.
"""

from __future__ import annotations

import msgspec

from fitl_core.facts.card_list import cards
from fitl_core.facts.editions import Edition
from fitl_core.facts.game_map import board
from fitl_core.facts.levels import Level
from fitl_core.facts.phases import Phase
from fitl_core.facts.pieces import BASE_KINDS, KINDS, TUNNELED, Count, Kind
from fitl_core.facts.rule_readings import readings
from fitl_core.facts.scenario_list import scenario
from fitl_core.players.dice import Dice
from fitl_core.record.position import InSpace, Position
from fitl_core.record.setup import Setup
from fitl_core.state.state import FAILED_ATTEMPTS, MARKER_SUPPLY, TUNNEL_SUPPLY

EVENTS = [number for number, card in cards().items() if card.kind == "event"]
COUPS = (125, 126, 127, 128, 129)
PHASES: tuple[Phase, ...] = (
    "desert",
    "support-us",
    "support-arvn",
    "support-vc",
    "redeploy-nva",
    "commitment",
    "withdrawal",
)
BEHIND_LAOS = ("redeploy-nva", "commitment", "withdrawal")
FULL = Setup("full")
TRACKS = ("ARVN", "NVA", "VC", "aid", "patronage")
CAPABILITIES = [n for n, c in cards().items() if any(k.endswith("capability") for k in c.lasting.values())]
MOMENTUM = [(n, side) for n, c in cards().items() for side, k in c.lasting.items() if k == "momentum"]


def random_position(dice: Dice, setup: Setup = FULL) -> Position:
    """A position that may be in such a game, on an Event card or in a Coup Round."""
    coup = dice.chance(0.5)
    in_deck = [card for card in COUPS if card not in scenario(setup.scenario).leader_box]
    number = dice.draw(in_deck if coup else EVENTS)
    phase = dice.draw([phase for phase in PHASES if _is_reached(phase, number, setup)]) if coup else "card"
    left = dict(board().force_pool)
    markers = {"terror": MARKER_SUPPLY, "tunnel": TUNNEL_SUPPLY}
    drawn = [where for where in board().spaces if dice.chance(0.5)]
    leaders = dice.sample([card for card in COUPS if card != number], dice.draw(range(3)))
    if coup and phase != "desert":
        leaders.append(number)  # a Leader on top, a Failed Attempt beneath
    capabilities = [card for card in dice.sample(CAPABILITIES, dice.draw((0, 3, 8))) if card != number]
    momentum = dict(dice.sample(MOMENTUM, dice.draw((0, 1, 3))))
    out_of_deck = (number, *capabilities, *momentum)
    return Position(
        spaces=tuple([_space(where.id, left, markers, dice, phase in BEHIND_LAOS) for where in drawn]),
        tracks=(*[(name, dice.draw(range(21))) for name in TRACKS], ("trail", dice.draw(range(5)))),
        leaders=tuple(sorted(leaders, key=lambda card: card not in FAILED_ATTEMPTS)),
        capabilities=tuple([(card, dice.draw(("shaded", "unshaded"))) for card in capabilities]),
        momentum=tuple([effect for effect in momentum.items() if effect[0] != number]),
        played=(number,),
        next=dice.draw([card for card in (*EVENTS, 130) if card not in out_of_deck]),
        phase=phase,
    )


def on_card(where: Position, number: int, next_card: int = 130) -> Position:
    """The same position on an Event card, which is not in effect yet."""
    return msgspec.structs.replace(
        where,
        played=(number,),
        next=next_card,
        phase="card",
        capabilities=tuple([effect for effect in where.capabilities if effect[0] != number]),
        momentum=tuple([effect for effect in where.momentum if effect[0] != number]),
    )


def _is_reached(phase: Phase, number: int, setup: Setup) -> bool:
    if phase == "desert":
        return number in FAILED_ATTEMPTS
    return phase != "withdrawal" or setup.rules is Edition.SECOND


def random_readings(dice: Dice) -> tuple[str, ...]:
    """Some of the other readings."""
    return tuple([reading for reading in readings() if dice.chance(0.15)])


def _space(
    name: str, left: dict[Kind, int], markers: dict[str, int], dice: Dice, behind_laos: bool
) -> InSpace:
    where = next(space for space in board().spaces if space.id == name)
    pieces: list[Count] = []
    bases = 0 if where.is_loc else 2
    for kind in KINDS:
        base = kind in BASE_KINDS
        closed = where.in_north_vietnam or (where.in_laos_or_cambodia and behind_laos)
        barred = closed and kind.faction.is_coin
        number = 1 if base else dice.draw((1, 2, 3))
        spent = (base and not bases) or (kind in TUNNELED and not markers["tunnel"])
        if barred or spent or left[kind.off_map] < number or not dice.chance(0.35):
            continue
        markers["tunnel"] -= kind in TUNNELED
        bases -= base
        left[kind.off_map] -= number
        pieces.append(Count(number, kind))
    level = dice.draw(list(Level)) if where.population else Level.NEUTRAL
    marked = min(markers["terror"], dice.draw((0, 0, 1, 2)))
    terror, sabotage = (0, marked > 0) if where.is_loc else (marked, False)
    markers["terror"] -= terror + sabotage
    return InSpace(name, tuple(pieces), level, terror, sabotage)
