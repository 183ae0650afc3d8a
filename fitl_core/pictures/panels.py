"""The panels next to the map: the card, tracks, margins, boxes, lasting effects, and the Factions that may
act.

Read `piece_tokens` for the pieces in boxes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from textwrap import wrap

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import FACTIONS, Faction
from fitl_core.facts.layout import Box
from fitl_core.facts.phases import Deed
from fitl_core.facts.pieces import Pieces
from fitl_core.pictures.colours import FACTION, Colours
from fitl_core.pictures.piece_tokens import laid_out, tokens_of, words_of
from fitl_core.pictures.shapes import plain, shape_id
from fitl_core.pictures.svg import Element, Value, group, text
from fitl_core.state.state import BOX_WORDS, BOXES, CAP, TRAIL_CAP, InEffect, State, resources
from fitl_core.state.victory import margins, scores
from fitl_core.tell.words import PHASES, card_words

PANELS: dict[str, tuple[str, Box]] = {
    "course": ("Course", (8, 8, 284, 334)),
    "tracks": ("Tracks", (8, 350, 284, 226)),
    "lasting": ("In effect", (8, 584, 284, 336)),
    "key": ("Pieces", (1284, 8, 328, 204)),
    "margins": ("Margins", (1376, 220, 236, 144)),
    "available": (BOX_WORDS["available"], (1096, 1240, 516, 128)),
    "casualties": (BOX_WORDS["casualties"], (1096, 1376, 254, 146)),
    "oop": (BOX_WORDS["oop"], (1358, 1376, 254, 146)),
}
"""The heading and the place of each panel, in parts of the drawing that hold nothing else."""
_LINE = 25
_ROW = 27
_SIZE = 21
_LONGEST = 21
"""The largest number of letters in a line of the narrow panels."""
_PHASES = PHASES | {"card": "Event card", "finished": "card finished", "over": "game over"}
_DEEDS: dict[Deed, str] = {
    "pass": "Pass",
    "operation": "Op",
    "operation+activity": "Op+SA",
    "limop": "LimOp",
    "event": "Event",
}


def frames(colours: Colours) -> Iterable[Element]:
    """Yield the frames of the panels, with their headings."""
    for name, (heading, (x, y, width, height)) in PANELS.items():
        frame: dict[str, Value] = {"x": x, "y": y, "width": width, "height": height, "rx": 8}
        frame |= {"fill": colours.panel, "stroke": colours.border, "stroke_width": 1}
        inside = [Element("rect", **frame), text(heading, x + 9, y + 24, 21, font_weight="bold")]
        yield group(inside, title=heading, id=f"panel-{name}")


_KEY = (
    ("ut", "Troops"),
    ("ap", "Police"),
    ("ui", "Irregulars"),
    ("ar", "Rangers"),
    ("ng", "NVA"),
    ("vg", "VC"),
    ("vg*", "Active"),
    ("vb", "Base"),
    ("vb^", "Tunnel"),
    ("terror", "Terror"),
    ("sabotage", "Sabotage"),
)


def key() -> Iterable[Element]:
    """Yield the shapes with their meanings, in two columns."""
    x, y, _, _ = PANELS["key"][1]
    for place, (what, words) in enumerate(_KEY):
        left, top = x + 10 + place // 6 * 166, y + 31 + place % 6 * 28
        shape = Element("use", href=f"#{shape_id(what)}", transform=f"translate({left} {top}) scale(1.3)")
        yield group([shape, text(words, left + 34, top + 20, 21)], title=words, id=f"key-{plain(what)}")


def rows(state: State, colours: Colours) -> Iterable[Element]:
    """Yield the contents of the panels, row by row, each with an id and a title in words."""
    yield from _course(state)
    yield from _factions(state, colours)
    yield from _tracks(state, colours)
    yield _lasting(state.capabilities, state.momentum, colours)
    yield from _margins(state, colours)
    yield from [_box(name, getattr(state, BOXES[name])) for name in BOXES]


def _course(state: State) -> Iterable[Element]:
    """Yield the cards in play, the Leader, and the phase of a Coup Round."""
    x, y, _, _ = PANELS["course"][1]
    leader = next((card.title for card in cards().values() if card.id == state.leader), "none")
    entries = [
        ("card", "Card", _card(state.card), 54),
        ("next", "Next", _card(state.next), 176),
        ("leader", "Leader", leader + (" (face down)" if state.leader_face_down else ""), 236),
        ("phase", "Phase", _PHASES.get(state.phase, state.phase), 294),
    ]
    for name, label, words, top in entries:
        yield _words(name, f"{label}: {words}", x + 10, y + top)


# Rows are cached by their words: most are the same from one position to the next.
@lru_cache(maxsize=1024)
def _words(name: str, words: str, x: float, y: float) -> Element:
    """Return a row of words, in two lines at most."""
    lines = wrap(words, _LONGEST)[:2]
    inside = [text(line, x, y + _LINE * n, _SIZE) for n, line in enumerate(lines)]
    return group(inside, title=words, id=name)


def _card(number: int | None) -> str:
    return f"#{number} {cards()[number].title}" if number is not None else "none"


def _factions(state: State, colours: Colours) -> Iterable[Element]:
    """Yield the Factions in the order of the card: framed while Eligible, with their action below."""
    x, y, _, _ = PANELS["course"][1]
    order = (cards()[state.card].order if state.card is not None else ()) or FACTIONS
    for place, faction in enumerate(order):
        deed = next((one.deed for one in state.done if one.faction is faction), None)
        yield _chip(faction, faction in state.eligible_box, deed, x + 8 + place * 68, y + 94, colours)


@lru_cache(maxsize=1024)
def _chip(
    faction: Faction, is_eligible: bool, deed: Deed | None, x: float, y: float, colours: Colours
) -> Element:
    fill, ink = FACTION[faction]
    frame: dict[str, Value] = {"x": x, "y": y, "width": 64, "height": 30, "rx": 5, "stroke_width": 2.4}
    frame |= {"fill": fill, "stroke": colours.edge} if is_eligible else {"fill": "none", "stroke": fill}
    letters = ink if is_eligible else colours.faint
    name = text(faction, x + 32, y + 22, 19, text_anchor="middle", fill=letters, font_weight="bold")
    elements = [Element("rect", **frame), name]
    if deed is not None:
        elements.append(text(_DEEDS[deed], x + 32, y + 49, 18, text_anchor="middle"))
    title = f"{faction}: {'Eligible' if is_eligible else 'not Eligible'}"
    return group(elements, title=f"{title}, has done: {deed}" if deed else title, id=f"faction-{faction}")


def _tracks(state: State, colours: Colours) -> Iterable[Element]:
    """Yield Resources, Aid, Patronage, Econ and the Trail as bars, with their figures."""
    tracks: list[tuple[str, str, int, int, str]] = [
        ("aid", "Aid", state.aid, CAP, colours.faint),
        ("patronage", "Patronage", state.patronage, CAP, colours.faint),
        ("econ", "Econ", state.econ, 15, colours.faint),
        ("trail", "Trail", state.trail, TRAIL_CAP, FACTION[Faction.NVA][0]),
    ]
    tracks += [
        (str(one), f"{one} Resources", resources(state, one), CAP, FACTION[one][0])
        for one in (Faction.ARVN, Faction.NVA, Faction.VC)
    ]
    for place, track in enumerate(tracks):
        yield _bar(place, *track)


@lru_cache(maxsize=1024)
def _bar(place: int, name: str, words: str, value: int, most: int, fill: str) -> Element:
    x, y, width, _ = PANELS["tracks"][1]
    top = y + 32 + place * _ROW
    long = (width - 12) * min(value, most) / most
    bar = Element("rect", x=x + 6, y=top, width=round(long, 1), height=24, fill=fill, opacity=0.45)
    label = text(words, x + 10, top + 19, _SIZE)
    corner = (x + width, top)
    return _figure(
        [bar, label], str(value), corner, title=f"{words} {value}", id=f"track-{name}", value=value
    )


def _margins(state: State, colours: Colours) -> Iterable[Element]:
    """Yield each Faction's margin, with its victory marker."""
    figures, at = margins(state), scores(state)
    for place, faction in enumerate(FACTIONS):
        yield _margin(place, faction, figures[faction], at[faction], colours)


