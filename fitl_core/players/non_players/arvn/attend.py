"""The Special Activity with Train or Patrol: Govern, or Transport if Govern is impossible (8.7.2, 8.7.3)."""

from __future__ import annotations

from fitl_core.players.non_players.arvn.govern import govern, govern_is_possible
from fitl_core.players.non_players.arvn.measures import has_said
from fitl_core.players.non_players.arvn.transport import to_a_province, try_transport
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.verb_attempts import attempt
from fitl_core.players.non_players.wanted import Deciding


def attend(d: Decider, node: str) -> Deciding[bool]:
    """Govern or Transport; return whether either was possible. There is neither after a Raid. `node` calls
    for it.
    """
    if not d.test(node, not has_said(d, "raid"), "the Special Activity is yet to come"):
        return False
    if govern_is_possible(d) and (yield from attempt(d, "govern", govern)):
        return True
    return (yield from try_transport(d, to_a_province))
