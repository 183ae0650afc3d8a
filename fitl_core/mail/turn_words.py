"""Write a turn as the text of a mail: short lines, with all notation in fences against wrapping."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import CONTROL_WORDS
from fitl_core.facts.game_map import board
from fitl_core.facts.levels import level
from fitl_core.facts.phases import Deed
from fitl_core.mail.turns import TurnSummary
from fitl_core.state.control import control_in
from fitl_core.state.state import BOX_WORDS, BOXES, Space, State
from fitl_core.tell.board_text import lasting_words, leader_words
from fitl_core.tell.cards_up import card_up_words
from fitl_core.tell.open_verbs import open_verb_words
from fitl_core.tell.words import code_words, pieces_words, scores_words, tracks_words
from fitl_core.tell.wrapping import printable, wrapped
from notation.logical_lines import begins_entry

WIDTH = 72
"""The most columns of a line. A mail can quote it twice without wrapping it."""
FENCE = "```"
MOST_ANSWERS = 12
DEEDS: dict[Deed, str] = {
    "event": "the Event",
    "operation": "an Operation",
    "operation+activity": "an Operation with a Special Activity",
    "limop": "a Limited Operation (limop)",
    "pass": "passed",
}
"""Words for the deeds on a card."""


def turn_lines(turn: TurnSummary, state: State) -> Iterator[str]:
    """Yield the block for a mail, with lines of at most `WIDTH` columns."""
    yield from _paragraph(f"{turn.file}, event {turn.event}: {turn.standing}")
    yield FENCE
    yield f"digest {turn.digest}"
    yield FENCE
    yield from _part("Cards", _cards(turn))
    news = list(_news(turn))
    yield from _part(_since(turn), news or ["Nothing."])
    yield from _part("What is open", _open(turn))
    yield from _part("Pivotal Events", _pivotal(turn))
    yield from _part("The board", _board(state))
    yield from _part("The codes", _key(state))
    yield from _part("How to answer", _answer(turn))


def fenced(lines: Sequence[str]) -> list[str]:
    """Return lines of the notation in a fence, wrapped where they can be read back."""
    return [FENCE, *[part for line in lines for part in folded(line)], FENCE]


def folded(line: str, width: int = WIDTH) -> list[str]:
    """Return a line of the notation on several lines that can be read back, or on one if there is no way."""
    if len(line) <= width:
        return [line]
    parts = [""]
    for word in _unbroken(line):
        if parts[-1].strip() and len(parts[-1]) + 1 + len(word) > width:
            parts.append(f"    {word}")
        else:
            parts[-1] += f" {word}" if parts[-1] else word
    try:
        same = notation.read_line("\n".join(parts)) == notation.read_line(line)
    except FitlError:
        same = False
    return parts if same else [line]


def _unbroken(line: str) -> list[str]:
    """Return the words of a line. A word that could begin a new line is joined to the previous word."""
    words: list[str] = []
    for word in line.split(" "):
        if words and begins_entry(word):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _part(title: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    """Yield a part with its title, or nothing for an empty part."""
    shown = list(lines)
    if shown:
        yield from ["", *_paragraph(f"{title}:"), *shown]


def _paragraph(text: str, indent: str = "") -> list[str]:
    """Return wrapped words with the later lines indented a little more."""
    first, *rest = wrapped(printable(text).split(), indent, WIDTH - 2, between=" ") or [""]
    return [first, *[f"  {line}" for line in rest]]


def _cards(turn: TurnSummary) -> Iterator[str]:
    for what, card in (("played", turn.played), ("next", turn.next)):
        if card is not None:
            yield from _paragraph(f"{what}: {card_up_words(card)}", "  ")
            if what == "played":
                for side, words in card.sides.items():
                    name = f"{side}: " if len(card.sides) > 1 else ""
                    yield from _paragraph(f"{name}{words}", "    ")
    if turn.monsoon:
        yield from _paragraph(turn.monsoon, "  ")
    if turn.acted:
        done = [f"{one.faction} ({DEEDS[one.deed]})" for one in turn.acted]
        yield from _paragraph(f"acted on this card: {', '.join(done)}", "  ")
    if turn.behind:
        yield from _paragraph(f"still Eligible after {turn.asked}: {' '.join(turn.behind)}", "  ")


def _since(turn: TurnSummary) -> str:
    if not turn.since:
        return "From the start"
    return f"Since event {turn.since}" + (f", {turn.reader}'s last move" if turn.reader else "")


def _news(turn: TurnSummary) -> Iterator[str]:
    lines: list[str] = []
    for one in turn.happened:
        lines.append(one.line)
        if one.told or one is turn.happened[-1]:
            yield from fenced(lines)
            lines.clear()
        for words in one.told:
            yield from _paragraph(f"- {words}", "  ")


def _open(turn: TurnSummary) -> Iterator[str]:
    if turn.asked is None:
        wanted = {"card": "the card that is played", "next": "the next card"}.get(turn.expects)
        yield from [f"  Nobody is asked: {wanted} comes up."] if wanted else []
        return
    if turn.waits_for:
        yield from _paragraph(f"Play waits for {' and '.join(turn.waits_for)}: pivotal or waive.", "  ")
        return
    who = "a Non-player, decides by section 8 (fitl bot)" if turn.is_non_player else "is asked"
    given = f": {_given(turn)}" if turn.deeds and not turn.is_non_player else ""
    yield from _paragraph(f"{turn.asked}{',' if turn.is_non_player else ''} {who}{given}.", "  ")
    for verb in turn.verbs:
        yield from _paragraph(f"- {open_verb_words(verb)}", "  ")
    for asked in turn.questions:
        answers = [*asked.answers[:MOST_ANSWERS], *(["..."] if len(asked.answers) > MOST_ANSWERS else [])]
        yield from _paragraph(f"- {asked.prompt} ({asked.rule}): {', '.join(answers)}", "  ")
    if turn.may_pass:
        yield "  - pass"


def _given(turn: TurnSummary) -> str:
    """Return what the card grants the asked Faction (2.3.4)."""
    grants = ["the Event"] if "event" in turn.deeds else []
    if "operation" in turn.deeds:
        grants.append("an Operation, with a Special Activity or without")
    elif "limop" in turn.deeds:
        grants.append(DEEDS["limop"])
    return ", or ".join(grants)


def _pivotal(turn: TurnSummary) -> Iterator[str]:
    if turn.pivotal:
        for line in turn.pivotal:
            title = cards()[int(line.rpartition("#")[2])].title
            yield f"  can be placed now (2.3.8): {line}   ; {title}"
        yield from _paragraph("Write waive to let yours be, hold to make play wait for you.", "  ")


def _board(state: State) -> Iterator[str]:
    """Yield each space that has pieces or markers or is not Neutral, then the boxes and tracks."""
    yield FENCE
    for where, space in zip(board().spaces, state.spaces, strict=True):
        if space != Space():
            marks = [str(level(space.support))] if where.population else []
            marks += [] if where.is_loc else [CONTROL_WORDS[control_in(state, where)]]
            marks += [f"terror {space.terror}"] if space.terror else []
            marks += ["sabotage"] if space.sabotage else []
            words = [f"{where.code:<4} {' '.join(marks):<8}", *pieces_words(space.pieces).split()]
            first, *more = wrapped(words, "", WIDTH - 14, between=" ")
            yield from [first.rstrip(), *[f"{'':14}{line}" for line in more]]
    yield FENCE
    for box, name in BOX_WORDS.items():
        yield from _paragraph(f"{name}: {pieces_words(getattr(state, BOXES[box])) or 'none'}", "  ")
    yield from _paragraph(tracks_words(state), "  ")
    yield from _paragraph(f"RVN Leader: {leader_words(state)}", "  ")
    for name, markers in (("Capabilities", state.capabilities), ("Momentum", state.momentum)):
        if markers:
            yield from _paragraph(f"{name}: {'; '.join(lasting_words(markers))}", "  ")
    yield from _paragraph(f"Victory: {scores_words(state)}", "  ")


def _key(state: State) -> Iterator[str]:
    """Yield the codes of pieces and levels, and of the spaces on the board."""
    for words in code_words():
        yield from _paragraph(words, "  ")
    shown = [at for at, space in zip(board().spaces, state.spaces, strict=True) if space != Space()]
    names = [f"{space.code} {space.name}" for space in shown if space.code != space.name]
    yield from _paragraph(", ".join(names), "  ")


def _answer(turn: TurnSummary) -> Iterator[str]:
    if turn.asked is None or turn.is_non_player:
        return
    yield "  Write your move on a line of its own, in the notation."
    lines = [*turn.examples, *([f"{turn.asked:<4} pass"] if turn.may_pass else [])]
    for i, line in enumerate(lines):
        yield f"  {'or:' if i else 'For example:'} {line}"
    yield "  Quotes of this mail, and other text, do no harm."
    yield from _paragraph("Quote its digest, too: it names the position that you answer.", "  ")
    if turn.deadline:
        yield from _paragraph(f"Your answer is due: {turn.deadline}.", "  ")
