"""One game of the laboratory: a seat with a policy against other seats, and its result in figures.

    play_lab_game(LabGame(Setup("short"), Faction.VC, "greedy", seed=7)).margins

The same game gives the same result in every process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from fitl_core.errors import FitlError
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.players import FOUR_PLAYERS, Players
from fitl_core.players.dice import Dice
from fitl_core.players.random_play import PlayedEvent, deal
from fitl_core.policies.policy_games import policy_game
from fitl_core.policies.registry import close_policies, policy_named
from fitl_core.policies.seat_policy import Policy
from fitl_core.record.events import Action
from fitl_core.record.setup import Setup
from fitl_core.state.state import State
from fitl_core.state.victory import margins

NON_PLAYER = "section-8"
"""The policy of a Faction that nobody has."""


class LabGame(msgspec.Struct, frozen=True):
    """A game to play: one `seat` has a `policy`, the `others` have theirs, on the deck of a `seed`.

    If the others are "section-8", they are Non-players. A seat of None has no player: all Factions are as the
    others. The players of the setup are replaced. `cards` cuts the game after this number of cards.
    """

    setup: Setup
    seat: Faction | None
    policy: str = NON_PLAYER
    others: str = NON_PLAYER
    seed: int = 0
    cards: int | None = None


class LabResult(msgspec.Struct, frozen=True):
    """The result of a game: the margins at its end, the winner, and its length.

    `winner` is None if the game was cut. `cards` counts the played cards, `events` the lines of the log,
    and `card_events` the executed Events. `fault` says why a game has no result.
    """

    seat: Faction | None
    seed: int
    margins: dict[Faction, int]
    winner: Faction | None = None
    over: bool = False
    cards: int = 0
    events: int = 0
    card_events: int = 0
    fault: str = ""

    @property
    def margin(self) -> int:
        """The margin of the seat."""
        assert self.seat is not None
        return self.margins[self.seat]

    @property
    def won(self) -> bool:
        """Whether the seat won."""
        return self.seat is not None and self.winner is self.seat


def setup_of(game: LabGame) -> Setup:
    """Return the setup of a game, with its players."""
    alone: Players = ((game.seat,),) if game.seat is not None else ()
    players = alone if game.others == NON_PLAYER else FOUR_PLAYERS
    return msgspec.structs.replace(game.setup, players=players)


def policies_of(game: LabGame) -> dict[Faction, Policy]:
    """Return the policies of the Factions with players. Raises `UnknownPolicy`."""
    found: dict[Faction, Policy] = {}
    for faction in FACTIONS:
        name = game.policy if faction is game.seat else game.others
        if faction is game.seat or game.others != NON_PLAYER:
            found[faction] = policy_named(name, f"{game.seed} {faction}")
    return found


def play_lab_game(game: LabGame) -> LabResult:
    """Play a game to its end and return its result. A `FitlError` in play becomes the `fault` of the result.

    Raises `UnknownPolicy`, and the errors of `start`.
    """
    policies = policies_of(game)
    dice = Dice(game.seed)
    setup, deck = deal(setup_of(game), dice)
    try:
        return counted_game(game.seat, game.seed, policy_game(setup, deck, dice, policies, game.cards))
    finally:
        close_policies(policies.values(), "the game is over")


def counted_game(seat: Faction | None, seed: int, played: Iterable[PlayedEvent]) -> LabResult:
    """Return the result of a game in play for a seat. Raises nothing."""
    events = card_events = 0
    state: State | None = None
    fault = ""
    try:
        for one in played:
            state = one.after
            events += 1
            card_events += isinstance(one.event, Action) and _executes_event(one.event)
    except FitlError as error:
        fault = f"after event {events}: {error.message}"
    by_faction: Mapping[Faction, int] = margins(state) if state is not None else dict.fromkeys(FACTIONS, 0)
    return LabResult(
        seat=seat,
        seed=seed,
        margins=dict(by_faction),
        winner=state.winner if state is not None else None,
        over=state is not None and state.phase == "over",
        cards=len(state.played) if state is not None else 0,
        events=events,
        card_events=card_events,
        fault=fault,
    )


def _executes_event(action: Action) -> bool:
    return any(segment.verb == "event" for segment in action.segments)
