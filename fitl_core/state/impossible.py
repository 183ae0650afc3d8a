"""Find everything in a written position that the rules exclude, each with its part of the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.card_list import Side, cards
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import ARVN, CONTROL_WORDS, US
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.non_player_nodes import EVENT_OR_PASS, POLICY_NODE
from fitl_core.facts.options import ANY_DECK, has_markers
from fitl_core.facts.pieces import (
    BASE_KINDS,
    TUNNELED,
    Count,
    Kind,
    describe,
    to_counts,
)
from fitl_core.facts.players import non_players, player_of
from fitl_core.facts.scenario_list import scenario
from fitl_core.record.position import InSpace, Position
from fitl_core.state.control import control_in
from fitl_core.state.deck import refuse_stranger
from fitl_core.state.impossible_phases import Told, impossible_phase
from fitl_core.state.state import (
    CAP,
    FAILED_ATTEMPTS,
    MARKER_SUPPLY,
    TRAIL_CAP,
    TUNNEL_SUPPLY,
    State,
)

CAPS = {"trail": TRAIL_CAP, "econ": 15}
"""The highest levels of the tracks that do not go up to 75 (1.3.4, 6.7)."""
DETENTE, MOST_BY_DETENTE = 77, 5
"""The card that puts NVA Troops Out of Play, and how many."""
MOST_MARKERS = 2
"""Deception markers of a player (7.3)."""


class PositionFault(NamedTuple):
    """An impossible point, and its part: a space's id, a track, or another field of `Position`."""

    refusal: Refusal
    part: str


class ImpossiblePosition(Violation):
    """An impossible position, with all its faults."""

    def __init__(self, faults: tuple[PositionFault, ...]) -> None:
        first = faults[0].refusal
        reasons = tuple([f"{fault.refusal.rule}: {fault.refusal.message}" for fault in faults])
        why = f"this position is impossible: {first.message}"
        super().__init__(Refusal("impossible-position", first.rule, why, reasons if len(reasons) > 1 else ()))
        self.faults = faults


def insist_on_possible(position: Position, state: State) -> None:
    """Raise `ImpossiblePosition` if the position from which `state` was made is impossible."""
    faults = tuple(impossible(position, state))
    if faults:
        raise ImpossiblePosition(faults)


def impossible(position: Position, state: State) -> Iterator[PositionFault]:
    """Return everything in a position that the rules exclude. `state` is the state that it describes."""
    yield from impossible_by_itself(position)
    yield from _faults(_told_of_the_whole(position, state))


def impossible_by_itself(position: Position) -> Iterator[PositionFault]:
    """Yield faults that no other part can mend, so that half-read positions are checked, too."""
    yield from _faults(_told_of_parts(position))


def _faults(told: Told) -> Iterator[PositionFault]:
    for part, rule, why in told:
        yield PositionFault(Refusal("impossible-position", rule, why), part)


def _told_of_parts(position: Position) -> Told:
    """Yield the part, rule and reason of each such fault."""
    yield from _impossible_pool(position.spaces, position.casualties, position.out_of_play)
    for here in position.spaces:
        yield from _impossible_in(here)
    yield from _impossible_boxes(position)
    yield from _impossible_markers(position.spaces)
    for track, value in position.tracks:
        if not 0 <= value <= CAPS.get(track, CAP):
            why = f"{track} {value} is beyond its track of 0 to {CAPS.get(track, CAP)}"
            yield track, "6.7" if track == "trail" else "1.8", why
    yield from _impossible_leaders(position)
    yield from _impossible_lasting(position)
    if len(set(position.eligible)) != len(position.eligible):
        yield "eligible", "2.3.1", "a Faction stands twice in the Eligible box"
    for faction in position.holds:
        if faction in position.waived:
            yield "holds", "2.3.8", f"{faction} holds its Pivotal Event and has waived it"


def _told_of_the_whole(position: Position, state: State) -> Told:
    """Yield the part, rule and reason of each fault that depends on other parts or on the game."""
    yield from _impossible_available(position, state)
    yield from _impossible_control(position, state)
    yield from _impossible_box(position, state)
    yield from _impossible_face_up(position, state)
    yield from _impossible_markers_shown(position, state)
    yield from _impossible_of_non_players(position, state)
    yield from _impossible_deck(position, state)
    yield from impossible_phase(position, state)


