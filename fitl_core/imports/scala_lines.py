"""Read logs of the Scala program line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import msgspec

from fitl_core.facts.factions import Faction
from fitl_core.facts.move_words import ACTIVITIES, OPERATIONS
from fitl_core.facts.pieces import Count
from fitl_core.imports import scala_names as names
from fitl_core.imports.json_files import decoded
from fitl_core.imports.scala_items import (
    CardIn,
    CardOut,
    Deed,
    EventHeading,
    Flipped,
    Heading,
    Item,
    LeaderCard,
    LevelSet,
    LogText,
    Marker,
    OtherChange,
    Part,
    Pieces,
    ScalaDie,
    TrackSet,
    Tunnel,
)


class _Line(msgspec.Struct):
    text: str


class _File(msgspec.Struct):
    log: list[_Line]


def read_log_text(raw: bytes) -> LogText:
    """Return the items of a log. A file that is not JSON is read as text, line by line. Raises nothing."""
    try:
        texts = [line.text for line in decoded(raw, _File).log]
        is_text = False
    except (msgspec.DecodeError, UnicodeDecodeError):
        texts, is_text = raw.decode(errors="replace").splitlines(), True
    items: list[Item] = []
    strange: list[str] = []
    for text in texts:
        for line in text.splitlines():
            line_items = _read_line(line.strip())
            if line_items is None:
                strange.append(line.strip())
            else:
                items += line_items
    return LogText(tuple(items), tuple(strange), is_text)


def _read_line(line: str) -> list[Item] | None:
    """Return the items of a line: an empty list if nothing changes, None if the line is not understood."""
    for pattern, read in _forms():
        match = pattern.fullmatch(line)
        if match is not None:
            try:
                return read(match)
            except KeyError:  # an unknown name
                return None
    return [] if not line or _no_news().match(line) else None


_N = r"(\d+)"
_F = "(US|ARVN|NVA|VC)"
_S = "(.+?)"
_BOXES = {"AVAILABLE": "available", "CASUALTIES": "casualties", "OUT OF PLAY": "oop"}
_LEVEL = "((?:Active|Passive) (?:Support|Opposition)|Neutral)"
_CARD_SIDE = r"'(#\d+ .+?)'"
_TRACKS = {
    "Patronage": "patronage",
    "US Aid": "aid",
    "ARVN resources": "ARVN",
    "NVA resources": "NVA",
    "VC resources": "VC",
    "Agitate Total": "agitate",
}
_ACTIVITY_NAMES = {"Air Lift": "airlift", "Air Strike": "airstrike"}
_BOX_OF = "(Event|Op Only|Op/Special Activity|LimOp|LimOp or Event|Op - May add Special Activity|Pass)"
PARTS = {
    "ARVN must remove 1 in 3": "desert",
    "Resources Phase": "resources",
    "Sabotage LoCs": "sabotage",
    "Degrade the Trail": "earnings",
    "Pacification": "pacify",
    "Agitation": "agitate",
    "Redeploy Phase": "laos",
    "ARVN Redeploy": "redeploy-arvn",
    "NVA Redeploy": "redeploy-nva",
    "Commitment Phase": "commitment",
    "WITHDRAWAL": "withdrawal",
    "Reset Phase": "reset",
}
"""Headings of the parts of a Coup Round."""
_Reader = Callable[["re.Match[str]"], list[Item]]


def _counts(text: str) -> Iterator[Count]:
    """Yield counts in `2 US Troops`, `1 VC Base and 2 ARVN Police`."""
    for part in re.split(r",? and |, ", text):
        number, _, name = part.strip().partition(" ")
        kind = names.KIND_NAMES.get(name) or names.KIND_NAMES[name.removesuffix("s")]
        yield Count(int(number) if number.isdigit() else _known(""), kind)


def _known(name: str) -> int:
    raise KeyError(name)


def _place(name: str) -> str:
    return _BOXES.get(name) or names.space_names()[name]


def _placed(match: re.Match[str]) -> list[Item]:
    return [Pieces(tuple(_counts(match[1])), _BOXES[match[2]], _place(match[3]))]


def _gone(match: re.Match[str]) -> list[Item]:
    return [Pieces(tuple(_counts(match[1])), _place(match[2]), _BOXES[match[3]])]


def _moved(match: re.Match[str]) -> list[Item]:
    return [Pieces(tuple(_counts(match[1])), _place(match[2]), _place(match[3]))]


def _flipped(match: re.Match[str]) -> list[Item]:
    (count,) = _counts(f"{match[1]} {match[2]}")
    return [Flipped(count, _place(match[3]))]


def _marker(match: re.Match[str]) -> list[Item]:
    number = int(match[2])
    return [Marker(_place(match[3]), number if match[1] == "Add" else -number)]


def _tunnel(match: re.Match[str]) -> list[Item]:
    (count,) = _counts(f"1 {match[1]}")
    return [Tunnel(count.kind, _place(match[2]))]


def _level(space: str, level: str) -> list[Item]:
    return [LevelSet(_place(space), names.LEVELS[level])]


def _number(name: str) -> int:
    number = names.card_number(name)
    return number if number is not None else _known(name)


def _capability(name: str) -> CardIn:
    return CardIn(_number(name), names.side_of(name) or "unshaded")


def _momentum(match: re.Match[str]) -> list[Item]:
    card = names.momentum(match[1])
    return [CardIn(*card)] if card is not None else [CardIn(_known(match[1]), "unshaded")]


def _leader(card: str, beneath: bool) -> list[Item]:
    return [LeaderCard(_number(card), beneath)]


def _activity(name: str) -> str:
    return _ACTIVITY_NAMES.get(name, name.lower())


def _verb(verb: str, known: dict[str, str]) -> list[Item]:
    return [Heading(verb=verb)] if verb in known else [Heading(verb=str(_known(verb)))]


def _space(name: str, of: str = "") -> list[Item]:
    """Return a heading of one space, or nothing for words that name no space."""
    space = names.space_names().get(name)
    return [Heading(space=space, of=of)] if space is not None else []


def _operation(words: str) -> str:
    """Return the Operation for which a space is selected, from its heading: "a March destination"."""
    return next((verb for verb in OPERATIONS if verb.title() in words), "")


def _activity_of(words: str) -> str:
    """Return the Special Activity in a space, by the words of its heading: "Infiltrates in"."""
    spoken = words.lower().replace(" ", "")
    return next((verb for verb in ACTIVITIES if verb in spoken), "tax" if "taxes" in spoken else "")


# -- the forms --------------------------------------------------------------------------------------

_BOARD: list[tuple[str, _Reader]] = [
    (r"Place (.+) from (AVAILABLE|OUT OF PLAY|CASUALTIES) into " + _S, _placed),
    (r"Remove (\d+ .+) from (.+) to (AVAILABLE|OUT OF PLAY|CASUALTIES)", _gone),
    (r"Move (\d+ .+) from (.+) to (.+)", _moved),
    (rf"Flip {_N} (.+) in (.+) to (?:ACTIVE|UNDERGROUND)", _flipped),
    (rf"(Add|Remove) {_N} (?:terror|sabotage) markers? (?:to|from) {_S}", _marker),
    (r"(?:Add a tunnel marker to|Remove a tunnel marker from) \d+ (.+) in (.+)", _tunnel),
    (rf"Place {_LEVEL} marker in {_S}", lambda m: _level(m[2], m[1])),
    (rf"Remove {_LEVEL} marker from {_S}", lambda m: _level(m[2], "Neutral")),
    (rf"Flip {_LEVEL} marker in {_S} to {_LEVEL}", lambda m: _level(m[2], m[3])),
    (rf"Replace {_LEVEL} marker in {_S} with {_LEVEL} marker", lambda m: _level(m[2], m[3])),
    (
        rf"(?:Increase|Decrease) ({'|'.join(_TRACKS)}) by [+-]?\d+ to {_N}",
        lambda m: [TrackSet(_TRACKS[m[1]], int(m[2]))],
    ),
    (
        rf"(?:Improve|Degrade) the trail by \d+ box(?:es)? to {_N}",
        lambda m: [TrackSet("trail", int(m[1]))],
    ),
    (rf"Set Econ marker to {_N}", lambda m: [TrackSet("econ", int(m[1]))]),
    (rf"Set Agitate Total .*to {_N}", lambda m: [TrackSet("agitate", int(m[1]))]),
]
"""Pieces, levels, markers, tracks."""

_CARDS: list[tuple[str, _Reader]] = [
    (rf"Capability: {_CARD_SIDE} is now in effect", lambda m: [_capability(m[1])]),
    (rf"Remove capability: {_CARD_SIDE} from play", lambda m: [CardOut(_number(m[1]))]),
    (
        rf"Flip capability: {_CARD_SIDE} to its (shaded|unshaded) side",
        lambda m: [CardIn(_number(m[1]), "shaded" if m[2] == "shaded" else "unshaded", True)],
    ),
    (rf"Momentum: {_CARD_SIDE} is now in play", _momentum),
    (rf"Remove Momentum: {_CARD_SIDE} from play", lambda m: [CardOut(_number(m[1]))]),
    (r"Place (#\d+) - .+ beneath the other cards in the RVN Leader Box", lambda m: _leader(m[1], True)),
    (
        r"Place (#\d+) - .+ (?:in the RVN Leader Box|on top of the stack)",
        lambda m: _leader(m[1], False),
    ),
    (r"Flip RVN Leader face down \[.*\]", lambda m: [OtherChange("leader-down")]),
    (r'Place the "Peace Talks" marker on .*', lambda m: [OtherChange("peace-talks")]),
    (r"Return the Tet Offensive pivotal event card to VC", lambda m: [OtherChange("tet-back")]),
]
"""Cards that take effect, or cease to."""

_EXECUTED: list[tuple[str, _Reader]] = [
    (rf"{_F} executes the Shaded Event: .*", lambda m: [EventHeading(Faction(m[1]), "shaded")]),
    (rf"{_F} executes (?:the|its) .*Event: .*", lambda m: [EventHeading(Faction(m[1]))]),
    (rf"{_F} chooses (.+) operation", lambda m: _verb(m[2].lower(), OPERATIONS)),
    (rf"{_F} chooses (.+) special activity", lambda m: _verb(_activity(m[2]), ACTIVITIES)),
]
"""Events, Operations, Special Activities."""

_SPACES: list[tuple[str, _Reader]] = [
    (r"ARVN will place a base in (.+)", lambda m: _space(m[1], "train")),
    (rf"{_F} selects Saigon to transfer Patronage to ARVN resources", lambda m: _space("Saigon")),
    (rf"{_F} selects (.+?) (?:for|as) ([\w ]+)", lambda m: _space(m[2], _operation(m[3]))),
    (rf"{_F} selects (.+) to Sweep in Place", lambda m: _space(m[2], "sweep")),
    (r"(.+) selected for Sweep", lambda m: _space(m[1], "sweep")),
    (r"Pacifying in (.+)", lambda m: _space(m[1])),
    (
        rf"{_F} (?:Pacifies|Agitates) \d+ levels? in (.+?)(?: \[.*\])?",
        lambda m: [Heading(space=names.space_names()[m[2]], faction=Faction(m[1]))],
    ),
    (rf"({'|'.join(PARTS)}).*", lambda m: [Part(PARTS[m[1]])]),
    (
        r"Activating guerrillas in (.+)|No guerrillas were activated in (.+)",
        lambda m: _space(m[1] or m[2]),
    ),
    (rf"{_F} assaults in (.+)", lambda m: _space(m[2])),
    (rf"{_F} adds a follow up ARVN assault in (.+)", lambda m: _space(m[2])),
    (rf"{_F} Attacks in (.+?)(?: using (?:Troops|Guerrillas))?", lambda m: _space(m[2], "attack")),
    (r"VC \+ NVA Attack in (.+)", lambda m: _space(m[1], "attack")),
    (r"Advise in (.+) using .*", lambda m: _space(m[1])),
    (rf"{_F} Air Strikes The Trail", lambda m: []),
    (
        rf"{_F} (Air Strikes|Governs in|Raids|conducts raid in|Infiltrates in|Bombards in|Bombards"
        rf"|Taxes in|Subverts in) (.+?)(?: \(population: \d+\))?",
        lambda m: _space(m[3], _activity_of(m[2])),
    ),
    (
        rf"{_F} Ambushes in (.+?), targeting (.+)",
        lambda m: [*_space(m[2]), *_space(m[3])],
    ),
    (rf"{_F} Ambushes in (.+)", lambda m: _space(m[2])),
]
"""Headings of the spaces of Events, Operations and Activities, and of a Coup Round's parts."""

