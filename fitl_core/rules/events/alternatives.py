"""Alternatives of an Event, "this or that": one that can be carried out comes before one that cannot (5.1.3).

What an Event says is carried out as far as it can be. So an alternative of which nothing at all could happen
(no such piece, a track at its end, no Activity with a legal space) is closed while another could be carried
out at least in part; where none could, none need be named. All cards ask here.
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
from fitl_core.rules.forms.names import FactionChoice, NumberChoice, OptionChoice
from fitl_core.state.state import CAP, TRAIL_CAP

NOTHING_WILL_DO = "5.1.3-07"
"""The reading by which an alternative may be chosen of which nothing can be carried out."""

Name = TypeVar("Name", str, Faction, int)


class Way(NamedTuple):
    """One alternative: whether anything of it `can` be carried out, and what is missing where nothing can."""

    can: bool
    lack: str


OPEN = Way(True, "")
"""An alternative of which nothing is missing."""
Ways = Mapping[Name, Way]
"""The alternatives, each by its name."""


def from_box(ctx: Context, box: Box, kinds: Iterable[Kind], what: str) -> Way:
    """An alternative that takes pieces out of a box: `what`, as in "US Troops Out of Play"."""
    there = ctx.draft.box(box)
    return Way(any(there[kind.slot] for kind in kinds), f"there are no {what}")


def on_track(ctx: Context, track: TrackName, change: int) -> Way:
    """An alternative that changes a track."""
    have = ctx.draft.figure(track)
    end = (TRAIL_CAP if track == "trail" else CAP) if change > 0 else 0
    if have != end:
        return OPEN
    resources = track in ("ARVN", "NVA", "VC")
    name = f"{track} Resources" if resources else "the Trail" if track == "trail" else track.title()
    return Way(False, f"{name}: no further than {have}")


def to_arvn(ctx: Context) -> Way:
    """An alternative that makes Patronage ARVN Resources."""
    return Way(ctx.draft.patronage > 0, "there is no Patronage")


def choose(
    ctx: Context,
    prompt: str,
    ways: Ways[str],
    implied: Mapping[str, Callable[[Clause], bool]] | None = None,
) -> OptionChoice:
    """Ask which alternative is carried out."""
    return ctx.option(prompt, refusals(ctx, ways), implied, optional=not any_can(ways))


def add_to_one(ctx: Context, prompt: str, tracks: Mapping[str, tuple[TrackName, int]]) -> Procedure:
    """Change one of several tracks by so much, each named as an alternative."""
    ways = {name: on_track(ctx, track, change) for name, (track, change) in tracks.items()}
    implied = {name: changing(track) for name, (track, _) in tracks.items()}
    chosen: str | None = yield choose(ctx, prompt, ways, implied)
    if chosen is not None:
        ctx.add(*tracks[chosen])


def changing(*tracks: TrackName, by: int | None = None) -> Callable[[Clause], bool]:
    """Whether a clause tells of a change of these tracks: it names the alternative that changes them."""

    def tells(clause: Clause) -> bool:
        change = type(clause) is Number and not clause.space and clause.track in tracks
        return change and (by is None or clause == Number(tracks[0], by))

    return tells


def written_as(form: type) -> Callable[[Clause], bool]:
    """Whether a clause is of a form that only one alternative takes, or carries out by itself."""
    return lambda clause: type(clause) is form


def of_whom(clause: Clause, faction: Faction) -> bool:
    """Whether all pieces of a clause are of a Faction: they name the alternative in which its pieces go."""
    pieces = getattr(clause, "pieces", ())
    return bool(pieces) and all(count.kind.faction is faction for count in pieces)


def choose_faction(
    ctx: Context,
    prompt: str,
    ways: Ways[Faction],
    implied: Callable[[Clause, Faction], bool] | None = None,
) -> FactionChoice:
    """Ask for the Faction with which, or by which, the Event is carried out."""
    closed = refusals(ctx, ways)
    return FactionChoice(ctx.faction, ctx.rule, prompt, closed, implied, optional=not any_can(ways))


def choose_change(ctx: Context, prompt: str, track: TrackName, *changes: int) -> NumberChoice:
    """Ask for one of several changes of a track: `patronage+4` or `patronage-4`."""
    ways = {change: on_track(ctx, track, change) for change in changes}
    return NumberChoice(ctx.faction, ctx.rule, prompt, track, refusals(ctx, ways))


def any_can(ways: Ways[Name]) -> bool:
    """Whether anything of any alternative can be carried out."""
    return any(way.can for way in ways.values())


def refusals(ctx: Context, ways: Ways[Name]) -> dict[Name, Refusal | None]:
    """Why each alternative is closed, or None: nothing of it could happen, but something of another."""
    if all(way.can for way in ways.values()) or ctx.alternative(NOTHING_WILL_DO):
        return dict.fromkeys(ways)
    possible = [str(name) for name, way in ways.items() if way.can]
    return {name: None if way.can or not possible else _refusal(way, possible) for name, way in ways.items()}


def _refusal(way: Way, possible: list[str]) -> Refusal:
    facts = (f"can be carried out: {', '.join(possible)}",)
    return Refusal("whole-effect", "5.1.3", f"nothing of this can be carried out: {way.lack}", facts)
