"""Laws of every legal game: of its positions, and of the game as a whole.

    hold_laws(setup, replay(setup, events), Dice(0))

`fitl_core.state.laws` has the laws of a single position. Each law here is a function that raises `BrokenLaw`;
`LAWS` lists them. Laws that would take long everywhere look at places that the dice choose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

import notation
from fitl_core.engine import play, start
from fitl_core.facts.factions import FACTIONS
from fitl_core.game.normal_games import normal_events
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.game.written_logs import going_on_from
from fitl_core.players.dice import Dice
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Amend, AnyMove, Correct, Event, Pass, Void
from fitl_core.record.setup import Setup
from fitl_core.state.applying import apply_effects
from fitl_core.state.laws import BrokenLaw, insist_on_deck, insist_on_laws
from fitl_core.state.position_digest import digest
from fitl_core.state.positions import position_of
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.state.victory import scores
from fitl_core.tell.state_view import view
from fitl_core.testing.offers import try_answers
from fitl_core.testing.prefixes import insist_on_prefixes
from fitl_core.testing.wordings import insist_on_one_form
from fitl_core.underway import Step
from notation.decode import TextLine
from notation.lexer import LogicalLine
from notation.log import Entry, Log
from notation.position_reader import read_parts, read_position, write_position

CONTINUED = 8
"""The number of a game's positions from which a new game begins."""

REWORDED = 0.1
"""The share of moves that are reworded."""

FOLLOWED = 0.1
"""The share of positions in which offered answers are followed."""

Law = Callable[[Setup, ReplayedGame, Dice], None]


def hold_laws(setup: Setup, game: ReplayedGame, dice: Dice, laws: Sequence[Law] | None = None) -> None:
    """Check every law, or the given ones, on the sound part of a game. Raises `BrokenLaw`."""
    sound = msgspec.structs.replace(game, events=game.events[: game.sound], error=None)
    for law in LAWS if laws is None else laws:
        law(setup, sound, dice)


