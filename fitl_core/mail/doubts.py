"""Decide whether a mail means its moves: find questions, conditions, plans and withdrawals.

    weighed(lines_of(text), findings(...).lines)

A sentence matters to a move if its paragraph is next to one, or if it is about the game. A move is played
only if no sentence leaves a doubt (`fitl_core.mail.doubt_words`). A correction is not a doubt if the same
Faction's move follows it: the later move is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import islice, zip_longest

import msgspec

import notation
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.game.disputes import FactionsMove
from fitl_core.mail.doubt_words import (
    AFTERTHOUGHT,
    ASKED_AFTERWARDS,
    CONDITION,
    HYPOTHESIS,
    INTRODUCES,
    INVERTED,
    JOINS,
    NEGATION,
    SOCIAL,
    SOCIAL_QUESTION,
    UNFINISHED,
    WITHDRAWAL,
)
from fitl_core.mail.found_lines import FoundLine
from fitl_core.mail.quotes import MailLine
from fitl_core.record.events import Event
from notation import UnreadableError
from notation.lexer import shown
from notation.reader import scan_line

MOST_SENTENCES, LONGEST_SENTENCE = 3_000, 2_000
"""A mail with more sentences, or with a longer one, is not read to its end, and is doubtful."""
MOST_TRIED = 20
"""The most places of a sentence that are tried as the start of another move."""
Description = Callable[[str, Sequence[Event]], bool | None]
"""Whether a sentence describes one of these moves (True) or another move (False); None if that is unclear."""
_OWN_VERB = re.compile(
    rf"(?:(?:now|so|then|here|ok|therefore|thus)\b,? *)?(?:i|we)(?:'ll)?(?: will| shall| now| also| then)*"
    rf" +({'|'.join((*OPERATIONS, *ACTIVITIES))})\b",
    re.IGNORECASE,
)
"""The verb of a sentence in which the writer acts himself."""
_ACTOR = re.compile(r"\b(?:US|ARVN|NVA|VC) +[a-z]", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")
_ENDS = re.compile(r"(?<=[.!?])[\"')\]]*\s+|(?<=:)\s*$")
_ADDRESS = re.compile(
    r"^(?:p\.?s\.?:? *)?(?:(?:hi|hello|hey|dear|thanks|good (?:morning|evening|day))\b[ ,]*)?"
    r"(?:\w+(?: and \w+)?, *)?",
    re.IGNORECASE,
)
_LINK = re.compile(r"\S*(?:://|www\.)\S*")
_OF_THE_GAME = re.compile(
    r"\b(?:this|that|it|above|below|moves?|plays?|played|playing|turns?|cards?|events?|ops?|operations?|pass\w*|us|arvn"
    r"|nva|vc|legal|illegal|allowed|rall\w+|march\w*|attack\w*|train\w*|sweep\w*|assault\w*|patrol\w*|terror|rules?)\b",
    re.IGNORECASE,
)
_APOSTROPHES = str.maketrans({"\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"'})


class MailDoubt(msgspec.Struct, frozen=True):
    """A doubt whether a mail means its moves: the reason, the words, and the line of the mail."""

    why: str
    words: str
    line: int

    def __str__(self) -> str:
        return f'{self.why}: "{shown(self.words)}"'


class Weighed(msgspec.Struct, frozen=True):
    """The meaning of a mail: a `doubt` about its moves, if any, and the lines `taken_back`.

    Each line that is taken back has the words that take it back.
    """

    doubt: MailDoubt | None = None
    taken_back: tuple[tuple[FoundLine, str], ...] = ()


class _Sentence(msgspec.Struct, frozen=True):
    """A sentence of the writer's own, `near` a move or not, with the number of moves before it.

    `leads` marks the last sentence before a move, and `is_label` a sentence on the move's line.
    """

    text: str
    line: int
    near: bool
    moves_before: int
    leads: bool = False
    is_label: bool = False


class _Moves:
    """The moves of a mail. Their content is computed once for all sentences."""

    def __init__(self, moves: Sequence[FoundLine], has_one_writer: bool) -> None:
        self._moves = moves
        self._has_one_writer = has_one_writer
        self._replaced_up_to: dict[Faction, int] = {}

    @cached_property
    def are_read(self) -> bool:
        """Return whether all moves can be read."""
        return all(one.entry is not None or one.passes for one in self._moves)

    @cached_property
    def spaces(self) -> set[str]:
        """Return the spaces that the moves name."""
        return {name for line in self._written for name in _spaces_in(line)}

    @cached_property
    def words(self) -> set[str]:
        """Return the words of the moves in lower case."""
        passes = {"pass"} if any(one.passes for one in self._moves) else set()
        return passes | {word for line in self._written for word in _WORD.findall(line)}

    @cached_property
    def events(self) -> list[Event]:
        """Return the events of the moves that can be read."""
        events = [one.entry.event for one in self._moves if one.entry is not None]
        return [event for event in events if event is not None]

    @cached_property
    def _written(self) -> list[str]:
        return [notation.write_event(event) for event in self.events]

    @cached_property
    def _factions(self) -> list[Faction | None]:
        """Return the Faction of each move.

        "We pass" names none. In a mail of one writer it is the Faction of his other moves, if they have one.
        """
        factions = [_faction_of(one) for one in self._moves]
        named = {who for who in factions if who is not None}
        passing = named.pop() if self._has_one_writer and len(named) == 1 else None
        return [passing if one.passes else who for one, who in zip(self._moves, factions, strict=True)]

    @cached_property
    def _first(self) -> dict[Faction, int]:
        """Return the place of each Faction's first move."""
        places: dict[Faction, int] = {}
        for place, who in enumerate(self._factions):
            if who is not None:
                places.setdefault(who, place)
        return places

    def replaced(self, before: int) -> list[FoundLine] | None:
        """Return the moves before a correction that the next move replaces, or None if it replaces none.

        They are moves of the same Faction. Moves that an earlier correction replaced are left out.
        """
        who = self._factions[before] if before < len(self._moves) else None
        if who is None or self._first[who] >= before:
            return None
        begins = self._replaced_up_to.get(who, 0)
        self._replaced_up_to[who] = max(begins, before)
        return [self._moves[place] for place in range(begins, before) if self._factions[place] is who]


