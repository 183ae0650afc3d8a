"""A move asked question by question at a prompt, with answers by number or in the notation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

import notation
from fitl_cli.file_policies import FilePolicies
from fitl_cli.output import paint, say
from fitl_cli.prompts import Ended, Prompt
from fitl_core.errors import FitlError
from fitl_core.facts.factions import Faction
from fitl_core.facts.players import non_players
from fitl_core.mail.automatic_lines import Answers
from fitl_core.mail.chance import Cup
from fitl_core.mail.rolled_moves import Cast, cast
from fitl_core.players.move_prefixes import left_out_key
from fitl_core.proofs.dealer import RolledDie
from fitl_core.record.clauses import Clause, Roll, Verb
from fitl_core.record.events import Action
from fitl_core.state.state import State
from fitl_core.tell.words import code_words
from fitl_core.tell.wrapping import wrapped
from fitl_core.walks import OpenedQuestion, Walk, ask

MOST_ANSWERS = 40
"""The number of answers that are listed, unless all are asked for."""
HELP = """\
Answer by a number or in the notation; several clauses at once are accepted, too.
  (nothing)  end the move if it may end, or roll the die that is due
  all        list all answers
  back       take back the last answer, up to the last die
  drop       give up this move; stop: and stop here
  ?          this"""
CHOICE_HELP = """\
Answer by a number or in the notation.
  (nothing)  no answer, if the question may be left out
  stop       stop here: the file has all moves before this one
  ?          this"""


class Offer(NamedTuple):
    """An answer that can be picked: its question, its clause, and its text."""

    asked: OpenedQuestion
    clause: Clause
    text: str


class Standing(msgspec.Struct, frozen=True):
    """A move in the making, its dice, and the number of dice for answers of Non-players.

    `heard` is true if Non-players were asked since a player's last answer.
    """

    walk: Walk
    dice: tuple[RolledDie, ...] = ()
    for_answers: int = 0
    heard: bool = False


class MoveAsker:
    """Asks for one action of a Faction; `None` is an abandoned move. `policies` answer for their Factions."""

    def __init__(self, prompt: Prompt, cup: Cup) -> None:
        self._prompt = prompt
        self._cup = cup
        self.policies: FilePolicies | None = None

    def ask(self, state: State, begun: Cast, answers: Answers) -> Cast | None:
        """Return the whole action from its beginning, with the answers of Non-players."""
        held = self.policies.held if self.policies is not None else frozenset()
        left_out: set[str] = set()
        action = begun.action
        without = {*non_players(state.players), *held} - {action.faction}
        here = Standing(ask(state, action.faction, action.segments, action.limop), begun.dice)
        ways: list[Standing] = []
        everything = False
        while True:
            here = self._let_fall(here) if _die_is_due(here.walk) else here
            first = here.walk.first
            if first is not None and first.who in held and not _is_left_out(here.walk, first, left_out):
                here = self._answered(here, left_out)
                continue
            if not here.heard and first is not None and first.who in without and first.who not in held:
                here = self._heard(here, answers)
                continue
            questions = tuple([one for one in here.walk.questions if one.who not in without])
            if not questions:
                return Cast(here.walk.action, here.dice)
            most = None if everything else MOST_ANSWERS
            offers = [offer for offer in offers_of(here.walk, most) if offer.asked.who not in without]
            for line in question_lines(questions, offers, here.walk.may_end, everything):
                say(line)
            typed = self._prompt.ask(_so_far(here.walk), [offer.text for offer in offers])
            everything = typed == "all"
            match typed:
                case "all":
                    continue
                case "?":
                    say_help(HELP)
                case "drop":
                    return None
                case "stop":
                    raise Ended
                case "back":
                    here = ways.pop() if ways and _may_go_back(here, ways[-1]) else _nothing_back(here)
                case "" if here.walk.may_end:
                    return Cast(here.walk.action, here.dice)
                case "" if any(one.is_chance for one in questions):
                    here = self._let_fall(here)
                case "":
                    say("an answer is required here")
                case _:
                    behind = self._behind(here, typed, offers)
                    if behind is not None:
                        ways.append(here)
                        here = behind

    def choose_for(self, faction: Faction, asked: OpenedQuestion) -> Clause | None:
        """Return a player's answer within the move of a Non-player."""
        if self.policies is None or asked.who not in self.policies.held:
            say(f"This part of the move of {faction}, a Non-player, is the choice of a player:")
        return self.choose(asked)

    def choose(self, asked: OpenedQuestion) -> Clause | None:
        """Return a player's answer to a single question; None if it is left out."""
        if self.policies is not None and asked.who in self.policies.held:
            return self.policies.chosen(asked)
        offers = [Offer(asked, clause, notation.write_clause(clause)) for clause in asked.answers()]
        if not offers and asked.optional:
            return None
        while True:
            for line in question_lines([asked], offers, asked.optional, True):
                say(line)
            typed = self._prompt.ask(str(asked.who), [offer.text for offer in offers])
            if typed == "stop":
                raise Ended
            if typed == "?":
                say_help(CHOICE_HELP)
                continue
            if not typed and asked.optional:
                return None
            if (chosen_offer := picked(typed, offers)) is not None:
                return chosen_offer.clause
            say(f'"{typed}" is none of the answers')

    def _behind(self, here: Standing, typed: str, offers: Sequence[Offer]) -> Standing | None:
        """Return the move after the typed text; None if that text is not accepted."""
        try:
            if (offer := picked(typed, offers)) is not None:
                return Standing(here.walk.say(offer.clause, offer.asked.who), here.dice, here.for_answers)
            walk, who = here.walk, offers[0].asked.who if offers else here.walk.faction
            tag = f"{who}: " if who is not walk.faction else ""
            event = notation.read_line(f"{_so_far(walk)} {tag}{typed}").event
            if not isinstance(event, Action):
                say("that is no part of the move")
                return None
            thrown = cast(walk.state, event, self._cup)
            dice = (*here.dice, *thrown.dice)
            behind = ask(walk.state, walk.faction, thrown.action.segments, walk.limop)
            return Standing(behind, dice, here.for_answers)
        except FitlError as error:
            say(f"{paint().red('no')}: {error.message}")
            return None

    def _answered(self, here: Standing, left_out: set[str]) -> Standing:
        """Return the move with the answer of a policy, or the same if it leaves the question out."""
        assert self.policies is not None
        asked = here.walk.questions[0]
        answer = self.policies.answered(here.walk, left_out)
        if answer is None:
            return here
        say(f"{asked.who}: {notation.write_clause(answer)}")
        return Standing(here.walk.say(answer, asked.who), here.dice, here.for_answers)

    def _heard(self, here: Standing, answers: Answers) -> Standing:
        """Return the move with the answers of Non-players."""
        walk = here.walk
        answered = answers.take(walk.action)
        if answered != walk.action:
            say(notation.write_event(answered))
        behind = ask(walk.state, walk.faction, answered.segments, walk.limop)
        return Standing(behind, here.dice, answers.fallen, heard=True)

    def _let_fall(self, here: Standing) -> Standing:
        """Return the move after the die that is due."""
        walk, dice = here.walk, here.dice
        due = next(one for one in walk.questions if one.is_chance)
        die = self._cup(f"{walk.faction}: {due.prompt}")
        say(f"{due.prompt}: {{{die.die}}}")
        return Standing(walk.say(Roll(die.die), walk.faction), (*dice, die), here.for_answers)


