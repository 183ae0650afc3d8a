"""A turn as the text of a mail: short lines, with all notation in fences, so that wrapping does no harm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.board import board
from fitl_core.facts.cards import cards
from fitl_core.facts.factions import CONTROL_WORDS
from fitl_core.facts.levels import level
from fitl_core.facts.phases import Deed
from fitl_core.mail.turns import CardUp, Open, Turn
from fitl_core.state.control import control_in
from fitl_core.state.state import BOX_WORDS, BOXES, Space, State
from fitl_core.tell.board import lasting_words, leader_words
from fitl_core.tell.lines import printable, wrapped
from fitl_core.tell.words import pieces_words, scores_words, tracks_words
from notation.lines import begins_entry

WIDTH = 72
"""The most columns of a line: a mail that quotes it twice still does not wrap it."""
FENCE = "```"
MOST_ANSWERS = 12
DEEDS: dict[Deed, str] = {
    "event": "the Event",
    "operation": "an Operation",
    "operation+activity": "an Operation with a Special Activity",
    "limop": "a Limited Operation (limop)",
    "pass": "passed",
}
"""What is done on a card, in words."""


def turn_lines(turn: Turn, state: State) -> Iterator[str]:
    """The block for a mail: every line of at most `WIDTH` columns."""
    yield from _paragraph(f"{turn.file}, event {turn.event}: {turn.standing}")
    yield FENCE
    yield f"digest {turn.digest}"
    yield FENCE
    yield from _part("Cards", _cards(turn))
    told = list(_told(turn))
    yield from _part(_since(turn), told or ["Nothing."])
    yield from _part("What is open", _open(turn))
    yield from _part("Pivotal Events", _pivotal(turn))
    yield from _part("The board", _board(state))
    yield from _part("How to answer", _answer(turn))


def fenced(lines: Sequence[str]) -> list[str]:
    """Lines of the notation in a fence, wrapped where they can be read back from it."""
    return [FENCE, *[part for line in lines for part in folded(line)], FENCE]


def folded(line: str, width: int = WIDTH) -> list[str]:
    """A line of the notation on several, as it is read back; as it is where no such place is found."""
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
    """The words of a line; one that would begin a line of its own stays behind the one before it."""
    words: list[str] = []
    for word in line.split(" "):
        if words and begins_entry(word):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _part(title: str, lines: Iterator[str] | list[str]) -> Iterator[str]:
    """A part with its title; nothing where there is nothing to tell."""
    found = list(lines)
    if found:
        yield from ["", *_paragraph(f"{title}:"), *found]


def _paragraph(text: str, indent: str = "") -> list[str]:
    """Words wrapped; what goes on stands a little to the right."""
    first, *rest = wrapped(printable(text).split(), indent, WIDTH - 2, between=" ") or [""]
    return [first, *[f"  {line}" for line in rest]]


def _cards(turn: Turn) -> Iterator[str]:
    for what, card in (("played", turn.played), ("next", turn.next)):
        if card is not None:
            yield from _paragraph(f"{what}: {_card(card)}", "  ")
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
        yield from _paragraph(f"still Eligible behind {turn.asked}: {' '.join(turn.behind)}", "  ")


def _card(card: CardUp) -> str:
    about = "a Coup card" if card.is_coup else " ".join(card.order)
    return f"card {card.number} {card.title} ({about})"


def _since(turn: Turn) -> str:
    if not turn.since:
        return "From the start"
    return f"Since event {turn.since}" + (f", {turn.reader}'s last move" if turn.reader else "")


def _told(turn: Turn) -> Iterator[str]:
    lines: list[str] = []
    for one in turn.happened:
        lines.append(one.line)
        if one.told or one is turn.happened[-1]:
            yield from fenced(lines)
            lines.clear()
        for words in one.told:
            yield from _paragraph(f"- {words}", "  ")


def _open(turn: Turn) -> Iterator[str]:
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
        yield from _paragraph(f"- {_verb(verb)}", "  ")
    for asked in turn.questions:
        answers = [*asked.answers[:MOST_ANSWERS], *(["..."] if len(asked.answers) > MOST_ANSWERS else [])]
        yield from _paragraph(f"- {asked.prompt} ({asked.rule}): {', '.join(answers)}", "  ")
    if turn.may_pass:
        yield "  - pass"


def _given(turn: Turn) -> str:
    """What the card gives the one who is asked (2.3.4)."""
    found = ["the Event"] if "event" in turn.deeds else []
    if "operation" in turn.deeds:
        found.append("an Operation, with a Special Activity or without")
    elif "limop" in turn.deeds:
        found.append(DEEDS["limop"])
    return ", or ".join(found)


def _verb(verb: Open) -> str:
    costs = [f"{cost.resources} {cost.purse} for {cost.what}" for cost in verb.costs]
    return f"{verb.verb}: {'; '.join(costs)}" if costs else verb.verb


def _pivotal(turn: Turn) -> Iterator[str]:
    if turn.pivotal:
        for line in turn.pivotal:
            title = cards()[int(line.rpartition("#")[2])].title
            yield f"  can be placed now (2.3.8): {line}   ; {title}"
        yield from _paragraph("Whoever lets his be writes waive, whoever is to be waited for hold.", "  ")


def _board(state: State) -> Iterator[str]:
    """Each space that holds anything or is not Neutral, then what stands beside the map."""
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


def _answer(turn: Turn) -> Iterator[str]:
    if turn.asked is None or turn.is_non_player:
        return
    yield "  Write your move on a line of its own, in the notation."
    lines = [*turn.examples, *([f"{turn.asked:<4} pass"] if turn.may_pass else [])]
    for i, line in enumerate(lines):
        yield f"  {'or:' if i else 'For example:'} {line}"
    yield "  What you quote of this mail, and what else you write, does no harm."
    yield from _paragraph("Quote its digest, too: it tells for which position you write.", "  ")