_DICE: list[tuple[str, _Reader]] = [
    (r"Die roll \(?\d+ Guerrillas?\): (\d)\b.*", lambda m: [ScalaDie(int(m[1]))]),
    (r"Die roll to determine the number of hits = (\d)", lambda m: [ScalaDie(int(m[1]))]),
    (r"Die roll \(#4 .*\): (\d)\b.*", lambda m: [ScalaDie(int(m[1]))]),
    (
        r"Die roll is: (\d) +\[(?:Tunnel destroyed!|No effect|Troop eliminated)\]",
        lambda m: [ScalaDie(int(m[1]))],
    ),
    (r"Die roll: (\d)  \[(?:Success|Failure)\]", lambda m: [ScalaDie(int(m[1]))]),
    (
        r"Rolling (?:d6 to (?:determine(?! new US Policy)|increase NVA resources)|die for NVA resources)"
        r".*: (\d)",
        lambda m: [ScalaDie(int(m[1]))],
    ),
    (rf"Move the {_F} cylinder to the {_BOX_OF} box", lambda m: [Deed(Faction(m[1]), m[2])]),
    (rf"{_F} faction passes", lambda m: [Deed(Faction(m[1]), "Pass")]),
]
"""Dice, and the cylinders of the Sequence of Play."""


@cache
def _forms() -> tuple[tuple[re.Pattern[str], _Reader], ...]:
    """Return the patterns of whole lines, each with its reader. The first match counts."""
    forms = (*_BOARD, *_CARDS, *_EXECUTED, *_SPACES, *_DICE)
    return tuple([(re.compile(pattern), read) for pattern, read in forms])