def positions_are_lawful(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that every position, and the deck, is one that a legal game can have."""
    for step in game.steps:
        insist_on_laws(step.state)
    if setup.position is None:
        insist_on_deck(game.state)


def the_board_shown_has_the_scores(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that the view of the last position shows its scores (7.2)."""
    if view(game.state, 0).victory != scores(game.state):
        raise BrokenLaw("the board shown has other scores than the position")


def a_prefix_and_the_rest_are_the_whole(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that a game stopped after any event and continued has the same positions and effects."""
    cut = dice.draw(range(len(game.events) + 1))
    prefix = replay(setup, game.events[:cut])
    if prefix.steps != game.steps[: cut + 1]:
        raise BrokenLaw(f"the first {cut} events alone are not the same game")
    state = prefix.state
    for number, event in enumerate(game.events[cut:], cut + 1):
        step = _step_after(game, state, number, event)
        if step != game.steps[number]:
            raise BrokenLaw(f"continued after event {cut}, event {number} has another outcome")
        state = step.state


def _step_after(game: ReplayedGame, state: State, number: int, event: Event) -> Step:
    """Return the step of an event. A line that works on the log has the step that it had in the game."""
    return game.steps[number] if isinstance(event, Void | Amend) else play(state, event)


def prefixes_are_final(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that later clauses do not change the effects of earlier clauses (4.1)."""
    for before, event in zip(game.steps, game.events, strict=False):
        if isinstance(event, Action):
            insist_on_prefixes(before.state, event)


def effects_are_the_whole_change(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that effects alone, also through JSON, lead from the setup to the first position and to all later
    ones.
    """
    state = set_up(setup)
    for number, step in enumerate(game.steps):
        effects = msgspec.json.decode(msgspec.json.encode(step.effects), type=tuple[Effect, ...])
        if effects != step.effects or apply_effects(state, effects) != step.state:
            raise BrokenLaw(f"the effects of event {number} are not its whole change")
        state = step.state


def what_is_written_is_read(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that text and JSON Lines give the same setup and events back."""
    log = Log(notation.tags_of(setup), tuple([Entry(event) for event in game.events]))
    for form, back in (
        ("text", notation.read(notation.write(log)).log),
        ("JSON Lines", notation.load(notation.dump(log)).log),
    ):
        if back.events != game.events or notation.setup_of(back) != setup:
            raise BrokenLaw(f"a game written as {form} is read as another")


def a_position_goes_on_as_its_game(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that a game begun from a written position begins in the same State, with the same digests.

    From one of the positions the game is played on, and every digest is compared.
    """
    cut, *others = dice.sample(range(len(game.steps)), min(CONTINUED, len(game.steps)))
    for number in others:
        if _begun_from(setup, game.steps[number].state) != game.steps[number].state:
            raise BrokenLaw(f"a game that begins after event {number} has another position")
    state = _begun_from(setup, game.steps[cut].state)
    for number, event in enumerate((None, *game.events[cut:]), cut):
        if event is not None:
            state = _step_after(game, state, number, event).state
        if digest(state) != digest(game.steps[number].state):
            raise BrokenLaw(f"begun after event {cut}, the game has another digest after event {number}")


def what_is_taken_back_leaves_no_trace(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that a game is the same after events are taken back, replayed, amended and corrected into
    themselves.

    One of the events is a Pass. The rules refuse it in most positions, and the next line takes it back. The
    game in force has the same events and positions (SPEC 3).
    """
    events = game.in_force.events
    if not events:
        return
    cut = dice.draw(range(len(events)))
    first = dice.draw(range(cut + 1))
    taken_back: list[Event] = [Pass(dice.draw(FACTIONS)), Void(cut + 2), Void(first + 1)]
    written: list[Event] = [*events[: cut + 1], *taken_back, *events[first:]]
    move = events[first]
    if isinstance(move, AnyMove):
        written.append(Amend(cut + 5, move))
    again = replay(setup, written)
    if again.error is not None or again.in_force.events != events or again.state != game.state:
        raise BrokenLaw(f"events {first + 1} to {cut + 1} taken back and played again: {again.error}")
    if again.in_force.steps != game.in_force.steps:
        raise BrokenLaw(f"events {first + 1} to {cut + 1} taken back and played again lead another way")
    line = write_position(position_of(game.state))
    named, position = read_parts(LogicalLine("tag", TextLine(1, line, line)))
    if game.state.phase != "card" and play(game.state, Correct(named, position)).state != game.state:
        raise BrokenLaw("a position corrected into itself is another")


def _begun_from(setup: Setup, state: State) -> State:
    """Return the first State of a game whose header has this position and these players."""
    position = read_position(write_position(position_of(state)))
    return start(msgspec.structs.replace(going_on_from(setup, state), position=position)).state


def wordings_have_one_form(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that the normal form is the same game, and that reworded moves have the same normal form."""
    form = normal_events(game)
    if [step.state for step in replay(setup, form).steps] != [step.state for step in game.steps]:
        raise BrokenLaw("the normal form of a game is another game")
    for before, event in zip(game.steps, game.events, strict=False):
        if isinstance(event, Action) and dice.chance(REWORDED):
            insist_on_one_form(before.state, event, dice)


def offers_lead_to_an_end(setup: Setup, game: ReplayedGame, dice: Dice) -> None:
    """Check that some offered answers lead to a legal end, for every face of the dice."""
    for step in game.steps:
        if dice.chance(FOLLOWED):
            try_answers(step.state, dice)


LAWS: tuple[Law, ...] = (
    positions_are_lawful,
    the_board_shown_has_the_scores,
    a_prefix_and_the_rest_are_the_whole,
    prefixes_are_final,
    effects_are_the_whole_change,
    what_is_written_is_read,
    a_position_goes_on_as_its_game,
    wordings_have_one_form,
    what_is_taken_back_leaves_no_trace,
    offers_lead_to_an_end,
)
"""Every law of a game. The laws on which the others depend come first."""

COSTLY: tuple[Law, ...] = (
    prefixes_are_final,
    what_is_written_is_read,
    a_position_goes_on_as_its_game,
    wordings_have_one_form,
    what_is_taken_back_leaves_no_trace,
    offers_lead_to_an_end,
)
"""The laws that take most of the time. Fast tests check them in turn."""


def laws_in_turn(turn: int) -> tuple[Law, ...]:
    """Return the cheap laws and one of the costly ones, in order. Each costly law has one of six turns."""
    chosen = COSTLY[turn % len(COSTLY)]
    return tuple([law for law in LAWS if law is chosen or law not in COSTLY])
