"""Import one step of a Scala game, from a save to the next: as moves if they are found, else as a position.

Read `move_search` next.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

import msgspec

from fitl_core.engine import play
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import cards, coup_cards
from fitl_core.facts.factions import US, Faction
from fitl_core.facts.non_player_nodes import POLICY_NODE
from fitl_core.facts.phases import Deed as OurDeed
from fitl_core.facts.players import non_players
from fitl_core.imports import scala_names as names
from fitl_core.imports.hints import hints_of, net_items
from fitl_core.imports.move_search import Closest, find_move
from fitl_core.imports.scala_items import CHANGES, Deed, EventHeading, Heading, Item, LogText, Part
from fitl_core.imports.scala_ledgers import Ledger
from fitl_core.imports.scala_positions import Imported
from fitl_core.imports.scala_saves import Save
from fitl_core.imports.scala_transfers import has_transfer, with_transfer
from fitl_core.record.clauses import Track
from fitl_core.record.events import Correct, DecisionDice, Event, Pass, Pivotal, PlayCard, Reveal
from fitl_core.record.position import InSpace, Position
from fitl_core.rules.policy import policy_by
from fitl_core.rules.sequence import COUP_TURNS, to_act
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from fitl_core.strict_play import passing_is_open
from fitl_core.walks import Walk
from fitl_core.wording.normal_form import normal_action
from notation import write_event
from notation.position_words import in_order

StepKind = Literal["action", "pass", "pivotal", "coup", "adjustment", "gap"]
_ADJUSTED = re.compile(
    r"adjusted|Adjust|Bot Debug logging|Bot Test mode|Log Trung checks|Show Color", re.IGNORECASE
)
_COMPARED = (
    "casualties", "out_of_play", "leaders", "face_down", "capabilities", "momentum", "eligible", "done",
    "stays", "barred", "played", "next", "phase", "peace_talks", "policy", "winner", "ended",
)  # fmt: skip
"""The parts of a Position that a save has, beside spaces and tracks."""
_AS_SETS = ("capabilities", "momentum", "eligible", "stays", "barred")
_MONEY: tuple[Track, ...] = ("ARVN", "NVA", "VC")
LONGEST_LINE = 160
"""The most characters shown of a line that would correct a position."""
_LOW, _FILLED = 12, 40
"""The least Resources of a Faction whose track is not kept, and the number it gets below.