def nothing_certain(_sentence: str, _moves: Sequence[Event]) -> bool | None:
    """Return None: without a reader of sentences it is unclear what they describe."""
    return None


def weighed(
    lines: Sequence[MailLine],
    moves: Sequence[FoundLine],
    *,
    has_one_writer: bool = True,
    describes: Description = nothing_certain,
) -> Weighed:
    """Return whether a mail means the moves that were found in it.

    `describes` reads the sentences beside the moves, and those about the game. A pasted thread may have
    several writers.
    """
    questioned = next((one for one in moves if one.entry is not None and "?" in one.entry.glyph), None)
    if questioned is not None:
        return Weighed(MailDoubt("this is a question", questioned.text, questioned.number))
    taken_back: dict[FoundLine, str] = {}
    known = _Moves(moves, has_one_writer)
    for number, sentence in enumerate(_sentences(lines, moves)):
        if number >= MOST_SENTENCES or len(sentence.text) > LONGEST_SENTENCE:
            return Weighed(MailDoubt(TOO_LONG, sentence.text[:80], sentence.line))
        why = _why(sentence) or _why_of_the_game(sentence, known, describes)
        if why == TAKEN_BACK and sentence.moves_before:
            replaced = known.replaced(sentence.moves_before)
            if replaced is not None:
                taken_back |= dict.fromkeys(replaced, sentence.text)
                continue
        if why:
            return Weighed(MailDoubt(why, sentence.text, sentence.line))
    return Weighed(None, tuple(taken_back.items()))


TOO_LONG = "this is too long to be read to its end"
QUESTION = "this is a question"
TAKEN_BACK = "this takes a move back"
ON_CONDITION = "this makes the move hang on something"
CONSIDERED = "this is only a plan, a proposal or a tale"
DENIED = "this denies something, perhaps the move"
UNCLEAR_LEAD = "it is not clear that this leads to a move that is meant"
OTHER_SPACE = "this names a space that no move of the mail names"
OTHER_VERB = "this names a verb that no move of the mail has"
OTHER_MOVE = "this looks like another move"


def _why(sentence: _Sentence) -> str:
    """Return why the words of a sentence leave its mail in doubt, or an empty text."""
    text = " ".join(_LINK.sub(" ", sentence.text.translate(_APOSTROPHES)).split())
    if text.rstrip("\"') ").endswith("?") or INVERTED.match(text) or ASKED_AFTERWARDS.search(text):
        asked = _ADDRESS.sub("", text, count=1)
        if SOCIAL_QUESTION.search(asked) or not SOCIAL.sub(" ", asked).strip(" ?,.!"):
            return ""
        if sentence.near or _OF_THE_GAME.search(text):
            return QUESTION
    text = SOCIAL.sub(" ", text).strip(" ,")
    if WITHDRAWAL.search(text) or (sentence.moves_before and AFTERTHOUGHT.search(text)):
        return TAKEN_BACK
    if sentence.near or _OF_THE_GAME.search(text):
        if CONDITION.search(text):
            return ON_CONDITION
        if HYPOTHESIS.search(text):
            return CONSIDERED
    return DENIED if sentence.near and NEGATION.search(text) else ""


