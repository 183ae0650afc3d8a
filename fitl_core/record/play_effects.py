"""Effects on the course of the game: cards, sequence of play, lasting Events, Coup Rounds, and the end.

See `fitl_core.record.effects`.
"""

from __future__ import annotations

from fitl_core.facts.card_list import Side
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Phase, Policy
from fitl_core.facts.players import Players
from fitl_core.record.board_effects import EffectBase

# -- cards and the sequence of play -----------------------------------------------------------------


class CardPlayed(EffectBase, frozen=True, tag="card-played"):
    """A card becomes the played card. No Faction has acted on it yet (2.2, 2.3.7)."""

    card: int


class NextCardShown(EffectBase, frozen=True, tag="next-card"):
    """A card is shown as the next one. None: the deck is at its end (2.3.7)."""

    card: int | None


class PivotalPlaced(EffectBase, frozen=True, tag="pivotal-placed"):
    """A Faction's Pivotal Event is placed on the played card `on` and cancels it (2.3.8).

    `trumps`: the cancelled card is another Faction's Pivotal Event. Its owner takes it back.
    """

    faction: Faction
    card: int
    on: int
    trumps: bool = False


class CardReturned(EffectBase, frozen=True, tag="card-returned"):
    """A played Pivotal Event returns to its owner (card 96)."""

    card: int
    faction: Faction


class PivotalWaived(EffectBase, frozen=True, tag="pivotal-waived"):
    """A Faction waives its Pivotal Event on this card. Play no longer waits for it (2.3.8)."""

    faction: Faction
    card: int


class PivotalHeld(EffectBase, frozen=True, tag="pivotal-held"):
    """Play waits for a Faction that decides on its Pivotal Event (2.3.8)."""

    faction: Faction
    card: int


class PeaceTalksBegun(EffectBase, frozen=True, tag="peace-talks"):
    """Linebacker II is eased (card 3)."""


class PhaseChanged(EffectBase, frozen=True, tag="phase"):
    """The phase of the card or of the Coup Round changes (2.3, 6.0)."""

    old: Phase
    new: Phase


class Acted(EffectBase, frozen=True, tag="acted"):
    """A Faction acts on this card. This uses up the option of a Hidden Asset (2.3.4, 7.3)."""

    faction: Faction
    deed: Deed


class EligibilityAdjusted(EffectBase, frozen=True, tag="eligibility"):
    """The Eligible Factions of the coming card are set (2.3.6, 6.6). They may be the same as before.

    All marks for this card end: remaining Eligible, being barred, waiving and holding.
    """

    old: tuple[Faction, ...]
    new: tuple[Faction, ...]


class StaysEligible(EffectBase, frozen=True, tag="stays-eligible"):
    """An Event lets a Faction remain Eligible regardless of its actions (2.3.6)."""

    faction: Faction


class MadeIneligible(EffectBase, frozen=True, tag="made-ineligible"):
    """An Event renders a Faction Ineligible, at once and through the next card (2.3.6)."""

    faction: Faction


class MadeEligible(EffectBase, frozen=True, tag="made-eligible"):
    """An Event renders a Faction Eligible for the next card and, with `now`, for this one (2.3.6)."""

    faction: Faction
    now: bool = True


class DeceptionRevealed(EffectBase, frozen=True, tag="deception-revealed"):
    """The `player` of these Factions uses a Deception marker. An Asset opens a full option (7.3)."""

    faction: Faction
    marker: DeceptionMarker
    player: tuple[Faction, ...]


# -- lasting Events ---------------------------------------------------------------------------------


class CapabilityOut(EffectBase, frozen=True, tag="capability-out"):
    """A Capability takes effect on a side, and its other side ends. It becomes the last Capability (5.3)."""

    card: int
    side: Side


class CapabilityGone(EffectBase, frozen=True, tag="capability-gone"):
    """A Capability goes out of play (5.3)."""

    card: int


class MomentumOut(EffectBase, frozen=True, tag="momentum-out"):
    """A Momentum Event takes effect on a side, until the Reset of a Coup Round (5.4)."""

    card: int
    side: Side


class MomentumGone(EffectBase, frozen=True, tag="momentum-gone"):
    """A Momentum Event ends (6.6)."""

    card: int


