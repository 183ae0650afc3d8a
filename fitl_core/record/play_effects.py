"""Effects on the course of the game: cards, who may act, what lasts, Coup Rounds, and the end."""

from __future__ import annotations

from fitl_core.facts.cards import Side
from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.phases import Deed, Ending, Phase, Policy
from fitl_core.facts.players import Players
from fitl_core.record.board_effects import EffectBase

# -- cards and the sequence of play -----------------------------------------------------------------


class CardPlayed(EffectBase, frozen=True, tag="card-played"):
    """A card is now the one that is played; no Faction has acted on it (2.2, 2.3.7)."""

    card: int


class NextCardShown(EffectBase, frozen=True, tag="next-card"):
    """The card that shows as the next one; None where the deck is at its end (2.3.7)."""

    card: int | None


class PivotalPlaced(EffectBase, frozen=True, tag="pivotal-placed"):
    """A Faction's Pivotal Event lies on the played card `on`, which it cancels (2.3.8).

    Where that was another Faction's Pivotal Event (`trumps`), its owner takes it back.
    """

    faction: Faction
    card: int
    on: int
    trumps: bool = False


class CardReturned(EffectBase, frozen=True, tag="card-returned"):
    """A Pivotal Event that was played returns to the Faction that owns it (card 96)."""

    card: int
    faction: Faction


class PivotalWaived(EffectBase, frozen=True, tag="pivotal-waived"):
    """A Faction will not place its Pivotal Event on this card; play no longer waits for it (2.3.8)."""

    faction: Faction
    card: int


class PivotalHeld(EffectBase, frozen=True, tag="pivotal-held"):
    """Play waits for a Faction that decides on its Pivotal Event (2.3.8)."""

    faction: Faction
    card: int


class PeaceTalksBegun(EffectBase, frozen=True, tag="peace-talks"):
    """Linebacker II is eased (card 3)."""


class PhaseChanged(EffectBase, frozen=True, tag="phase"):
    """The phase of the card or of the Coup Round (2.3, 6.0)."""

    old: Phase
    new: Phase


class Acted(EffectBase, frozen=True, tag="acted"):
    """A Faction has done something on this card; a Hidden Asset's option is used up (2.3.4, 7.3)."""

    faction: Faction
    deed: Deed


class EligibilityAdjusted(EffectBase, frozen=True, tag="eligibility"):
    """The Eligible Factions of the coming card (2.3.6, 6.6), the same ones as before perhaps.

    What Events and Factions said about this card is spent: who stays Eligible, is barred, waives or holds.
    """

    old: tuple[Faction, ...]
    new: tuple[Faction, ...]


class StaysEligible(EffectBase, frozen=True, tag="stays-eligible"):
    """An Event lets a Faction remain Eligible whatever it executes (2.3.6)."""

    faction: Faction


class MadeIneligible(EffectBase, frozen=True, tag="made-ineligible"):
    """An Event renders a Faction Ineligible, at once and through the next card (2.3.6)."""

    faction: Faction


class MadeEligible(EffectBase, frozen=True, tag="made-eligible"):
    """An Event renders a Faction Eligible for the next card and, with `now`, on this one (2.3.6)."""

    faction: Faction
    now: bool = True


class DeceptionRevealed(EffectBase, frozen=True, tag="deception-revealed"):
    """The `player` of these Factions uses a Deception marker; an Asset opens a full option (7.3)."""

    faction: Faction
    marker: DeceptionMarker
    player: tuple[Faction, ...]


# -- what lasts -------------------------------------------------------------------------------------


class CapabilityOut(EffectBase, frozen=True, tag="capability-out"):
    """A Capability is in effect on a side, in place of its other one; it is now the last of them (5.3)."""

    card: int
    side: Side


class CapabilityGone(EffectBase, frozen=True, tag="capability-gone"):
    """A Capability is out of play (5.3)."""

    card: int


class MomentumOut(EffectBase, frozen=True, tag="momentum-out"):
    """A Momentum Event is in effect on a side until the Reset of a Coup Round (5.4)."""

    card: int
    side: Side


class MomentumGone(EffectBase, frozen=True, tag="momentum-gone"):
    """A Momentum Event is no longer in effect (6.6)."""

    card: int


class LeaderInstalled(EffectBase, frozen=True, tag="leader-installed"):
    """A Coup card lies on top of the RVN Leader box, face up (2.4.1)."""

    card: int


class FailedAttemptPlaced(EffectBase, frozen=True, tag="failed-attempt"):
    """A Failed Attempt lies at the bottom of the RVN Leader box (2.4.1)."""

    card: int


class LeaderTurnedDown(EffectBase, frozen=True, tag="leader-down"):
    """The RVN Leader's card lies face down: its text is not in effect (card 97)."""


# -- players and Non-players ------------------------------------------------------------------------


class PlayersChanged(EffectBase, frozen=True, tag="players-changed"):
    """From here on other players have the Factions, or Non-players (1.5, 8.0).

    The Policy of a US that gets a player is gone; play waits no longer for a Non-player's Pivotal Event.
    """

    old: Players
    new: Players


class PolicySet(EffectBase, frozen=True, tag="policy"):
    """The Policy of a Non-player US, the same as before perhaps (8.8.1)."""

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
    """So many more levels of a space are counted for Pacification in this Support Phase (6.3.1)."""

    space: str
    levels: int


class PacificationForgotten(EffectBase, frozen=True, tag="pacification-forgotten"):
    """Nothing is counted as Pacified any longer: a Support Phase begins, or is over (6.3.1)."""


class ControlHeld(EffectBase, frozen=True, tag="control-held"):
    """Control of each space, in board order, counts as it is now while Redeploy lasts (6.4)."""

    control: tuple[ControlName, ...]


class ControlReleased(EffectBase, frozen=True, tag="control-released"):
    """Control follows the pieces again (6.4.4)."""


class WithdrawalCounted(EffectBase, frozen=True, tag="withdrawal"):
    """How many US pieces the Commitment Phase has moved from the map to Available (6.5)."""

    old: int
    new: int


class GameEnded(EffectBase, frozen=True, tag="game-ended"):
    """The game is over: the player who has these Factions wins by the margin of `winner` (7.0, 1.5).

    `non_player` says that nobody plays the winner (8.0), `lone_margin` by how much a lone player is ahead of
    the Non-players: at 5 or less it is a stalemate (8.9).
    """

    winner: Faction
    player: tuple[Faction, ...]
    how: Ending
    non_player: bool = False
    lone_margin: int | None = None


class WinnerChanged(EffectBase, frozen=True, tag="winner"):
    """Behind the end a Hidden Agenda makes another player the winner (7.1, 7.3)."""

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
"""What becomes of cards."""
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
"""Who may act, in which phase, and what a Coup Round counts."""
PlayEffect = CardEffect | SequenceEffect
