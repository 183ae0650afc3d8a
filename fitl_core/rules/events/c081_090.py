"""Events 81 to 90."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fitl_core.asking.questions import Answer, Procedure, Question, Taken, either
from fitl_core.errors import Refusal
from fitl_core.facts.factions import ARVN, NVA, US, VC, Faction
from fitl_core.facts.game_map import BoardSpace, board, spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import CUBES, GUERRILLAS, OF_FACTION, SPECIAL_FORCES, Kind
from fitl_core.record.board_effects import TrackName
from fitl_core.record.clauses import Box, Clause, Number, Place, Rebox, Remove
from fitl_core.rules.context import Context
from fitl_core.rules.coup.desertion import a_third_leaves
from fitl_core.rules.coup.redeploy import troops_to_cities
from fitl_core.rules.events.alternatives import (
    EventWay,
    Ways,
    any_can,
    changing,
    choose_change,
    from_box,
    of_whom,
    on_track,
    refusals,
)
from fitl_core.rules.events.event_pieces import (
    ARVN_PIECES,
    US_PIECES,
    VC_PIECES,
    number_of,
    place_here,
    place_in_each,
    place_pieces,
    rebox,
    rebox_pieces,
    remove_all,
)
from fitl_core.rules.events.event_spaces import (
    anywhere,
    can_shift,
    in_spaces,
    only,
    only_able,
    set_spaces,
    shift_spaces,
    shift_toward,
    within,
)
from fitl_core.rules.events.lasting_events import capability
from fitl_core.rules.events.parts_in_any_order import in_any_order
from fitl_core.rules.events.piece_answers import PlacePieces
from fitl_core.rules.events.relocation import relocation
from fitl_core.rules.events.replacing import replace_pieces
from fitl_core.rules.events.several_ways import Moved, in_ways
from fitl_core.rules.events.sides import Events
from fitl_core.rules.forms.name_questions import FactionChoice, NumberChoice
from fitl_core.rules.sequence import make_ineligible


def cidg_unshaded(ctx: Context) -> Procedure:
    """81: a die of VC Guerrillas in the South are replaced, each by a Ranger, an Irregular or Police."""
    south = only(ctx, "in South Vietnam", lambda where: where.in_south_vietnam)
    die: int = yield from ctx.roll("the VC Guerrillas to replace")
    prompt = "a VC Guerrilla to replace by a Ranger, an Irregular or Police"
    yield from replace_pieces(ctx, prompt, GUERRILLAS[VC], (Kind.AR, Kind.UI, Kind.AP), die, south)


def cidg_shaded(ctx: Context) -> Procedure:
    """81: all Rangers, Police and Irregulars of 1 Highland Province leave, US ones for Available …"""
    militias = (*SPECIAL_FORCES[US], *SPECIAL_FORCES[ARVN], Kind.AP)

    def melt(where: BoardSpace) -> Procedure:
        remove_all(ctx, where, militias)
        yield from place_here(ctx, where, (Kind.VG,), 2)

    def fits(where: BoardSpace) -> bool:
        highland = where.kind == "province" and where.terrain == "highland"
        return highland and ctx.draft.number(where, militias) > 0

    test = only(ctx, "a Highland Province with Rangers, Police or Irregulars", fits)
    yield from in_spaces(ctx, "the Highland Province", 1, test, melt, opens=(Place, Remove))


def domino_theory_unshaded(ctx: Context) -> Procedure:
    """82: up to 3 US or up to 6 ARVN pieces from Out of Play become Available …"""
    pieces = {US: (US_PIECES, 3), ARVN: (ARVN_PIECES, 6)}
    prompt = "whose pieces become Available, or Resources and Aid"
    up = on_track(ctx, "ARVN", 9).can or on_track(ctx, "aid", 9).can
    ways: Ways[str] = {
        **{
            who: from_box(ctx, "oop", kinds, f"{who} pieces Out of Play")
            for who, (kinds, _) in pieces.items()
        },
        "resources": EventWay(up, "ARVN Resources and Aid stay where they are"),
    }
    ctx.close(partial(_one_faction, ctx), Rebox)
    closed = refusals(ctx, ways)
    owners = {faction: closed[faction] for faction in pieces}
    who = FactionChoice(ctx.faction, ctx.rule, prompt, owners, of_whom)
    tracks = ctx.option(prompt, {"resources": closed["resources"]}, {"resources": changing("ARVN", "aid")})
    answer: Faction | str | None = yield either(who, tracks, optional=not any_can(ways))
    if answer is None:
        return
    if not isinstance(answer, Faction):
        ctx.add("ARVN", 9)
        ctx.add("aid", 9)
        return
    kinds, most = pieces[answer]
    prompt = f"{answer} pieces that become Available"
    yield from rebox_pieces(ctx, prompt, "oop", "available", kinds, most, up_to=True)


def _one_faction(ctx: Context) -> Refusal:
    return ctx.no("wrong-pieces", "pieces of the US or of ARVN become Available, not of both")


def domino_theory_shaded(ctx: Context) -> None:
    """82: 3 US Troops go from Available Out of Play; Aid -9."""
    rebox(ctx, "available", "oop", Kind.UT, 3)
    ctx.add("aid", -9)


def election_unshaded(ctx: Context) -> Procedure:
    """83: 3 spaces at Passive Support go to Active Support; Aid +10."""
    passive = Level.PASSIVE_SUPPORT.value_
    test = only(ctx, "at Passive Support", lambda where: ctx.draft[where].support == passive)
    yield from set_spaces(ctx, "a space at Passive Support", 3, test, Level.ACTIVE_SUPPORT)
    ctx.add("aid", 10)


def election_shaded(ctx: Context) -> Procedure:
    """83: 2 Cities shift 1 level toward Active Opposition; Aid -15."""
    able = partial(can_shift, ctx, levels=-1)
    test = only_able(ctx, "a City", lambda where: where.is_city, able, "a shift")
    yield from shift_spaces(ctx, "a City to shift", 2, test, -1)
    ctx.add("aid", -15)


def to_quoc_unshaded(ctx: Context) -> Procedure:
    """84: 1 ARVN Troop and 1 Police into each space of the South with NVA pieces."""
    spaces = [w for w in board().spaces if w.in_south_vietnam and ctx.draft.of_faction(w, NVA)]
    yield from in_any_order(*[place_in_each(ctx, kind, 1, spaces) for kind in CUBES[ARVN]])


def to_quoc_shaded(ctx: Context) -> Procedure:
    """84: ARVN removes 1 in 3 of its cubes, rounded down, from each space …"""
    remaining = yield from a_third_leaves(ctx.under(ctx.rule, ARVN))
    test = only(ctx, "a space that ARVN cubes have left", lambda where: where in remaining)
    number = min(3, len(remaining))
    yield from place_pieces(ctx, "a Guerrilla where cubes left", (Kind.VG,), number, test, per_space=1)


def usaid_unshaded(ctx: Context) -> Procedure:
    """85: 3 COIN-Controlled spaces shift 1 level toward Active Support."""

    def fits(where: BoardSpace) -> bool:
        return ctx.draft.control(where) == "coin"

    test = only_able(ctx, "COIN-Controlled", fits, partial(can_shift, ctx, levels=+1), "a shift")
    yield from shift_spaces(ctx, "a COIN-Controlled space to shift", 3, test, +1)


def usaid_shaded(ctx: Context) -> Procedure:
    """85: one, two or all of ARVN Resources, Aid and Patronage change by 2, each up or down."""
    remaining: list[TrackName] = ["ARVN", "aid", "patronage"]
    while remaining:
        choices = [_track_change(ctx, track) for track in remaining]
        change: Number | None = yield either(*choices, optional=len(remaining) < 3)
        if change is None:
            return
        track = next(name for name in remaining if name == change.track)
        remaining.remove(track)
        ctx.add(track, change.change)


class _TrackChange(NumberChoice):
    """A change of a track; the answer includes the track."""

    def take(self, clause: Clause) -> Answer:
        answer = super().take(clause)
        return Taken(clause) if isinstance(answer, Taken) else answer


def _track_change(ctx: Context, track: TrackName) -> _TrackChange:
    """Return the question for a change of a track by 2, up or down."""
    prompt = "ARVN Resources, Aid or Patronage up or down"
    changes = choose_change(ctx, prompt, track, 2, -2).changes
    return _TrackChange(ctx.faction, ctx.rule, prompt, track, changes)


def nguyen_chanh_thi_unshaded(ctx: Context) -> Procedure:
    """87: 3 ARVN pieces into spaces within 3 of Hue; each of these shifts toward Active Support."""
    near = within(ctx, spaces_by_id()["hue"], 3)
    placed = yield from place_pieces(ctx, "ARVN pieces to place near Hue", ARVN_PIECES, 3, near)
    for name in dict.fromkeys([clause.space for clause in placed]):
        ctx.shift(spaces_by_id()[name], +1)


def nguyen_chanh_thi_shaded(ctx: Context) -> Procedure:
    """87: 2 ARVN pieces within 2 spaces of Hue become VC pieces; Patronage +4 or -4."""
    near = within(ctx, spaces_by_id()["hue"], 2)
    prompt = "ARVN pieces near Hue to replace by VC"
    yield from replace_pieces(ctx, prompt, OF_FACTION[ARVN], VC_PIECES, 2, near)
    ctx.add("patronage", (yield choose_change(ctx, "Patronage up or down", "patronage", 4, -4)))


def phan_quang_dan_unshaded(ctx: Context) -> None:
    """88: Saigon shifts 1 level toward Active Support; Patronage +5."""
    ctx.shift(spaces_by_id()["saigon"], +1)
    ctx.add("patronage", 5)


def phan_quang_dan_shaded(ctx: Context) -> None:
    """88: Saigon shifts 1 level toward Neutral; Patronage -5; ARVN is Ineligible."""
    shift_toward(ctx, spaces_by_id()["saigon"], Level.NEUTRAL)
    ctx.add("patronage", -5)
    make_ineligible(ctx.draft, ARVN, ctx.rule)


def tam_chau_unshaded(ctx: Context) -> None:
    """89: Saigon shifts 1 level toward Passive Support, from above too; Patronage +6."""
    shift_toward(ctx, spaces_by_id()["saigon"], Level.PASSIVE_SUPPORT)
    ctx.add("patronage", 6)


def tam_chau_shaded(ctx: Context) -> Procedure:
    """89: 1 VC piece into Saigon, which shifts 1 level toward Passive Opposition, from below too …"""
    saigon = spaces_by_id()["saigon"]
    yield from place_here(ctx, saigon, VC_PIECES, 1)
    shift_toward(ctx, saigon, Level.PASSIVE_OPPOSITION)
    ctx.add("patronage", -6)


def walt_rostow_unshaded(ctx: Context) -> Procedure:
    """90: 2 ARVN pieces from Available, Out of Play or the map into COIN-Controlled spaces."""
    controlled = only(ctx, "COIN-Controlled", lambda where: ctx.draft.control(where) == "coin")
    prompt = "ARVN pieces from anywhere into COIN-Controlled spaces"
    boxes: tuple[Box, ...] = ("available", "oop")

    def ways(moved: Sequence[Moved]) -> list[Question]:
        remaining = 2 - number_of(moved)
        if not remaining:
            return []
        moving = relocation(ctx, prompt, OF_FACTION[ARVN], remaining, anywhere, controlled)
        return [
            moving,
            *[ctx.ask(PlacePieces, prompt, ARVN_PIECES, remaining, controlled, source=b) for b in boxes],
        ]

    yield from in_ways(ctx, ways)


def walt_rostow_shaded(ctx: Context) -> Procedure:
    """90: 1 NVA or VC Guerrilla into each Province with ARVN pieces …"""
    targets = [w for w in board().spaces if w.kind == "province" and ctx.draft.of_faction(w, ARVN)]
    test = only(ctx, "a Province with ARVN pieces", lambda where: where in targets)
    prompt = "a Guerrilla for each Province with ARVN pieces"
    kinds = (Kind.NG, Kind.VG)
    yield from place_pieces(ctx, prompt, kinds, len(targets), test, per_space=1)
    yield from troops_to_cities(ctx.under(ctx.rule, ARVN))


EVENTS: Events = {
    81: {"unshaded": cidg_unshaded, "shaded": cidg_shaded},
    82: {"unshaded": domino_theory_unshaded, "shaded": domino_theory_shaded},
    83: {"unshaded": election_unshaded, "shaded": election_shaded},
    84: {"unshaded": to_quoc_unshaded, "shaded": to_quoc_shaded},
    85: {"unshaded": usaid_unshaded, "shaded": usaid_shaded},
    86: capability(86),
    87: {"unshaded": nguyen_chanh_thi_unshaded, "shaded": nguyen_chanh_thi_shaded},
    88: {"unshaded": phan_quang_dan_unshaded, "shaded": phan_quang_dan_shaded},
    89: {"unshaded": tam_chau_unshaded, "shaded": tam_chau_shaded},
    90: {"unshaded": walt_rostow_unshaded, "shaded": walt_rostow_shaded},
}