class LeaderInstalled(EffectBase, frozen=True, tag="leader-installed"):
    """A Coup card is placed on top of the RVN Leader box, face up (2.4.1)."""

    card: int


class FailedAttemptPlaced(EffectBase, frozen=True, tag="failed-attempt"):
    """A Failed Attempt is placed at the bottom of the RVN Leader box (2.4.1)."""

    card: int


class LeaderTurnedDown(EffectBase, frozen=True, tag="leader-down"):
    """The RVN Leader's card is turned face down. Its text is not in effect (card 97)."""


# -- players and Non-players ------------------------------------------------------------------------


class PlayersChanged(EffectBase, frozen=True, tag="players-changed"):
    """The Factions go to other players, or become Non-players (1.5, 8.0).

    The Policy of a US that gets a player ends. Play no longer waits for the Pivotal Event of a Non-player.
    """

    old: Players
    new: Players


class PolicySet(EffectBase, frozen=True, tag="policy"):
    """The Policy of a Non-player US is set (8.8.1). It may be the same as before."""

    old: Policy | None
    new: Policy


class Promised(EffectBase, frozen=True, tag="promised"):
    """A Non-player that Passes now for its own Capability will play the next Event without a roll (8.5.2)."""

    faction: Faction


class PromiseEnded(EffectBase, frozen=True, tag="promise-ended"):
    """A Non-player no longer has a promise to play the next Event without a roll (8.5.2)."""

    faction: Faction


# -- Coup Rounds and the end ------------------------------------------------------------------------


class Pacified(EffectBase, frozen=True, tag="pacified"):
    """More levels of a space count for Pacification in this Support Phase (6.3.1)."""

    space: str
    levels: int


class PacificationForgotten(EffectBase, frozen=True, tag="pacification-forgotten"):
    """The count of Pacified levels is cleared, because a Support Phase begins or ends (6.3.1)."""


class ControlHeld(EffectBase, frozen=True, tag="control-held"):
    """Control of each space, in board order, is fixed during Redeploy (6.4)."""

    control: tuple[ControlName, ...]


class ControlReleased(EffectBase, frozen=True, tag="control-released"):
    """Control follows the pieces again (6.4.4)."""


class WithdrawalCounted(EffectBase, frozen=True, tag="withdrawal"):
    """The number of US pieces that the Commitment Phase has moved from the map to Available changes (6.5)."""

    old: int
    new: int


class GameEnded(EffectBase, frozen=True, tag="game-ended"):
    """The game is over: the player of these Factions wins by the margin of `winner` (7.0, 1.5).

    `non_player`: the winner is a Non-player (8.0). `lone_margin` is the lead of a lone player over the
    Non-players; 5 or less is a stalemate (8.9).
    """

    winner: Faction
    player: tuple[Faction, ...]
    how: Ending
    non_player: bool = False
    lone_margin: int | None = None


class WinnerChanged(EffectBase, frozen=True, tag="winner"):
    """A Hidden Agenda makes another player the winner after the end of the game (7.1, 7.3)."""

    old: Faction | None
    new: Faction
    player: tuple[Faction, ...]


CardEffect = (
    CardPlayed
    | NextCardShown
    | PivotalPlaced
    | CardReturned
    | PivotalWaived
    | PivotalHeld
    | PeaceTalksBegun
    | CapabilityOut
    | CapabilityGone
    | MomentumOut
    | MomentumGone
    | LeaderInstalled
    | FailedAttemptPlaced
    | LeaderTurnedDown
)
"""Effects on cards."""
SequenceEffect = (
    PhaseChanged
    | Acted
    | EligibilityAdjusted
    | StaysEligible
    | MadeIneligible
    | MadeEligible
    | DeceptionRevealed
    | PlayersChanged
    | PolicySet
    | Promised
    | PromiseEnded
    | Pacified
    | PacificationForgotten
    | ControlHeld
    | ControlReleased
    | WithdrawalCounted
    | GameEnded
    | WinnerChanged
)
"""Effects on the sequence of play, the phases, and the counts of a Coup Round."""
PlayEffect = CardEffect | SequenceEffect
