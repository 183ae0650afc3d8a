"""What header tags are called: the known ones, what people write for them, and what tells only of a game."""

from __future__ import annotations

import re
from functools import cache

SEALS = ("Seed-Commitment", "Seeds-Added", "Deck-Root", "Seat-Keys", "Seed-Opened", "Chain-Head")
"""The tags of dice, deck and chain that can be proven (`fitl verify`)."""
KNOWN = ("FITL", "Rules", "Scenario", "Cards", "Players", "Options", "Readings", "Position", *SEALS)
"""The tags that mean something to `fitl`, in canonical spelling; all others are kept as they are."""
PEOPLE = ("US", "ARVN", "NVA", "VC", "Moderator")
"""The tags that name who plays, and who moderates: a move in a mail is taken from nobody else."""
RENAMED = {"Ruling": "Readings"}
"""What tags were called in version 1; the old name is read in every version."""
LIKELY: dict[str, tuple[str, ...]] = {
    "Rules": ("Rule", "Ruleset", "Rulebook", "Edition", "Rules-edition", "Rule-edition"),
    "Scenario": ("Scenarios", "Scenario-name"),
    "Cards": ("Card", "First-cards", "Start-cards", "Opening-cards"),
    "Players": ("Player", "Factions"),
    "Options": ("Option", "Optional", "Optional-rules", "Option-rules"),
    "Readings": ("Reading", "Rulings"),
    "Position": ("Positions", "Start-position", "Starting-position"),
}
"""Names under which people would look for a known tag, which would change nothing if they were kept."""
_USUAL = """
site title name file date event round time start end result winner author annotator by game id source url link
place location table group tournament league season stage remark remarks note notes comment comments
description subtitle language
us-player arvn-player nva-player vc-player referee
case rule question reason verdict choice alternative otherwise editions refused
program generator software seed status created updated utcdate utctime timecontrol termination copyright
"""
USUAL = frozenset(_USUAL.split())
"""Tags that only tell of a game, as archives write them; in small letters."""
_LEAST, _LEAST_LIKELY = 5, 7
"""Names of so many letters are known again with one letter wrong: known ones, and those of `LIKELY`."""


def known_name(name: str) -> str:
    """The canonical name of a tag, whatever its case, or today's for one of version 1; else as it is.

    >>> known_name("scenario"), known_name("Ruling"), known_name("My-own")
    ('Scenario', 'Readings', 'My-own')
    """
    return _by_name().get(name.lower(), name)


def meant(name: str, value: str = "") -> str | None:
    """The known tag that an unknown name is likely to mean; None where it means none, and for a known one.

    `Rule` with numbers of rules or cards says what a dispute is about, not by which rules it is played.

    >>> meant("Edition"), meant("Scenaro"), meant("Site"), meant("Rules")
    ('Rules', 'Scenario', None, None)
    """
    low = name.lower()
    if low in _by_name() or (low == "rule" and _rule_numbers().match(value)):
        return None
    plain = low.replace("_", "").replace("-", "")
    if plain in _likely():
        return _likely()[plain]
    if low in USUAL:
        return None
    return next((tag for known, tag in _near_which().items() if _near(low, known)), None)


def is_unusual(name: str) -> bool:
    """Whether a tag is neither known nor one that usually tells of a game."""
    return name.lower() not in _by_name() and name.lower() not in USUAL


@cache
def _by_name() -> dict[str, str]:
    return {one.lower(): one for one in (*KNOWN, *PEOPLE)} | {
        old.lower(): new for old, new in RENAMED.items()
    }


@cache
def _rule_numbers() -> re.Pattern[str]:
    """The first of a list of rules and cards: `4.5.1, card 17`."""
    return re.compile(r"\s*(?:\d+(?:\.\d+)+|card \d+)")


@cache
def _likely() -> dict[str, str]:
    own = {known.lower(): known for known in KNOWN}
    return own | {name.lower().replace("-", ""): tag for tag, names in LIKELY.items() for name in names}


@cache
def _near_which() -> dict[str, str]:
    """The names that are known again with one letter wrong, and the tags that they mean."""
    known = {name: tag for name, tag in _by_name().items() if len(name) >= _LEAST}
    return known | {name: tag for name, tag in _likely().items() if len(name) >= _LEAST_LIKELY}


def _near(word: str, known: str) -> bool:
    """Whether a word differs in one letter: another, one more, one less, or two that changed places."""
    same = zip(word, known, strict=False)
    at = next((i for i, (a, b) in enumerate(same) if a != b), min(len(word), len(known)))
    rest, wanted = word[at:], known[at:]
    turned = rest[1:2] + rest[:1] + rest[2:] if len(rest) > 1 else ""
    return rest[1:] == wanted[1:] or wanted in (rest[1:], turned) or rest == wanted[1:]
