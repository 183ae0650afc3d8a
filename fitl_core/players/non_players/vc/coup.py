"""What VC do in the phases of a Coup Round: Agitate, and choices that are theirs (6.2.1, 6.3.2, 6.5)."""

from __future__ import annotations

from fitl_core.facts.board import BoardSpace
from fitl_core.players.non_players.attempts import CarryOut, attempt
from fitl_core.players.non_players.conduct import Node
from fitl_core.players.non_players.decider import Decider
from fitl_core.players.non_players.trace import Outcome
from fitl_core.players.non_players.vc.agitate import NODE, agitate_all
from fitl_core.players.non_players.wanted import Deciding
from fitl_core.record.clauses import At


def _phase(verb: str, node: str, carry_out: CarryOut) -> Node[Outcome]:
    """A phase in which VC do something, or nothing."""

    def phase(d: Decider) -> Deciding[Outcome]:
        done = yield from attempt(d, verb, carry_out)
        return Outcome("coup" if done else "pass", node)

    return phase


def _sabotage(d: Decider) -> Deciding[bool]:
    """The LoCs that are Sabotaged where markers run short (8.3, NP-Q42)."""
    done = False
    while d.walk is not None and d.walk.questions and (left := d.open_spaces()):
        if d.other_reading("NP-Q42"):
            best = d.narrow("6.2.1", "", left, lambda at: at.econ)
            where = yield from d.even("6.2.1", best, lambda at: at.name)
        else:
            where = yield from d.pick_space("6.2.1", left, room=d.selectable)
        yield from d.say(At(where.id))
        done = True
    return done


def withdraw(d: Decider) -> Deciding[bool]:
    """The shifts for US Withdrawal, each space once (8.4.5, NP-Q41)."""
    done = False
    while left := d.open_spaces():
        letters = (
            ()
            if d.other_reading("NP-Q41")
            else (("a", lambda at: _gain(d, at)), ("b", lambda at: _loss(d, at)))
        )
        where = yield from d.pick_space("8.4.5", left, *letters, room=d.selectable)
        yield from d.say(At(where.id))
        done = True
    return done


def _gain(d: Decider, where: BoardSpace) -> int:
    """By how much Total Opposition would rise."""
    return where.population if d.support(where) <= 0 else 0


def _loss(d: Decider, where: BoardSpace) -> int:
    """By how much Total Support would fall."""
    return where.population if d.support(where) > 0 else 0


PHASES = {
    "sabotage": _phase("sabotage", "6.2.1", _sabotage),
    "support-vc": _phase("agitate", NODE, agitate_all),
    "withdrawal": _phase("withdraw", "6.5", withdraw),
}
"""By the names of the phases."""
