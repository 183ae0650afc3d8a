"""Free Operations and Special Activities granted by an Event (3.1.2, 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec

from fitl_core.asking.questions import Procedure, Question
from fitl_core.errors import Refusal
from fitl_core.facts.factions import US, Faction
from fitl_core.facts.game_map import BoardSpace
from fitl_core.facts.move_words import ACTIVITIES, VERBS, spoken
from fitl_core.facts.pieces import CUBES, SPECIAL_FORCES, Kind
from fitl_core.record.clauses import Option
from fitl_core.rules.activities.transport import cavalry_assault
from fitl_core.rules.context import Context
from fitl_core.rules.events.event_interruptions import acting
from fitl_core.rules.events.event_spaces import in_spaces, only, same
from fitl_core.rules.forms.name_questions import OptionChoice
from fitl_core.rules.forms.space_questions import SpaceTest
from fitl_core.rules.operations.assault import refuse_targets, refuse_us_assault
from fitl_core.rules.operations.assault_removal import FollowUp, GrantedAssault
from fitl_core.rules.operations.sweep import GrantedSweep, gunships
from fitl_core.rules.orders import FREE_ACTIONS
from fitl_core.rules.progress import FREE, ClosedForm, Grant, Granted, Progress
from fitl_core.rules.repertoire import (
    ACTIVITIES_OF,
    ACTIVITY_PROCEDURES,
    COIN_OPERATIONS,
    INSURGENT_OPERATIONS,
    NOT_IN_MONSOON,
    OPERATION_PROCEDURES,
)


def free(
    ctx: Context,
    faction: Faction,
    verb: str,
    grant: Grant = FREE,
    granted: Granted | None = None,
    *,
    limop: bool = False,
    acts_as: Faction | None = None,
) -> Generator[Question, Any, Progress]:
    """Let a Faction execute an Operation or Special Activity free. Return the record of it.

    `granted` says how this verb differs from the rule. The verb may be written. The Faction decides the
    details (5.1); with `acts_as`, its pieces and space tests are those of another Faction. If the verb is
    impossible, nothing happens (5.1.3). Monsoon does not forbid what an Event names (5.1.1).
    """
    progress = Progress(grant=grant, limop=limop, closed=ctx.progress.closed)
    begun = _begun(ctx, acts_as or faction, verb, progress, granted)
    if isinstance(begun, Impossible):
        ctx.close(partial(_refuse_impossible, ctx, verb, begun), Option, names=(verb,))
    else:
        yield from acting(ctx, faction, _going_on(ctx, faction, verb, progress, begun, acts_as))
    return progress


def free_limited_operation(ctx: Context, faction: Faction) -> Procedure:
    """Let a Faction execute a free Limited Operation of its choice (2.3.5); Monsoon applies (2.3.9)."""
    verbs = COIN_OPERATIONS if faction.is_coin else INSURGENT_OPERATIONS
    yield from free_choice(ctx, faction, verbs, "a free Limited Operation", limop=True)


def free_special_activity(ctx: Context, faction: Faction) -> Procedure:
    """Let a Faction execute a free Special Activity of its choice."""
    yield from free_choice(ctx, faction, ACTIVITIES_OF[faction], "a free Special Activity")


def free_choice(
    ctx: Context,
    faction: Faction,
    verbs: Iterable[str],
    prompt: str,
    *,
    grant: Grant = FREE,
    granted: Mapping[str, Granted] | None = None,
    limop: bool = False,
    monsoon_holds: bool = True,
    optional: bool = False,
    uses: dict[int, list[str]] | None = None,
) -> Generator[Question, Any, Progress | None]:
    """Let a Faction execute one of several Operations or Special Activities free. Return its record.

    `granted` says how some verbs differ from the rule. `uses` is shared with other parts of the same
    Operation (`Progress`). If no verb is possible, nothing happens (5.1.3).
    """
    differs = granted or {}
    monsoon = monsoon_holds and ctx.monsoon and not ctx.alternative("2.3.9-08")
    begun: dict[str, tuple[Progress, Begun]] = {}  # verbs that passed the test; the chosen one goes on

    def refuse(verb: str) -> Refusal | None:
        if monsoon and verb in NOT_IN_MONSOON:
            return Refusal("monsoon", "2.3.9", f"no {spoken(verb)} in Monsoon")
        if monsoon_holds and verb == "assault" and (ban := refuse_us_assault(ctx.under("5.5", faction))):
            return ban
        closed: list[ClosedForm] | None = None if ctx.progress.closed is None else []
        progress = Progress(grant=grant, limop=limop, uses=uses if uses is not None else {}, closed=closed)
        start = _begun(ctx, faction, verb, progress, differs.get(verb))
        if isinstance(start, Impossible):
            return _refuse_impossible(ctx, verb, start)
        begun[verb] = progress, start
        return None

    options: dict[str, Callable[[], Refusal | None]] = dict(_NO_ACTIVITIES) if limop else {}
    options |= {verb: partial(refuse, verb) for verb in verbs}
    verb = yield OptionChoice(
        faction, ctx.rule, prompt, options, optional=optional, lapses=True, order=FREE_ACTIONS
    )
    if verb is None:
        return None
    if verb not in begun:  # a run along a known course does not test its answers
        refuse(verb)
    progress, start = begun[verb]
    if ctx.progress.closed is not None:
        ctx.progress.closed += progress.closed or []
        progress.closed = ctx.progress.closed
    yield from acting(ctx, faction, _going_on(ctx, faction, verb, progress, start, announced=True))
    return progress


def lift_sweep_and_assault(
    us: Context, where: BoardSpace, assault: GrantedAssault | None = None
) -> Procedure:
    """Let the US Air Lift to, Sweep and Assault a space, free; `assault` says how the Assault differs."""
    here = same(us, where)
    yield from free(us, US, "airlift", Grant(within=here))
    yield from free(us, US, "sweep", Grant(within=here))
    yield from free(us, US, "assault", Grant(within=here), assault)


def sweep_or_assault(
    ctx: Context, faction: Faction, number: int, test: SpaceTest, *, alone: bool = False
) -> Procedure:
    """Let a Faction Sweep in place or Assault, free, in `number` different spaces, as it chooses for each.

    Only spaces qualify in which it finds or hits a piece. `alone` bars the ARVN Assault after one of the US
    (3.2.4). All its Sweeps are one Operation, and so are its Assaults: the limits of lasting Events apply
    to all spaces together.
    """
    decider = ctx.under(ctx.rule, faction)
    flown: list[BoardSpace] = []
    sweep, assault = GrantedSweep(in_place=True, flown=flown), GrantedAssault(follow_up=FollowUp(alone))
    granted: dict[str, Granted] = {"sweep": sweep, "assault": assault}
    forces = (*CUBES[faction], *SPECIAL_FORCES[faction])
    uses: dict[int, list[str]] = {}
    swept: list[BoardSpace] = []

    def fits(where: BoardSpace) -> bool:
        draft = ctx.draft
        finds = not where.is_loc and draft.number(where, forces) and draft.number(where, (Kind.NG, Kind.VG))
        return bool(finds) or refuse_targets(decider, where, faction) is None

    def suitable(where: BoardSpace) -> Refusal | None:
        return test(where) or only(decider, "where it can Sweep or Assault", fits)(where)

    def execute(where: BoardSpace) -> Procedure:
        here = only(decider, f"{where.name}, the space selected", lambda other: other is where)
        done = yield from free_choice(
            ctx,
            faction,
            ("sweep", "assault"),
            f"Sweep or Assault in {where.name}",
            grant=Grant(within=here, most_spaces=1),
            granted=granted,
            monsoon_holds=False,
            uses=uses,
        )
        if done is not None and done.operation == "sweep":
            swept.append(where)

    yield from in_spaces(decider, "a space to Sweep or Assault", number, suitable, execute)
    yield from gunships(
        Context(ctx.draft, faction, VERBS["sweep"], Progress(operation="sweep")), swept, flown
    )


def is_possible(
    ctx: Context, faction: Faction, verb: str, grant: Grant = FREE, granted: Granted | None = None
) -> bool:
    """Check whether a Faction could execute an Operation or Special Activity with a grant, as in `free`."""
    return not isinstance(_begun(ctx, faction, verb, Progress(grant=grant), granted), Impossible)


def _no_activity(verb: str) -> Refusal:
    why = f"a Limited Operation has no Special Activity: no {spoken(verb)}"
    return Refusal("limop-special-activity", "2.3.5", why)


_NO_ACTIVITIES = {verb: partial(_no_activity, verb) for verb in ACTIVITIES}

Begun = tuple[Procedure, Question]
"""The procedure of a verb, and the first question that it asks."""


class Impossible(NamedTuple):
    """A verb that cannot be executed: its `first` question, if any, has no answer.

    `tells` says whether the refusal explains the spaces that the Event allows.
    """

    first: Question | None
    tells: bool


def _refuse_impossible(ctx: Context, verb: str, impossible: Impossible) -> Refusal:
    first = impossible.first
    tells = impossible.tells and ctx.progress.closed is not None
    lack = first.lack(()) if first is not None and tells else ()
    return ctx.no("no-answer", f"no {spoken(verb)} is possible here", *lack)


def _begun(
    ctx: Context,
    faction: Faction,
    verb: str,
    progress: Progress,
    granted: Granted | None,
) -> Begun | Impossible:
    """Return the procedure of a verb and its first question, if that has an answer or needs none."""
    operation = verb in OPERATION_PROCEDURES
    if operation:
        progress.operation = verb
    else:
        progress.activity = verb
    procedure_of = (OPERATION_PROCEDURES if operation else ACTIVITY_PROCEDURES)[verb]
    acting = Context(ctx.draft, faction, VERBS[verb], progress)
    procedure = procedure_of(acting) if granted is None else procedure_of(acting, granted)
    first = next(procedure, None)
    if first is None or not (first.optional or first.is_open()):
        return Impossible(first, progress.grant.within is not None)
    return procedure, first


def _going_on(
    ctx: Context,
    faction: Faction,
    verb: str,
    progress: Progress,
    begun: Begun,
    acts_as: Faction | None = None,
    announced: bool = False,
) -> Procedure:
    procedure, first = begun
    if not announced:
        yield OptionChoice(faction, ctx.rule, f"the free {verb}", {verb: None}, between=True)
    choice = first
    while True:
        if choice.who == acts_as:
            choice = msgspec.structs.replace(choice, who=faction)
        answer: Any = yield choice
        try:
            choice = procedure.send(answer)
        except StopIteration:
            break
    yield from cavalry_assault(Context(ctx.draft, faction, VERBS[verb], progress))