Its bot pays nothing.
"""


class TakenStep(msgspec.Struct, frozen=True):
    """An imported step: its events, and the state after them. `why` is the reason for a mere position."""

    events: tuple[Event, ...]
    state: State
    why: str = ""


class Saved(msgspec.Struct, frozen=True):
    """A save with its position, and the log of the step before it, if there is one."""

    save: Save
    imported: Imported
    log: LogText | None = None


def kind_of(before: Saved, after: Saved) -> StepKind:
    """Return the kind of step between two saves."""
    old, new = before.save.state, after.save.state
    if after.save.number != before.save.number + 1 or new.history[:-1] != old.history:
        return "gap"
    if any(map(_ADJUSTED.search, new.history[-1].summary[-1:])):
        return "adjustment"
    if new.current_card != old.current_card and names.pivotal_of(new.current_card):
        return "pivotal"
    if old.current_card in coup_cards():
        return "coup"
    return "pass" if _deed(before, after) == "pass" else "action"


def actor(save: Save) -> Faction | None:
    """Return the next Faction to act: the first Eligible one in the card's order.

    The program gives no choice.
    """
    order = cards()[save.state.current_card].order
    return next((one for one in order if one.value in save.state.sequence.eligible_this_turn), None)


def take(state: State, before: Saved, after: Saved) -> TakenStep:
    """Return the step from `state`, which is save `before`, to save `after`."""
    kind = kind_of(before, after)
    topped_up = _top_up(state, before.imported.unknown)
    if topped_up is not None:
        state = play(state, topped_up).state
    first = (topped_up,) if topped_up is not None else ()
    try:
        match kind:
            case "gap" | "adjustment":
                why = "adjusted by hand" if kind == "adjustment" else "it does not follow the save before"
                step = TakenStep((), state, why)
            case "pivotal":
                step = _pivotal(state, after)
            case "coup":
                step = _coup_round(state, before, after)
            case "action" | "pass":
                step = _action(state, before, after)
    except FitlError as error:
        step = TakenStep((), state, f"{error.message}")
    if step.why:
        set_to = set_position(step.state, before, after)
        step = msgspec.structs.replace(set_to, events=(*step.events, *set_to.events), why=step.why)
    return msgspec.structs.replace(step, events=(*first, *step.events))


def take_with_transfer(state: State, before: Saved, after: Saved) -> TakenStep | None:
    """Return a move with a transfer of Resources from one save to a later one, or None.

    The saves between the two are ignored.
    """
    try:
        step = _action(state, before, after)
    except FitlError:
        return None
    return step if not step.why and has_transfer(step.events) else None


def set_position(state: State, before: Saved, after: Saved) -> TakenStep:
    """Return a `correct` line to the position of a save. A new card comes up after the finished one."""
    wanted = after.imported.position
    comes_up = _comes_up(before, after) and not wanted.done
    if comes_up:
        wanted = msgspec.structs.replace(
            wanted, played=wanted.played[:-1], next=wanted.played[-1], phase="finished"
        )
    line = correction(state, wanted, after.imported.unknown)
    events: list[Event] = [line] if line is not None else []
    if line is not None:
        state = play(state, line).state
    if comes_up:
        closing = _reveal(after)
        state = play(state, closing[0]).state
        events += closing
    return TakenStep(tuple(events), state)


def correction(state: State, wanted: Position, unknown: Iterable[str]) -> Correct | None:
    """Return the `correct` line that changes a state to the position of a save, or None if they agree."""
    now = position_of(state)
    empty = {here.space: InSpace(here.space) for here in (*now.spaces, *wanted.spaces)}
    old, new = (empty | {here.space: here for here in one.spaces} for one in (now, wanted))
    named = [space for space in empty if old[space] != new[space]]
    levels, tracks = dict(now.tracks), dict(wanted.tracks)
    named += [track for track in tracks if track not in unknown and levels[track] != tracks[track]]
    are_over = now.phase == wanted.phase == "over"  # a save does not give the way in which the game ended
    compared = [field for field in _COMPARED if not are_over or field not in ("winner", "ended")]
    named += [field for field in compared if _value(now, field) != _value(wanted, field)]
    if not named:
        return None
    named = list(in_order(named))
    spaces = tuple([new[space] for space in named if space in new])
    set_to = tuple([(track, level) for track, level in wanted.tracks if track in named])
    fields = {field: getattr(wanted, field) for field in _COMPARED if field in named}
    return Correct(tuple(named), Position(spaces=spaces, tracks=set_to, **fields))


def _value(position: Position, field: str) -> object:
    value = getattr(position, field)
    if field == "done" and position.phase != "card":
        return ()  # nothing depends on the eligibility for a finished card
    return set(value) if field in _AS_SETS else value


def _top_up(state: State, unknown: Iterable[str]) -> Correct | None:
    """Return more Resources for Factions whose tracks are not kept, if they run short."""
    levels = dict(position_of(state).tracks)
    low = [track for track in _MONEY if track in unknown and levels[track] < _LOW]
    if not low or state.phase == "over":
        return None
    return Correct(tuple(low), Position(tracks=tuple([(track, _FILLED) for track in low])))


# -- kinds of steps -----------------------------------------------------------------------------------


def _comes_up(before: Saved, after: Saved) -> bool:
    """Check whether another Event card is played at the end of a step, and one more is turned up."""
    current = after.save.state.current_card
    is_event = current not in coup_cards() and names.pivotal_of(current) is None
    return current != before.save.state.current_card and is_event


def _reveal(after: Saved) -> tuple[Reveal, PlayCard]:
    state = after.save.state
    return Reveal(state.on_deck_card), PlayCard(state.current_card)


def _ended(state: State, before: Saved, after: Saved) -> tuple[tuple[Event, ...], State] | None:
    """Return the end of a step (a card that is turned up) and the state after it, if it equals the save's."""
    events: tuple[Event, ...] = ()
    if _comes_up(before, after):
        events = _reveal(after)
        try:
            state = play(state, events[0]).state
        except FitlError:
            return None
    line = correction(state, after.imported.position, after.imported.unknown)
    if line is not None and line.named == ("policy",):  # the program's bots have a rule of their own for it
        return (*events, line), play(state, line).state
    return (events, state) if line is None else None


