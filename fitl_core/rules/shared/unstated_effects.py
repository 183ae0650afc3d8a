"""Automatic effects of an action that no clause states: pieces, levels, tracks, markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fitl_core.errors import Refusal
from fitl_core.facts.card_list import cards
from fitl_core.facts.card_words import told_by
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level, level
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.facts.pieces import TUNNELED_BY_BASE, Count, Kind
from fitl_core.record import board_effects as happened
from fitl_core.record.clauses import (
    Activate,
    ChooseCard,
    Clause,
    Hide,
    Number,
    Option,
    Place,
    Rebox,
    Remove,
    Replace,
    SetLevel,
    Verb,
)
from fitl_core.record.effects import Effect
from fitl_core.rules.shared.boxes import refute_box
from fitl_core.rules.steps import asks_for
from fitl_core.state.draft import Draft
from fitl_core.state.state import RESOURCE_SLOT

EVENT = Verb("event")
TRAIN = Verb("train")

Statement = Activate | ChooseCard | Hide | Number | Place | Rebox | Remove | Replace | SetLevel
"""The forms of clause by which a player may state an automatic effect."""


class _Deed(NamedTuple):
    """A change of pieces of a kind, in a space (with its source) or between two boxes."""

    how: str
    where: str
    kind: Kind


class _Change(NamedTuple):
    """A change of a track or of markers; `meant` exceeds it if the end of the track cuts it short (1.8)."""

    by: int
    meant: int
    rule: str

    @staticmethod
    def in_all(changes: Iterable[_Change]) -> tuple[int, int]:
        """Return the sum of several changes, and the sum of the changes that are meant."""
        return sum([change.by for change in changes]), sum([change.meant for change in changes])


class UnstatedEffects:
    """The effects of an action on its draft so far that no clause states."""

    def __init__(self, draft: Draft, written: Iterable[Clause]) -> None:
        self._draft = draft
        self._pieces: Counter[_Deed] = Counter()
        self._changes: dict[tuple[str, str], list[_Change]] = {}
        self._levels: dict[str, Level] = {}
        self._rules: dict[object, str] = {}
        self._happened: dict[str, str] = {}  # the rule of the last effect in each space
        self._meant = {at: meant for at, change, meant in draft.cut if change.new != change.old}
        for at, effect in enumerate(draft.effects):
            self._note(effect, at)
        for _, change, meant in draft.cut:
            if change.new == change.old:
                self._change(change.rule, change.track, "", 0, meant)
        self._said = tuple(written)
        for clause in self._said:
            self._subtract(clause)

    def _note(self, effect: Effect, at: int) -> None:
        """Record an effect."""
        if space := getattr(effect, "space", ""):
            self._happened[space] = effect.rule
        match effect:
            case happened.LevelChanged(rule, space, _, new):
                self._levels[space] = new
                self._rules[space] = rule
            case happened.TrackChanged(rule, track, old, new):
                self._change(rule, track, "", new - old, self._meant.get(at))
            case happened.TerrorChanged(rule, space, old, new):
                self._change(rule, "terror", space, new - old)
            case happened.SabotageChanged(rule, space, new):
                self._change(rule, "sabotage", space, 1 if new else -1)
            case happened.TunnelPlaced(rule, space, kind):
                self._pieces[_Deed("tunnel", space, kind)] += 1
                self._rules[_Deed("tunnel", space, kind)] = rule
            case _:
                clause = happened.as_clause(effect)
                for deed, number in _deeds(clause) if clause is not None else ():
                    self._pieces[deed] += number
                    self._rules[deed] = effect.rule

    def _change(self, rule: str, track: str, space: str, by: int, meant: int | None = None) -> None:
        change = _Change(by, by if meant is None else meant, rule)
        self._changes.setdefault((track, space), []).append(change)
        self._rules[track, space] = rule

    def _stated_in(self, clause: Number) -> list[_Change]:
        """Return the changes that a figure states: one of them, all together, all by one rule, or none."""
        changes = self._changes.get((clause.track, clause.space), [])
        one = next((change for change in changes if clause.change in (change.by, change.meant)), None)
        if one is not None:
            return [one]
        by_rule = [
            [each for each in changes if each.rule == rule] for rule in {each.rule for each in changes}
        ]
        return next((those for those in (changes, *by_rule) if clause.change in _Change.in_all(those)), [])

    def _subtract(self, clause: Clause) -> None:
        """Remove the effects that a clause states: no other clause need state them."""
        if isinstance(clause, Number):
            for change in list(self._stated_in(clause)):
                self._changes[clause.track, clause.space].remove(change)
        else:
            self._pieces.subtract(dict(_deeds(clause)))

    def is_stated_by(self, clause: Clause, selects: bool = False) -> bool:
        """Check whether a clause, which may have selected its space, states an automatic effect truly."""
        if isinstance(clause, ChooseCard):
            return EVENT in self._said and clause.card == self._draft.state.card
        if isinstance(clause, SetLevel):
            return clause not in self._said and self._level(clause.space, selects) is clause.level
        if isinstance(clause, Number):
            return bool(self._stated_in(clause))
        if isinstance(clause, Remove) and refute_box(self._draft, clause) is not None:
            return False
        deeds = list(_deeds(clause))
        return bool(deeds) and all(self._pieces[deed] == number for deed, number in deeds)

    def _level(self, space: str, named: bool) -> Level | None:
        """Return the level that a space has reached, or keeps although the action is about it."""
        if space in self._levels:
            return self._levels[space]
        named = named or any(getattr(clause, "space", "") == space for clause in self._said)
        return level(self._draft[spaces_by_id()[space]].support) if named else None

    def refute(self, part: Verb, clause: Clause, selects: bool = False) -> Refusal | None:
        """Refuse a false statement of an automatic effect, with the actual effect; None if nothing happened.

        A clause that `selects` its space is about that space, even without an effect there. If the
        segment's verb asks for levels, an unchanged level is no automatic effect.
        """
        if isinstance(clause, ChooseCard):
            return self._refute_card(clause.card)
        if isinstance(clause, SetLevel):
            if clause.space not in self._levels and asks_for(part.name, clause):
                return None
            return self._refute_level(clause, selects)
        if isinstance(clause, Number) and clause.space:
            return self._refute_marker(clause)
        if isinstance(clause, Number):
            return self._refute_figure(clause)
        if isinstance(clause, Remove) and (refusal := refute_box(self._draft, clause)) is not None:
            return refusal
        for deed, number in _deeds(clause):
            if self._pieces[deed] > 0 and self._pieces[deed] != number:
                why = f"{_WORDS[deed.how]} here: {deed.kind.words(self._pieces[deed])}, not {number}"
                return Refusal("wrong-pieces", self._rules[deed], why)
        return self._refute_others([deed for deed, _ in _deeds(clause)], selects)

    def _refute_others(self, deeds: Sequence[_Deed], selects: bool) -> Refusal | None:
        """Refuse a clause that states other pieces than those with an automatic effect here.

        A clause is about these pieces if it names any of them, or has selected its space.
        """
        if not deeds or not (selects or any(self._pieces[deed] > 0 for deed in deeds)):
            return None
        done = [deed for deed, number in self._pieces.items() if number > 0 and deed[:2] == deeds[0][:2]]
        other = next((deed for deed in deeds if deed not in done), None)
        if not done or other is None:
            return None
        actual = ", ".join([deed.kind.words(self._pieces[deed]) for deed in done])
        why = f"{_WORDS[other.how]} here: {actual}, no {other.kind.noun}"
        return Refusal("wrong-pieces", self._rules[done[0]], why)

    def refute_in(self, part: Verb, clause: Clause) -> Refusal | None:
        """Refuse the change of a track that a segment neither decides nor changes."""
        if not isinstance(clause, Number) or clause in self._said or self._is_hit_of_strike(clause):
            return None
        resources = " Resources do" if clause.track in RESOURCE_SLOT else " does"
        why, card = f"{clause.track}{resources} not change here", self._draft.state.card
        if part == TRAIN and clause.track == "ARVN" and clause.change > 0:
            why = "ARVN Resources rise here only by up to 3 Patronage, transferred with Saigon selected"
            return Refusal("wrong-amount", OPERATIONS[part.name], why, ("write it as in: patronage-3",))
        if part != EVENT or card is None:
            is_cost = part.name in OPERATIONS and clause.track in RESOURCE_SLOT
            return Refusal("wrong-amount", OPERATIONS[part.name], why) if is_cost else None
        side = next((written.name for written in self._said if isinstance(written, Option)), "")
        return Refusal("wrong-amount", f"card {card}", why, (told_by(card, side),))

    def _is_hit_of_strike(self, clause: Number) -> bool:
        """Check whether a clause may be an Air Strike's hit on the Trail, which says nothing of an Event."""
        struck = any(effect.rule == ACTIVITIES["airstrike"] for effect in self._draft.effects)
        return clause.track == "trail" and struck

    def _refute_card(self, number: int) -> Refusal | None:
        """Refuse the wrong card of an Event; None if there is no Event."""
        played = self._draft.state.card
        if played is None or EVENT not in self._said or played == number:
            return None
        names = [f"card {each} {cards()[each].title}" for each in (played, number)]
        return Refusal("wrong-card", "2.3.7", f"the Event is that of {names[0]}, not of {names[1]}")

    def _refute_level(self, clause: SetLevel, named: bool) -> Refusal | None:
        now, name = self._level(clause.space, named), spaces_by_id()[clause.space].name
        rule = self._rules.get(clause.space) or self._happened.get(clause.space)
        if now is None or now is clause.level or rule is None:
            return None
        verb = "becomes" if clause.space in self._levels else "stays at"
        return Refusal("wrong-level", rule, f"{name} {verb} {now.words}, not {clause.level.words}")

    def _refute_figure(self, clause: Number) -> Refusal | None:
        """Refuse a wrong change of a track, with the actual one, by the rule of the part that it concerns."""
        changes = self._changes.get((clause.track, clause.space))
        if not changes or clause in self._said or self._is_hit_of_strike(clause):
            return None
        rule = self._rules[clause.track, clause.space]
        changes = [change for change in changes if change.rule == rule]
        by, meant = _Change.in_all(changes)
        of_faction = clause.track in RESOURCE_SLOT
        what, verb = (f"{clause.track} Resources", "change") if of_faction else (clause.track, "changes")
        figures = [f"{change.by:+d}" for change in changes if change.by]
        each = " and ".join(figures) + (f", {by:+d} in all" if len(figures) > 1 else "")
        done = f"{verb} by {each} here, not by" if figures else f"{verb} no more here, and not by"
        facts = (f"the end of the track cuts {meant:+d} short (1.8)",) if meant != by else ()
        return Refusal("wrong-amount", rule, f"{what} {done} {clause.change:+d}", facts)

    def _refute_marker(self, clause: Number) -> Refusal | None:
        rule = self._happened.get(clause.space)
        if clause.change < 0 or rule is None:
            return None
        changes = self._changes.get((clause.track, clause.space))
        if changes:
            by = sum([change.by for change in changes])
            why = f"{clause.track} there changes by {by:+d}, not by {clause.change:+d}"
            return Refusal("wrong-amount", rule, why)
        if not self._draft.markers_left():
            return Refusal("no-marker-left", rule, "no Terror or Sabotage marker is left")
        name = spaces_by_id()[clause.space].name
        return Refusal("wrong-amount", rule, f"{name} gets no further {clause.track.title()} marker")


_WORDS = {
    "place": "placed",
    "remove": "removed",
    "activate": "Activated",
    "hide": "turned Underground",
    "rebox": "moved",
    "tunnel": "Tunneled",
}


def _deeds(clause: Clause) -> Iterator[tuple[_Deed, int]]:
    """Yield the changes of pieces that a clause states."""
    match clause:
        case Place(space, pieces, source):
            yield from _each("place", space + source, pieces)
        case Remove(space, pieces):
            yield from _each("remove", space, pieces)
        case Replace(space, (Count(1, kind),), (Count(1, tunneled),)) if (
            TUNNELED_BY_BASE.get(kind) is tunneled
        ):
            yield _Deed("tunnel", space, kind), 1
        case Replace(space, pieces, by):
            yield from _each("remove", space, pieces)
            yield from _each("place", space + "available", by)
        case Activate(space, pieces):
            yield from _each("activate", space, pieces)
        case Hide(space, pieces):
            yield from _each("hide", space, pieces)
        case Rebox(source, to, pieces):
            yield from _each("rebox", source + to, pieces)


def _each(how: str, where: str, pieces: tuple[Count, ...]) -> Iterator[tuple[_Deed, int]]:
    return ((_Deed(how, where, count.kind), count.number) for count in pieces)
