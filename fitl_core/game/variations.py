"""Variations: what might have come in the place of an event, each a game that is checked (SPEC 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from fitl_core.game.files import FalseClaim, Game, LogFile, false_claims
from fitl_core.game.replays import branched
from fitl_core.game.verdicts import Verdict, verdict_of
from notation import Document, Log, Span

VariationVerdict = Verdict | Literal["unchecked"]
"""`unchecked`: the game is not sound up to there."""


class Branch(msgspec.Struct, frozen=True):
    """A variation as a game: the log up to event `at`, and what it has in its place.

    `number` counts the variations of the file ("2"), and those in a variation ("2.1"); `opening` is the line
    that opens it. `game` is None where the events before it are not sound: then nothing is checked.
    """

    number: str
    name: str
    at: int
    opening: Span
    log: Log
    game: Game | None

    @property
    def claims(self) -> tuple[FalseClaim, ...]:
        """The claims in it that do not hold."""
        return false_claims(self.game, self.at) if self.game is not None else ()

    @property
    def verdict(self) -> VariationVerdict:
        """What is so of it."""
        return "unchecked" if self.game is None else verdict_of(self.game, self.claims)


def branches(game: Game) -> tuple[Branch, ...]:
    """Every variation of a game, in the order of the file, those in others behind them. Raises nothing.

    What the table assumed behind a refused event (`--all`) is no ground for variations.
    """
    if game.log.document is None:
        return ()
    return tuple(_branches(game.log, game.log.document, game))


def _branches(
    file: LogFile, document: Document, game: Game | None, within: str = "", start: int = 0, before: int = 0
) -> Iterator[Branch]:
    """The variations of a log, and those in them, from the entry at `start` on; `before`: events before it.

    `within` is the number of the variation that it is, with a dot behind it.
    """
    number, event, first = 0, before, start
    written = zip(document.log.entries[start:], document.places[start:], strict=True)
    for i, (entry, place) in enumerate(written, start):
        if entry.event is not None:
            event, first = event + 1, i
        for variation, where in zip(entry.variations, place.variations, strict=True):
            number += 1
            entries = (*document.log.entries[:first], *variation.entries)
            there = msgspec.structs.replace(
                document,
                log=msgspec.structs.replace(document.log, entries=entries),
                places=(*document.places[:first], *where.entries),
                gaps=(),
            )
            played = _played(file, there, game, event)
            counted = f"{within}{number}"
            yield Branch(counted, variation.name, event, where.opening, there.log, played)
            yield from _branches(file, there, played, f"{counted}.", first, event - 1)


def _played(file: LogFile, document: Document, game: Game | None, at: int) -> Game | None:
    """The game of a variation; None where the game that it branches off is not sound up to there."""
    if game is None or game.replay is None or game.sound < at - 1:
        return None
    log = msgspec.structs.replace(file, document=document, faults=())
    events = document.log.events[at - 1 :]
    return Game(log, branched(game.replay, at, events))