@lru_cache(maxsize=64)  # as in `positions`: a log may set thousands of positions with one board
def _impossible_pool(
    spaces: tuple[InSpace, ...], casualties: tuple[Count, ...], out_of_play: tuple[Count, ...]
) -> tuple[tuple[str, str, str], ...]:
    """Yield parts with which the pieces exceed the force pool."""
    groups = [(here.space, here.pieces) for here in spaces]
    groups += [("casualties", casualties), ("out_of_play", out_of_play)]
    placed: dict[Kind, int] = {}
    beyond: dict[Kind, str] = {}
    pool = board().force_pool
    for part, counts in groups:
        for count in counts:
            kind = count.kind.off_map
            placed[kind] = placed.get(kind, 0) + count.number
            if placed[kind] > pool[kind]:
                beyond.setdefault(kind, part)
    return tuple(
        [
            (
                part,
                "1.4.1",
                f"{kind.words(placed[kind])} are placed; the force pool has {kind.words(pool[kind])}",
            )
            for kind, part in beyond.items()
        ]
    )


@lru_cache(maxsize=8192)  # a log may set thousands of positions, each with most spaces as they were
def _impossible_in(here: InSpace) -> tuple[tuple[str, str, str], ...]:
    return tuple(_told_of_space(here))


def _told_of_space(here: InSpace) -> Told:
    where = spaces_by_id()[here.space]
    bases = sum([count.number for count in here.pieces if count.kind in BASE_KINDS])
    if bases and where.is_loc:
        yield where.id, "1.4.2", f"a Base on a LoC: {where.name}"
    elif bases > 2:
        yield where.id, "1.4.2", f"{bases} Bases in {where.name}; it holds 2"
    if where.in_north_vietnam and any(count.kind.faction.is_coin for count in here.pieces):
        yield where.id, "1.4.2", "US or ARVN pieces in North Vietnam"
    if here.level.value_ and not where.population:
        yield where.id, "1.6.2", f"{where.name} has no Population and is Neutral"
    if here.sabotage and not where.is_loc:
        yield where.id, "3.3.4", f"{where.name} is no LoC; it has Terror, no Sabotage"
    if here.terror and where.is_loc:
        yield where.id, "3.3.4", f"{where.name} is a LoC; it has Sabotage, no Terror"


def _impossible_boxes(position: Position) -> Told:
    """Yield pieces that never lie in Casualties or Out of Play, or never in that state (1.4.1, 1.4.3)."""
    for count in position.casualties:
        if count.kind.faction is not US:
            yield "casualties", "1.4.1", f"{describe((count,))} among the Casualties: only US pieces are"
    by_detente = MOST_BY_DETENTE if DETENTE in position.played else 0
    for count in position.out_of_play:
        if count.kind is Kind.NT and count.number <= by_detente:
            continue
        if count.kind.faction not in (US, ARVN):
            why = f"{describe((count,))} Out of Play: only US and ARVN pieces are"
            yield "out_of_play", "1.4.1", f"{why}, and {MOST_BY_DETENTE} NVA Troops by card {DETENTE}"
    for part, counts in (
        ("casualties", position.casualties),
        ("out_of_play", position.out_of_play),
        ("available", position.available or ()),
    ):
        for count in counts:
            if count.kind.off_map is not count.kind:
                why = f"{describe((count,))} off the map, where pieces are neither Active nor Tunneled"
                yield part, "1.4.4" if count.kind in TUNNELED else "1.4.3", why


def _impossible_available(position: Position, state: State) -> Told:
    """Yield stated Available pieces that differ from the rest of the force pool (1.4.1)."""
    if position.available is None:
        return
    rest = to_counts(state.available)
    stated = {count.kind: count.number for count in position.available}
    wrong = [
        kind for kind in stated or rest if stated.get(kind, 0) != rest.get(kind, 0) and kind.off_map is kind
    ]
    for kind in wrong:
        have = rest.get(kind, 0)
        why = f"{kind.words(max(have, 0))} remain Available of {board().force_pool[kind]}"
        yield "available", "1.4.1", f"{why}, not {stated.get(kind, 0)}"


def _impossible_control(position: Position, state: State) -> Told:
    """Yield stated Control that does not follow from the pieces (1.7), or from before Redeploy (6.4)."""
    for here in position.spaces:
        if here.control is None:
            continue
        where = spaces_by_id()[here.space]
        true = control_in(state, where)
        if here.control != true:
            frozen = ", as it was when Redeploy began" if state.held_control and not where.is_loc else ""
            stated, so = CONTROL_WORDS[here.control], CONTROL_WORDS[true]
            why = f"Control of {where.name} is {so}{frozen}, not {stated}"
            yield where.id, "6.4" if frozen else "1.7", why


