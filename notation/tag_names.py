"""The names of header tags: known tags, names that people write for them, and tags that only describe a game.

`notation.tag_values` knows their values.
"""

from __future__ import annotations

import re
from functools import cache

SEALS = (
    "Proofs",
    "Seed-Commitment",
    "Seeds-Added",
    "Deck-Root",
    "Seat-Keys",
    "Seed-Opened",
    "Chain-Head",
)
"""The tags of dice, deck and chain that can be proven (`fitl verify`)."""
KNOWN = (
    "FITL",
    "Rules",
    "Rules-Release",
    "Scenario",
    "Cards",
    "Players",
    "Options",
    "Readings",
    "Symbols",
    "Position",
    *SEALS,
)
"""The tags that mean something to `fitl`, in canonical spelling. All others are kept unchanged."""
PEOPLE = ("US", "ARVN", "NVA", "VC", "Moderator")
"""The tags that name the players and the moderator. A move in a mail is accepted only from these people."""
RENAMED = {"Ruling": "Readings"}
"""Names of tags in version 1, with the current names. The old names are read in every version."""
LIKELY: dict[str, tuple[str, ...]] = {
    "Rules": ("Rule", "Ruleset", "Rulebook", "Edition", "Rules-edition", "Rule-edition"),
    "Scenario": ("Scenarios", "Scenario-name"),
    "Cards": ("Card", "First-cards", "Start-cards", "Opening-cards"),
    "Players": ("Player", "Factions"),
    "Options": ("Option", "Optional", "Optional-rules", "Option-rules"),
    "Readings": ("Reading", "Rulings"),
    "Symbols": ("Symbol", "Card-symbols"),
    "Position": ("Positions", "Start-position", "Starting-position"),
}
"""Likely wrong names of known tags. A tag with such a name is a fault, because it would change nothing."""
_USUAL = """
site title name file date event round time start end result winner author annotator by game id source url link
place location table group tournament league season stage remark remarks note notes comment comments
description subtitle language deadline
us-player arvn-player nva-player vc-player referee
case rule question reason verdict choice alternative otherwise editions refused
program generator software seed status created updated utcdate utctime timecontrol termination copyright
"""
USUAL = frozenset(_USUAL.split())
"""Tags that only describe a game, as archives write them, in small letters."""
_LEAST, _LEAST_LIKELY = 5, 7
"""The least length at which a name with one wrong letter is recognized: known names, names of `LIKELY`."""


def known_name(name: str) -> str:
    """Return the canonical, current name of a known tag in any case. Return an unknown name unchanged.

    >>> known_name("scenario"), known_name("Ruling"), known_name("My-own")
    ('Scenario', 'Readings', 'My-own')
    """
    return _by_name().get(name.lower(), name)


def likely_tag(name: str, value: str = "") -> str | None:
    """Return the known tag that an unknown name probably means, or None. None for a known name too.

    `Rule` with numbers of rules or cards names the subject of a dispute, not the edition of the rules.

    >>> likely_tag("Edition"), likely_tag("Scenaro"), likely_tag("Site"), likely_tag("Rules")
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
    """Check whether a tag is neither known nor one of the usual tags that describe a game."""
    return name.lower() not in _by_name() and name.lower() not in USUAL


@cache
def _by_name() -> dict[str, str]:
    return {one.lower(): one for one in (*KNOWN, *PEOPLE)} | {
        old.lower(): new for old, new in RENAMED.items()
    }


@cache
def _rule_numbers() -> re.Pattern[str]:
    """Return the pattern of the first item in a list of rules and cards: `4.5.1, card 17`."""
    return re.compile(r"\s*(?:\d+(?:\.\d+)+|card \d+)")


@cache
def _likely() -> dict[str, str]:
    own = {known.lower(): known for known in KNOWN}
    return own | {name.lower().replace("-", ""): tag for tag, names in LIKELY.items() for name in names}


@cache
def _near_which() -> dict[str, str]:
    """Return the tags by the names that are recognized even with one wrong letter."""
    known = {name: tag for name, tag in _by_name().items() if len(name) >= _LEAST}
    return known | {name: tag for name, tag in _likely().items() if len(name) >= _LEAST_LIKELY}


def _near(word: str, known: str) -> bool:
    """Check whether a word has one wrong, extra or missing letter, or two letters that changed places."""
    same = zip(word, known, strict=False)
    at = next((i for i, (a, b) in enumerate(same) if a != b), min(len(word), len(known)))
    rest, wanted = word[at:], known[at:]
    turned = rest[1:2] + rest[:1] + rest[2:] if len(rest) > 1 else ""
    return rest[1:] == wanted[1:] or wanted in (rest[1:], turned) or rest == wanted[1:]
