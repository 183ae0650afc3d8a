"""Cut a sentence into units: the longest known phrases, numbers, signs, and unknown words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache

import msgspec

from fitl_core.facts.levels import Level
from fitl_core.facts.pieces import BY_CODE, Kind
from fitl_core.prose.units import NOTHING, Meaning, Unit
from fitl_core.prose.vocabulary import LONGEST_PHRASE, initials, key, meaning_of, phrases, space_phrases
from notation.space_names import nearest

LEAST_TO_MEND = 4
"""The least letters of a word that may be a misspelling."""
LIKENESS = 0.8
LONGEST_SHORTENED = 4
"""The most letters of an abbreviation. A full stop after a longer word ends a sentence."""
MOST_TO_MEND = 30
"""The most unknown words of a text that are compared with the known ones."""
TOO_MANY = 10_000
"""The number that stands for every longer one."""
LEVEL_CODES = tuple(Level)
_SAME = {
    "\u2013": "-",
    "\u2014": "-",
    "\u2212": "-",
    "\u2192": ">",
    "\u2019": "'",
    "\u2018": "'",
    "\u21d2": ">",
}


@cache
def _pattern() -> re.Pattern[str]:
    short = r"\bw/o?(?!\w)|\b(?:i\.e|e\.g)\."
    plain = r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+(?:st|nd|rd|th)\b"
    return re.compile(rf"(?P<word>{short}|{plain})|(?P<number>\d+)|->|=>|\S", re.IGNORECASE)


class _Token(msgspec.Struct):
    kind: str
    text: str
    start: int
    end: int


def _tokens(text: str) -> list[_Token]:
    plain = "".join([_SAME.get(char, char) for char in text])
    tokens = []
    for match in _pattern().finditer(plain):
        sign = {"->": ">", "=>": ">"}.get(match.group(), match.group())
        tokens.append(_Token(match.lastgroup or sign, sign, *match.span()))
    return tokens


def lexed(text: str, titles: Mapping[str, int] | None = None) -> list[Unit]:
    """Return the units of a text in order, each with all its meanings. `titles` name cards face up."""
    tokens = _tokens(text)
    units: list[Unit] = []
    at, mended, aside = 0, 0, 0
    while at < len(tokens):
        token = tokens[at]
        unit, after = _unit_at(text, tokens, at, titles or {})
        if unit is None and token.kind == "word" and mended < MOST_TO_MEND:
            mended += 1
            unit, after = _mended(text, tokens, at)
        if unit is None:
            tag = {"word": "unknown", "number": "number"}.get(token.kind, "sign")
            unit, after = Unit(tag=tag, start=token.start, end=token.end, text=token.text), at + 1
            if tag == "number":
                unit.number = int(token.text) if len(token.text) < 5 else TOO_MANY
        aside += token.kind in ("(", "[")
        unit.is_aside = aside > 0
        aside -= token.kind in (")", "]") and aside > 0
        units.append(unit)
        at = _after_abbreviation(tokens, after)
    return units


def _after_abbreviation(tokens: Sequence[_Token], at: int) -> int:
    """Return the place after a full stop that ends an abbreviation, not a sentence: "Tay N., Hue"."""
    if not 0 < at < len(tokens) - 1 or tokens[at].kind != "." or tokens[at - 1].kind != "word":
        return at
    shortened, behind = tokens[at - 1], tokens[at + 1]
    goes_on = behind.kind in (",", "&", ")", ";", "+", ">", ".") or behind.text[:1].islower()
    return at + 1 if len(shortened.text) <= LONGEST_SHORTENED and goes_on else at


def _unit_at(
    text: str, tokens: Sequence[_Token], at: int, titles: Mapping[str, int]
) -> tuple[Unit | None, int]:
    """Return the longest known phrase that begins at a token, and the place after it."""
    if tokens[at].kind != "word":
        return None, at
    code = _code_at(text, tokens, at)
    if code is not None:
        return code
    longest: tuple[Meaning, int] | None = None
    words: list[str] = []
    for here in _joined(tokens, at):
        words.append(key(tokens[here].text))
        means = meaning_of(words) or _of_owner([*words[:-1], tokens[here].text])
        card = titles.get(" ".join(words), 0)
        if card:
            means = msgspec.structs.replace(means or NOTHING, card=card)
        if means is not None:
            longest = means, here + 1
    token = tokens[at]
    if token.text in LEVEL_CODES and (longest is None or longest[1] == at + 1):
        return _unit(text, tokens, at, at + 1, Meaning(level=Level(token.text))), at + 1
    spaces = initials().get(key(token.text), ()) if token.text.isupper() else ()
    if spaces and (longest is None or longest[1] == at + 1):
        old = longest[0] if longest is not None else NOTHING
        longest = (old if old.spaces else msgspec.structs.replace(old, spaces=spaces)), at + 1
    if longest is None:
        return None, at
    means, after = longest
    if token.text == "us" and at > 0 and not _counts_pieces(tokens, after):
        means = msgspec.structs.replace(means, faction=None)  # a pronoun, as in "gives us 4"
    return _unit(text, tokens, at, after, means), after


def _of_owner(words: Sequence[str]) -> Meaning | None:
    """Return the meaning of a phrase without its ending as an owner: "Can Tho's"."""
    owner, ending, rest = words[-1].rpartition("'")
    means = meaning_of([*words[:-1], key(owner)]) if ending and rest.lower() == "s" else None
    return means if means is not None and (means.spaces or means.faction) else None


def _counts_pieces(tokens: Sequence[_Token], at: int) -> bool:
    """Check whether a word for pieces or for an act is at a place."""
    means = meaning_of([key(tokens[at].text)]) if at < len(tokens) else None
    return means is not None and bool(means.kinds or means.state or means.heads)


def _unit(text: str, tokens: Sequence[_Token], at: int, after: int, means: Meaning) -> Unit:
    start, end = tokens[at].start, tokens[after - 1].end
    return Unit(tag="", start=start, end=end, text=text[start:end], means=means, number=means.number)


def _joined(tokens: Sequence[_Token], at: int) -> list[int]:
    """Return the words from a token on that may be one phrase, with nothing but joints between them."""
    words = [at]
    here = at + 1
    while here < len(tokens) and len(words) < LONGEST_PHRASE:
        joint = here
        while joint < len(tokens) and tokens[joint].kind in ("-", "/", "."):
            short = tokens[joint].kind != "." or tokens[joint].start - tokens[joint - 1].start <= 2
            if not short or joint - here > 0:
                return words
            joint += 1
        if joint >= len(tokens) or tokens[joint].kind != "word":
            return words
        words.append(joint)
        here = joint + 1
    return words


def _code_at(text: str, tokens: Sequence[_Token], at: int) -> tuple[Unit, int] | None:
    """Return the code of pieces after a figure or sign, with its mark: `2vg*`."""
    token = tokens[at]
    before = tokens[at - 1] if at else None
    glued = before is not None and before.end == token.start and before.kind in ("number", "+", "-", "*", "~")
    kind = BY_CODE.get(token.text.lower())
    is_code = token.text.isupper() and before is not None and before.kind == "number"
    if kind is None or not (glued or is_code):
        return None
    after = at + 1
    if after < len(tokens) and tokens[after].kind in ("*", "^") and tokens[after].start == token.end:
        marked = BY_CODE.get(kind.code + tokens[after].kind)
        if marked is not None:
            kind, after = marked, after + 1
    return _unit(text, tokens, at, after, Meaning(kinds=(kind,), state="as-written")), after


def _mended(text: str, tokens: Sequence[_Token], at: int) -> tuple[Unit | None, int]:
    """Return the known phrase most similar to an unknown word, alone or with the next ones."""
    words = [tokens[here] for here in _joined(tokens, at)[:3]]
    best: tuple[float, int, str] | None = None
    for length in range(1, len(words) + 1):
        phrase = " ".join([key(token.text) for token in words[:length]])
        if len(phrase) < LEAST_TO_MEND:
            continue
        if length > 1 and any(meaning_of([key(token.text)]) is not None for token in words[1:length]):
            break  # known words are not mended
        for near in nearest(phrase, space_phrases() if length > 1 else _likely(), 1, LIKENESS):
            if near.count(" ") == length - 1 and near[0] == phrase[0]:
                likeness = SequenceMatcher(None, phrase, near).ratio() + 0.01 * length
                best = max(best or (0.0, 0, ""), (likeness, length, near))
    if best is None:
        return None, at
    after = tokens.index(words[best[1] - 1]) + 1
    unit = _unit(text, tokens, at, after, phrases()[best[2]])
    unit.is_typo = True
    return unit, after


@cache
def _likely() -> tuple[str, ...]:
    """Return single words that may be misspelt: names, verbs, pieces."""
    return tuple(
        [
            phrase
            for phrase, means in phrases().items()
            if len(phrase) >= LEAST_TO_MEND and (means.spaces or means.heads or means.kinds or means.options)
        ]
    )


def kinds_in(means: Meaning) -> tuple[Kind, ...]:
    """Return the kinds that a word for pieces can mean, in either state unless it names one."""
    if means.state == "as-written":
        return means.kinds
    both_states = [kind for base in means.kinds for kind in (base, base.active)]
    tunneled = [BY_CODE[f"{kind.code}^"] for kind in means.kinds if kind.code in ("nb", "vb")]
    return tuple(dict.fromkeys((*both_states, *tunneled)))
