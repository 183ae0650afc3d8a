"""What is true of every legal game: of its positions, and of the game as a whole.

    hold_laws(setup, replay(setup, events), Dice(0))

The laws of a single position are `fitl_core.state.laws`. Each law here is a function of its own that raises
`BrokenLaw`; `LAWS` lists them. Dice choose where a law looks that would take long everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

import notation
from fitl_core.engine import play, start
from fitl_core.facts.factions import FACTIONS
from fitl_core.game.logs import going_on_from
from fitl_core.game.normal import normal_events
from fitl_core.game.replays import Replay, replay
from fitl_core.players.dice import Dice
from fitl_core.record.effects import Effect
from fitl_core.record.events import Action, Amend, AnyMove, Correct, Event, Pass, Void
from fitl_core.record.setup import Setup
from fitl_core.state.applying import apply_effects
from fitl_core.state.digest import digest
from fitl_core.state.laws import BrokenLaw, insist_on_deck, insist_on_laws
from fitl_core.state.positions import position_of
from fitl_core.state.start import set_up
from fitl_core.state.state import State
from fitl_core.state.victory import scores
from fitl_core.tell.view import view
from fitl_core.testing.offers import try_answers
from fitl_core.testing.prefixes import insist_on_prefixes
from fitl_core.testing.wordings import insist_on_one_form
from fitl_core.underway import Step
from notation.decode import Line
from notation.lexer import LogicalLine
from notation.log import Entry, Log
from notation.position import read_parts, read_position, write_position

CONTINUED = 8
"""From how many positions of a game a game of its own begins."""

REWORDED = 0.1
"""How many of its moves are worded otherwise."""

FOLLOWED = 0.1
"""In how many of its positions offered answers are followed."""

Law = Callable[[Setup, Replay, Dice], None]


def hold_laws(setup: Setup, game: Replay, dice: Dice, laws: Sequence[Law] | None = None) -> None:
    """Hold every law, or those named, against the sound part of a game. Raises `BrokenLaw`."""
    sound = msgspec.structs.replace(game, events=game.events[: game.sound], error=None)
    for law in LAWS if laws is None else laws:
        law(setup, sound, dice)


def positions_are_lawful(setup: Setup, game: Replay, dice: Dice) -> None:
    """Every position is one that a legal game can have, and so is the deck."""
    for step in game.steps:
        insist_on_laws(step.state)
    if setup.position is None:
        insist_on_deck(game.state)


def the_board_shown_has_the_scores(setup: Setup, game: Replay, dice: Dice) -> None:
    """What is shown of the last position are its scores (7.2)."""
    if view(game.state, 0).victory != scores(game.state):
        raise BrokenLaw("the board shown has other scores than the position")


def a_prefix_and_the_rest_are_the_whole(setup: Setup, game: Replay, dice: Dice) -> None:
    """A game stopped behind any event and gone on with has the same positions and effects."""
    cut = dice.draw(range(len(game.events) + 1))
    prefix = replay(setup, game.events[:cut])
    if prefix.steps != game.steps[: cut + 1]:
        raise BrokenLaw(f"the first {cut} events alone are not the same game")
    state = prefix.state
    for number, event in enumerate(game.events[cut:], cut + 1):
        step = _behind(game, state, number, event)
        if step != game.steps[number]:
            raise BrokenLaw(f"gone on with behind event {cut}, event {number} has another outcome")
        state = step.state


def _behind(game: Replay, state: State, number: int, event: Event) -> Step:
    """What an event does to a position; a line that works on the log does what it did in the game."""
    return game.steps[number] if isinstance(event, Void | Amend) else play(state, event)


def prefixes_are_final(setup: Setup, game: Replay, dice: Dice) -> None:
    """What a part of an action has done is not changed by what stands behind it (4.1)."""
    for before, event in zip(game.steps, game.events, strict=False):
        if isinstance(event, Action):
            insist_on_prefixes(before.state, event)


def effects_are_the_whole_change(setup: Setup, game: Replay, dice: Dice) -> None:
    """Effects alone, also through JSON, lead from the setup to the first position and on to the next ones."""
    state = set_up(setup)
    for number, step in enumerate(game.steps):
        effects = msgspec.json.decode(msgspec.json.encode(step.effects), type=tuple[Effect, ...])
        if effects != step.effects or apply_effects(state, effects) != step.state:
            raise BrokenLaw(f"the effects of event {number} are not its whole change")
        state = step.state


def what_is_written_is_read(setup: Setup, game: Replay, dice: Dice) -> None:
    """Text and JSON Lines give the same setup and events back."""
    log = Log(notation.tags_of(setup), tuple([Entry(event) for event in game.events]))
    for form, back in (
        ("text", notation.read(notation.write(log)).log),
        ("JSON Lines", notation.load(notation.dump(log)).log),
    ):
        if back.events != game.events or notation.setup_of(back) != setup:
            raise BrokenLaw(f"a game written as {form} is read as another")


def a_position_goes_on_as_its_game(setup: Setup, game: Replay, dice: Dice) -> None:
    """A game that begins from a written position begins in that very State, and has its parent's digests.

    From one of the positions it is played on, with every digest compared.
    """
    cut, *others = dice.sample(range(len(game.steps)), min(CONTINUED, len(game.steps)))
    for number in others:
        if _begun_from(setup, game.steps[number].state) != game.steps[number].state:
            raise BrokenLaw(f"a game that begins behind event {number} begins elsewhere")
    state = _begun_from(setup, game.steps[cut].state)
    for number, event in enumerate((None, *game.events[cut:]), cut):
        if event is not None:
            state = _behind(game, state, number, event).state
        if digest(state) != digest(game.steps[number].state):
            raise BrokenLaw(f"begun behind event {cut}, the digest behind event {number} is another")


def what_is_taken_back_leaves_no_trace(setup: Setup, game: Replay, dice: Dice) -> None:
    """With events taken back and played again, amended into themselves, and a position corrected into itself.

    A Pass, which the rules refuse in most positions, is put right by the line that takes it back. The numbers
    of the lines tell it all; the game in force has the same events and positions (SPEC 3).
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
    named, position = read_parts(LogicalLine("tag", Line(1, line, line)))
    if game.state.phase != "card" and play(game.state, Correct(named, position)).state != game.state:
        raise BrokenLaw("a position corrected into itself is another")