def say_help(text: str) -> None:
    """Print what may be typed, and the key to the codes."""
    say(text)
    for words in code_words():
        say("\n".join(wrapped(words.split(", "), "  ")))


def _may_go_back(here: Standing, back: Standing) -> bool:
    """Check whether no die was rolled since."""
    return back.dice == here.dice and back.for_answers == here.for_answers


def _is_left_out(walk: Walk, asked: OpenedQuestion, left_out: set[str]) -> bool:
    return left_out_key(len(walk.said), asked.id) in left_out


def _die_is_due(walk: Walk) -> bool:
    first = walk.first
    return first is not None and first.is_chance


def _so_far(walk: Walk) -> str:
    """Return the move so far, in the notation."""
    if walk.said:
        return notation.write_event(walk.action)
    return f"{walk.faction:<4} limop" if walk.limop else str(walk.faction)


def _nothing_back(here: Standing) -> Standing:
    say("there is nothing to take back: answers before a die stay")
    return here


def offers_of(walk: Walk, most: int | None = MOST_ANSWERS) -> Iterator[Offer]:
    """Return the answers to all open questions, up to a number for each, none twice."""
    keys: set[tuple[object, ...]] = set()
    for asked in walk.questions:
        for clause in () if asked.is_chance else asked.answers(most=most):
            bar = "| " if walk.said and isinstance(clause, Verb) else ""
            offer = Offer(asked, clause, f"{bar}{notation.write_clause(clause)}")
            if (key := (*_shown(asked), offer.text)) not in keys:
                keys.add(key)
                yield offer


def _shown(asked: OpenedQuestion) -> tuple[str, str, str, bool]:
    """Return the shown text of a question. Two questions with the same text count as one."""
    return asked.who, asked.rule, asked.prompt, asked.optional


def picked(typed: str, offers: Sequence[Offer]) -> Offer | None:
    """Return the answer that is meant by its number or its exact words."""
    if typed.isascii() and typed.isdecimal():
        number = int(typed) if len(typed) < 6 else 0
        return offers[number - 1] if 0 < number <= len(offers) else None
    words = typed.lower().removeprefix("|").strip()
    return next((one for one in offers if one.text.lower().removeprefix("| ") == words), None)


def question_lines(
    questions: Sequence[OpenedQuestion],
    offers: Sequence[Offer],
    may_end: bool = False,
    everything: bool = False,
) -> Iterator[str]:
    """Yield the questions, each with its numbered answers."""
    color = paint()
    headings = dict.fromkeys([_shown(asked) for asked in questions if not asked.is_chance])
    for who, rule, prompt, optional in headings:
        mine = [i for i, one in enumerate(offers) if _shown(one.asked) == (who, rule, prompt, optional)]
        more = ["perhaps more (all)"] if not everything and len(mine) >= MOST_ANSWERS else []
        left_out = ", may be left out" if optional else ""
        yield color.bold(f"{who}: {prompt}") + color.dim(f" [{rule}{left_out}]")
        yield from wrapped([*[f"{i + 1} {offers[i].text}" for i in mine], *more], "   ", between="   ")
    yield from [f"or nothing, and the die falls: {asked.prompt}" for asked in questions if asked.is_chance]
    if may_end:
        yield "or nothing: the move ends here"
