"""Convert the position in a save of the Scala program to a `Position`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import get_args

import msgspec

from fitl_core.errors import Violation
from fitl_core.facts.card_list import Side, cards, coup_cards
from fitl_core.facts.factions import FACTIONS, US, VC, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.options import ANY_DECK, PERIOD_EVENTS, TRUNG
from fitl_core.facts.phases import Deed, Ending, Phase, Policy
from fitl_core.facts.pieces import KINDS, Count, Kind
from fitl_core.facts.players import non_players
from fitl_core.facts.scenario_list import Scenario, scenario
from fitl_core.imports import scala_names as names
from fitl_core.imports.faults import ImportFault, ImportRemark, Unimportable
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
"""The keys of a save for parts of a Position, if their names differ."""


class Imported(msgspec.Struct, frozen=True):
    """A save as a position of a game with this setup; `unknown` are tracks that it does not keep.

    `remarks` name the parts that could not be kept.
    """

    setup: Setup
    position: Position
    unknown: tuple[Track, ...]
    remarks: tuple[ImportRemark, ...] = ()

    @property
    def state(self) -> State:
        """Return the State of the position. Raises `ImpossiblePosition`."""
        return restore(set_up(msgspec.structs.replace(self.setup, cards=None)), self.position)


def position_in(save: Save, setup: Setup) -> Imported:
    """Return the position of a save, in the game that `setup` begins.

    Raises `Unimportable` for unknown names and for an impossible position, naming fields.
    """
    faults: list[ImportFault] = []
    position = _Reading(save, non_players(setup.players), faults).position()
    if faults:
        raise Unimportable(tuple(faults))
    imported = Imported(setup, position, untracked(save))
    try:
        state = imported.state
        if save.state.game_over:
            final = save.state.coup_cards_played >= scenario(setup.scenario).coups
            over = _with_game_over(imported, state, final) or _with_game_over(imported, state, not final)
            return over or msgspec.structs.replace(imported, remarks=(ImportRemark(NO_END, save.number),))
    except ImpossiblePosition as error:
        impossible = [ImportFault(_field(fault.part), fault.refusal.message) for fault in error.faults]
        raise Unimportable(tuple(impossible), is_of_board=True) from None
    return imported


def _with_game_over(imported: Imported, state: State, final: bool) -> Imported | None:
    """Return the position with the game over, or None if it cannot have ended here."""
    winner = ranking(state, final=final)[0]
    ended: Ending = "final" if final else "check"
    over = msgspec.structs.replace(imported.position, phase="over", winner=winner, ended=ended)
    imported = msgspec.structs.replace(imported, position=over)
    try:
        _ = imported.state
    except ImpossiblePosition:
        return None
    return imported


def setup_of(first: Save, last: Save) -> Setup:
    """Return the scenario of a game with the options that make it possible: Period Events, and any deck.

    Raises `Unimportable` for an unknown scenario.
    """
    scenario_id = names.SCENARIOS.get(first.state.scenario_name)
    if scenario_id is None:
        why = f'"{first.state.scenario_name}" is no scenario; there are {", ".join(names.SCENARIOS)}'
        raise Unimportable((ImportFault("game-state.scenarioName", why),))
    start, options = scenario(scenario_id), _period_events(first)
    if broken_deck(start, options, last.state.cards_seen):
        options = (*options, ANY_DECK)
    players = seats(first)
    return Setup(scenario_id, players=players, options=(*options, TRUNG) if non_players(players) else options)


def _period_events(first: Save) -> tuple[str, ...]:
    """Return the option of Period Events, if it was chosen: the Capabilities are its only trace."""
    in_effect = {(names.card_number(one.name), one.shaded) for one in first.state.capabilities}
    period = scenario(names.SCENARIOS[first.state.scenario_name]).period_capabilities
    seen = first.state.cards_seen
    is_set_out = [(card, side == "shaded") in in_effect and card not in seen for card, side in period]
    return (PERIOD_EVENTS,) if is_set_out and all(is_set_out) else ()


def broken_deck(start: Scenario, options: tuple[str, ...], seen: tuple[int, ...]) -> tuple[str, ...]:
    """Return why the cards that came up contradict 2.1; of the cards after the deck's end, only the first."""
    remarks = []
    for i, number in enumerate(seen[: size(start) + 1]):
        try:
            check_card(number, start, options, seen[:i])
        except Violation as error:
            remarks.append(f"card {i + 1} of the deck: {error.message} ({error.rule})")
    return tuple(remarks)


def _field(part: str) -> str:
    if part in spaces_by_id():
        name = next(name for name, space in names.space_names().items() if space == part)
        return f"game-state.spaces[{name}]"
    return f"game-state.{_FIELDS.get(part, part)}"


