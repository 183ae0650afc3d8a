"""Put an event of a log into one plain sentence or phrase, for people who do not read the notation.

`effects_in_words` has the words for what an event changes.
"""

from __future__ import annotations

from typing import assert_never

from fitl_core.facts.card_list import cards
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import spoken
from fitl_core.facts.players import players_words
from fitl_core.record import events
from fitl_core.record.clauses import Option, space_of
from fitl_core.rules.deception import NAMES

_SIDES = ("unshaded", "shaded")


def headline(event: events.Event, card: int | None = None) -> str:
    """Return an event in words. `card` is the number of the card in play before it.

    >>> from fitl_core.facts.factions import VC
    >>> event = events.Action(VC, (events.Segment("event", (Option("shaded"),)),))
    >>> headline(event, 72), headline(events.Pass(VC))
    ('VC: Event #72 Body Count, shaded', 'VC passes')
    """
    match event:
        case events.Action(faction=faction, segments=segments, limop=limop):
            deeds = "; ".join([_deed(segment, card) for segment in segments])
            return f"{faction}: {'Limited Operation: ' if limop else ''}{deeds}"
        case events.Pass(faction=faction):
            return f"{faction} passes"
        case events.Pivotal(faction=faction, card=number):
            return f"{faction} places its Pivotal Event {_card(number)}"
        case events.Waive(faction=faction):
            return f"{faction} does not place its Pivotal Event on this card"
        case events.Hold(faction=faction):
            return f"{faction} asks play to wait for its Pivotal Event"
        case events.RevealMarker(faction=faction, marker=marker):
            return f"{faction} reveals {NAMES[marker]}"
        case events.DecisionDice(faction=faction, node=node, dice=dice, at=at):
            return f"Dice of {faction} ({at or node}): {', '.join(map(str, dice))}"
        case events.PlayCard(card=number):
            return f"{_card(number)} is in play"
        case events.Reveal(card=number):
            return f"Next card: {_card(number)}" if number else "No card is left"
        case _:
            return _of_table(event, card)


def _of_table(
    event: events.Note
    | events.ShareOut
    | events.Void
    | events.Amend
    | events.Correct
    | events.Stand
    | events.DigestLine,
    card: int | None,
) -> str:
    """Return an event of the whole table in words."""
    match event:
        case events.Note(text=text):
            return text
        case events.ShareOut(players=players):
            return f"The Factions are shared out: {players_words(players)}"
        case events.Void(number=None):
            return "The last line is taken back"
        case events.Void(number=number):
            return f"Line {number} and all later lines are taken back"
        case events.Amend(number=number, move=move):
            return f"Line {number} is replaced by: {headline(move, card)}"
        case events.Correct(named=named):
            return f"The table corrects the position: {', '.join([_place(name) for name in named])}"
        case events.Stand(move=move):
            return f"The table lets a move stand: {headline(move, card)}"
        case events.DigestLine():
            return "Digest of the position"
        case _:
            assert_never(event)


def _deed(segment: events.Segment, card: int | None) -> str:
    """Return a segment in words: the verb, and its spaces; for an Event, its card and side."""
    if segment.verb == "event":
        sides = [one.name for one in segment.clauses if isinstance(one, Option) and one.name in _SIDES]
        return ", ".join([f"Event {_card(card)}" if card is not None else "Event", *sides[:1]])
    places = dict.fromkeys([space_of(clause) for clause in segment.clauses])
    names = [spaces_by_id()[place].short for place in places if place in spaces_by_id()]
    return f"{spoken(segment.verb)} in {', '.join(names)}" if names else spoken(segment.verb)


def _place(name: str) -> str:
    return spaces_by_id()[name].short if name in spaces_by_id() else name


def _card(number: int) -> str:
    return f"#{number} {cards()[number].title}"
