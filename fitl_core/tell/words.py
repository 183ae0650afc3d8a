"""What happened and how things stand, in plain words: for replays, annotations and messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from fitl_core.facts.board import board, spaces_by_id
from fitl_core.facts.cards import cards
from fitl_core.facts.factions import FACTIONS, ControlName, Faction
from fitl_core.facts.levels import Level, level
from fitl_core.facts.pieces import KINDS, Pieces, describe
from fitl_core.record.clauses import (
    Activate,
    Clause,
    Hide,
    Move,
    Number,
    Place,
    Rebox,
    Remove,
    Replace,
    Roll,
    SetLevel,
)
from fitl_core.record.effects import Effect
from fitl_core.rules.awaited import awaited
from fitl_core.state.control import control_in
from fitl_core.state.draft import BOX_WORDS
from fitl_core.state.state import State, resources
from fitl_core.state.victory import margins, scores, winner_words

PHASES = {
    "desert": "desertion of a Failed Attempt",
    "sabotage": "Resources Phase",
    "support-us": "Support Phase",
    "support-arvn": "Support Phase",
    "support-vc": "Support Phase",
    "redeploy-arvn": "Redeploy Phase",
    "redeploy-nva": "Redeploy Phase",
    "commitment": "Commitment Phase",
    "withdrawal": "Commitment Phase",
}
"""What each phase of a Coup Round that waits for a Faction is called (6.0)."""

TRACK_WORDS = {
    "aid": "Aid",
    "patronage": "Patronage",
    "econ": "Econ",
    "trail": "Trail",
    "ARVN": "ARVN Resources",
    "NVA": "NVA Resources",
    "VC": "VC Resources",
}
CONTROL_WORDS: dict[ControlName, str] = {"coin": "COIN", "nva": "NVA", "none": "none"}


class Told(msgspec.Struct, frozen=True):
    """One thing that happened, in words, and the rule by which it did."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


class _Running(NamedTuple):
    """A track's change under one rule: where it is told, and the figure it began with."""

    rule: str
    at: int
    start: int


def narrate(before: State, effects: Iterable[Effect]) -> tuple[Told, ...]:
    """An event's effects in words, with the figures they led to.

    Changes of one track under one rule, with none under another between them, are told as one.
    """
    told: list[Told] = []
    tracks = {name: track_of(before, name) for name in TRACK_WORDS}
    levels = {where.id: here.support for where, here in zip(board().spaces, before.spaces, strict=True)}
    running: dict[str, _Running] = {}
    for effect in effects:
        clause = effect.clause
        if clause is None:
            told.append(Told(effect.note, effect.rule))
        elif isinstance(clause, Number) and not clause.space:
            track = clause.track
            if track not in running or running[track].rule != effect.rule:
                running[track] = _Running(effect.rule, len(told), tracks[track])
                told.append(Told("", effect.rule))
            tracks[track] += clause.change
            at, start = running[track].at, running[track].start
            told[at] = Told(f"{TRACK_WORDS[track]} {start} -> {tracks[track]}", effect.rule)
        elif isinstance(clause, SetLevel):
            old = level(levels[clause.space])
            levels[clause.space] = clause.level.value_
            told.append(Told(_shifted(clause.space, old, clause.level), effect.rule))
        else:
            told.append(Told(clause_words(clause), effect.rule))
    return tuple(told)


def control_changes(before: State, after: State) -> tuple[Told, ...]:
    """The spaces whose Control an event changed (1.7)."""
    told = []
    for where, old, new in zip(board().spaces, before.spaces, after.spaces, strict=True):
        if old.pieces is new.pieces and not before.held_control:
            continue
        was, now = control_in(before, where), control_in(after, where)
        if was != now:
            whose = "nobody's" if now == "none" else CONTROL_WORDS[now]
            told.append(Told(f"{where.short} comes under {whose} Control", "1.7"))
    return tuple(told)


