"""Train (3.2.1): place ARVN forces and Irregulars, then Pacify, build a Base or tap Patronage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fitl_core import support
from fitl_core.board import BoardSpace, board, spaces_by_id
from fitl_core.choices import Answer, Choice, Procedure, SpaceChoice, Taken, either
from fitl_core.errors import Refusal
from fitl_core.events import Clause, Number, Place, Remove, Replace, SetLevel
from fitl_core.factions import ARVN, NVA, US, VC
from fitl_core.lasting import COMBINED_ACTION_PLATOONS, CORDS, MINH
from fitl_core.piece_choices import ReplaceChoice
from fitl_core.pieces import CUBES, Count, Kind, number_named
from fitl_core.placing import Placement, Placing, give_up, refuse_to_have
from fitl_core.turn import Turn
from fitl_core.vocabulary import spoken

RULE = "3.2.1"
COST = 3
MOST_CUBES = 6
MOST_SPECIAL_FORCES = 2
MOST_PATRONAGE = 3
MINH_AID = 5
SPACES_BY_CORDS = 2


def train(turn: Turn) -> Procedure:
    """The whole Operation (3.2.1)."""
    spaces: list[BoardSpace] = []
    ask = partial(turn.operation_space, "a space to Train in", partial(refuse_space, turn), (Place,))
    while (where := (yield ask())) is not None:
        turn.act.operation_spaces.append(where.id)
        spaces.append(where)
        yield from _place(turn, where)
    if turn.faction is US and turn.capability(COMBINED_ACTION_PLATOONS) == "unshaded":
        yield from _join_platoon(turn)
    yield from _last_step(turn, spaces)
    if turn.faction is ARVN and turn.leader == MINH:
        turn.draft.add("aid", MINH_AID, "2.4.1")


def refuse_space(turn: Turn, where: BoardSpace) -> Refusal | None:
    """Whether the Faction may not Train in a space."""
    if where.is_loc:
        return turn.no("space-not-allowed", "Train selects Provinces or Cities", f"{where.name} is a LoC")
    if turn.act.activity in ("govern", "advise") and where.id in turn.act.activity_spaces:
        why = f"{where.name} was taken for {spoken(turn.act.activity)}, which needs another space"
        return Refusal("accompanying-space", "4.1.1", why)
    if turn.faction is ARVN:
        if turn.draft.control(where) == "nva":
            facts = (f"{where.name} has NVA Control",)
            return turn.no("space-not-allowed", "ARVN Train only without NVA Control", *facts)
    elif not turn.draft.of_faction(where, US):
        facts = (f"{where.name} has no US piece",)
        return turn.no("space-not-allowed", "the US Train only where there are US pieces", *facts)
    return None


def _place(turn: Turn, where: BoardSpace) -> Procedure:
    """1-2 Irregulars (US), or 1-2 Rangers, or up to 6 cubes; 3 Resources if ARVN pieces come."""
    draft = turn.draft
    cubes = {Kind.AT: MOST_CUBES, Kind.AP: MOST_CUBES}
    limits: dict[Kind, int] = {}
    if turn.faction is US:
        limits[Kind.UI] = MOST_SPECIAL_FORCES
        if draft.of_kind(where, Kind.UB):
            limits |= {Kind.AR: MOST_SPECIAL_FORCES, **cubes}
        place = "at US Bases"
    else:
        city_or_base = where.is_city or draft.number(where, (Kind.UB, Kind.AB))
        if city_or_base or not _rangers_are_bound(turn):
            limits[Kind.AR] = MOST_SPECIAL_FORCES
        if city_or_base:
            limits |= cubes
        place = "at Cities or at US or ARVN Bases"

    def test(placed: Placement) -> Refusal | None:
        special = sum([placed.get(kind, 0) for kind in (Kind.UI, Kind.AR)])
        if special and (special != sum(placed.values()) or (placed.get(Kind.UI) and placed.get(Kind.AR))):
            what = "Irregulars or Rangers or cubes" if turn.faction is US else "Rangers or cubes"
            return turn.no("one-kind", f"a space receives {what}, not a mix")
        return None if placing.placed else turn.refuse_cost(_cost(placed))

    def why_not(kind: Kind) -> Refusal | None:
        if kind in limits:
            return None
        if kind.faction is not ARVN or kind is Kind.AB:
            return turn.no("piece-not-allowed", f"{turn.faction} Train places no {kind.noun}")
        what = "Rangers and ARVN cubes" if _rangers_are_bound(turn) else "cubes"
        facts = (f"{where.name} is not such a place",)
        return turn.no("space-not-allowed", f"{turn.faction} Train places {what} only {place}", *facts)

    def before(placed: Placement) -> None:
        turn.pay(_cost(placed))

    placing = Placing(draft, turn.faction, RULE, where, limits, MOST_CUBES, test, before, why_not)
    yield from placing.run()


def _rangers_are_bound(turn: Turn) -> bool:
    """Whether Rangers, as cubes, come only to certain places: by US Train, or by the other reading."""
    return turn.faction is US or turn.alternative("3.2.1-03")


def _cost(placed: Placement) -> int:
    return COST if any(kind.faction is ARVN and number for kind, number in placed.items()) else 0


def _join_platoon(turn: Turn) -> Procedure:
    """Combined Action Platoons, unshaded: 1 Police, also from the map, to where US Troops are (card 18)."""
    step = turn.option("the Police of Combined Action Platoons", {"platoons": None}, optional=True)
    step.between = True
    if (yield step) is not None:
        rule = f"card {COMBINED_ACTION_PLATOONS}"
        prompt = "the Police that joins US Troops"
        placed: Place = yield turn.under(rule).ask(_Platoon, prompt)
        turn.draft.place(spaces_by_id()[placed.space], Kind.AP, 1, rule, placed.source)


class _Platoon(Choice):
    """Where 1 Police comes from, Available or the map, and to which space with US Troops it goes."""

    turn: Turn

    def take(self, clause: Clause) -> Answer:
        if not isinstance(clause, Place):
            return None
        where = spaces_by_id()[clause.space]
        if clause.pieces != (Count(1, Kind.AP),):
            return self.turn.no("wrong-pieces", "it is 1 Police")
        if not self.turn.draft.of_kind(where, Kind.UT):
            return self.turn.no("pieces-needed", f"no US Troops in {where.name}")
        if clause.source not in ("available", *spaces_by_id()) or clause.source == clause.space:
            return self.turn.no("wrong-box", "the Police is Available or elsewhere on the map")
        return self.turn.draft.refuse_place(where, Kind.AP, 1, clause.source) or Taken(clause)

    def candidates(self) -> Iterator[Clause]:
        draft, spaces = self.turn.draft, board().spaces
        sources = ["available", *[space.id for space in spaces if draft.of_kind(space, Kind.AP)]]
        for where in spaces:
            if draft.of_kind(where, Kind.UT):
                for source in sources:
                    yield Place(where.id, (Count(1, Kind.AP),), source)


def _last_step(turn: Turn, spaces: list[BoardSpace]) -> Procedure:
    """In 1 selected space: Pacify, or (ARVN) a Base for 3 cubes, or (US, Saigon) Patronage."""
    us = turn.faction is US
    options = {
        "pacify": None,
        "base": turn.no("option-not-open", "only ARVN Train builds a Base") if us else None,
        "patronage": None if us else turn.no("option-not-open", "only US Train transfers Patronage"),
    }
    step = turn.option("the last step of Train", options, optional=True)
    step.between = True
    match (yield step):
        case None:
            return
        case "pacify":
            yield from _pacify(turn, spaces)
        case "base":
            where = yield _selected(turn, spaces, "the space for a Base", _refuse_base, (Replace,))
            yield from _build_base(turn, where)
        case "patronage":
            yield from _transfer_patronage(turn, spaces)
    no = turn.no("one-last-step", "Train ends with one of these, in one space")
    yield turn.option("another last step of Train", dict.fromkeys(options, no), optional=True)


def _selected(
    turn: Turn,
    spaces: list[BoardSpace],
    prompt: str,
    test: object,
    opens: tuple[type, ...],
) -> SpaceChoice:
    """One of the spaces selected for Training."""

    def whole(where: BoardSpace) -> Refusal | None:
        if where not in spaces:
            return turn.no("space-not-selected", f"{where.name} was not selected for Train")
        return test(turn, where) if callable(test) else None

    return SpaceChoice(turn.faction, RULE, prompt, whole, opens=opens)


def _pacify(turn: Turn, spaces: list[BoardSpace]) -> Procedure:
    """Pacify 1 selected space; by CORDS, unshaded, the US may Pacify 2 (card 19)."""
    by_cords = turn.faction is US and turn.capability(CORDS) == "unshaded"
    pacified: list[str] = []

    def test(turn: Turn, where: BoardSpace) -> Refusal | None:
        return turn.refuse_again(where, pacified, RULE) or _refuse_pacify(turn, where)

    while len(pacified) < (SPACES_BY_CORDS if by_cords else 1):
        choice = _selected(turn, spaces, "the space to Pacify", test, (Number, SetLevel))
        choice.optional = bool(pacified)
        where: BoardSpace | None = yield choice
        if where is None:
            return
        yield from support.shift_for_resources(turn, where, +1, support.pacification_cost(turn))
        pacified.append(where.id)


def _refuse_pacify(turn: Turn, where: BoardSpace) -> Refusal | None:
    draft = turn.draft
    if draft.control(where) != "coin":
        facts = (_control_fact(turn, where),)
        return turn.no("no-control", f"Pacify needs COIN Control of {where.name}", *facts)
    if turn.faction is ARVN and not all(draft.of_kind(where, kind) for kind in CUBES[ARVN]):
        troops, police = (draft.of_kind(where, kind) for kind in CUBES[ARVN])
        why = "ARVN Pacify only with both ARVN Troops and Police"
        return turn.no("pieces-needed", why, Kind.AT.words(troops), Kind.AP.words(police))
    return support.refuse_space(turn, where, +1, support.pacification_cost(turn))


def _control_fact(turn: Turn, where: BoardSpace) -> str:
    coin = turn.draft.of_faction(where, US, ARVN)
    return f"{coin} COIN against {turn.draft.of_faction(where, NVA, VC)} Insurgent pieces"


def _refuse_base(turn: Turn, where: BoardSpace) -> Refusal | None:
    if turn.draft.number(where, CUBES[ARVN]) < 3:
        return turn.no("pieces-needed", f"a Base replaces 3 ARVN cubes; {where.name} has fewer")
    return refuse_to_have(turn.draft, where, Kind.AB) or turn.refuse_cost(COST)


def _build_base(turn: Turn, where: BoardSpace) -> Procedure:
    """3 cubes are replaced with a Base, if need be with one from elsewhere (1.4.1)."""
    lift = give_up(turn.draft, turn.faction, RULE, where, (Kind.AB,))
    choice: Choice = either(_base_choice(turn, where), lift)
    if isinstance(answer := (yield choice), Remove):
        lift.carry_out(answer)
        answer = yield _base_choice(turn, where)
    turn.pay(COST)
    turn.draft.replace(where, answer.pieces, answer.by, RULE)


def _base_choice(turn: Turn, where: BoardSpace) -> ReplaceChoice:
    def test(answer: Replace) -> Refusal | None:
        wanted = answer.by == (Count(1, Kind.AB),) and number_named(answer.pieces) == 3
        if not wanted or any(count.kind not in CUBES[ARVN] for count in answer.pieces):
            return turn.no("wrong-pieces", "3 ARVN cubes are replaced with 1 ARVN Base")
        return turn.refuse_absent(where, answer.pieces) or turn.draft.refuse_place(where, Kind.AB, 1)

    def ways() -> list[Replace]:
        mixes = [(3, 0), (2, 1), (1, 2), (0, 3)]
        return [
            Replace(
                where.id,
                tuple([Count(n, kind) for n, kind in zip(mix, CUBES[ARVN], strict=True) if n]),
                (Count(1, Kind.AB),),
            )
            for mix in mixes
        ]

    return ReplaceChoice(turn.faction, RULE, "the 3 cubes that become a Base", where, test, ways)


def _transfer_patronage(turn: Turn, spaces: list[BoardSpace]) -> Procedure:
    """Up to 3 Patronage become ARVN Resources, if Saigon is selected."""
    saigon = any(where.id == "saigon" for where in spaces)
    refusal = None if saigon else turn.no("space-not-allowed", "Patronage is transferred only in Saigon")
    most = min(MOST_PATRONAGE, turn.draft.patronage)
    choice = turn.amount("Patronage to transfer", "patronage", {-n: refusal for n in range(1, most + 1)})
    choice.optional = False
    change: int = yield choice
    moved = turn.draft.add("patronage", change, RULE)
    turn.draft.add("ARVN", -moved, RULE)