@cache
def _no_news() -> re.Pattern[str]:
    """Return the pattern for beginnings of lines that change nothing, or only repeat a consequence."""
    beginnings = (
        "[-=]+$", "Sequence of Play", "(?:Current|On Deck) card ", "Eligible +:", "Acted +:", "Passed +:",
        "Ineligible +:", "Finished with ", "Adjust eligib", r"Move the .* cylinders? to ", "Move all faction",
        "Control Changes", "Score Marker Changes", r"Move the '", r"(?:Place|Remove|Flip) \w+ ?[Cc]ontrol",
        r"(?:Place|Remove) (?:COIN|NVA) Control", "Drawing Trung", "Trung", "End of ", "Leader: ",
        r"\w+ (?:will remain eligible|is ineligible)", r"\w+ activation roll", "Rolling [23]d6|Rolling d3",
        "Rolling d6 to determine new US Policy", "Set US Policy", r"The (?:operation|assault|moving|dice)",
        "No guerrillas", "No spaces", "There are (?:no|not)", "Using #", "Resolving #", "Attrition",
        "Coup! Card", "Conduct a Coup!", r"\w+ Phase$", r"\w+ Earnings", "Casualties and Aid",
        "Laos and Cambodia", "ROTATION", "Number of hits", "Shift support", r".*: (?:Shift \d|No shift)",
        "Transfer population",
        "Add 3 times", "No shift", "Flip all ", "Each insurgent", "Next piece", "Total ", "Die roll: ",
        r"\w+ (?:Bot )?Pivotal", r"\w+ elects to ", "Replace the current event", "Skipping this", "Game over",
        r".* wins", "Victory", r"(?:US|ARVN|NVA|VC) +[+-]?\d+$", r"\w+ does not ", r"\w+ pays ",
        r"\w+ Patrol",
        r"\w+ improves the trail", r"\w+ triggers", ".* is not being tracked|.* are not being tracked",
        r"\w+ removes two cubes", r"\w+ uses an underground", r".* \[#\d+ .*\]$", "Remove an? ", "Cost",
    )  # fmt: skip
    return re.compile("|".join([f"(?:{one})" for one in beginnings]))