def _pivotal(state: State, after: Saved) -> TakenStep:
    card = after.save.state.current_card
    faction = names.pivotal_of(card)
    assert faction is not None
    event = Pivotal(faction, card)
    then = play(state, event).state
    if correction(then, after.imported.position, after.imported.unknown) is None:
        return TakenStep((event,), then)
    why = f"the Pivotal Event leads to another position here{_what_differs(then, None, after)}"
    return TakenStep((), state, why)


def _action(state: State, before: Saved, after: Saved) -> TakenStep:
    faction = actor(before.save)
    if faction is None or to_act(state) is not faction:
        return TakenStep((), state, f"here {to_act(state) or 'nobody'} is to act, not {faction or 'anybody'}")
    deed = _deed(before, after)
    if deed == "pass":
        then = play(state, Pass(faction)).state
        ended = _ended(then, before, after)
        if ended is None:
            why = f"a Pass leads to another position here{_what_differs(then, before, after)}"
            return TakenStep((), state, why)
        return TakenStep((Pass(faction), *ended[0]), ended[1])
    items = _items(before, after)
    hints = hints_of(items, position_of(state))
    hints = with_transfer(hints, faction, before.imported, after.imported)

    def is_wanted(walk: Walk) -> bool:
        try:
            then = walk.play().state
        except FitlError:
            return False
        return _ended(then, before, after) is not None

    done_in_full = faction in non_players(state.players)  # where a player has a Limited Operation (8.1)
    limops = (False,) if done_in_full else (True, False) if deed is None else (deed == "limop",)
    closest = Closest()
    for limop in limops:
        action = find_move(state, faction, limop, hints, is_wanted, closest)
        if action is not None:
            action = normal_action(state, action)
            ended = _ended(play(state, action).state, before, after)
            if ended is not None:
                return TakenStep((action, *ended[0]), ended[1])
    return TakenStep((), state, _why_none(closest, faction, before, after))


def _why_none(closest: Closest, faction: Faction, before: Saved, after: Saved) -> str:
    """Return why no move was found: the closest walk, and the remaining differences after it."""
    cut = "; the search was cut, other moves were not looked at" if closest.is_cut else ""
    if closest.walk is None:
        why = closest.refused or f"{faction} has no move with the recorded changes"
        return f"no legal move is found that leads there: {why}{cut}"
    reason = f'no legal move is found that leads there: after "{write_event(closest.walk.action)}"'
    try:
        then = closest.walk.play().state
    except FitlError as error:
        return f"{reason} there is a fault: {error}{cut}"
    return f"{reason} another position is reached{_what_differs(then, before, after)}{cut}"


def _what_differs(state: State, before: Saved | None, after: Saved) -> str:
    """Return the differences of a position from a save, as the line that would correct them."""
    if before is not None and _comes_up(before, after):
        try:
            state = play(state, _reveal(after)[0]).state
        except FitlError as error:
            return f": the next card does not come up ({error})"
    line = correction(state, after.imported.position, after.imported.unknown)
    return f": it would take {write_event(line)[:LONGEST_LINE]}" if line is not None else ""


def _items(before: Saved, after: Saved) -> tuple[Item, ...]:
    """Return the log's items of a step; without a log, the differences between the saves."""
    if after.log is not None:
        return after.log.items
    return net_items(before.imported.position, after.imported.position)


_DEEDS: dict[str, OurDeed] = {
    "Event": "event", "Op Only": "operation", "Op/Special Activity": "operation+activity",
    "LimOp": "limop", "LimOp or Event": "limop", "Op - May add Special Activity": "operation", "Pass": "pass",
}  # fmt: skip


