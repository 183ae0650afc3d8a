"""The setup of a game, as stated by the header of a log (2.1, 2.2). See `fitl_core.state.starting`."""

from __future__ import annotations

import msgspec

from fitl_core.arguments import converted
from fitl_core.facts.card_symbols import CardSymbol
from fitl_core.facts.editions import Edition
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.record.position import Position

_TYPES = {
    "scenario": str,
    "rules": Edition,
    "cards": tuple[int, int] | None,
    "players": Players,
    "options": tuple[str, ...],
    "readings": tuple[str, ...],
    "symbols": tuple[CardSymbol, ...],
    "position": Position | None,
}
"""The types to which the fields of a `Setup` are converted."""


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The choices from which a game starts: scenario, edition and the two cards face up (2.1, 2.2).

    `players` has the Factions of each player (1.5), and `options` the agreed options
    (`fitl_core.facts.options`). `readings` are the chosen readings of open rules
    (`fitl_core.facts.rule_readings`). `symbols` are those that the holder of the cards states for Non-players
    (`fitl_core.facts.card_symbols`). A `position` replaces the start of the scenario and the two cards.
    """

    scenario: str
    rules: Edition = Edition.SECOND
    cards: tuple[int, int] | None = None
    players: Players = FOUR_PLAYERS
    options: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    position: Position | None = None
    symbols: tuple[CardSymbol, ...] = ()

    def __post_init__(self) -> None:
        """Convert text to members of enumerations and lists to tuples.

        Raises `UnknownName` for an unknown edition or Faction, `TypeError` for another type.
        """
        for name, hint in _TYPES.items():
            value = getattr(self, name)
            fitting = converted(value, hint, name)
            if fitting is not value:
                msgspec.structs.force_setattr(self, name, fitting)
