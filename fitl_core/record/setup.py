"""What a game starts from, as its header says it (2.1, 2.2)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.editions import Edition
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.record.position import Position


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a game starts from: scenario, edition and the two cards face up (2.1, 2.2).

    `players` says who plays which Factions (1.5), `options` what was agreed on (`fitl_core.facts.options`),
    `readings` for which open questions the other reading is played (`fitl_core.facts.readings`). With a
    `position` the game starts from it, in place of the scenario's start and the two cards.
    """

    scenario: str
    rules: Edition = Edition.SECOND
    cards: tuple[int, int] | None = None
    players: Players = FOUR_PLAYERS
    options: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    position: Position | None = None
