"""Find spaces and pieces by the names that people write, and the known words nearest to a wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from fitl_core.errors import UnknownName
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.pieces import BY_CODE, Kind
from fitl_core.record.clauses import Box

BOXES: dict[str, Box] = {
    "available": "available",
    "casualties": "casualties",
    "oop": "oop",
    "out of play": "oop",
    "out-of-play": "oop",
}
"""The boxes, places off the map (1.4.1), by the words for them."""

LEAST_OF_NAME = 3
"""The least length of a beginning that can stand for the name of a space, in letters."""
OTHER_MEANINGS: dict[str, str] = {
    "sa": "a Special Activity, which is written after a bar: | tax Sai; Saigon is Sai",
    "sas": "Special Activities, each after a bar: | tax Sai",
    "op": "an Operation, which its verb alone says: train Sai",
    "ops": "Operations, which their verbs alone say: train Sai",
    "lim": "a Limited Operation, written limop after the Faction",
    "loc": "a Line of Communication, which needs its name",
    "locs": "Lines of Communication, which need their names",
    "sab": "Sabotage",
    "sup": "Support",
    "opp": "Opposition",
    "pop": "Population",
    "south": "South Vietnam, which is not a single space",
    "north": "North Vietnam, written NVn",
    "nv": "North Vietnam, written NVn",
    "sv": "South Vietnam, which is not a single space",
    "the": "not the name of a space",
    "can": "not the name of a space; Can Tho is written CaT",
    "ban": "Ban Me Thuot, which is on several LoCs",
}
"""Words that players use for something else, with their meaning. They do not stand for names of spaces."""


class AmbiguousName(UnknownName):
    """A name that could be several spaces. `spaces` are their ids."""

    code = "ambiguous-name"

    def __init__(self, message: str, spaces: tuple[str, ...]) -> None:
        super().__init__(message)
        self.spaces = spaces


def key_of(text: str) -> str:
    """Return a name in the form for comparisons: small letters, simple joints, no apostrophes.

    >>> key_of("Saigon - An Loc / Ban Me Thuot"), key_of("The Parrot's  Beak")
    ('saigon-an loc-ban me thuot', 'the parrots beak')
    """
    text = " ".join(text.lower().replace("'", "").replace("’", "").replace("/", "-").split())
    return text.replace(" -", "-").replace("- ", "-")


@cache
def space_keys() -> dict[str, str]:
    """Return the id of each space by its exact names: code, name, short name, id."""
    keys: dict[str, str] = {}
    for space in board().spaces:
        names = {key_of(text) for text in (space.code, space.name, space.short, space.id)}
        names.update([name.removeprefix(lead) for name in names for lead in ("loc-", "the ")])
        keys.update(dict.fromkeys(names, space.id))
    return keys


@lru_cache(4096)
def spaces_beginning_with(key: str) -> tuple[str, ...]:
    """Return the ids of the spaces that have a name with this beginning.

    LoCs only if no City or Province has.

    Empty for a beginning that is too short, and for a word that means something else.
    """
    return () if len(key) < LEAST_OF_NAME or key in OTHER_MEANINGS else _beginning(key)


def _beginning(key: str) -> tuple[str, ...]:
    spaces = dict.fromkeys([space for name, space in space_keys().items() if name.startswith(key)])
    lands = tuple([space for space in spaces if not spaces_by_id()[space].is_loc])
    return lands or tuple(spaces)


def space_named(text: str) -> str:
    """Return the id of a space by its code, name, short name, id or a unique beginning of one.

    Raises `AmbiguousName` if several spaces have this beginning, `UnknownName` if none has it.

    >>> space_named("sai"), space_named("Quang Tri"), space_named("Hue/Khe Sanh"), space_named("Kont")
    ('saigon', 'quang-tri-thua-thien', 'loc-hue-khe-sanh', 'kontum')
    """
    key = key_of(text)
    exact = space_keys().get(key)
    if exact:
        return exact
    spaces = spaces_beginning_with(key) if len(key) < 60 else ()
    if len(spaces) > 1:
        raise AmbiguousName(f'"{text}" could be {" or ".join(map(label, spaces))}', spaces)
    if not spaces:
        why, near = why_no_name(key)
        names = ", ".join(near if why else nearest_spaces(text))
        advice = "; ".join(filter(None, (why, f"perhaps: {names}" if names else "")))
        raise UnknownName(f'no space is called "{text}"' + (f" ({advice})" if advice else ""))
    return spaces[0]


def why_no_name(key: str) -> tuple[str, tuple[str, ...]]:
    """Explain why a word that looks like the beginning of a name is not accepted, and suggest spaces.

    The suggestions have code and name. The explanation is empty for a word without a known reason.

    >>> why_no_name("loc")[0]
    '"loc" is a Line of Communication, which needs its name'
    >>> why_no_name("pl")
    ('a name is cut short to 3 letters or more', ('Ple (Pleiku-Darlac)', 'PLo (Phuoc Long)'))
    """
    if key in OTHER_MEANINGS:
        return f'"{key}" is {OTHER_MEANINGS[key]}', ()
    if len(key) < LEAST_OF_NAME and (spaces := _beginning(key)):
        return f"a name is cut short to {LEAST_OF_NAME} letters or more", tuple(map(label, spaces[:4]))
    return "", ()


def label(space: str) -> str:
    """Return the code and name of a space: `QTr (Quang Tri-Thua Thien)`."""
    where = spaces_by_id()[space]
    return where.code if where.code == where.name else f"{where.code} ({where.name})"


@cache
def piece_phrases() -> dict[str, tuple[Kind, ...]]:
    """Return the kinds of piece by their names: codes, and phrases such as "active vc guerrillas".

    A phrase without a Faction means the kinds of all Factions that have such pieces: "troops" means
    three kinds, "police" one.

    >>> [kind.code for kind in piece_phrases()["guerrillas"]]
    ['ng', 'vg']
    """
    phrases: dict[str, tuple[Kind, ...]] = {}
    for kind in Kind:
        owner = kind.faction.lower()
        *state, noun = [word for word in kind.noun.lower().split() if word != owner]
        for adjective in ("", "underground") if kind.is_underground else state or ("",):
            for order in ((adjective, owner), (owner, adjective), (adjective,)):
                for spelled in _spellings(" ".join([*filter(None, order), noun])):
                    phrases[spelled] = tuple(dict.fromkeys((*phrases.get(spelled, ()), kind)))
    return {**phrases, **{code: (kind,) for code, kind in BY_CODE.items() if code.isalpha()}}


def _spellings(words: str) -> tuple[str, ...]:
    """Return the words for a piece in singular and plural, with common misspellings."""
    spelled = words.replace("guerrilla", "guerilla").replace("tunneled", "tunnelled")
    return words, f"{words}s", spelled, f"{spelled}s"


def nearest(word: str, known: Iterable[str], most: int = 3, likeness: float = 0.6) -> tuple[str, ...]:
    """Return the known words most like this one, best first. Empty if none is like it.

    >>> nearest("trian", ["train", "rally"])
    ('train',)
    """
    if len(word) > 40:
        return ()
    import difflib

    by_key = {choice.lower(): choice for choice in known}
    return tuple([by_key[key] for key in difflib.get_close_matches(word.lower(), by_key, most, likeness)])


def nearest_spaces(word: str, most: int = 3) -> tuple[str, ...]:
    """Return code and name of the spaces with a name most like this word."""
    keys = space_keys()
    labels = dict.fromkeys([label(keys[key]) for key in nearest(key_of(word[:60]), keys, most + 2)])
    return tuple(labels)[:most]