@lru_cache(maxsize=1024)
def _margin(place: int, faction: Faction, margin: int, score: int, colours: Colours) -> Element:
    x, y, width, _ = PANELS["margins"][1]
    top = y + 32 + place * _ROW
    fill, _ink = FACTION[faction]
    mark = Element("rect", x=x + 9, y=top + 2, width=20, height=20, rx=3, fill=fill, stroke=colours.edge)
    signed = f"{margin:+d}" if margin else "0"
    return _figure(
        [mark, text(str(faction), x + 38, top + 19, _SIZE)],
        f"{signed} ({score})",
        (x + width, top),
        title=f"{faction}: margin {signed}, score {score}",
        id=f"margin-{faction}",
        value=margin,
    )


def _figure(
    inside: list[Element], words: str, corner: tuple[float, float], *, title: str, id: str, value: int
) -> Element:
    """Return a row that ends with a figure at its right."""
    right, top = corner
    figure = text(words, right - 10, top + 19, _SIZE, text_anchor="end", font_weight="bold")
    return group([*inside, figure], title=title, id=id, data_value=value)


@lru_cache(maxsize=64)
def _lasting(capabilities: tuple[InEffect, ...], momentum: tuple[InEffect, ...], colours: Colours) -> Element:
    """Return the Capabilities and Momentum in effect, as far as there is room. The title has them all."""
    x, y, _, height = PANELS["lasting"][1]
    words = [_effect(one) for one in capabilities]
    words += [f"{_effect(one)} (Momentum)" for one in momentum]
    every: list[InEffect | str] = [*capabilities]
    if momentum:
        every += ["Momentum:", *momentum]
    rows = [row for one in every or ["none"] for row in _in_effect(one)]
    most = (height - 34) // _LINE
    if len(rows) > most:
        rows[most - 1 :] = [(None, "and more")]
    inside: list[Element] = []
    for place, (mark, line) in enumerate(rows):
        at = y + 52 + place * _LINE
        if mark is not None:
            inside.append(_side(mark, x + 10, at, colours))
        inside.append(text(line, x + (35 if line[0] in "# " else 10), at, _SIZE))
    return group(inside, title=f"In effect: {'; '.join(words) or 'none'}", id="lasting")


