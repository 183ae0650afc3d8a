"""`fitl legal`: what may be done next, or behind part of a move."""

from __future__ import annotations

import click
import msgspec

import notation
from fitl_cli.game import Game, read_line
from fitl_cli.output import ILLEGAL, UNREADABLE, Failure, leave, paint, say, say_json, wrapped
from fitl_cli.positions import choose_position, open_game, tell_unsound
from fitl_cli.refusals import clean, reason_lines
from fitl_core.asking.answers import Question
from fitl_core.engine import ask, passing_is_open
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.cards import pivotal_cards
from fitl_core.facts.factions import Faction
from fitl_core.record.clauses import Verb
from fitl_core.record.events import Action, Pivotal
from fitl_core.rules.pivotal import holding, may_place
from fitl_core.rules.sequence import to_act
from fitl_core.state.state import State
from fitl_core.tell.words import standing
from notation import NotationError

MOST_ANSWERS = 40


class Asked(msgspec.Struct, frozen=True):
    """A question that is open: who decides it, under which rule, and every answer in the notation."""

    faction: Faction
    rule: str
    prompt: str
    optional: bool
    answers: tuple[str, ...]


class Legal(msgspec.Struct, frozen=True):
    """What `fitl legal --json` prints.

    `may_end` says whether the move could end where it stands, `may_pass` whether the Faction to act
    may Pass instead; `pivotal` are the lines by which a Pivotal Event can be placed now; `expects` what
    is waited for where no Faction is ("next": a card; "pivotal": whether one is placed).
    """

    file: str
    event: int
    standing: str
    to_act: Faction | None
    move: str = ""
    questions: tuple[Asked, ...] = ()
    may_end: bool = False
    may_pass: bool = False
    pivotal: tuple[str, ...] = ()
    expects: str = ""


@click.command("legal")
@click.argument("file", metavar="FILE")
@click.argument("move", nargs=-1, metavar="[PARTIAL MOVE]")
@click.option("--at", type=int, default=None, help="Behind this event (0: the start).")
@click.option("--all", "everything", is_flag=True, help=f"All answers, also more than {MOST_ANSWERS}.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with all answers.")
def command(file: str, move: tuple[str, ...], at: int | None, everything: bool, as_json: bool) -> None:
    """Say who decides what next, under which rule, and list the legal answers.

    PARTIAL MOVE is the beginning of a move in the notation, as in 'US sweep QTr'; without a Faction
    it is that of the one to act. Quote it where it holds > or *.
    """
    game, replay = open_game(file)
    number = choose_position(game, replay, at, None)
    state = replay.steps[number].state
    result = _legal(game, state, number, " ".join(move).strip())
    if as_json:
        say_json(result)
    else:
        for line in _lines(result, everything):
            say(line)
    if at is None:
        leave(tell_unsound(game))


def _legal(game: Game, state: State, number: int, text: str) -> Legal:
    faction = to_act(state)
    begun = Legal(game.log.name, number, standing(state), faction, pivotal=_pivotal_lines(state))
    move = _begun_move(text, faction)
    if move is None:
        expects = "" if state.phase == "over" else "card" if state.card is None else "next"
        return msgspec.structs.replace(begun, expects=expects)
    if not text and holding(state):
        return msgspec.structs.replace(begun, expects="pivotal")
    written = notation.write_event(move) if move.segments else ""
    try:
        found = ask(state, move.faction, move.segments, move.limop)
    except Violation as error:
        shown = clean(written or text)
        lines = [f"illegal: {error.rule}: {error.message}", f"    {shown}", *reason_lines(error)]
        raise Failure("\n".join(lines), ILLEGAL) from None
    except FitlError as error:
        raise Failure(error.message, ILLEGAL) from None
    return msgspec.structs.replace(
        begun,
        move=written,
        questions=_merged([_asked(question, bool(written)) for question in found.open]),
        may_end=found.may_end and bool(written),
        may_pass=not written and not move.limop and passing_is_open(state),
    )


def _pivotal_lines(state: State) -> tuple[str, ...]:
    """The lines by which a Pivotal Event can be placed now (2.3.8)."""
    places = [Pivotal(faction, pivotal_cards()[faction]) for faction in may_place(state)]
    return tuple([notation.write_event(event) for event in places])


def _begun_move(text: str, faction: Faction | None) -> Action | None:
    """The beginning of a move, by the Faction it names or the one to act; None where nobody is.

    It may be as short as a Faction's tag, and end with the bar that stands before the next verb.
    """
    words = text.rstrip(" |,").split()
    if words and words[0].rstrip(":").upper() in set(Faction):
        faction = Faction(words.pop(0).rstrip(":").upper())
    if faction is None:
        if not words:
            return None
        raise Failure("nobody is to act here; begin the move with a Faction", ILLEGAL)
    if not words or [word.lower() for word in words] == ["limop"]:
        return Action(faction, (), limop=bool(words))
    line = f"{faction} {' '.join(words)}"
    try:
        events = read_line(line).log.events
    except NotationError as error:
        advice = f" ({error.advice})" if error.advice else ""
        lines = [f"the move cannot be read: {error.message}{advice}", f"    {clean(line)}"]
        raise Failure("\n".join([*lines, f"    {' ' * (error.column - 1)}^"]), UNREADABLE) from None
    except notation.UnreadableError as error:
        raise Failure(f"the move cannot be read: {error.message}", UNREADABLE) from None
    if len(events) != 1 or not isinstance(events[0], Action):
        raise Failure("this is no Operation, Special Activity or Event that could go on", UNREADABLE)
    return events[0]


def _asked(question: Question, goes_on: bool) -> Asked:
    """A question with its answers; a verb that continues a move stands behind a bar."""
    choice = question.choice
    answers = [
        f"| {clause.name}" if goes_on and isinstance(clause, Verb) else notation.write_clause(clause)
        for clause in question.answers
    ]
    return Asked(choice.faction, choice.rule, choice.prompt, choice.optional, tuple(answers))


def _merged(questions: list[Asked]) -> tuple[Asked, ...]:
    """The questions in order, without one that repeats another word for word."""
    return tuple(dict.fromkeys(questions))


def _lines(result: Legal, everything: bool) -> list[str]:
    color = paint()
    lines = [color.bold(f"{result.file} after event {result.event}: {result.standing}")]
    if result.expects == "pivotal":
        return [*lines, "expected: a Pivotal Event, or waive", *_placing(result)]
    if result.expects:
        what = "#N, the card that is played" if result.expects == "card" else "next #N, the card revealed"
        return [*lines, f"expected: {what}"]
    if result.move:
        lines.append(f"behind: {clean(result.move)}")
    for asked in result.questions:
        answers = list(asked.answers)
        shown = answers if everything else answers[:MOST_ANSWERS]
        if len(answers) > len(shown):
            shown.append(f"and {len(answers) - len(shown)} more (--all)")
        optional = ", optional" if asked.optional else ""
        lines.append(f"{asked.faction} [{asked.rule}{optional}]: {asked.prompt}")
        lines += wrapped(shown, "    ")
    if result.may_end:
        lines.append("or end the move here" if result.questions else "the move is complete")
    if result.may_pass:
        lines.append("or pass")
    return lines if result.move else lines + _placing(result)


def _placing(result: Legal) -> list[str]:
    return [f"or {clean(line)}   (2.3.8)" for line in result.pivotal]