def _begun_from(setup: Setup, state: State) -> State:
    """Where a game begins that has this position, and who plays in it, in its header."""
    position = read_position(write_position(position_of(state)))
    return start(msgspec.structs.replace(going_on_from(setup, state), position=position)).state


def wordings_have_one_form(setup: Setup, game: Replay, dice: Dice) -> None:
    """The normal form is the same game; some of the moves are worded otherwise, and have the same one."""
    form = normal_events(game)
    if [step.state for step in replay(setup, form).steps] != [step.state for step in game.steps]:
        raise BrokenLaw("the normal form of a game is another game")
    for before, event in zip(game.steps, game.events, strict=False):
        if isinstance(event, Action) and dice.chance(REWORDED):
            insist_on_one_form(before.state, event, dice)


def offers_lead_to_an_end(setup: Setup, game: Replay, dice: Dice) -> None:
    """Some answers that are offered are followed to a legal end, for every die that may fall."""
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
"""Every law of a game, those first without which the others would not be tried."""

COSTLY: tuple[Law, ...] = (
    prefixes_are_final,
    what_is_written_is_read,
    a_position_goes_on_as_its_game,
    wordings_have_one_form,
    what_is_taken_back_leaves_no_trace,
    offers_lead_to_an_end,
)
"""Those of them that take most of the time; fast tests take them in turn."""


def laws_in_turn(turn: int) -> tuple[Law, ...]:
    """Every law that is cheap, and one of the costly ones, in their order; each in one of six turns."""
    chosen = COSTLY[turn % len(COSTLY)]
    return tuple([law for law in LAWS if law is chosen or law not in COSTLY])
