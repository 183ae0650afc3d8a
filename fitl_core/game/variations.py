"""Check the variations of a game, each as a game that branches off at an event (SPEC 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from fitl_core.game.files import FalseClaim, Game, LogFile, false_claims
from fitl_core.game.game_verdicts import Verdict, verdict_of
from fitl_core.game.replays import branched
from notation import Document, Log, Span

VariationVerdict = Verdict | Literal["unchecked"]
"""`unchecked`: the game is not sound up to the variation."""


class Branch(msgspec.Struct, frozen=True):
    """A variation as a game: the log before event `at`, followed by the entries of the variation.

    `number` counts the variations of the file ("2"), and those in a variation ("2.1"). `opening` is the line
    that opens it. `game` is None if the events before the variation are not sound. Then nothing is checked.
    """

    number: str
    name: str
    at: int
    opening: Span
    log: Log
    game: Game | None

    @property
    def claims(self) -> tuple[FalseClaim, ...]:
        """The false claims in the variation."""
        return false_claims(self.game, self.at) if self.game is not None else ()

    @property
    def verdict(self) -> VariationVerdict:
        """The verdict on the variation."""
        return "unchecked" if self.game is None else verdict_of(self.game, self.claims)


def branches(game: Game) -> tuple[Branch, ...]:
    """Return the variations of a game in the order of the file, each before its own variations.

    Raises nothing.

    Events assumed after a refused event (`--continue`) do not make a variation checkable.
    """
    if game.log.document is None:
        return ()
    return tuple(_branches(game.log, game.log.document, game))


def _branches(
    file: LogFile, document: Document, game: Game | None, within: str = "", start: int = 0, before: int = 0
) -> Iterator[Branch]:
    """Yield the variations of a log, and those within them, from the entry at index `start` on.

    `before` is the number of events before that entry. `within` is the number of the enclosing variation
    with a dot after it.
    """
    number, event, first = 0, before, start
    written = zip(document.log.entries[start:], document.places[start:], strict=True)
    for i, (entry, place) in enumerate(written, start):
        if entry.event is not None:
            event, first = event + 1, i
        for variation, where in zip(entry.variations, place.variations, strict=True):
            number += 1
            entries = (*document.log.entries[:first], *variation.entries)
            branch = msgspec.structs.replace(
                document,
                log=msgspec.structs.replace(document.log, entries=entries),
                places=(*document.places[:first], *where.entries),
                gaps=(),
            )
            played = _played(file, branch, game, event)
            counted = f"{within}{number}"
            yield Branch(counted, variation.name, event, where.opening, branch.log, played)
            yield from _branches(file, branch, played, f"{counted}.", first, event - 1)


def _played(file: LogFile, document: Document, game: Game | None, at: int) -> Game | None:
    """Return the game of a variation, or None if the events before the variation are not sound."""
    if game is None or game.replay is None or game.sound < at - 1:
        return None
    log = msgspec.structs.replace(file, document=document, faults=())
    events = document.log.events[at - 1 :]
    return Game(log, branched(game.replay, at, events))
