"""The purposes of dice in the words of the rules, which leave the dealer no choice of words.

A die follows from the seed, its number and its purpose. So somebody who knows the seed could word the purpose
until he likes the die. Only the words of the rules leave him no choice. By mail these are `VC: the Attack in
Hue, by 2 Guerrillas`, at a table `event 12: the Attack in Hue, by 2 Guerrillas`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from fitl_core.asking.traced_answers import TracedAnswers
from fitl_core.errors import FitlError, Violation
from fitl_core.facts.factions import Faction
from fitl_core.game.replays import ReplayedGame, replay
from fitl_core.proofs.findings import Findings
from fitl_core.proofs.proof_lines import ProofLine, dice_of
from fitl_core.proofs.rolls import LONGEST_PURPOSE, RollProof
from fitl_core.reading.meanings import answers_only
from fitl_core.record.events import Action, Amend, DecisionDice, Event, Note
from fitl_core.record.setup import Setup
from fitl_core.record.spoken import spoken
from fitl_core.state.state import State
from fitl_core.strict_play import carry_out
from fitl_core.underway import Underway

_ANY_NODE = ("space", "even")
"""Words of a `dice` line of an older log. It names no node, so its dice may be for any node of section 8."""


def compare_purposes(setup: Setup, lines: Sequence[ProofLine], findings: Findings) -> None:
    """Report each die of a line whose purpose differs from the one that the rules demand."""
    with_dice = [line for line in lines if line.rolls and dice_of(line.event)]
    if not with_dice:
        return
    try:
        game = replay(setup, [line.event for line in lines])
    except FitlError as error:
        findings.unchecked.append(f"purposes of dice: {error.message}")
        return
    amended, unplayed = dict(game.amended), game.unplayed
    wrong: dict[int, tuple[ProofLine, str]] = {}
    right: set[int] = set()
    refused: list[int] = []
    for line in with_dice:
        state = amended.get(line.number) if isinstance(line.event, Amend) else _before(game, line)
        if state is None or line.number in unplayed or line.number > game.sound:
            refused.append(line.number)
            continue
        for proof, why in _compared(line, state, lines):
            if why:
                wrong.setdefault(proof.number, (line, why))
            else:
                right.add(proof.number)  # another move in this place may use the die again
    for number, (line, why) in wrong.items():
        if number not in right:
            findings.open_point("die-purpose", why, line.entry, line.number)
    findings.in_events("the rules refuse the line, so they asked for no dice in it", refused)


def _before(game: ReplayedGame, line: ProofLine) -> State | None:
    return game.steps[line.number - 1].state if line.number <= game.sound else None


def _compared(line: ProofLine, state: State, lines: Sequence[ProofLine]) -> Iterator[tuple[RollProof, str]]:
    """Yield the proof of each die of a line, with the difference from the rules' purpose, or ""."""
    event = _move_of(line)
    who: Faction | None = getattr(event, "faction", None)
    purposes = _asked_for(state, event)
    for i, proof in enumerate(line.rolls[: len(dice_of(event))]):
        purpose = purposes[i] if i < len(purposes) else None
        if _is_so(proof, purpose, who, line, lines):
            yield proof, ""
        else:
            rules = f'the rules ask for "{who}: {purpose}"' if purpose else "the rules ask for no die here"
            rules = f"the rules ask for {who} and a node of section 8" if purpose in _ANY_NODE else rules
            yield proof, f'die {proof.number} was rolled for "{proof.purpose}"; {rules}'


def _move_of(line: ProofLine) -> Event:
    """Return the event of a line, or the event that it puts in place of another."""
    return line.event.move if isinstance(line.event, Amend) else line.event


def _asked_for(state: State, event: object) -> Sequence[str]:
    """Return the purpose of each die of an event, in the words of the rules."""
    if isinstance(event, DecisionDice):
        return [event.at or event.node] * len(event.dice)
    return tuple(prompts(state, event)) if isinstance(event, Action) else ()


def prompts(state: State, action: Action) -> Iterator[str]:
    """Yield the purpose of each die of a legal action, in the order of the dice."""
    clauses = spoken(action.segments, action.faction)
    answers = TracedAnswers(clauses)
    try:
        carry_out(state, action, answers)
    except Violation:
        answers = TracedAnswers(
            answers_only(lambda: Underway(state, action.faction, action.limop), list(clauses))
        )
        carry_out(state, action, answers)
    for answer in answers.heard:
        if answer.question.by_chance and answer.how == "said":
            yield answer.question.prompt


def _is_so(
    proof: RollProof, purpose: str | None, who: Faction | None, line: ProofLine, lines: Sequence[ProofLine]
) -> bool:
    """Check whether a proof has the words of the rules, after the Faction or the number of the event."""
    opening, colon, words = proof.purpose.partition(": ")
    if purpose is None or not colon:
        return False
    if purpose in _ANY_NODE:
        is_asked = _node().fullmatch(words) is not None
    elif getattr(_move_of(line), "at", ""):
        is_asked = words == purpose or re.fullmatch(rf"{re.escape(purpose)} \([0-9]+\)", words) is not None
    else:
        whole_purpose = " ".join(f"{opening}: {purpose}".split())[:LONGEST_PURPOSE].rstrip()
        is_asked = proof.purpose == whole_purpose
    return is_asked and (opening == who or _is_event(opening, line, lines))


def _is_event(opening: str, line: ProofLine, lines: Sequence[ProofLine]) -> bool:
    """Check whether a purpose begins with the event that was next when a table rolled for this line."""
    number = opening.removeprefix("event ")
    if number == opening or not (number.isascii() and number.isdigit()):
        return False
    first = int(number)
    between = lines[first - 1 : line.number - 1] if 0 < first <= line.number else ()
    return 0 < first <= line.number and all(isinstance(one.event, DecisionDice | Note) for one in between)


@cache
def _node() -> re.Pattern[str]:
    return re.compile(r"8(\.[0-9]+)*(/[a-z]+-[0-9]+)?( \([0-9]+\))?")
