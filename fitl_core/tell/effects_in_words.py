"""Put effects into plain words, for replays, annotations and rulings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

import msgspec

from fitl_core.facts.card_list import cards
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import CONTROL_WORDS, Faction
from fitl_core.facts.game_map import board as board_of_spaces
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.options import DeceptionMarker
from fitl_core.facts.pieces import Count, describe, number_named
from fitl_core.facts.players import player_words, players_words
from fitl_core.record import board_effects as board
from fitl_core.record import play_effects as play
from fitl_core.record.effects import Effect, PartSet, PositionSet, Remark, Rolled
from fitl_core.rules.deception import NAMES
from fitl_core.state.final_places import MOST_FOR_STALEMATE, holding_out
from fitl_core.state.state import BOX_WORDS
from fitl_core.tell.words import TRACK_WORDS, card_words


class Consequence(msgspec.Struct, frozen=True):
    """One or several effects in words, with the rule that causes them."""

    text: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


def narrate(effects: Iterable[Effect]) -> tuple[Consequence, ...]:
    """Return an event's effects in words, without those that the event itself shows.

    Successive changes of one track under the same rule share a line with all their figures:
    "Aid 10 -> 16 -> 22".
    """
    lines: list[Consequence] = []
    running: dict[str, tuple[int, board.TrackChanged]] = {}  # the line of each track's last change
    for effect in effects:
        if isinstance(effect, board.TrackChanged):
            at, before = running.get(effect.track, (-1, effect))
            if at >= 0 and before.rule == effect.rule:
                lines[at] = Consequence(f"{lines[at].text} -> {effect.new}", effect.rule)
            else:
                at = len(lines)
                lines.append(Consequence(effect_words(effect), effect.rule))
            running[effect.track] = (at, effect)
        elif words := effect_words(effect):
            lines.append(Consequence(words, effect.rule))
    return tuple(lines)


def effect_words(effect: Effect) -> str:
    """Return one effect in words. Empty for an effect that is not reported.

    >>> from fitl_core.facts.pieces import Count, Kind
    >>> effect_words(board.Placed("3.2.1", "saigon", (Count(6, Kind.AT),)))
    '6 ARVN Troops placed in Saigon from Available'
    """
    if isinstance(effect, board.PieceEffect):
        return _piece_words(effect)
    if isinstance(effect, board.MarkerEffect):
        return _marker_words(effect)
    if isinstance(effect, play.CardEffect):
        return _card_words(effect)
    match effect:
        case PositionSet():
            return position_words(effect)
        case Rolled(what=what, die=die):
            return f"{_shortened(what)}: the die shows {die}"
        case Remark(text=text):
            return text
        case _:
            return _sequence_words(effect)


def position_words(effect: Effect) -> str:
    """Return the parts that the table set, in words. Empty for another effect, and if it named no part."""
    parts = effect.parts if isinstance(effect, PositionSet) else ()
    return f"the table sets {'; '.join(map(_part_words, parts))}" if parts else ""


def _part_words(part: PartSet) -> str:
    """Return the change of a part, `aid 15 -> 9`. A name at the start of both is written once.

    >>> _part_words(PartSet("Hue 2at PS", "Hue")), _part_words(PartSet("face-down no", "face-down"))
    ('Hue 2at PS -> empty', 'face-down no -> face-down')
    """
    (name, _, old), (named, _, new) = part.old.partition(" "), part.new.partition(" ")
    of_space = part.old[:1].isupper() or part.new[:1].isupper()  # a word for a field has no capital
    if name != named or not (of_space or (old and new)):
        return f"{part.old or 'nothing'} -> {part.new}"
    return f"{name} {old or 'empty'} -> {new or 'empty'}"


def _piece_words(effect: board.PieceEffect) -> str:
    match effect:
        case board.Placed(space=space, pieces=pieces, source=source):
            return f"{describe(pieces)} placed in {_name(space)} from {_name(source)}"
        case board.Removed(space=space, pieces=pieces, to=to):
            return f"{describe(pieces)} removed from {_name(space)} to {_name(to)}"
        case board.Moved(path=path, pieces=pieces):
            way = f" by way of {', '.join([_name(space) for space in path[1:-1]])}" if path[2:] else ""
            moves = _verb(pieces, "moves", "move")
            return f"{describe(pieces)} {moves} from {_name(path[0])} to {_name(path[-1])}{way}"
        case board.Reboxed(source=source, to=to, pieces=pieces):
            return f"{describe(pieces)} {_verb(pieces, 'goes', 'go')} from {_name(source)} to {_name(to)}"
        case board.Replaced(space=space, pieces=pieces, by=by):
            return f"{describe(pieces)} in {_name(space)} replaced by {describe(by)}"
        case board.Activated(space=space, pieces=pieces):
            return f"{describe(pieces)} in {_name(space)} {_verb(pieces, 'becomes', 'become')} Active"
        case board.Hidden(space=space, pieces=pieces):
            return f"{describe(pieces)} in {_name(space)} {_verb(pieces, 'goes', 'go')} Underground"
        case board.TunnelPlaced(space=space, base=base):
            return f"the {base.noun} in {_name(space)} gets a Tunnel marker"
        case board.TunnelRemoved(space=space, base=base):
            return f"the Tunnel marker of the {base.noun} in {_name(space)} is removed"
        case _:
            assert_never(effect)


def _marker_words(effect: board.MarkerEffect) -> str:
    match effect:
        case board.LevelChanged(space=space, old=old, new=new):
            return f"{_name(space)} shifts from {old.words} to {new.words}"
        case board.TerrorChanged(space=space, old=old, new=new):
            return _markers(new - old, "Terror", space)
        case board.SabotageChanged(space=space, new=new):
            return _markers(1 if new else -1, "Sabotage", space)
        case board.TrackChanged(track=track, old=old, new=new):
            return f"{TRACK_WORDS[track]} {old} -> {new}"
        case board.ControlChanged(space=space, new=new):
            whose = "nobody's" if new == "none" else CONTROL_WORDS[new]
            return f"{_name(space)} comes under {whose} Control"
        case _:
            assert_never(effect)


def _card_words(effect: play.CardEffect) -> str:
    match effect:
        case play.CardPlayed(card=card):
            return f"{card_words(card)} is played"
        case play.PivotalPlaced(faction=faction, card=card, on=on, trumps=trumps):
            done = f"{faction} places {card_words(card)}: it"
            if trumps:
                return f"{done} trumps {card_words(on)}, which returns to {cards()[on].order[0]}"
            return f"{done} cancels {card_words(on)}"
        case play.CardReturned(card=card, faction=faction):
            return f"{card_words(card)} returns to {faction}"
        case play.PivotalWaived(faction=faction, card=card):
            return f"{faction} will not place {card_words(card)} on this card"
        case play.PivotalHeld(faction=faction, card=card):
            return f"play waits for {faction} to decide on {card_words(card)}"
        case play.PeaceTalksBegun():
            return "Linebacker II now needs only more than 25 Support and Available"
        case play.CapabilityOut(card=card, side=side):
            return f"Capability {card} ({cards()[card].title}) is in effect, {side}"
        case play.CapabilityGone(card=card):
            return f"Capability {card} ({cards()[card].title}) is out of play"
        case play.MomentumOut(card=card, side=side):
            until = "until the Reset of a Coup Round"
            return f"Momentum {card} ({cards()[card].title}) is in effect, {side}, {until}"
        case play.MomentumGone(card=card):
            return f"Momentum {card} ({cards()[card].title}) ends"
        case play.LeaderInstalled(card=card):
            return f"{cards()[card].title} becomes RVN Leader"
        case play.FailedAttemptPlaced():
            return "Failed Attempt goes beneath the RVN Leader's card"
        case play.LeaderTurnedDown():
            return "the RVN Leader's card turns face down"
        case play.NextCardShown():
            return ""  # the event itself shows it
        case _:
            assert_never(effect)


def _sequence_words(effect: play.SequenceEffect) -> str:
    match effect:
        case play.EligibilityAdjusted(new=new):
            return f"Eligible for the next card: {', '.join(new) or 'none'}"
        case play.StaysEligible(faction=faction):
            return f"{faction} stays Eligible"
        case play.MadeIneligible(faction=faction):
            return f"{faction} is Ineligible through the next card"
        case play.MadeEligible(faction=faction):
            return f"{faction} is Eligible"
        case play.DeceptionRevealed(faction=faction, marker=marker, player=player):
            return f"{faction} reveals {NAMES[marker]}{_marker_use(marker, player)}"
        case play.PlayersChanged(new=new):
            return f"the Factions are shared out: {players_words(new)}"
        case play.PolicySet(old=old, new=new):
            return f"US Policy is {new}" if old in (None, new) else f"US Policy {old} -> {new}"
        case play.Promised(faction=faction):
            return f"{faction}, if it Passes, will play the next Event without a roll"
        case play.PromiseEnded(faction=faction):
            return f"{faction} no longer promises to play the next Event"
        case play.GameEnded():
            return f"the game ends: {_end_words(effect)}"
        case play.WinnerChanged(player=player):
            return f"{player_words(player)} wins instead"
        case (
            play.PhaseChanged()
            | play.Acted()
            | play.Pacified()
            | play.PacificationForgotten()
            | play.ControlHeld()
            | play.ControlReleased()
            | play.WithdrawalCounted()
        ):
            return ""  # bookkeeping that the events and later effects show
        case _:
            assert_never(effect)


def _end_words(effect: play.GameEnded) -> str:
    who, margin = player_words(effect.player), effect.lone_margin
    if effect.non_player:
        return f"{who}, a Non-player, wins"
    if margin is None:
        return f"{who} wins"
    return f"{who} wins by {margin}" if margin > MOST_FOR_STALEMATE else holding_out(who, margin)


def _marker_use(marker: DeceptionMarker, player: tuple[Faction, ...]) -> str:
    match marker:
        case "agenda":
            return f": {player_words(player)} margin +1"
        case "asset":
            return ": an Operation with Special Activity is open instead of a Limited Operation"
        case "threat":
            return ", which does nothing"


def _markers(change: int, name: str, space: str) -> str:
    markers = counted(abs(change), f"{name} marker")
    return f"{markers} {'placed in' if change > 0 else 'removed from'} {_name(space)}"


def _name(place: str) -> str:
    """Return the short name of a space, or a box in words."""
    where = spaces_by_id().get(place)
    return where.short if where else BOX_WORDS[place]


def _shortened(words: str) -> str:
    """Return the purpose of a die with the short names of spaces, which other effects use."""
    for where in board_of_spaces().spaces:
        words = words.replace(where.name, where.short)
    return words


def _verb(pieces: tuple[Count, ...], one: str, more: str) -> str:
    return one if number_named(pieces) == 1 else more
