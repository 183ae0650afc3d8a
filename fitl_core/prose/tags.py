"""What a word or phrase is taken for that counts nothing and opens no part of a move."""

from __future__ import annotations

from fitl_core.prose.units import Unit

WORDS_OF_FIGURES = {"resources"}
"""Options that are more often words beside a figure."""


def plain_tag(unit: Unit) -> str:
    """The tag of a unit of one word or phrase that counts nothing."""
    means = unit.means
    found = (
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
    return next((tag for tag, holds in found if holds), unit.tag)
