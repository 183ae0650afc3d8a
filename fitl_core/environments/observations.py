"""The observation of a seat as a fixed row of numbers, and as text.

A row has the fields of `FIELDS` in order. Nearly all is open to everybody; only the Deception markers of the
other seats are left out (7.3). Read `pettingzoo_env` or `openspiel_game` next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

import msgspec

from fitl_core.environments.action_layout import number_of_actions
from fitl_core.environments.game_steps import GameSteps
from fitl_core.environments.step_chances import FIRST_MARKER, MARKER_KINDS, NUMBER_OF_OUTCOMES
from fitl_core.environments.turn_stages import ChoiceStage, step_words
from fitl_core.facts.card_list import SIDES, cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.phases import Deed, Phase, Policy
from fitl_core.facts.pieces import KINDS
from fitl_core.facts.players import player_words
from fitl_core.rules.deception import MARKERS_OF_A_PLAYER
from fitl_core.state.state import FAILED_ATTEMPTS, State
from fitl_core.state.victory import margins
from fitl_core.tell.board_text import board_table

RECENT = 8
"""The number of steps of a move that an observation shows in order."""
LEAST, MOST = -200.0, 2000.0
"""The bounds of every number of an observation."""
_CARDS = 131
_SPACES = len(board().spaces)
_PHASES: tuple[Phase, ...] = get_args(Phase)
_DEEDS: tuple[Deed, ...] = get_args(Deed)
_POLICIES: tuple[Policy, ...] = get_args(Policy)
HIDDEN = "marker hidden"
"""The words of a Deception marker of another seat."""
_COUPS = tuple([number for number, card in cards().items() if number and card.is_coup])


class ObservedField(msgspec.Struct, frozen=True):
    """A field of an observation: its name, the number of its values, and their meaning."""

    name: str
    size: int
    says: str


FIELDS: tuple[ObservedField, ...] = tuple([ObservedField(*field) for field in (
    ("seat", 4, "1 for each Faction of the observing seat"),
    ("decides", 4, "1 for the Faction that decides now; all 0 for chance"),
    ("pieces", _SPACES * len(KINDS), "pieces of each kind in each space, space by space"),
    ("levels", _SPACES, "2 Active Support to -2 Active Opposition"),
    ("terror", _SPACES, "Terror markers"),
    ("sabotage", _SPACES, "1 for Sabotage"),
    ("pacified", _SPACES, "levels shifted in this Support Phase (6.3.1)"),
    ("available", len(KINDS), "pieces Available"),
    ("casualties", len(KINDS), "Casualties"),
    ("out-of-play", len(KINDS), "pieces Out of Play"),
    ("tracks", 7, "Aid, Patronage, Econ, Trail, Resources of ARVN, NVA and VC"),
    ("margins", 4, "victory margins of US, ARVN, NVA and VC (7.2)"),
    ("card", _CARDS, "1 for the played card, by its number"),
    ("next", _CARDS, "1 for the next card"),
    ("played", _CARDS, "1 for each card played so far"),
    ("lasting", _CARDS * 2, "1 for a Capability or Momentum in effect, unshaded then shaded"),
    ("leader", 1 + len(_COUPS), "1 for the RVN Leader in charge: none, then Coup cards in rising order"),
    ("eligible", 4, "1 for an Eligible Faction"),
    ("deeds", 4 * len(_DEEDS), "1 for the action of a Faction on this card"),
    ("stays", 4, "1 for a Faction that stays Eligible (2.3.6)"),
    ("barred", 4, "1 for a Faction that becomes Ineligible (2.3.6)"),
    ("waived", 4, "1 for a Faction that plays no Pivotal Event on this card"),
    ("phase", len(_PHASES), "1 for the phase"),
    ("flags", 5, "peace talks, full option, Monsoon, Leader face down, limited move"),
    ("withdrawn", 1, "US pieces moved in the Commitment Phase (6.5)"),
    ("policy", len(_POLICIES), "1 for the Policy of a Non-player US (8.8.1)"),
    ("promises", 4, "1 for a Non-player that will play the next Event"),
    ("revealed", 4 * len(MARKER_KINDS), "Deception markers revealed by each Faction"),
    ("hand", len(MARKER_KINDS), "own Deception markers: Agenda, Asset, Threat"),
    ("mover", 4, "1 for the Faction whose move is in progress"),
    ("recent", RECENT, "the last steps of the move in progress: 1 + action id, 0 for none"),
    ("move", number_of_actions(), "how often each action was taken in the move in progress"),
)])  # fmt: skip
"""The fields of an observation in order."""
SIZE = sum([field.size for field in FIELDS])
"""The number of values of an observation."""
_BEFORE_HAND = sum([field.size for field in FIELDS[: [field.name for field in FIELDS].index("hand")]])
HAND = slice(_BEFORE_HAND, _BEFORE_HAND + len(MARKER_KINDS))
"""The place of the own Deception markers in an observation."""


def observed(steps: GameSteps, seat: int) -> list[float]:
    """Return the observation of a seat, by its place from 0. Raises nothing."""
    row: list[float] = []
    for values in _values(steps, seat):
        row.extend(values)
    return row


def _values(steps: GameSteps, seat: int) -> Iterator[Iterable[float]]:
    """Yield the values of each field in order."""
    course, state = steps.course, steps.position
    yield _of_factions(course.rules.seats[seat])
    yield _of_factions((steps.who,) if steps.who is not None else ())
    yield from _on_board(state)
    yield (state.aid, state.patronage, state.econ, state.trail, *state.resources)
    points = margins(state)
    yield [points[faction] for faction in FACTIONS]
    yield from _of_deck(state)
    yield from _of_turn(state, steps)
    yield [
        sum([one.faction is faction and one.marker == kind for one in state.revealed])
        for faction in FACTIONS
        for kind in MARKER_KINDS
    ]
    hand = course.hand(seat)
    yield [hand.count(kind) for kind in MARKER_KINDS]
    yield from _of_move(steps)


def _of_factions(some: Iterable[Faction]) -> list[float]:
    found = set(some)
    return [float(faction in found) for faction in FACTIONS]


def _on_board(state: State) -> Iterator[Iterable[float]]:
    spaces = state.spaces
    yield [number for space in spaces for number in space.pieces]
    yield [space.support for space in spaces]
    yield [space.terror for space in spaces]
    yield [space.sabotage for space in spaces]
    efforts = {effort.space: effort.levels for effort in state.pacified}
    yield [efforts.get(where.id, 0) for where in board().spaces]
    yield state.available
    yield state.casualties
    yield state.out_of_play


def _of_cards(numbers: Iterable[int]) -> list[float]:
    row = [0.0] * _CARDS
    for number in numbers:
        row[number] = 1.0
    return row


def _of_deck(state: State) -> Iterator[Iterable[float]]:
    yield _of_cards(() if state.card is None else (state.card,))
    yield _of_cards(() if state.next is None else (state.next,))
    yield _of_cards(state.played)
    lasting = (*state.capabilities, *state.momentum)
    for side in SIDES:
        yield _of_cards([one.card for one in lasting if one.side == side])
    box = [number for number in state.leader_box if number not in FAILED_ATTEMPTS]
    leader = box[-1] if box else 0
    yield [float(number == leader) for number in (0, *_COUPS)]


def _of_turn(state: State, steps: GameSteps) -> Iterator[Iterable[float]]:
    yield _of_factions(state.eligible)
    deeds = {(done.faction, done.deed) for done in state.done}
    yield [float((faction, deed) in deeds) for faction in FACTIONS for deed in _DEEDS]
    yield _of_factions(state.stays)
    yield _of_factions(state.barred)
    yield _of_factions(state.waived)
    yield [float(state.phase == phase) for phase in _PHASES]
    is_limited = isinstance(steps.stage, ChoiceStage) and steps.stage.is_limited
    yield (state.peace_talks, state.full_option, state.monsoon, state.leader_face_down, is_limited)
    yield (state.withdrawn,)
    yield [float(state.policy == policy) for policy in _POLICIES]
    yield _of_factions(state.promises)


def _of_move(steps: GameSteps) -> Iterator[Iterable[float]]:
    taken = [one for one in steps.ids if one >= 0]
    mover = steps.stage.mover if isinstance(steps.stage, ChoiceStage) else None
    yield _of_factions((mover,) if mover is not None else ())
    recent = [float(one + 1) for one in taken[-RECENT:]]
    yield [*[0.0] * (RECENT - len(recent)), *recent]
    counts = [0.0] * number_of_actions()
    for one in taken:
        counts[one] += 1
    yield counts


def information_of(steps: GameSteps, seat: int | None) -> str:
    """Return everything that a seat has seen and done, step by step; markers of other seats are hidden.

    Without a seat, all markers are hidden.
    """
    words = [f"seat {player_words(steps.course.rules.seats[seat])}"] if seat is not None else []
    words += [HIDDEN if one is None else step_words(one) for one in _seen(steps, seat)]
    return "; ".join(words)


def recalled(steps: GameSteps, seat: int) -> list[float]:
    """Return how often each action was taken and each outcome fell in the game, as far as a seat knows."""
    row = [0.0] * (number_of_actions() + NUMBER_OF_OUTCOMES)
    for one in _seen(steps, seat):
        if one is not None:
            row[one if one >= 0 else number_of_actions() - 1 - one] += 1
    return row


def _seen(steps: GameSteps, seat: int | None) -> Iterator[int | None]:
    """Yield the steps of a game; None for a marker that is hidden from a seat."""
    first = MARKERS_OF_A_PLAYER * (seat if seat is not None else len(steps.course.rules.seats))
    dealt = 0
    for ids in (*steps.course.trail, steps.ids):
        for one in ids:
            if -1 - one >= FIRST_MARKER:
                yield one if first <= dealt < first + MARKERS_OF_A_PLAYER else None
                dealt += 1
            else:
                yield one


def sight_words(steps: GameSteps) -> str:
    """Return the position as everybody sees it in words: who decides, the move so far, the board."""
    decides = steps.who if steps.who is not None else "nobody" if steps.kind == "over" else "chance"
    so_far = ", ".join([step_words(one) for one in steps.ids if one >= 0])
    head = f"event {len(steps.course.events)}, {decides} decides"
    return "\n".join([head, f"the move so far: {so_far or 'nothing'}", *board_table(steps.position)])
