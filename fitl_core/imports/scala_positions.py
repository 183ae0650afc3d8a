"""The position that a save of the Scala program holds, as ours are written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import get_args

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.board import spaces_by_id
from fitl_core.facts.cards import Side, cards, coup_cards
from fitl_core.facts.factions import FACTIONS, US, VC, Faction
from fitl_core.facts.levels import Level
from fitl_core.facts.options import ANY_DECK, PERIOD_EVENTS, TRUNG
from fitl_core.facts.phases import Deed, Ending, Phase, Policy
from fitl_core.facts.pieces import KINDS, Count, Kind
from fitl_core.facts.players import non_players
from fitl_core.facts.scenarios import Scenario, scenario
from fitl_core.imports import scala_names as names
from fitl_core.imports.faults import ImportFault, Remark, Unimportable
from fitl_core.imports.scala_saves import Save, SavedSpace
from fitl_core.imports.scala_seats import people, seats, untracked
from fitl_core.record.clauses import Track
from fitl_core.record.position import InSpace, Position
from fitl_core.record.setup import Setup
from fitl_core.state.deck import check_card, size
from fitl_core.state.impossible import ImpossiblePosition
from fitl_core.state.positions import restore
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.state.victory import ranking

TET = 124
NO_END = "the program ended the game here, and by 6.1 and 7.3 it goes on"
_FIELDS = {
    "casualties": "casualties",
    "out_of_play": "outOfPlay",
    "aid": "usAid",
    "ARVN": "arvnResources",
    "NVA": "nvaResources",
    "VC": "vcResources",
    "leaders": "rvnLeaders",
    "next": "onDeckCard",
    "played": "history",
    "eligible": "sequence",
    "done": "sequence",
}
"""The keys of a save that say parts of a Position, where their names differ."""


class Imported(msgspec.Struct, frozen=True):
    """A save as a position of a game that was set up so; `unknown` are tracks that it does not keep.

    `remarks` say what of it could not be kept.
    """

    setup: Setup
    position: Position
    unknown: tuple[Track, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def state(self) -> State:
        """The State that it describes. Raises `ImpossiblePosition`."""
        return restore(set_up(msgspec.structs.replace(self.setup, cards=None)), self.position)


def position_in(save: Save, setup: Setup) -> Imported:
    """The position of a save, in the game that `setup` begins.

    Raises `Unimportable` for names that are not known and for a position that cannot be, naming fields.
    """
    faults: list[ImportFault] = []
    position = _Reading(save, non_players(setup.players), faults).position()
    if faults:
        raise Unimportable(tuple(faults))
    found = Imported(setup, position, untracked(save))
    try:
        state = found.state
        if save.state.game_over:
            final = save.state.coup_cards_played >= scenario(setup.scenario).coups
            over = _over(found, state, final) or _over(found, state, not final)
            return over or msgspec.structs.replace(found, remarks=(Remark(NO_END, save.number),))
    except ImpossiblePosition as error:
        impossible = [ImportFault(_field(fault.part), fault.refusal.message) for fault in error.faults]
        raise Unimportable(tuple(impossible), is_of_board=True) from None
    return found


def _over(found: Imported, state: State, final: bool) -> Imported | None:
    """The position with the game over in it, if it can have ended so."""
    winner = ranking(state, final=final)[0]
    ended: Ending = "final" if final else "check"
    over = msgspec.structs.replace(found.position, phase="over", winner=winner, ended=ended)
    found = msgspec.structs.replace(found, position=over)
    try:
        _ = found.state
    except ImpossiblePosition:
        return None
    return found


def setup_of(first: Save, last: Save) -> Setup:
    """The scenario of a game, and the options under which it can be: Period Events, and a deck of any kind.

    Raises `Unimportable` for a scenario that is not known.
    """
    found = names.SCENARIOS.get(first.state.scenario_name)
    if found is None:
        why = f'"{first.state.scenario_name}" is no scenario; there are {", ".join(names.SCENARIOS)}'
        raise Unimportable((ImportFault("game-state.scenarioName", why),))
    start, options = scenario(found), _period_events(first)
    if broken_deck(start, options, last.state.cards_seen):
        options = (*options, ANY_DECK)
    players = seats(first)
    return Setup(found, players=players, options=(*options, TRUNG) if non_players(players) else options)


def _period_events(first: Save) -> tuple[str, ...]:
    """Whether Period Events were chosen: their Capabilities are the only trace."""
    in_effect = {(names.card_number(one.name), one.shaded) for one in first.state.capabilities}
    period = scenario(names.SCENARIOS[first.state.scenario_name]).period_capabilities
    seen = first.state.cards_seen
    is_set_out = [(card, side == "shaded") in in_effect and card not in seen for card, side in period]
    return (PERIOD_EVENTS,) if is_set_out and all(is_set_out) else ()


def broken_deck(start: Scenario, options: tuple[str, ...], seen: tuple[int, ...]) -> tuple[str, ...]:
    """Where the cards that came up cannot come so by 2.1, in words; of those beyond its end, the first."""
    told = []
    for i, number in enumerate(seen[: size(start) + 1]):
        try:
            check_card(number, start, options, seen[:i])
        except Violation as error:
            told.append(f"card {i + 1} of the deck: {error.message} ({error.rule})")
    return tuple(told)


def _field(part: str) -> str:
    if part in spaces_by_id():
        name = next(name for name, space in names.space_names().items() if space == part)
        return f"game-state.spaces[{name}]"
    return f"game-state.{_FIELDS.get(part, part)}"


class _Reading:
    """A save read key by key; what has no meaning here is added to `faults`."""

    def __init__(self, save: Save, bots: tuple[Faction, ...], faults: list[ImportFault]) -> None:
        self.save = save
        self.bots = bots
        self.state = save.state
        self.faults = faults

    def fault(self, field: str, message: str) -> None:
        self.faults.append(ImportFault(f"game-state.{field}", message))

    def position(self) -> Position:
        """The position; where something has no meaning, it is left out of it."""
        played, following = self._cards()
        phase: Phase = "card"
        if played and self.state.current_card in coup_cards():
            played, following, phase = self._before_coup(played)
        self._insist_on_whole_map()
        self._factions("humanFactions", self.state.human_factions)
        return Position(
            spaces=self._spaces(),
            casualties=self._box("casualties", self.state.casualties),
            out_of_play=self._box("outOfPlay", self.state.out_of_play),
            tracks=self._tracks(),
            leaders=tuple(self._leaders()),
            face_down=self.state.rvn_leader_flipped,
            capabilities=tuple(reversed(list(self._capabilities()))),
            momentum=tuple(reversed(list(self._momentum()))),
            eligible=self._eligible(),
            done=self._done() if phase == "card" else (),
            stays=self._factions("eligibleNextTurn", self.state.sequence.eligible_next_turn),
            barred=self._factions("ineligibleNextTurn", self.state.sequence.ineligible_next_turn),
            played=played,
            next=following,
            phase=phase,
            peace_talks=self.state.peace_talks,
            policy=self._policy() if US in self.bots else None,
        )

    # -- the board ------------------------------------------------------------------------------------

    def _insist_on_whole_map(self) -> None:
        there = Counter([space.name for space in self.state.spaces])
        ids = {names.space_names().get(name) for name in there}
        for name, number in there.items():
            if number > 1:
                self.fault(f"spaces[{name}]", f"it is there {number} times")
        for space in spaces_by_id().values():
            if space.id not in ids:
                self.fault("spaces", f"{space.name} is missing")

    def _spaces(self) -> tuple[InSpace, ...]:
        found = {}
        for saved in self.state.spaces:
            space = names.space_names().get(saved.name)
            if space is None:
                self.fault(f"spaces[{saved.name}].name", f'"{saved.name}" is no space')
            else:
                found[space] = self._space(space, saved)
        empty = [InSpace(space) for space in found]
        return tuple(
            [found[space] for space in spaces_by_id() if space in found and found[space] not in empty]
        )

    def _space(self, space: str, saved: SavedSpace) -> InSpace:
        level = names.LEVELS.get(saved.support.title())
        if level is None:
            self.fault(f"spaces[{saved.name}].support", f'"{saved.support}" is no level')
        is_loc = spaces_by_id()[space].is_loc
        if not 0 <= saved.terror <= (1 if is_loc else 15):
            what = "Sabotage is 0 or 1" if is_loc else "Terror is 0 to 15"
            self.fault(f"spaces[{saved.name}].terror", f"{saved.terror}: {what} here")
            return InSpace(space)
        return InSpace(
            space,
            self._pieces(f"spaces[{saved.name}].pieces", saved.pieces),
            level or Level.NEUTRAL,
            0 if is_loc else saved.terror,
            is_loc and saved.terror == 1,
        )

    def _pieces(self, field: str, pieces: Iterable[str]) -> tuple[Count, ...]:
        numbers: Counter[Kind] = Counter()
        for name, number in Counter(pieces).items():
            if name in names.KIND_NAMES:
                numbers[names.KIND_NAMES[name]] += number
            else:
                self.fault(field, f'"{name}" is no piece')
        return tuple([Count(numbers[kind], kind) for kind in KINDS if numbers[kind]])

    def _box(self, field: str, pieces: Iterable[str]) -> tuple[Count, ...]:
        return self._pieces(field, pieces)

    def _tracks(self) -> tuple[tuple[Track, int], ...]:
        state, unknown = self.state, untracked(self.save)
        own: list[tuple[Track, int]] = [
            ("ARVN", state.arvn_resources),
            ("NVA", state.nva_resources),
            ("VC", state.vc_resources),
        ]
        own += [("aid", state.us_aid), ("patronage", state.patronage), ("econ", state.econ)]
        return (*[(track, level) for track, level in own if track not in unknown], ("trail", state.trail))

    # -- cards ----------------------------------------------------------------------------------------

    def _cards(self) -> tuple[tuple[int, ...], int | None]:
        """The cards played, the current one last, and the one that shows."""
        numbers: list[int] = []
        for i, step in enumerate(self.state.history):
            number = names.card_number(step.card)
            if number is None:
                self.fault(f"history[{i}].card", f'"{step.card}" is no card')
            else:
                numbers.append(number)
        in_turn = [number for number, _ in groupby(numbers)]
        both = pairwise([*in_turn, 0])
        kept = [card for card, then in both if not (names.pivotal_of(card) and names.pivotal_of(then))]
        played = list(dict.fromkeys(kept))  # without a Pivotal Event that another trumped
        current = self.state.current_card
        for field, number in (("currentCard", current), ("onDeckCard", self.state.on_deck_card)):
            if number not in cards() or (field == "currentCard" and not number):
                self.fault(field, f"there is no card {number}")
        if numbers and current != numbers[-1]:
            self.fault("currentCard", f"it is {current}, and the last entry of the history has {numbers[-1]}")
        back = [name for name in self.state.pivot_cards_available if name.upper() == VC.value]
        if back and current != TET:
            played = [number for number in played if number != TET]
        self._factions("pivotCardsAvailable", self.state.pivot_cards_available)
        return tuple(played), self.state.on_deck_card or None

    def _before_coup(self, played: tuple[int, ...]) -> tuple[tuple[int, ...], int | None, Phase]:
        """A Coup card that is current: we have no such point, so the card before it is the one finished."""
        if self.state.game_over:
            return played, self.state.on_deck_card or None, "finished"
        if len(played) < 2:
            why = "the game begins with a Coup card; before its Round there is no position to write"
            self.fault("currentCard", why)
        return played[:-1], played[-1], "finished"

    def _leaders(self) -> Iterator[int]:
        for name in reversed(self.state.rvn_leaders):
            if name in names.LEADERS:
                yield names.LEADERS[name]
            elif name != names.ON_THE_BOARD:
                self.fault("rvnLeaders", f'"{name}" is no Leader')

    def _capabilities(self) -> Iterator[tuple[int, Side]]:
        for one in self.state.capabilities:
            number = names.card_number(one.name)
            if number is None or cards()[number].capability_of is None:
                self.fault("capabilities", f'"{one.name}" is no Capability')
            else:
                yield number, "shaded" if one.shaded else "unshaded"

    def _momentum(self) -> Iterator[tuple[int, Side]]:
        for name in self.state.momentum:
            found = names.momentum(name)
            if found is None:
                self.fault("momentum", f'"{name}" is no Momentum')
            else:
                yield found

    def _policy(self) -> Policy | None:
        """The Policy of a US that is a bot."""
        said = self.state.us_policy
        found = next((one for one in get_args(Policy) if one.lower() == said.lower()), None)
        if found is None and said:
            self.fault("usPolicy", f'"{self.state.us_policy}" is no Policy')
        return found

    # -- the sequence of play -------------------------------------------------------------------------

    def _factions(self, field: str, named: Iterable[str]) -> tuple[Faction, ...]:
        found = []
        for name in named:
            faction = names.faction(name)
            if faction is None:
                self.fault(field, f'"{name}" is no Faction')
            else:
                found.append(faction)
        return tuple([faction for faction in FACTIONS if faction in found])

    def _eligible(self) -> tuple[Faction, ...]:
        """Ours keeps those who have acted, but not who is barred."""
        sequence = self.state.sequence
        acted = [actor.faction for actor in sequence.actors]
        named = (*sequence.eligible_this_turn, *acted, *sequence.passed)
        barred = self._factions("sequence.ineligibleNextTurn", sequence.ineligible_next_turn)
        eligible = self._factions("sequence.eligibleThisTurn", named)
        return tuple([faction for faction in eligible if faction not in barred])

    def _done(self) -> tuple[tuple[Faction, Deed], ...]:
        """What was done on the card, in the card's order of Factions."""
        deeds: dict[Faction, Deed] = {}
        for actor in self.state.sequence.actors:
            faction, deed = names.faction(actor.faction), names.DEEDS.get(actor.action.lower())
            if faction is None or deed is None:
                self.fault("sequence.actors", f'"{actor.faction}: {actor.action}" is no deed of a Faction')
            else:
                deeds[faction] = deed
        for faction in self._factions("sequence.passed", self.state.sequence.passed):
            deeds[faction] = "pass"
        order = cards()[self.state.current_card].order if self.state.current_card in cards() else ()
        return tuple([(faction, deeds[faction]) for faction in order if faction in deeds])


def told_of(save: Save) -> Iterator[Remark]:
    """What whoever imports a game should know of its last save: program, bots, tracks not kept, the deck."""
    humans = people(save)
    bots = [faction for faction in FACTIONS if faction not in humans]
    yield Remark(f"played by the Scala program {save.software}; scenario {save.state.scenario_name}")
    if bots:
        yield Remark(f"Trung bots: {', '.join(bots)}; here they are Non-players (option {TRUNG})")
    for track in untracked(save):
        what = "the Econ is" if track == "econ" else f"{track} Resources are"
        agitate = f" ({save.state.vc_resources} is the bot's Agitate Total)" if track == "VC" else ""
        yield Remark(f"{what} not kept{agitate}: what the scenario starts with is assumed, or what is needed")
    if save.state.human_win_in_victory_phase:
        yield Remark("a house rule: players may win before the final Coup Round")
    options = _period_events(save)
    for told in broken_deck(
        scenario(names.SCENARIOS[save.state.scenario_name]), options, save.state.cards_seen
    ):
        yield Remark(f"{told}: hence the option {ANY_DECK}")
