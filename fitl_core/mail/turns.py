"""A turn told for a mail: what has happened, what lies there, who is asked, and what is open to him."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

import notation
from fitl_core.facts.card_words import card_words
from fitl_core.facts.cards import Side, cards
from fitl_core.facts.factions import Faction
from fitl_core.facts.phases import Deed
from fitl_core.facts.players import non_players, player_of
from fitl_core.game.next_moves import Asked, next_moves
from fitl_core.game.replays import Replay
from fitl_core.mail.examples import examples
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Pass, Pivotal, Reveal, Waive
from fitl_core.rules.awaited import awaited
from fitl_core.rules.costs import Cost, costs
from fitl_core.rules.pivotal import holding
from fitl_core.rules.sequence import open_deeds, to_act
from fitl_core.state.digest import digest
from fitl_core.state.draft import Draft
from fitl_core.state.state import Done, State
from fitl_core.state.turn import MOST_TO_ACT, executed, waiting
from fitl_core.state.victory import margins, scores
from fitl_core.tell.effects import narrate
from fitl_core.tell.words import monsoon_words, standing
from fitl_core.walks import ask
from notation import Entry


class CardUp(msgspec.Struct, frozen=True):
    """A card that lies face up: what its sides do, in our own words, empty for a Coup card."""

    number: int
    title: str
    order: tuple[Faction, ...]
    is_coup: bool
    sides: dict[Side, str]


class Happened(msgspec.Struct, frozen=True):
    """An event with its line, and what it did in words."""

    event: int
    line: str
    told: tuple[str, ...]


class Open(msgspec.Struct, frozen=True):
    """A verb that is open to whoever is asked, with what it costs, as far as he can pay it."""

    verb: str
    costs: tuple[Cost, ...]


class Turn(msgspec.Struct, frozen=True):
    """The turn of a game behind event `event`, told to `reader`: what has happened behind event `since`.

    `asked` is who is to act, `is_non_player` whether nobody plays him; `verbs` are what he may begin with,
    `questions` what he is asked where he begins with no verb. `expects` says what is waited for where nobody
    is asked; `pivotal` are the lines by which a Pivotal Event can be placed, `waits_for` the Factions
    for which play waits. `acted` is what has been done on this card, `behind` who is still to act behind
    whoever is asked, `deeds` what the card gives the one who is asked; all empty in a Coup Round.
    `examples` are moves that are legal now, as they are written.
    """

    file: str
    event: int
    since: int
    reader: Faction | None
    standing: str
    played: CardUp | None
    next: CardUp | None
    monsoon: str
    happened: tuple[Happened, ...]
    asked: Faction | None
    is_non_player: bool
    verbs: tuple[Open, ...]
    questions: tuple[Asked, ...]
    may_pass: bool
    expects: str
    pivotal: tuple[str, ...]
    waits_for: tuple[Faction, ...]
    scores: dict[Faction, int]
    margins: dict[Faction, int]
    digest: str
    acted: tuple[Done, ...] = ()
    behind: tuple[Faction, ...] = ()
    deeds: frozenset[Deed] = frozenset()
    examples: tuple[str, ...] = ()


def turn(name: str, game: Replay, since: int | None = None, reader: Faction | None = None) -> Turn:
    """The turn of a game as it stands; `since` counts from the last move of the reader's, unless it is said.

    The reader is who is to act, unless another is named; where nobody is, this card is told. Raises nothing.
    """
    state = game.state
    reader = reader or to_act(state)
    since = last_move_of(game, reader) if since is None else since
    found = next_moves(name, state, game.sound)
    faction = awaited(state).faction
    verbs = tuple(_verbs(state, faction)) if faction is not None and not holding(state) else ()
    is_non_player = faction is not None and faction in non_players(state.players)
    asks = faction is not None and not holding(state) and not is_non_player
    return Turn(
        name,
        game.sound,
        since,
        reader,
        standing(state),
        card_up(state.card),
        card_up(state.next),
        monsoon_words(state),
        tuple(_happened(game, since)),
        faction,
        is_non_player,
        verbs,
        () if verbs else found.questions,
        found.may_pass,
        found.expects,
        found.pivotal,
        holding(state),
        dict(scores(state)),
        dict(margins(state)),
        digest(state),
        state.done if state.phase == "card" else (),
        waiting(state)[1:] if state.phase == "card" and len(executed(state)) < MOST_TO_ACT - 1 else (),
        open_deeds(state) if state.phase == "card" and verbs else frozenset(),
        examples(state, faction) if asks and faction is not None else (),
    )


def last_move_of(game: Replay, reader: Faction | None) -> int:
    """The number of the last event that a Faction's player has said; of the last before this card for nobody.

    It is 0 where there is none.
    """
    his = player_of(game.state.players, reader) if reader is not None else ()
    for number in range(game.sound, 0, -1):
        event = game.events[number - 1]
        if isinstance(event, Action | Pass | Pivotal | Waive) and event.faction in his:
            return number
        if reader is None and isinstance(event, Reveal):
            return number - 1
    return 0


def card_up(number: int | None) -> CardUp | None:
    """A card that lies face up; None where none does."""
    if number is None:
        return None
    card = cards()[number]
    sides = {} if card.is_coup else dict(card_words()[number])
    return CardUp(number, card.title, card.order, card.is_coup, sides)


def _happened(game: Replay, since: int) -> Iterator[Happened]:
    for number in range(since + 1, game.sound + 1):
        (line, *_) = notation.write_entry(Entry(game.events[number - 1]))
        yield Happened(number, line, tuple(map(str, narrate(game.steps[number].effects))))


def _verbs(state: State, faction: Faction) -> Iterator[Open]:
    """The verbs with which a Faction may begin, and what it can pay of what they cost."""
    draft = Draft(state)
    payable = [
        cost for cost in costs(state, faction) if draft.refuse_payment(faction, cost.resources) is None
    ]
    for question in ask(state, faction).questions:
        for answer in question.answers():
            if isinstance(answer, Verb):
                mine = [cost for cost in payable if cost.verb == answer.name and cost.resources]
                yield Open(answer.name, tuple(mine))
