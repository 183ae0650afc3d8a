"""Check that revealed Deception markers are those that their seats have drawn from the key (7.3)."""

from __future__ import annotations

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DECEPTION, DeceptionMarker
from fitl_core.facts.players import Players, player_of, player_words
from fitl_core.game.effective import Link
from fitl_core.proofs.findings import Findings
from fitl_core.proofs.markers import DrawnBehind, drawn_markers
from fitl_core.proofs.proof_lines import ProofLine
from fitl_core.record.events import RevealMarker, ShareOut, Stand
from fitl_core.record.setup import Setup


class _Hand(msgspec.Struct, frozen=True):
    """The markers that a seat has drawn, and the point of the draw."""

    drawn: DrawnBehind
    markers: tuple[DeceptionMarker, ...]


class MarkersCheck:
    """A check of every revealed marker; the key is None until the seed is opened.

    In a game with a commitment to a seed (`promised`) a drawn marker without proof is an open point.
    """

    def __init__(self, setup: Setup, key: bytes | None, promised: bool, findings: Findings) -> None:
        self._findings = findings
        self._promised = promised
        self._setup = setup
        self._key = key
        self._hands: dict[str, _Hand] = {}
        self._waiting: list[int] = []
        self._deal(DrawnBehind(0), None)

    def take(self, line: ProofLine, end: Link | None) -> None:
        """Check the next line; `end` is the last link of the effective log after it."""
        if isinstance(line.event, ShareOut):
            self._deal(DrawnBehind(line.number), end)
        drawn = [proof for proof in line.proofs if isinstance(proof, DrawnBehind)]
        if not drawn:
            if self._promised and isinstance(line.event, RevealMarker) and DECEPTION in self._setup.options:
                why = "nothing proves that this marker was drawn"
                self._findings.open_point("marker-unproven", why, line.entry, line.number)
            return
        if len(drawn) > 1 or not isinstance(line.event, RevealMarker):
            why = "the proof of a marker stands beside a line that reveals none"
            self._findings.line("proof-stray", why, line.entry, line.number)
        elif self._key is None:
            self._waiting.append(line.number)
        else:
            self._look(line.event, drawn[0], line, end)

    def finish(self) -> None:
        """Report the markers that could not be checked."""
        self._findings.in_events("markers wait for the dealer's seed", self._waiting)

    def _look(self, event: RevealMarker, drawn: DrawnBehind, line: ProofLine, end: Link | None) -> None:
        group = player_of(self._players(end), event.faction)
        hand = self._hands.get(player_words(group))
        used = self._used(group, end)
        if hand is None or hand.drawn != drawn:
            when_drawn = f"{hand.drawn}" if hand is not None else "nowhere"
            why = f"{player_words(group)} has drawn its markers {when_drawn}, not {drawn}"
        elif used.count(event.marker) > hand.markers.count(event.marker):
            why = f"{player_words(group)} has drawn {' and '.join(hand.markers)}"
        else:
            self._findings.markers += 1
            return
        self._findings.line("marker-wrong", why, line.entry, line.number)

    def _deal(self, drawn: DrawnBehind, end: Link | None) -> None:
        """Draw for the seats that have no markers yet."""
        if self._key is None or DECEPTION not in self._setup.options:
            return
        groups = {player_words(group): group for group in self._players(end)}
        bare = {seat: self._used(group, end) for seat, group in groups.items() if seat not in self._hands}
        dealt = [marker for hand in self._hands.values() for marker in hand.markers]
        for seat, markers in drawn_markers(self._key, drawn, dealt, bare).items():
            self._hands[seat] = _Hand(drawn, markers)

    def _players(self, end: Link | None) -> Players:
        """Return the players after the last line of an effective log."""
        shared = [link.event.players for link in _chain(end) if isinstance(link.event, ShareOut)]
        return shared[-1] if shared else self._setup.players

    def _used(self, group: tuple[Faction, ...], end: Link | None) -> tuple[DeceptionMarker, ...]:
        """Return the markers that the Factions of a seat have revealed."""
        revealed = list(self._setup.position.revealed) if self._setup.position is not None else []
        for link in _chain(end):
            event = link.event.move if isinstance(link.event, Stand) else link.event
            if isinstance(event, RevealMarker):
                revealed.append((event.faction, event.marker))
        return tuple([marker for faction, marker in revealed if faction in group])


def _chain(end: Link | None) -> tuple[Link, ...]:
    return end.chain() if end is not None else ()
