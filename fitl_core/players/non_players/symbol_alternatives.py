"""The moves of a Non-player by each symbol that a card can have, where the symbol is unknown (8.4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.move_words import EVENT, OPERATIONS
from fitl_core.players.non_players.decide import decide
from fitl_core.players.non_players.recorded_chance import RecordedChance
from fitl_core.players.non_players.trace import Decision
from fitl_core.players.non_players.unknown_symbols import UnknownSymbol, with_symbol
from fitl_core.record.clauses import Option
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, DecisionDice
from fitl_core.state.state import State

SIDES = ("shaded", "unshaded")
NAMES = {"airlift": "Air Lift", "airstrike": "Air Strike"}
"""The verbs whose names are two words."""


def alternatives(
    before: State, unknown: UnknownSymbol, dice: Sequence[DecisionDice] = (), effects: Sequence[Effect] = ()
) -> Iterator[str]:
    """Yield what the Faction would do with each possible symbol, in words, with the recorded dice.

    Only its own move on the card is decided. A halo, whose instruction is unknown, decides nothing here.
    """
    for symbol in unknown.possible:
        if symbol == "halo":
            yield "with a halo its instruction would decide"
            continue
        stated = CardSymbol(unknown.card, unknown.faction, symbol)
        chance = RecordedChance(dice, effects)
        decision = decide(with_symbol(before, stated), unknown.faction, chance)
        declines = symbol == "rifle"
        article = "a rifle" if declines else symbol
        yield f"with {article} {unknown.faction} would {'decline and ' if declines else ''}{_deed(decision)}"


def _deed(decision: Decision) -> str:
    """Return the deed of a decision in words: "play the Event shaded", "Rally", "Pass"."""
    if decision.kind == "pass":
        return "Pass"
    move = decision.lines[-1] if decision.lines else None
    if not isinstance(move, Action):
        if decision.verb == "event":
            return "play the Event"
        return _name(decision.verb) if decision.verb else f"go on at {decision.node}"
    event = next((segment for segment in move.segments if segment.verb in EVENT), None)
    if event is None:
        verbs = [segment.verb for segment in move.segments]
        return _name(next((verb for verb in verbs if verb in OPERATIONS), verbs[0]))
    sides = [one.name for one in event.clauses[:1] if isinstance(one, Option) and one.name in SIDES]
    return " ".join(["play the Event", *sides])


def _name(verb: str) -> str:
    return NAMES.get(verb, verb.capitalize())