@lru_cache(maxsize=64)
def _impossible_markers(spaces: tuple[InSpace, ...]) -> tuple[tuple[str, str, str], ...]:
    placed = [(here.space, here.terror + here.sabotage) for here in spaces]
    tunnels = [(here.space, _tunnels(here.pieces)) for here in spaces]
    faults = []
    for rule, what, counts, supply in (
        ("3.3.4", "Terror and Sabotage markers", placed, MARKER_SUPPLY),
        ("1.4.4", "Tunnel markers", tunnels, TUNNEL_SUPPLY),
    ):
        number = sum([number for _, number in counts])
        if number > supply:
            why = f"{number} {what} are placed; there are {supply}"
            faults.append((_beyond(counts, supply), rule, why))
    return tuple(faults)


def _tunnels(counts: Iterable[Count]) -> int:
    return sum([count.number for count in counts if count.kind in TUNNELED])


def _beyond(counts: list[tuple[str, int]], supply: int) -> str:
    """Return the part with which the numbers exceed the supply."""
    total = 0
    for part, number in counts:
        total += number
        if total > supply:
            return part
    return ""


def _impossible_leaders(position: Position) -> Told:
    box = position.leaders or ()
    for number in dict.fromkeys(box):
        if not cards()[number].is_coup:
            yield "leaders", "2.4.1", f"card {number} is no Coup card for the Leader box"
        if box.count(number) > 1:
            yield "leaders", "2.4.1", f"card {number} lies twice in the Leader box"
    attempts = [number in FAILED_ATTEMPTS for number in box]
    if attempts != sorted(attempts, reverse=True):
        yield "leaders", "2.4.1", "a Failed Attempt lies beneath every Leader, not on one"


def box_by_cards(start: tuple[int, ...], position: Position) -> tuple[int, ...]:
    """Return the Leader box, from bottom to top: the one at the start, then the played Coup cards (2.4.1)."""
    waits = position.phase in ("card", "desert")
    box = start
    for number in position.played[:-1] if waits else position.played:
        if cards()[number].is_coup and number not in box:
            box = (number, *box) if number in FAILED_ATTEMPTS else (*box, number)
    return box


def _impossible_box(position: Position, state: State) -> Told:
    """Yield faults of a Leader box: a played Coup card is missing, or lies at a wrong place (2.4.1, 2.4).

    The last played card may be missing: in its Round people put it there when they reach that step.
    """
    box, start = state.leader_box, scenario(state.scenario).leader_box
    known = [number for number in box_by_cards(start, position) if number not in start]
    last = position.played[-1] if position.played else None
    for number in known:
        if number not in box and number != last:
            why = f"card {number} has been played and carried out, and is missing in the Leader box"
            yield "leaders", "2.4.1", why
    leaders = [number for number in known if number in box and number not in FAILED_ATTEMPTS]
    if leaders != [number for number in box if number in leaders]:
        numbers = ", ".join(map(str, leaders))
        yield "leaders", "2.4.1", f"from bottom to top the Leader box has cards {numbers} in this order"
    elif last in leaders and box[-1] != last:
        yield "leaders", "2.4.1", f"card {last} was played last, and lies on top of the Leader box"
    elif last in leaders and position.face_down:
        yield "face_down", "card 97", f"card {last} was played last, and nothing has turned it face down"


def _impossible_face_up(position: Position, state: State) -> Told:
    """Yield cards in the Leader box, or in effect, that are still face up; or that are no Leader."""
    if position.face_down and all(number in FAILED_ATTEMPTS for number in state.leader_box):
        yield "face_down", "card 97", "no Leader's card lies in the box that could be face down"
    for number in dict.fromkeys(state.leader_box):
        if number == position.next:
            yield "next", "2.4.1", f"card {number} lies in the Leader box and shows as the next card"
        if position.phase in ("card", "desert") and position.played[-1:] == (number,):
            why = f"card {number} lies in the Leader box, and is face up and not yet carried out"
            yield "leaders" if position.leaders else "played", "2.4.1", why
    executed = position.phase != "card" or any(done.deed == "event" for done in state.done)
    for part, rule, markers in _lasting(position):
        for number, _ in markers:
            if number == position.next:
                yield part, rule, f"card {number} is in effect, and shows as the next card"
            elif not executed and position.played[-1:] == (number,):
                yield part, rule, f"card {number} is in effect, and nobody has executed it yet"


