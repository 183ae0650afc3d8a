"""The orders that rules set. Each question of which a rule fixes the order carries one of them.

What carries none is a set: the answers to one question that is asked again and again may stand in any order.
"""

from __future__ import annotations

from fitl_core.asking.answer_orders import Order

TRAIN = Order(
    "3.2.1",
    "the steps of a Train",
    "all spaces receive their pieces before the last step, which ends the Train",
)
PATROL = Order(
    "3.2.2",
    "the steps of a Patrol",
    "all cubes move before the Activation on LoCs; the Assault on one LoC ends the Patrol",
)
SWEEP = Order(
    "3.2.3",
    "the steps of a Sweep",
    "all Troops move together, then the spaces are searched, which ends the Sweep",
)
ASSAULT = Order(
    "3.2.4", "the Assault of ARVN", "it follows the US Assaults, in a space that the US have Assaulted"
)
RALLY = Order(
    "3.3.1",
    "the steps of a Rally",
    "all spaces are Rallied in before Agitation and the Trail, which end the Rally",
)
ATTACKS = Order(
    "3.3.3",
    "removals of Attacks in one space",
    "each Attack removes its targets before the next Attack hits anything",
    among=True,
)
FREE_ACTIONS = Order(
    "5.5",
    "free actions of an Event",
    "each free Operation or Special Activity is carried out before the next",
    among=True,
)
GOING_ON = Order(
    "card 56",
    "the spaces in which NVA continue",
    "the actions in one space are carried out before those in the next",
    among=True,
)

STEPS = {"train": TRAIN, "patrol": PATROL, "sweep": SWEEP, "assault": ASSAULT, "rally": RALLY}
"""The order of steps, by Operation."""
BY_RULE = {order.rule: order for order in STEPS.values()}
"""The same, by rule."""