def _deed(before: Saved, after: Saved) -> OurDeed | None:
    """Return the Faction's deed, by the log's cylinder line or else by the save; None if neither has it."""
    faction = actor(before.save)
    if after.log is not None:
        boxes = [item.box for item in after.log.items if isinstance(item, Deed) and item.faction is faction]
        if boxes:
            with_event = any(isinstance(item, EventHeading) for item in after.log.items)
            return "event" if boxes[-1] == "LimOp or Event" and with_event else _DEEDS[boxes[-1]]
    new = dict(after.imported.position.done)
    if faction in new:
        return new[faction]
    sequence = after.save.state.sequence
    if after.save.state.current_card != before.save.state.current_card and faction is not None:
        return "pass" if faction.value in sequence.eligible_this_turn else None
    return None


# -- Coup Rounds --------------------------------------------------------------------------------------


def _coup_round(state: State, before: Saved, after: Saved) -> TakenStep:
    """Return a Coup Round, phase by phase, stopping for each Faction that has to act."""
    card = before.save.state.current_card
    opening: tuple[Event, ...] = ()
    if state.card != card:  # unless the game begins with it
        opening = (Reveal(before.save.state.on_deck_card), PlayCard(card))
        state = play(state, opening[0]).state
    events, begun = list(opening), state
    unknown = after.imported.unknown
    log = after.log.items if after.log is not None else ()
    while state.phase in COUP_TURNS:
        faction = COUP_TURNS[state.phase]
        if (line := _policy(state, after)) is not None:
            events.append(line)
            state = play(state, line).state
        items, so_far = _of_phase(log, state.phase)
        wanted = Ledger(before.imported.position)
        for item in so_far:
            wanted.apply(item)
        event = _in_phase(state, faction, items, wanted, unknown)
        if event is None:
            return TakenStep(opening, begun, f"no legal move is found for {faction} in {state.phase}")
        events.append(event)
        state = play(state, event).state
    ended = _ended(state, before, after)
    if ended is None:
        why = f"the Coup Round leads to another position here{_what_differs(state, before, after)}"
        return TakenStep(opening, begun, why)
    return TakenStep((*events, *ended[0]), ended[1])


def _policy(state: State, after: Saved) -> DecisionDice | None:
    """Return the die of a US bot whose Policy has changed (8.8.1); of several possible faces the lowest."""
    policy = after.imported.position.policy
    if state.phase != "commitment" or policy in (None, state.policy):
        return None
    faces = [die for die in range(1, 7) if policy_by(die, len(state.leader_box)) == policy]
    return DecisionDice(US, POLICY_NODE, (faces[0],)) if faces else None


def _in_phase(
    state: State, faction: Faction, items: tuple[Item, ...], wanted: Ledger, unknown: Iterable[str]
) -> Event | None:
    """Return a Faction's event in its phase that leads to the wanted position, or None.

    A phase without items in the log has no event.
    """
    if not any(isinstance(item, CHANGES) for item in items) and passing_is_open(state):
        return Pass(faction)

    def is_wanted(walk: Walk) -> bool:
        return not any(Ledger(position_of(walk.position)).on_board(wanted, unknown))

    move = find_move(state, faction, False, hints_of(items, position_of(state)), is_wanted)
    if move is None and passing_is_open(state):
        is_there = not any(Ledger(position_of(state)).on_board(wanted, unknown))
        return Pass(faction) if is_there else None
    return move


def _of_phase(items: tuple[Item, ...], phase: str) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the lines of a Coup Round for one phase, and all lines up to its end.

    The lines of Pacification are separated by Faction.
    """
    part, of_arvn, end = "", False, 0
    of_phase = []
    for i, item in enumerate(items, 1):
        if isinstance(item, Part):
            part, of_arvn = item.name, False
        elif isinstance(item, Heading) and item.faction is Faction.ARVN:
            of_arvn = True
        support = {"pacify": "support-arvn" if of_arvn else "support-us", "agitate": "support-vc"}
        if support.get(part, part) == phase:
            of_phase.append(item)
            end = i
    return tuple(of_phase), items[:end]