def _why_of_the_game(sentence: _Sentence, moves: _Moves, describes: Description) -> str:
    """Return the reason why a sentence about the game leaves a doubt, or an empty text."""
    text = sentence.text.translate(_APOSTROPHES)
    is_of_the_game = sentence.near or _OF_THE_GAME.search(text)
    described = describes(text, moves.events) if is_of_the_game else None
    if described is not None:
        return "" if described else OTHER_MOVE
    is_open = text.endswith(":") or UNFINISHED.search(text)
    if sentence.leads and is_open and not INTRODUCES.search(text):
        return UNCLEAR_LEAD
    if any(_is_move(text[actor.start() :]) for actor in islice(_ACTOR.finditer(text), MOST_TRIED)):
        return OTHER_MOVE
    if not moves.are_read:
        return ""
    own_verb = _OWN_VERB.match(text)
    if sentence.near and own_verb is not None and own_verb[1].lower() not in moves.words:
        return OTHER_VERB
    if not sentence.moves_before or sentence.is_label:
        return ""
    if _spaces_in(text) - moves.spaces:
        return OTHER_SPACE
    return OTHER_VERB if _adds_verb(text, moves) else ""


def _adds_verb(text: str, moves: _Moves) -> bool:
    """Check whether a sentence names a Pass or a Special Activity, or adds an Operation, that no move has."""
    verbs = {"pass", *ACTIVITIES, *(OPERATIONS if JOINS.search(text) else ())}
    words = {word for word in _WORD.findall(text.lower()) if word in verbs}
    return bool(words - moves.words)


def _is_move(text: str) -> bool:
    """Check whether a text is a line of the notation that somebody may play."""
    try:
        scanned = scan_line(text.rstrip(" .!"))[0]
    except UnreadableError:
        return False
    return scanned is not None and isinstance(scanned[0].event, FactionsMove)


def _spaces_in(text: str) -> set[str]:
    """Return the spaces that a text names by their codes or their whole names."""
    names = _names_of_spaces()
    return {names[match[0]] for match in _space_names().finditer(" ".join(text.split()))}


@cache
def _names_of_spaces() -> dict[str, str]:
    """Return the id of each space by its code and its name."""
    return {word: one.id for one in spaces_by_id().values() for word in (one.code, one.name, one.short)}


@cache
def _space_names() -> re.Pattern[str]:
    words = sorted(_names_of_spaces(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")


def _faction_of(line: FoundLine) -> Faction | None:
    event = line.entry.event if line.entry is not None else None
    who = getattr(event, "faction", None)
    return who if isinstance(who, Faction) else None


def _sentences(lines: Sequence[MailLine], moves: Sequence[FoundLine]) -> Iterator[_Sentence]:
    """Yield the writer's own sentences, with those in labels and comments of the moves."""
    starts = {move.number: move for move in moves}
    inside = {move.number + i for move in moves for i in range(1, move.text.count("\n") + 1)}
    blocks: list[tuple[bool, list[tuple[int, str]]]] = []  # a move, or a paragraph
    begins_anew = True
    for line, after in zip_longest(lines, lines[1:]):
        text = line.text.strip()
        is_attribution = after is not None and after.depth > line.depth and text.endswith(":")
        if line.depth or line.number in inside or is_attribution:
            begins_anew = begins_anew or bool(line.depth)
        elif line.number in starts:
            blocks.append((True, list(_beside(starts[line.number]))))
            begins_anew = True
        elif not text:
            begins_anew = True
        else:
            if begins_anew:
                blocks.append((False, []))
            blocks[-1][1].append((line.number, text))
            begins_anew = False
    before = 0
    for i, (is_move, texts) in enumerate(blocks):
        near = is_move or any(blocks[j][0] for j in (i - 1, i + 1) if 0 <= j < len(blocks))
        leads = not is_move and i + 1 < len(blocks) and blocks[i + 1][0]
        parts = list(texts if is_move else _split(texts))
        for line_number, text in parts:
            label = is_move and line_number < 0
            count = before + (is_move and not label)
            yield _Sentence(text, abs(line_number), near, count, leads and text is parts[-1][1], label)
        before += is_move


def _beside(move: FoundLine) -> Iterator[tuple[int, str]]:
    """Yield the text on the line of a move: its label, with a negative number, and its comment."""
    if move.label:
        yield -move.number, move.label
    if move.entry is not None and move.entry.comment:
        yield move.number, move.entry.comment


def _split(paragraph: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of a paragraph, each with the line in which it begins."""
    text, begins = "", paragraph[0][0]
    for number, line in paragraph:
        for part in _ENDS.split(line):
            if not part:
                continue
            begins = begins if text else number
            text = f"{text} {part}".strip() if len(text) <= LONGEST_SENTENCE else text
            if text[-1:] in ".!?:" or text[-2:-1] in ".!?":
                yield begins, text
                text = ""
    if text:
        yield begins, text