def _lasting(position: Position) -> tuple[tuple[str, str, tuple[tuple[int, Side], ...]], ...]:
    """Yield lasting Events: the part, the rule, and the cards with their sides."""
    return ("capabilities", "5.3", position.capabilities), ("momentum", "5.4", position.momentum)


def _impossible_lasting(position: Position) -> Told:
    for part, rule, markers in _lasting(position):
        numbers = [number for number, _ in markers]
        for number, side in markers:
            lasting = cards()[number].lasting.get(side, "")
            if not lasting or (lasting == "momentum") != (part == "momentum"):
                what = "Momentum" if part == "momentum" else "Capability"
                yield part, rule, f"card {number} has no lasting effect as a {what}, {side}"
        for number in dict.fromkeys(numbers):
            sides = dict.fromkeys([side for other, side in markers if other == number])
            if len(sides) > 1:
                yield part, rule, f"card {number} is in effect on one side, not on both"
            elif numbers.count(number) > 1:
                yield part, rule, f"card {number} is named twice among the cards in effect"


def _impossible_markers_shown(position: Position, state: State) -> Told:
    shown = [player_of(state.players, faction) for faction, _ in position.revealed]
    if shown and not has_markers(state.options):
        yield "revealed", "7.3", "this game has no Deception markers"
    if any(shown.count(player) > MOST_MARKERS for player in shown):
        yield "revealed", "7.3", f"a player has {MOST_MARKERS} Deception markers, and more are revealed"
    if position.full_option and not any(marker == "asset" for _, marker in position.revealed):
        yield "full_option", "7.3", "a Hidden Asset is in effect, and none is revealed"


def _impossible_of_non_players(position: Position, state: State) -> Told:
    """Yield parts that only Non-players have: a Policy (8.8.1), and promises (8.5.2, 8.6.2, 8.7.1, 8.8.2)."""
    without = non_players(state.players)
    if position.policy is not None and US not in without:
        yield (
            "policy",
            POLICY_NODE,
            f"the US has a player, and a Policy ({position.policy}) is a Non-player's",
        )
    for faction in dict.fromkeys(position.promises):
        if faction not in without:
            why = f"{faction} has a player, and only a Non-player makes promises"
            yield "promises", EVENT_OR_PASS[faction], why
        elif position.promises.count(faction) > 1:
            yield "promises", EVENT_OR_PASS[faction], f"the promise of {faction} stands here twice"


def _impossible_deck(position: Position, state: State) -> Told:
    coming = () if position.next is None else (position.next,)
    seen = (*position.played, *coming)
    for number in dict.fromkeys(seen):
        part = "next" if number in coming else "played"
        if seen.count(number) > 1:
            yield part, "2.1", f"card {number} stands twice among the cards"
        stranger = refuse_stranger(number, scenario(state.scenario))
        if stranger is not None and (stranger.rule != "2.3.8" or number in coming):
            yield part, stranger.rule, stranger.message
        elif cards()[number].kind == "pivotal" and not scenario(state.scenario).pivotal_events:
            yield part, "2.1", f"card {number} is a Pivotal Event, and this scenario has none"
    yield from _impossible_coups(position, state)
    if position.next is not None and not position.played:
        yield "next", "2.2", "a card shows as the next one, but none is played"


def _impossible_coups(position: Position, state: State) -> Told:
    """Yield a fault if more Coup cards have come up than the scenario's deck has (2.1, 2.4.1)."""
    start = scenario(state.scenario)
    fields = {"leaders": state.leader_box, "played": position.played, "next": (position.next or 0,)}
    places = {number: part for part, numbers in fields.items() for number in numbers if number}
    came = [number for number in places if cards()[number].is_coup and number not in start.leader_box]
    attempts = [number for number in came if number in FAILED_ATTEMPTS]
    if start.id == "short" and len(attempts) > 1 and ANY_DECK not in state.options:
        why = "the deck of the Short scenario has only one Failed Attempt, here are 2"
        yield places[attempts[-1]], "2.1", why
    if len(came) > start.coups:
        why = f"the deck of this scenario has {counted(start.coups, 'Coup card')}, here are {len(came)}"
        yield places[came[-1]], "2.1", why