def clause_words(clause: Clause) -> str:
    """A consequence that needs no figures from before, in words.

    >>> from fitl_core.pieces import Count, Kind
    >>> clause_words(Place("saigon", (Count(6, Kind.AT),)))
    '6 ARVN Troops placed in Saigon from Available'
    """
    match clause:
        case Place(space, pieces, source):
            return f"{describe(pieces)} placed in {_name(space)} from {_name(source)}"
        case Remove(space, pieces, to):
            where_to = f" to {_name(to)}" if to else ""
            return f"{describe(pieces)} removed from {_name(space)}{where_to}"
        case Move(path, pieces):
            way = f" by way of {', '.join([_name(space) for space in path[1:-1]])}" if path[2:] else ""
            moves = "moves" if _is_one(pieces) else "move"
            return f"{describe(pieces)} {moves} from {_name(path[0])} to {_name(path[-1])}{way}"
        case Rebox(source, to, pieces):
            verb = "goes" if _is_one(pieces) else "go"
            return f"{describe(pieces)} {verb} from {_name(source)} to {_name(to)}"
        case Replace(space, pieces, by):
            return f"{describe(pieces)} in {_name(space)} replaced by {describe(by)}"
        case Activate(space, pieces):
            verb = "becomes" if _is_one(pieces) else "become"
            return f"{describe(pieces)} in {_name(space)} {verb} Active"
        case Hide(space, pieces):
            verb = "goes" if _is_one(pieces) else "go"
            return f"{describe(pieces)} in {_name(space)} {verb} Underground"
        case Number(track, change, space) if space:
            markers = f"{abs(change)} {track.title()} marker{'s' if abs(change) != 1 else ''}"
            done = "placed in" if change > 0 else "removed from"
            return f"{markers} {done} {_name(space)}"
        case Number(track, change):
            return f"{TRACK_WORDS[track]} {change:+d}"
        case SetLevel(space, new):
            return f"{_name(space)} is set to {new.words}"
        case Roll(die):
            return f"the die shows {die}"
        case _:
            named = [getattr(clause, name) for name in clause.__struct_fields__]
            return " ".join([_name(str(value)) for value in named])


def standing(state: State) -> str:
    """Who or what is waited for: "card 55 Trucks: NVA is to act (2.3.2)"."""
    waits = awaited(state)
    card = card_words(state.card) if state.card is not None else ""
    match waits.what:
        case "over":
            return f"the game is over: {winner_words(state)} won"
        case "card":
            return f"no card is played yet ({waits.rule})"
        case "nothing":
            return f"{card} is finished and no card is left"
        case "reveal":
            stands = "played" if state.phase == "card" else "finished"
            return f"{card} is {stands}; the next card is to be revealed ({waits.rule})"
        case "phase":
            return f"{card}, {PHASES[state.phase]}: {waits.faction} is to act ({waits.rule})"
        case "action" | "event" as what:
            act = "execute it" if what == "event" else "act"
            wait = f"; play waits for {' and '.join(waits.holding)} (2.3.8)" if waits.holding else ""
            return f"{card}: {waits.faction} is to {act} ({waits.rule}){wait}"


def card_words(number: int) -> str:
    """A card by number and title: "card 55 Trucks"."""
    return f"card {number} {cards()[number].title}"


def pieces_words(pieces: Pieces) -> str:
    """Pieces in the codes of the notation, Factions apart: "3ut ub, 2at 3ap"; empty if there are none."""
    groups = []
    for faction in (FACTIONS[0], FACTIONS[2], FACTIONS[1], FACTIONS[3]):
        counts = [(kind, pieces[kind.slot]) for kind in KINDS if kind.faction is faction]
        words = [f"{number if number > 1 else ''}{kind.code}" for kind, number in counts if number]
        if words:
            groups.append(" ".join(words))
    return ", ".join(groups)


def tracks_words(state: State) -> str:
    """Resources and tracks on one line."""
    money = ", ".join([f"{faction} {resources(state, faction)}" for faction in FACTIONS[1:]])
    others = ", ".join([f"{TRACK_WORDS[name]} {track_of(state, name)}" for name in _COMMON_TRACKS])
    return f"Resources {money}; {others}"


def scores_words(state: State) -> str:
    """The four victory markers with their margins on one line (1.9, 7.3)."""
    by_margin = margins(state)
    return ", ".join(
        [f"{faction} {score} ({by_margin[faction]:+d})" for faction, score in scores(state).items()]
    )


def track_of(state: State, name: str) -> int:
    """A track, or a Faction's Resources, by its name in the notation."""
    if name in _PURSES:
        return resources(state, Faction(name))
    found: int = getattr(state, name)
    return found


_PURSES = ("ARVN", "NVA", "VC")
_COMMON_TRACKS = ("aid", "patronage", "econ", "trail")


def _shifted(space: str, old: Level, new: Level) -> str:
    return f"{_name(space)} shifts from {old.words} to {new.words}"


def _name(place: str) -> str:
    """The short name of a space, or a box in words; anything else as it is."""
    where = spaces_by_id().get(place)
    return where.short if where else BOX_WORDS.get(place, place)


def _is_one(pieces: Iterable[object]) -> bool:
    return sum([getattr(count, "number", 1) for count in pieces]) == 1
