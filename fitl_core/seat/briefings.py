"""The briefing of a seat: everything that one decision needs, in words and as data.

    told = briefing(sight_of_game(replay, (Faction.VC,)))
    print(told.text)                                 # at most `MOST_BYTES` bytes
    told.questions[0].answers                        # ('rally', 'march', ...)

The same sight gives the same bytes everywhere. Read `briefing_words` next for the text.
"""

from __future__ import annotations

import msgspec

import notation
from fitl_core.facts.card_list import pivotal_cards
from fitl_core.facts.card_words import card_words
from fitl_core.facts.counting import counted
from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.rules.pivotal import held
from fitl_core.seat.answer_names import name_of_answer
from fitl_core.seat.briefing_words import BriefingParts, words_of
from fitl_core.seat.sights import SeatSight, SightKind
from fitl_core.state.state import State
from fitl_core.tell.cards_up import CardUp, card_up
from fitl_core.tell.happenings import Happened
from fitl_core.tell.open_verbs import OpenVerb, open_verbs
from fitl_core.tell.state_view import StateView, view
from fitl_core.tell.words import standing
from fitl_core.walks import OpenedQuestion

MOST_BYTES = 8192
"""The largest size of the text of a briefing, in bytes."""
MOST_ANSWERS = 40
"""The most answers of a question that a briefing names."""


class AnswerNames(msgspec.Struct, frozen=True):
    """A question that the seat may answer, with its answers by name.

    The names are clauses of the notation. `more` says whether there are other answers: any clause of the
    notation that fits is accepted. `forms` are the kinds of clause that fit.
    """

    id: str
    who: Faction
    rule: str
    prompt: str
    optional: bool
    forms: tuple[str, ...]
    answers: tuple[str, ...]
    more: bool = False


class CardText(msgspec.Struct, frozen=True):
    """A card that acts on play: a Capability or Momentum Event in effect, or a Pivotal Event that is held.

    `text` is that of the side in effect, in our own words.
    """

    number: int
    title: str
    what: str
    text: str


class BriefingLimits(msgspec.Struct, frozen=True):
    """The limits of one answer: its most bytes, the tries that are left, and its seconds. None: no limit."""

    bytes: int = 16_384
    tries: int | None = 1
    seconds: float | None = None


class SeatBriefing(msgspec.Struct, frozen=True, kw_only=True):
    """The briefing of a seat for one decision after event `event`.

    `text` says it in words. `position` is the board. `happened` are the events after event `since`. `what` is
    "turn", "pivotal", "answer" or "nothing", and `asked` the Faction of the seat that decides. `begun` is the
    move so far, as a line of the notation; empty before its first clause. `words` are the answers that are no
    clause. `verbs` are the verbs with which the Faction may begin, with their costs. `markers` and `orders`
    are the seat's own Deception markers and standing orders.
    """

    seat: str
    factions: tuple[Faction, ...]
    event: int
    since: int
    what: SightKind
    asked: Faction | None
    standing: str
    begun: str
    questions: tuple[AnswerNames, ...]
    words: tuple[str, ...]
    verbs: tuple[OpenVerb, ...]
    played: CardUp | None
    next: CardUp | None
    cards: tuple[CardText, ...]
    happened: tuple[Happened, ...]
    markers: tuple[DeceptionMarker, ...]
    orders: tuple[str, ...]
    limits: BriefingLimits
    position: StateView
    text: str


def briefing(
    sight: SeatSight, since: int | None = None, limits: BriefingLimits | None = None
) -> SeatBriefing:
    """Return the briefing of a seat, with the news after event `since` (the seat's last line by default).

    Raises nothing.
    """
    state, after = sight.state, sight.last if since is None else min(max(since, 0), sight.event)
    begun = sight.walk is not None and bool(sight.walk.said)
    may_begin = sight.what == "turn" and not begun and sight.asked is not None
    told = SeatBriefing(
        seat=sight.seat,
        factions=sight.factions,
        event=sight.event,
        since=after,
        what=sight.what,
        asked=sight.asked,
        standing=standing(state),
        begun=notation.write_event(sight.walk.action) if begun and sight.walk is not None else "",
        questions=tuple([answer_names(asked) for asked in sight.questions]),
        words=sight.words,
        verbs=open_verbs(state, sight.asked) if may_begin and sight.asked is not None else (),
        played=card_up(state.card),
        next=card_up(state.next),
        cards=card_texts(state, sight.factions),
        happened=sight.happened_since(after),
        markers=sight.markers,
        orders=sight.orders,
        limits=limits or BriefingLimits(),
        position=view(state, sight.event),
        text="",
    )
    return msgspec.structs.replace(told, text=words_of(_parts(told), state, MOST_BYTES))


def answer_names(asked: OpenedQuestion, most: int = MOST_ANSWERS) -> AnswerNames:
    """Return a question with the names of its first answers."""
    answers = [name_of_answer(one) for one in asked.answers(most=most + 1)]
    names = tuple(dict.fromkeys(answers[:most]))
    return AnswerNames(
        asked.id, asked.who, asked.rule, asked.prompt, asked.optional, asked.forms, names, len(answers) > most
    )


def card_texts(state: State, factions: tuple[Faction, ...]) -> tuple[CardText, ...]:
    """Return the texts of the lasting Events in effect, and of the Pivotal Events that a seat holds."""
    lasting = [(mark, "Capability") for mark in state.capabilities]
    lasting += [(mark, "Momentum") for mark in state.momentum]
    found = [_text(mark.card, f"{what}, {mark.side}", mark.side) for mark, what in lasting]
    own = [pivotal_cards()[one] for one in held(state) if one in factions]
    return (*found, *[_text(number, "your Pivotal Event") for number in own])


def _text(number: int, what: str, side: str = "") -> CardText:
    card = card_up(number)
    assert card is not None
    texts = card_words()[number]
    text = next((words for name, words in texts.items() if name == side), " ".join(texts.values()))
    return CardText(number, card.title, what, text)


def _parts(told: SeatBriefing) -> BriefingParts:
    """Return the lines of a briefing, part by part."""
    return BriefingParts(
        seat=told.seat,
        standing=told.standing,
        what=told.what,
        asked=told.asked,
        begun=told.begun,
        questions=[
            (
                f"{one.who}: {one.prompt} ({one.rule}{', may be left out' if one.optional else ''})",
                one.answers,
                one.more,
            )
            for one in told.questions
        ],
        words=told.words,
        verbs=told.verbs,
        cards=[told.played, told.next],
        lasting=[(f"#{one.number} {one.title}, {one.what}", one.text) for one in told.cards],
        since=told.since,
        happened=told.happened,
        markers=told.markers,
        orders=told.orders,
        limits=_limit_words(told.limits),
    )


def _limit_words(limits: BriefingLimits) -> str:
    seconds = f", within {limits.seconds:g} s" if limits.seconds is not None else ""
    tries = f"{counted(limits.tries, 'try', 'tries')} left, " if limits.tries is not None else ""
    return f"Limits: {tries}an answer of at most {limits.bytes} bytes{seconds}."
