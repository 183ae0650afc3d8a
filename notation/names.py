"""Names of spaces and pieces as people write them, and the nearest right word to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from fitl_core.errors import UnknownName
from fitl_core.facts.board import board, spaces_by_id
from fitl_core.facts.pieces import BY_CODE, Kind
from fitl_core.record.clauses import Box

BOXES: dict[str, Box] = {
    "available": "available",
    "casualties": "casualties",
    "oop": "oop",
    "out of play": "oop",
    "out-of-play": "oop",
}
"""Places off the map (1.4.1), by the words for them."""


class AmbiguousName(UnknownName):
    """A name that could be several spaces: their ids are `spaces`."""

    code = "ambiguous-name"

    def __init__(self, message: str, spaces: tuple[str, ...]) -> None:
        super().__init__(message)
        self.spaces = spaces


def key_of(text: str) -> str:
    """A name in the form in which names are compared: small letters, simple joints, no apostrophes.

    >>> key_of("Saigon - An Loc / Ban Me Thuot"), key_of("The Parrot's  Beak")
    ('saigon-an loc-ban me thuot', 'the parrots beak')
    """
    text = " ".join(text.lower().replace("'", "").replace("’", "").replace("/", "-").split())
    return text.replace(" -", "-").replace("- ", "-")


@cache
def space_keys() -> dict[str, str]:
    """Every exact way to name a space, and its id: code, name, short name, id."""
    keys: dict[str, str] = {}
    for space in board().spaces:
        names = {key_of(text) for text in (space.code, space.name, space.short, space.id)}
        names.update([name.removeprefix(lead) for name in names for lead in ("loc-", "the ")])
        keys.update(dict.fromkeys(names, space.id))
    return keys


@lru_cache(4096)
def prefixed(key: str) -> tuple[str, ...]:
    """The ids of the spaces a name of which begins so; LoCs only when no City or Province does."""
    if len(key) < 2:
        return ()
    found = dict.fromkeys([space for name, space in space_keys().items() if name.startswith(key)])
    lands = tuple([space for space in found if not spaces_by_id()[space].is_loc])
    return lands or tuple(found)


def space_named(text: str) -> str:
    """The id of a space from its code, name, short name, id or the unique beginning of one.

    Raises `AmbiguousName` for the beginning of several, `UnknownName` for that of none.

    >>> space_named("sai"), space_named("Quang Tri"), space_named("Hue/Khe Sanh"), space_named("Kont")
    ('saigon', 'quang-tri-thua-thien', 'loc-hue-khe-sanh', 'kontum')
    """
    key = key_of(text)
    exact = space_keys().get(key)
    if exact:
        return exact
    found = prefixed(key) if len(key) < 60 else ()
    if len(found) > 1:
        raise AmbiguousName(f'"{text}" could be {" or ".join(map(label, found))}', found)
    if not found:
        near = ", ".join(nearest_spaces(text))
        raise UnknownName(f'no space is called "{text}"' + (f" (perhaps: {near})" if near else ""))
    return found[0]


def label(space: str) -> str:
    """A space by code and name: `QTr (Quang Tri-Thua Thien)`."""
    there = spaces_by_id()[space]
    return there.code if there.code == there.name else f"{there.code} ({there.name})"


@cache
def piece_phrases() -> dict[str, Kind]:
    """Every way to name a kind of piece: the codes, and words such as "active vc guerrillas"."""
    phrases: dict[str, Kind] = {}
    for kind in Kind:
        noun = kind.noun.lower()
        owner = kind.faction.lower()
        if owner not in noun.split():
            last = noun.split()[-1]
            with_owner = noun.removesuffix(last) + f"{owner} {last}"
        else:
            with_owner = noun
        for words in (noun, with_owner):
            for word in (
                words,
                words.replace("guerrilla", "guerilla"),
                words.replace("tunneled", "tunnelled"),
            ):
                leads = ("", "underground ") if kind.is_underground else ("",)
                phrases.update({f"{lead}{word}{end}": kind for lead in leads for end in ("", "s")})
    return {**phrases, **{code: kind for code, kind in BY_CODE.items() if code.isalpha()}}


def nearest(word: str, known: Iterable[str], most: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """The known words most like this one, best first; none if it is like none of them.

    >>> nearest("trian", ["train", "rally"])
    ('train',)
    """
    if len(word) > 40:
        return ()
    import difflib

    by_key = {choice.lower(): choice for choice in known}
    return tuple([by_key[key] for key in difflib.get_close_matches(word.lower(), by_key, most, likeness)])


def nearest_spaces(word: str, most: int = 3) -> tuple[str, ...]:
    """The spaces with a name most like this word, as code and name."""
    keys = space_keys()
    found = dict.fromkeys([label(keys[key]) for key in nearest(key_of(word[:60]), keys, most + 2)])
    return tuple(found)[:most]
