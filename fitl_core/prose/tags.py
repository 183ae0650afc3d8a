"""Tags of single words: words that count nothing, and words inside a counted phrase."""

from __future__ import annotations

from fitl_core.prose.units import STAND_INS, Unit

WORDS_OF_FIGURES = {"resources"}
"""Options whose names are more often words beside a figure."""
BETWEEN = frozenset({"of", "the", "own", "our", "my", "its", "their", "more", "new", "local", "other"})
"""Words that may be between a number and its noun."""
TRENDS = frozenset({"by", "to", "now", "at", "is", "up", "down", "goes", "drops", "falls", "rises", "box"})
"""Words that may be between a track and its figure."""
OWN = BETWEEN - {"its", "their", "other"}
"""The words of `BETWEEN` that refer to nothing named before."""
INNER_SIGNS = frozenset("{}:+-=(),#")
INNER_FLAGS = frozenset({"filler", "all", "die", "card-word", "cost", "resources", "level-word"})


def plain_tag(unit: Unit) -> str:
    """Return the tag of a unit of one word or phrase that counts nothing."""
    means = unit.means
    conditions = (
        ("doubt", "taken-back" in means.flags),
        ("same", "same" in means.flags),
        ("level", means.level is not None),
        ("box", means.box),
        ("track", means.track),
        ("act", means.acts and not means.role),
        ("option", set(means.options) - WORDS_OF_FIGURES),
        ("faction", means.faction is not None),
        ("there", "there" in means.flags),
        ("nothing", "nothing" in means.flags),
        ("each", means.flags & {"each", "both", "all"}),
        ("mode", means.flags & {"limop", "full", "sa"}),
        ("role", means.role),
        ("order", means.flags & {"after", "before"}),
        ("link", "links" in means.flags),
        ("doubt", "doubt" in means.flags),
        ("noise", means.flags or means.number is not None or means.state or means.heads),
    )
    return next((tag for tag, holds in conditions if holds), unit.tag)


def says_something(part: Unit) -> bool:
    """Check whether a word inside a unit is part of its meaning, or is a filler."""
    means = part.means
    if "both" in means.flags or part.text.lower() in STAND_INS:
        return False
    if part.tag == "sign":
        return part.text in INNER_SIGNS
    return bool(
        part.tag == "number"
        or means.number is not None
        or (means.kinds or means.state or means.faction or means.level or means.track or means.card)
        or means.flags & INNER_FLAGS
        or part.text.lower() in TRENDS
        or part.text.lower() in OWN
    )
