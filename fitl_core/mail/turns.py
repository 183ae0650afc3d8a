"""Summarize a turn for a mail: the news, the cards, the Faction to act, and its open verbs.

Read `turn_words` next for the text of the summary.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.phases import Deed
from fitl_core.facts.players import non_players, player_of
from fitl_core.game.open_moves import AskedQuestion, next_moves
from fitl_core.game.replays import ReplayedGame
from fitl_core.mail.examples import examples
from fitl_core.record.events import Action, Pass, Pivotal, Reveal, Waive
from fitl_core.rules.pivotal import holding
from fitl_core.rules.sequence import open_deeds, to_act
from fitl_core.rules.waiting import next_step
from fitl_core.state.position_digest import digest
from fitl_core.state.state import Done
from fitl_core.state.turn_order import MOST_TO_ACT, executed, waiting
from fitl_core.state.victory import margins, scores
from fitl_core.tell.cards_up import CardUp, card_up
from fitl_core.tell.happenings import Happened, happened
from fitl_core.tell.open_verbs import OpenVerb, open_verbs
from fitl_core.tell.words import monsoon_words, standing


class TurnSummary(msgspec.Struct, frozen=True):
    """The turn of a game after event `event`, for a `reader`, with the news since event `since`.

    `asked` is the Faction to act, and `is_non_player` says that nobody plays it. `verbs` are its open verbs,
    and `questions` its questions if it begins with no verb. `expects` is what play waits for if nobody is
    asked. `pivotal` are the lines that can place a Pivotal Event, and `waits_for` the Factions for which play
    waits. `acted` are the deeds on this card so far. `behind` are the Factions to act after the asked one,
    and `deeds` the deeds that the card allows it. All three are empty in a Coup Round. `examples` are legal
    moves as written. `deadline` is the time until which an answer is due.
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
    verbs: tuple[OpenVerb, ...]
    questions: tuple[AskedQuestion, ...]
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
    deadline: str = ""


def summarize_turn(
    name: str, game: ReplayedGame, since: int | None = None, reader: Faction | None = None, deadline: str = ""
) -> TurnSummary:
    """Return the summary of the current turn; `since` defaults to the reader's last move.

    The reader defaults to the Faction to act. If there is none, the summary covers this card. Raises nothing.
    """
    state = game.state
    reader = reader or to_act(state)
    since = last_move_of(game, reader) if since is None else since
    moves = next_moves(name, state, game.sound)
    faction = next_step(state).faction
    verbs = open_verbs(state, faction) if faction is not None and not holding(state) else ()
    is_non_player = faction is not None and faction in non_players(state.players)
    asks = faction is not None and not holding(state) and not is_non_player
    return TurnSummary(
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
        () if verbs else moves.questions,
        moves.may_pass,
        moves.expects,
        moves.pivotal,
        holding(state),
        dict(scores(state)),
        dict(margins(state)),
        digest(state),
        state.done if state.phase == "card" else (),
        waiting(state)[1:] if state.phase == "card" and len(executed(state)) < MOST_TO_ACT - 1 else (),
        open_deeds(state) if state.phase == "card" and verbs else frozenset(),
        examples(state, faction) if asks and faction is not None else (),
        deadline,
    )


def last_move_of(game: ReplayedGame, reader: Faction | None) -> int:
    """Return the number of the last event by a Faction's player; for None, the last event before this card.

    The number is 0 if there is no such event.
    """
    his = player_of(game.state.players, reader) if reader is not None else ()
    for number in range(game.sound, 0, -1):
        event = game.events[number - 1]
        if isinstance(event, Action | Pass | Pivotal | Waive) and event.faction in his:
            return number
        if reader is None and isinstance(event, Reveal):
            return number - 1
    return 0


def _happened(game: ReplayedGame, since: int) -> Iterator[Happened]:
    for number in range(since + 1, game.sound + 1):
        yield happened(number, game.events[number - 1], game.steps[number].effects)
