"""What stands beside the map: the card, tracks, margins, boxes, what lasts, and who may act."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.cards import cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.layout import Box
from fitl_core.facts.pieces import Pieces
from fitl_core.pictures.colours import FACTION, Colours
from fitl_core.pictures.pieces import laid_out, tokens_of, words_of
from fitl_core.pictures.svg import Element, Value, group, text
from fitl_core.state.state import BOX_WORDS, BOXES, CAP, TRAIL_CAP, InEffect, State, resources
from fitl_core.state.victory import margins, scores
from fitl_core.tell.words import card_words

LINE = 15
SIZE = 11
_LONGEST = 21
"""The most letters of a line in the narrow panel."""


def tracks(state: State, box: Box, colours: Colours) -> Element:
    """Resources, Aid, Patronage, Econ and the Trail as bars, with their figures."""
    x, y, width, _ = box
    found = _frame("Tracks", box, colours)
    rows: list[tuple[str, str, int, int, str]] = [
        ("aid", "Aid", state.aid, CAP, colours.faint),
        ("patronage", "Patronage", state.patronage, CAP, colours.faint),
        ("econ", "Econ", state.econ, 15, colours.faint),
        ("trail", "Trail", state.trail, TRAIL_CAP, FACTION[Faction.NVA][0]),
    ]
    rows += [
        (str(one), f"{one} Resources", resources(state, one), CAP, FACTION[one][0])
        for one in (Faction.ARVN, Faction.NVA, Faction.VC)
    ]
    for place, (name, words, value, most, fill) in enumerate(rows):
        top = y + 24 + place * 19
        long = (width - 12) * min(value, most) / most
        bar = Element("rect", x=x + 6, y=top + 4, width=round(long, 1), height=11, fill=fill, opacity=0.45)
        said = text(words, x + 8, top + 13, SIZE, fill=colours.ink)
        figure = text(
            str(value), x + width - 8, top + 13, SIZE, fill=colours.ink, text_anchor="end", font_weight="bold"
        )
        found.append(
            group([bar, said, figure], title=f"{words} {value}", id=f"track-{name}", data_value=value)
        )
    return group(found, id="tracks")


def victory(state: State, box: Box, colours: Colours) -> Element:
    """Each Faction's margin, with its victory marker."""
    x, y, width, _ = box
    found = _frame("Margins", box, colours)
    figures, at = margins(state), scores(state)
    for place, faction in enumerate(FACTIONS):
        top = y + 24 + place * 19
        fill, _ink = FACTION[faction]
        mark = Element("rect", x=x + 6, y=top + 3, width=12, height=12, rx=2, fill=fill, stroke=colours.ink)
        said = text(str(faction), x + 24, top + 13, SIZE, fill=colours.ink)
        figure = text(
            f"{_signed(figures[faction])} ({at[faction]})",
            x + width - 8,
            top + 13,
            SIZE,
            fill=colours.ink,
            text_anchor="end",
            font_weight="bold",
        )
        title = f"{faction}: margin {_signed(figures[faction])}, score {at[faction]}"
        found.append(
            group([mark, said, figure], title=title, id=f"margin-{faction}", data_value=figures[faction])
        )
    return group(found, id="margins")


def _signed(figure: int) -> str:
    return f"{figure:+d}" if figure else "0"


def course(state: State, box: Box, colours: Colours) -> Element:
    """The cards in play, the Leader, who is Eligible, and what has been done."""
    eligible = " ".join(state.eligible_box) or "none"
    done = ", ".join([f"{one.faction} {one.deed}" for one in state.done]) or "none"
    leader = next((card.title for card in cards().values() if card.id == state.leader), "none")
    rows = [
        ("card", "Card", card_words(state.card) if state.card is not None else "none"),
        ("next", "Next", card_words(state.next) if state.next is not None else "none"),
        ("leader", "Leader", leader + (" (face down)" if state.leader_face_down else "")),
        ("eligible", "Eligible", eligible),
        ("done", "Done", done if state.phase == "card" else state.phase),
    ]
    return group([*_frame("Course", box, colours), *_told(rows, box, colours)], id="course")


def lasting(state: State, box: Box, colours: Colours) -> Element:
    """Capabilities and Momentum in effect."""
    rows = [(f"capability-{one.card}", "", _effect(one)) for one in state.capabilities]
    rows += [(f"momentum-{one.card}", "", f"{_effect(one)} (Momentum)") for one in state.momentum]
    if not rows:
        rows = [("lasting-none", "", "none")]
    return group([*_frame("In effect", box, colours), *_told(rows, box, colours)], id="lasting")


def _effect(one: InEffect) -> str:
    return f"{card_words(one.card)}, {one.side}"


def boxes(state: State, where: Iterable[tuple[str, Box]], colours: Colours) -> Element:
    """Available, Casualties and Out of Play, with their pieces."""
    found = []
    for name, box in where:
        x, y, width, height = box
        pieces: Pieces = getattr(state, BOXES[name])
        tokens = tokens_of(pieces)
        inside = _frame(BOX_WORDS[name], box, colours)
        inside += laid_out(tokens, (x + 5, y + 24, width - 8, height - 28), f"box-{name}")
        words = f"{BOX_WORDS[name]}: {words_of(tokens)}"
        found.append(group(inside, title=words, id=f"box-{name}"))
    return group(found, id="boxes")


def _frame(title: str, box: Box, colours: Colours) -> list[Element | str]:
    x, y, width, height = box
    frame: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "rx": 6}
    return [
        Element("rect", fill=colours.panel, stroke=colours.border, stroke_width=1, **frame),
        text(title, x + 7, y + 16, 12, fill=colours.ink, font_weight="bold"),
    ]


def _told(rows: Iterable[tuple[str, str, str]], box: Box, colours: Colours) -> list[Element]:
    """Rows of words, each in as many lines as it needs; what is too much is told in the last line's title."""
    x, y, _, height = box
    found: list[Element] = []
    top = y + 32
    every = list(rows)
    for place, (name, label, said) in enumerate(every):
        lines = _wrapped(f"{label}: {said}" if label else said)
        if top + LINE * (len(lines) - 1) > y + height - 6:
            left = "; ".join([words for _, _, words in every[place:]])
            more = text(f"and {len(every) - place} more", x + 8, top, SIZE, fill=colours.faint)
            return [*found, group([more], title=left, id=f"{name}-and-more")]
        inside = [
            text(line, x + 8, top + LINE * number, SIZE, fill=colours.ink)
            for number, line in enumerate(lines)
        ]
        found.append(group(inside, title=said, id=name))
        top += LINE * len(lines)
    return found


def _wrapped(words: str) -> list[str]:
    """Words in lines that fit the panel."""
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LONGEST:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
