"""The text of a briefing, which is never longer than a limit.

The question comes first. If the text is too long, older news is shortened first, then the texts of lasting
Events, then the lists of answers. A line names the parts that were shortened. The data have everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.options import DeceptionMarker
from fitl_core.rules.deception import NAMES
from fitl_core.state.state import State
from fitl_core.tell.board_text import board_table
from fitl_core.tell.cards_up import CardUp, card_up_words
from fitl_core.tell.happenings import Happened
from fitl_core.tell.open_verbs import OpenVerb, open_verb_words
from fitl_core.tell.words import code_words, monsoon_words
from fitl_core.tell.wrapping import printable

LEAST_OF_ANSWERS = 1200
"""The bytes that the answers may always take."""
SHARE_OF_TEXTS = 0.4
"""The share of the rest that the texts of lasting Events may take."""
WORD_HELP = {
    "pass": "Pass; in a Coup Round: do nothing more in this phase",
    "limop": "begin a Limited Operation",
    "pivotal": "place your Pivotal Event (2.3.8)",
    "waive": "do not place it on this card",
    "end": "end the move here",
    "skip": "leave this out: a die falls, others decide, or play goes on",
}


class BriefingParts(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a briefing that become text."""

    seat: str
    standing: str
    what: str
    asked: Faction | None
    begun: str
    questions: list[tuple[str, tuple[str, ...], bool]]
    words: tuple[str, ...]
    verbs: tuple[OpenVerb, ...]
    cards: list[CardUp | None]
    lasting: list[tuple[str, str]]
    since: int
    happened: tuple[Happened, ...]
    markers: tuple[DeceptionMarker, ...]
    orders: tuple[str, ...]
    limits: str


def words_of(parts: BriefingParts, state: State, most: int) -> str:
    """Return the text of a briefing, at most `most` bytes of UTF-8."""
    head = list(_head(parts))
    cards, board = list(_cards(parts, state)), ["The board:", *board_table(state), *code_words()]
    close = list(_close(parts))
    left = most - _size(head) - _size(cards) - _size(board) - _size(close)
    lasting = _fitting_texts(parts.lasting, int((left - LEAST_OF_ANSWERS) * SHARE_OF_TEXTS))
    left -= _size(lasting)
    wanted = _question_lines(parts, most)
    news_need = _size(_news(parts, most))
    asked = _question_lines(parts, max(LEAST_OF_ANSWERS, left - min(news_need, left // 2)))
    asked = wanted if _size(wanted) <= _size(asked) else asked
    news = _news(parts, left - _size(asked))
    return "\n".join([*head, *asked, *close, *news, *cards, *lasting, *board]) + "\n"


def _size(lines: Sequence[str]) -> int:
    return sum([len(line.encode()) + 1 for line in lines])


def _head(parts: BriefingParts) -> Iterator[str]:
    yield f"You play {parts.seat}. {parts.standing[:1].upper()}{parts.standing[1:]}."
    match parts.what:
        case "turn":
            yield f"You are asked for {parts.asked}'s move."
        case "pivotal":
            yield f"Before anybody acts, you may place {parts.asked}'s Pivotal Event (2.3.8)."
        case "answer":
            yield f"You are asked for {parts.asked}'s answer in a move of another Faction."
        case _:
            yield "You are asked nothing now."
    if parts.begun:
        yield f"The move so far: {parts.begun}"


def _question_lines(parts: BriefingParts, room: int) -> list[str]:
    """Return the questions with as many answers as there is room for, and the words."""
    words = [f"or {word}: {WORD_HELP[word]}" for word in parts.words]
    prompts = [prompt for prompt, _, _ in parts.questions]
    room -= _size(words) + _size(prompts)
    verbs = {one.verb: open_verb_words(one) for one in parts.verbs if one.costs}
    priced = [f"  cost of {words}" for words in verbs.values()]
    room -= _size(priced)
    lines: list[str] = []
    for place, (prompt, answers, more) in enumerate(parts.questions):
        share = room // (len(parts.questions) - place)
        shown, is_whole = _within(answers, share)
        rest = "" if is_whole and not more else ", ... (any answer that fits, in the notation)"
        lines += [prompt, f"  {', '.join(shown)}{rest}"]
        room -= _size(lines[-1:])
    return [*lines, *priced, *words]


def _within(names: Sequence[str], room: int) -> tuple[list[str], bool]:
    """Return the first names that fit, and whether all do."""
    shown: list[str] = []
    used = len("  , ... (any answer that fits, in the notation)") + 1
    for name in names:
        used += len(name.encode()) + 2
        if shown and used > room:
            return shown, False
        shown.append(name)
    return shown, True


def _close(parts: BriefingParts) -> Iterator[str]:
    if parts.what == "turn":
        yield "Answer with one of these names, or with a whole move: one line of the notation, without dice."
    elif parts.what != "nothing":
        yield "Answer with one of these names."
    yield parts.limits
    if parts.markers:
        yield f"Your Deception markers (7.3): {', '.join([NAMES[one] for one in parts.markers])}."
    for order in parts.orders[:4]:
        yield f"Your standing order: {printable(order)[:80]}"


def _news(parts: BriefingParts, room: int) -> list[str]:
    """Return the news, the latest whole; older effects and then older lines are left out."""
    head = f"Since event {parts.since}, your last line:" if parts.since else "Since the beginning:"
    if not parts.happened:
        return [head, "  nothing has happened."]
    room -= len(head) + 60
    found: list[list[str]] = []
    whole = True
    for one in reversed(parts.happened):
        line = _cut(f"  {one.event} {one.line}", 300)
        lines = [line, *[_cut(f"    {words}", 200) for words in one.told]]
        if whole and _size(lines) > room:
            whole, lines = False, [line]
        elif not whole:
            lines = [line]
        if _size(lines) > room:
            break
        room -= _size(lines)
        found.append(lines)
    left_out = len(parts.happened) - len(found)
    more = [f"  (the {left_out} events before these are left out here)"] if left_out else []
    return [head, *more, *[line for lines in reversed(found) for line in lines]]


def _cut(line: str, most: int) -> str:
    line = printable(line)
    return line if len(line) <= most else f"{line[: most - 4]} ..."


def _cards(parts: BriefingParts, state: State) -> Iterator[str]:
    for what, card in zip(("In play", "Next"), parts.cards, strict=True):
        if card is not None:
            yield f"{what}: {card_up_words(card)}"
            for side, words in card.sides.items():
                yield f"  {f'{side}: ' if len(card.sides) > 1 else ''}{words}"
    if monsoon := monsoon_words(state):
        yield monsoon


def _fitting_texts(texts: list[tuple[str, str]], room: int) -> list[str]:
    """Return the texts of lasting Events; where there is no room for a text, its title."""
    if not texts:
        return []
    lines = ["Cards that last, and your own:"]
    room -= _size(lines) + _size([f"  {title}" for title, _ in texts])
    for title, text in texts:
        room -= len(text.encode()) + 2
        lines.append(f"  {title}: {text}" if room >= 0 else f"  {title}")
        room += 0 if room >= 0 else len(text.encode()) + 2
    return lines
