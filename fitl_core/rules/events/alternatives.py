"""Alternatives of an Event, "this or that": one that can be carried out prevails (5.1.3).

An Event is carried out as far as possible. An alternative without any possible effect (no piece for it, a
track at its end, no Activity with a legal space) is closed while another has some effect. If none has an
effect, none need be named. All cards ask here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from fitl_core.asking.questions import Procedure
from fitl_core.errors import Refusal
from fitl_core.facts.factions import Faction
from fitl_core.facts.pieces import Kind
from fitl_core.record.board_effects import TrackName
from fitl_core.record.clauses import Box, Clause, Number
from fitl_core.rules.context import Context
from fitl_core.rules.forms.name_questions import FactionChoice, NumberChoice, OptionChoice
from fitl_core.state.state import CAP, TRAIL_CAP

NOTHING_WILL_DO = "5.1.3-07"
"""The reading by which an alternative without any possible effect may be chosen."""

Name = TypeVar("Name", str, Faction, int)


class EventWay(NamedTuple):
    """One alternative: whether any of it `can` be carried out, and the `lack` if nothing can."""

    can: bool
    lack: str


OPEN = EventWay(True, "")
"""An alternative that lacks nothing."""
Ways = Mapping[Name, EventWay]
"""The alternatives by name."""


def from_box(ctx: Context, box: Box, kinds: Iterable[Kind], what: str) -> EventWay:
    """Return an alternative that takes pieces out of a box: `what`, as in "US Troops Out of Play"."""
    pieces = ctx.draft.box(box)
    return EventWay(any(pieces[kind.slot] for kind in kinds), f"there are no {what}")


def on_track(ctx: Context, track: TrackName, change: int) -> EventWay:
    """Return an alternative that changes a track."""
    have = ctx.draft.figure(track)
    end = (TRAIL_CAP if track == "trail" else CAP) if change > 0 else 0
    if have != end:
        return OPEN
    resources = track in ("ARVN", "NVA", "VC")
    name = f"{track} Resources" if resources else "the Trail" if track == "trail" else track.title()
    return EventWay(False, f"{name}: no further than {have}")


def to_arvn(ctx: Context) -> EventWay:
    """Return an alternative that turns Patronage into ARVN Resources."""
    return EventWay(ctx.draft.patronage > 0, "there is no Patronage")


def choose(
    ctx: Context,
    prompt: str,
    ways: Ways[str],
    implied: Mapping[str, Callable[[Clause], bool]] | None = None,
) -> OptionChoice:
    """Return the question which alternative is carried out."""
    return ctx.option(prompt, refusals(ctx, ways), implied, optional=not any_can(ways))


def add_to_one(ctx: Context, prompt: str, tracks: Mapping[str, tuple[TrackName, int]]) -> Procedure:
    """Change one of several tracks by its amount, each named as an alternative."""
    ways = {name: on_track(ctx, track, change) for name, (track, change) in tracks.items()}
    implied = {name: changing(track) for name, (track, _) in tracks.items()}
    chosen: str | None = yield choose(ctx, prompt, ways, implied)
    if chosen is not None:
        ctx.add(*tracks[chosen])


def changing(*tracks: TrackName, by: int | None = None) -> Callable[[Clause], bool]:
    """Return a test whether a clause states a change of these tracks, which implies their alternative."""

    def tells(clause: Clause) -> bool:
        change = type(clause) is Number and not clause.space and clause.track in tracks
        return change and (by is None or clause == Number(tracks[0], by))

    return tells


def written_as(form: type) -> Callable[[Clause], bool]:
    """Return a test whether a clause has a form that only one alternative takes or causes automatically."""
    return lambda clause: type(clause) is form


def of_whom(clause: Clause, faction: Faction) -> bool:
    """Check whether all pieces of a clause are of a Faction, which implies the alternative of its pieces."""
    pieces = getattr(clause, "pieces", ())
    return bool(pieces) and all(count.kind.faction is faction for count in pieces)


def choose_faction(
    ctx: Context,
    prompt: str,
    ways: Ways[Faction],
    implied: Callable[[Clause, Faction], bool] | None = None,
) -> FactionChoice:
    """Return the question for the Faction with which, or by which, the Event is carried out."""
    closed = refusals(ctx, ways)
    return FactionChoice(ctx.faction, ctx.rule, prompt, closed, implied, optional=not any_can(ways))


def choose_change(ctx: Context, prompt: str, track: TrackName, *changes: int) -> NumberChoice:
    """Return the question for one of several changes of a track: `patronage+4` or `patronage-4`."""
    ways = {change: on_track(ctx, track, change) for change in changes}
    return NumberChoice(ctx.faction, ctx.rule, prompt, track, refusals(ctx, ways))


def any_can(ways: Ways[Name]) -> bool:
    """Check whether any of the alternatives can be carried out in part."""
    return any(way.can for way in ways.values())


def refusals(ctx: Context, ways: Ways[Name]) -> dict[Name, Refusal | None]:
    """Return the Refusal of each closed alternative: it has no effect, while another has one."""
    if all(way.can for way in ways.values()) or ctx.alternative(NOTHING_WILL_DO):
        return dict.fromkeys(ways)
    possible = [str(name) for name, way in ways.items() if way.can]
    return {name: None if way.can or not possible else _refusal(way, possible) for name, way in ways.items()}


def _refusal(way: EventWay, possible: list[str]) -> Refusal:
    facts = (f"can be carried out: {', '.join(possible)}",)
    return Refusal("whole-effect", "5.1.3", f"nothing of this can be carried out: {way.lack}", facts)