def _in_effect(one: InEffect | str) -> list[tuple[str | None, str]]:
    """Return the lines of a card in effect. The first one has a mark for its side before it."""
    if isinstance(one, str):
        return [(None, one)]
    first, *more = wrap(f"#{one.card} {cards()[one.card].title}", _LONGEST - 3)
    return [(one.side, first), *[(None, f" {line}") for line in more]]


def _side(side: str, x: float, y: float, colours: Colours) -> Element:
    """Return the mark of a side of a card: filled if it is the shaded one."""
    frame: dict[str, Value] = {"x": x, "y": y - 16, "width": 17, "height": 17, "rx": 2, "stroke_width": 2}
    fill = colours.ink if side == "shaded" else "none"
    return Element("rect", fill=fill, stroke=colours.ink, **frame)


def _effect(one: InEffect) -> str:
    return f"{card_words(one.card)}, {one.side}"


@lru_cache(maxsize=256)
def _box(name: str, pieces: Pieces) -> Element:
    """Return the pieces in Available, Casualties or Out of Play."""
    heading, (x, y, width, height) = PANELS[name]
    tokens = tokens_of(pieces)
    inside = laid_out(tokens, (x + 8, y + 34, width - 14, height - 38), f"box-{name}")
    return group(inside, title=f"{heading}: {words_of(tokens)}", id=f"box-{name}")