class _Reading:
    """A save during reading, key by key; meaningless values are added to `faults`."""

    def __init__(self, save: Save, bots: tuple[Faction, ...], faults: list[ImportFault]) -> None:
        self.save = save
        self.bots = bots
        self.state = save.state
        self.faults = faults

    def fault(self, field: str, message: str) -> None:
        self.faults.append(ImportFault(f"game-state.{field}", message))

    def position(self) -> Position:
        """Return the position without its meaningless values."""
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
        spaces = {}
        for saved in self.state.spaces:
            space = names.space_names().get(saved.name)
            if space is None:
                self.fault(f"spaces[{saved.name}].name", f'"{saved.name}" is no space')
            else:
                spaces[space] = self._space(space, saved)
        empty = [InSpace(space) for space in spaces]
        return tuple(
            [spaces[space] for space in spaces_by_id() if space in spaces and spaces[space] not in empty]
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
        """Return the cards played, the current one last, and the next card."""
        numbers: list[int] = []
        for i, step in enumerate(self.state.history):
            number = names.card_number(step.card)
            if number is None:
                self.fault(f"history[{i}].card", f'"{step.card}" is no card')
            else:
                numbers.append(number)
        in_turn = [number for number, _ in groupby(numbers)]
        pairs = pairwise([*in_turn, 0])
        untrumped = [card for card, then in pairs if not (names.pivotal_of(card) and names.pivotal_of(then))]
        played = list(dict.fromkeys(untrumped))  # the list without a Pivotal Event that another trumped
        current = self.state.current_card
        for field, number in (("currentCard", current), ("onDeckCard", self.state.on_deck_card)):
            if number not in cards() or (field == "currentCard" and not number):
                self.fault(field, f"there is no card {number}")
        if numbers and current != numbers[-1]:
            self.fault("currentCard", f"it is {current}, and the last entry of the history has {numbers[-1]}")
        tet_unplayed = [name for name in self.state.pivot_cards_available if name.upper() == VC.value]
        if tet_unplayed and current != TET:
            played = [number for number in played if number != TET]
        self._factions("pivotCardsAvailable", self.state.pivot_cards_available)
        return tuple(played), self.state.on_deck_card or None

    def _before_coup(self, played: tuple[int, ...]) -> tuple[tuple[int, ...], int | None, Phase]:
        """Return the point before a current Coup card: the card before it is the finished one.

        This project has no point at which a Coup card is current.
        """
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
            effect = names.momentum(name)
            if effect is None:
                self.fault("momentum", f'"{name}" is no Momentum')
            else:
                yield effect

    def _policy(self) -> Policy | None:
        """Return the Policy of a US that is a bot."""
        written = self.state.us_policy
        policy = next((one for one in get_args(Policy) if one.lower() == written.lower()), None)
        if policy is None and written:
            self.fault("usPolicy", f'"{self.state.us_policy}" is no Policy')
        return policy

    # -- the sequence of play -------------------------------------------------------------------------

    def _factions(self, field: str, named: Iterable[str]) -> tuple[Faction, ...]:
        factions = []
        for name in named:
            faction = names.faction(name)
            if faction is None:
                self.fault(field, f'"{name}" is no Faction')
            else:
                factions.append(faction)
        return tuple([faction for faction in FACTIONS if faction in factions])

    def _eligible(self) -> tuple[Faction, ...]:
        """Return the Eligible Factions.

        A `Position` keeps those who have acted, but not those who may not act.
        """
        sequence = self.state.sequence
        acted = [actor.faction for actor in sequence.actors]
        named = (*sequence.eligible_this_turn, *acted, *sequence.passed)
        barred = self._factions("sequence.ineligibleNextTurn", sequence.ineligible_next_turn)
        eligible = self._factions("sequence.eligibleThisTurn", named)
        return tuple([faction for faction in eligible if faction not in barred])

    def _done(self) -> tuple[tuple[Faction, Deed], ...]:
        """Return the deeds on the card, in the card's order of Factions."""
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


def remarks_on(save: Save) -> Iterator[ImportRemark]:
    """Yield remarks on the last save of a game: program, bots, tracks not kept, the deck."""
    humans = people(save)
    bots = [faction for faction in FACTIONS if faction not in humans]
    yield ImportRemark(f"played by the Scala program {save.software}; scenario {save.state.scenario_name}")
    if bots:
        yield ImportRemark(f"Trung bots: {', '.join(bots)}; here they are Non-players (option {TRUNG})")
    for track in untracked(save):
        what = "the Econ is" if track == "econ" else f"{track} Resources are"
        agitate = f" ({save.state.vc_resources} is the bot's Agitate Total)" if track == "VC" else ""
        yield ImportRemark(
            f"{what} not kept{agitate}: what the scenario starts with is assumed, or what is needed"
        )
    if save.state.human_win_in_victory_phase:
        yield ImportRemark("a house rule: players may win before the final Coup Round")
    options = _period_events(save)
    for remark in broken_deck(
        scenario(names.SCENARIOS[save.state.scenario_name]), options, save.state.cards_seen
    ):
        yield ImportRemark(f"{remark}: hence the option {ANY_DECK}")
