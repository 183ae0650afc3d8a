"""Check a log against the saves: a save, changed by the next log, must give the next save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import KINDS, TUNNELED_BY_BASE, Kind
from fitl_core.imports.scala_items import (
    CardIn,
    CardOut,
    Flipped,
    Item,
    LeaderCard,
    LevelSet,
    Marker,
    OtherChange,
    Pieces,
    TrackSet,
    Tunnel,
)
from fitl_core.record.position import InSpace, Position
from fitl_core.state.state import FAILED_ATTEMPTS

_OFF_MAP = ("available", "casualties", "oop")
_WITHOUT_TUNNEL = {tunneled: base for base, tunneled in TUNNELED_BY_BASE.items()}


def log_disagrees(
    before: Position, items: Iterable[Item], after: Position, unknown: Iterable[str]
) -> tuple[str, ...]:
    """Return the differences, in words, between a save and the save before it changed by the log."""
    ledger = Ledger(before)
    for item in items:
        ledger.apply(item)
    return tuple(ledger.differences(Ledger(after), unknown))


class Ledger:
    """A position in the terms of a log's lines. `Available` is not kept."""

    def __init__(self, position: Position) -> None:
        self.pieces: dict[str, Counter[Kind]] = {place: Counter() for place in (*spaces_by_id(), *_OFF_MAP)}
        boxes = (("casualties", position.casualties), ("oop", position.out_of_play))
        held = [*boxes, *[(here.space, here.pieces) for here in position.spaces]]
        for place, counts in held:
            for count in counts:
                self.pieces[place][count.kind] += count.number
        here = {one.space: one for one in position.spaces}
        empty = InSpace("")
        self.levels: dict[str, Level] = {space: here.get(space, empty).level for space in spaces_by_id()}
        self.markers: dict[str, int] = {
            space: here.get(space, empty).terror + here.get(space, empty).sabotage for space in spaces_by_id()
        }
        self.tracks: dict[str, int] = dict(position.tracks)
        self.lasting: dict[int, Side] = dict((*position.capabilities, *position.momentum))
        self.leaders: list[int] = list(position.leaders or ())
        self.face_down: bool = position.face_down
        self.peace_talks: bool = position.peace_talks

    def apply(self, item: Item) -> None:
        """Change the position as a line says. A line that changes nothing is ignored."""
        match item:
            case Pieces(pieces, source, to):
                for count in pieces:
                    self._move(count.kind, count.number, source, to)
            case Flipped(count, space):
                other = count.kind.active if count.kind.is_underground else count.kind.underground
                self._turn(space, count.kind, other, count.number)
            case Tunnel(base, space):
                self._turn(space, base, TUNNELED_BY_BASE.get(base) or _WITHOUT_TUNNEL[base], 1)
            case LevelSet(space, level):
                self.levels[space] = level
            case Marker(space, change):
                self.markers[space] += change
            case TrackSet(track, level):
                self.tracks[track] = level
            case CardIn(card, side):
                self.lasting[card] = side
            case CardOut(card):
                self.lasting.pop(card, None)
            case LeaderCard(card, beneath):
                self._leader(card, beneath)
            case OtherChange("leader-down"):
                self.face_down = True
            case OtherChange("peace-talks"):
                self.peace_talks = True
            case _:
                pass

    def _move(self, kind: Kind, number: int, source: str, to: str) -> None:
        if source != "available":
            self.pieces[source][kind.off_map if source in _OFF_MAP else kind] -= number
        if to != "available":
            self.pieces[to][kind.off_map if to in _OFF_MAP else kind] += number

    def _turn(self, space: str, kind: Kind, other: Kind, number: int) -> None:
        self.pieces[space][kind] -= number
        self.pieces[space][other] += number

    def _leader(self, card: int, beneath: bool) -> None:
        if not beneath:
            self.leaders.append(card)
            self.face_down = False
            return
        attempts = [number for number in self.leaders if number in FAILED_ATTEMPTS]
        self.leaders.insert(len(attempts) if card in FAILED_ATTEMPTS else 0, card)

    def differences(self, other: Ledger, unknown: Iterable[str]) -> Iterator[str]:
        """Yield the differences from `other` in words, except unknown tracks."""
        yield from self.on_board(other, unknown)
        for card in sorted({*self.lasting, *other.lasting}):
            if self.lasting.get(card) != other.lasting.get(card):
                here, there = self.lasting.get(card, "nothing"), other.lasting.get(card, "nothing")
                yield f"card {card} {cards()[card].title}: the log gives {here}, the save {there}"
        if sorted(self.leaders) != sorted(other.leaders) or self.leaders[-1:] != other.leaders[-1:]:
            yield f"RVN Leaders: the log gives {self.leaders}, the save {other.leaders}"
        if (self.face_down, self.peace_talks) != (other.face_down, other.peace_talks):
            yield "the Leader's face, or the Peace Talks: the log and the save differ"

    def on_board(self, other: Ledger, unknown: Iterable[str]) -> Iterator[str]:
        """Yield the differences of pieces, levels, markers and tracks only."""
        for place in self.pieces:
            for kind in KINDS:
                here, there = self.pieces[place][kind], other.pieces[place][kind]
                if here != there and place != "available":
                    yield f"{_words(place)}: the log gives {kind.words(here)}, the save {there}"
        for space in self.levels:
            if self.levels[space] is not other.levels[space]:
                yield (
                    f"{_words(space)}: the log gives {self.levels[space].words}, "
                    f"the save {other.levels[space].words}"
                )
            if self.markers[space] != other.markers[space]:
                what = "Sabotage" if spaces_by_id()[space].is_loc else "Terror"
                here, there = self.markers[space], other.markers[space]
                yield f"{_words(space)}: the log gives {what} {here}, the save {there}"
        for track, level in other.tracks.items():
            if track not in unknown and self.tracks.get(track) != level:
                yield f"{track}: the log gives {self.tracks.get(track)}, the save {level}"


def _words(place: str) -> str:
    here = spaces_by_id().get(place)
    return here.name if here is not None else {"oop": "Out of Play"}.get(place, place.title())
