"""Pictures of positions: they show the board exactly, whatever the position, and no script runs in them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fitl_core import Setup, State, play_log, read_log, start
from fitl_core.facts.factions import ARVN, CONTROL_WORDS
from fitl_core.facts.game_map import board, spaces_by_id
from fitl_core.facts.layout import layout
from fitl_core.facts.levels import level
from fitl_core.facts.pieces import KINDS, Kind, from_counts
from fitl_core.pictures.board_svg import board_picture
from fitl_core.pictures.change_marks import marks_of
from fitl_core.pictures.colours import COLOURS
from fitl_core.pictures.marks import Arrow
from fitl_core.pictures.piece_tokens import laid_out, tokens_of, words_of
from fitl_core.pictures.shapes import shape_id, shapes
from fitl_core.players import Dice, deal, random_game
from fitl_core.record.board_effects import Moved, Placed
from fitl_core.record.clauses import Count
from fitl_core.state.control import control_in
from fitl_core.state.state import BOX_WORDS, BOXES
from fitl_core.state.victory import margins
from fitl_core.tell.words import card_words

ROOT = Path(__file__).parents[2]
GAMES = sorted((ROOT / "fixtures").glob("*.fitl"))
SVG = "{http://www.w3.org/2000/svg}"


def end_of(path: Path) -> State:
    """The last position of a saved game."""
    replay = play_log(read_log(path.read_bytes(), path.name)).replay
    assert replay is not None
    return replay.state


def random_positions() -> list[State]:
    """Positions from random games of each scenario."""
    found = []
    for seed, scenario in enumerate(("short", "medium", "full")):
        dice = Dice(seed)
        setup, deck = deal(Setup(scenario), dice)
        found += [played.after for played in random_game(setup, deck, dice, 14)][::9]
    return found


def drawn(state: State, **asked: object) -> ElementTree.Element:
    """The picture, read as XML."""
    return ElementTree.fromstring(board_picture(state, **asked))  # type: ignore[arg-type]


def by_id(picture: ElementTree.Element) -> dict[str, ElementTree.Element]:
    """Every element that has an id; none has that of another."""
    ids = Counter([element.get("id") for element in picture.iter() if element.get("id")])
    assert [name for name, number in ids.items() if number > 1] == []
    return {str(element.get("id")): element for element in picture.iter() if element.get("id")}


def title_of(element: ElementTree.Element) -> str:
    """Return the text that a pointer gets."""
    return element.findtext(f"{SVG}title") or ""


def assert_shows(state: State) -> None:
    """Every piece, marker, track and margin stands in the picture with its number, and no other does."""
    found = by_id(drawn(state))
    for where, space in zip(board().spaces, state.spaces, strict=True):
        group = found[f"space-{where.id}"]
        for kind, number in zip(KINDS, space.pieces, strict=True):
            assert (kind.words(number) in title_of(group)) == bool(number), (where.id, kind)
        shown = [element for element in group.iter() if element.get("data-number")]
        kinds = sum(map(bool, space.pieces)) + bool(space.terror) + space.sabotage
        assert len(shown) == kinds or f"{where.id}-more" in found
        assert (f"{space.terror} Terror" in title_of(group)) == bool(space.terror)
        assert ("Sabotage" in title_of(group)) == space.sabotage
        control = "none" if where.is_loc else control_in(state, where)
        assert (f"{where.id}-control" in found) == (control != "none")
        assert (
            control == "none" or title_of(found[f"{where.id}-control"]) == f"{CONTROL_WORDS[control]} Control"
        )
        assert (f"{where.id}-level" in found) == bool(space.support)
        assert not space.support or title_of(found[f"{where.id}-level"]) == level(space.support).words
    for name, value in (("aid", state.aid), ("patronage", state.patronage), ("trail", state.trail)):
        assert found[f"track-{name}"].get("data-value") == str(value)
    for faction, margin in margins(state).items():
        assert found[f"margin-{faction}"].get("data-value") == str(margin)
        eligible = title_of(found[f"faction-{faction}"]).startswith(f"{faction}: Eligible")
        assert eligible == (faction in state.eligible_box)
    for one in (*state.capabilities, *state.momentum):
        assert f"{card_words(one.card)}, {one.side}" in title_of(found["lasting"])
    for card, id_ in ((state.card, "card"), (state.next, "next")):
        assert (f"#{card} " if card is not None else "none") in title_of(found[id_])
    for name, words in BOX_WORDS.items():
        pieces = tokens_of(getattr(state, BOXES[name]))
        assert title_of(found[f"box-{name}"]) == f"{words}: {words_of(pieces)}"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_picture_shows_what_is_there(path: Path) -> None:
    """A picture shows the last position of every saved game."""
    assert_shows(end_of(path))


def test_pictures_of_random_positions() -> None:
    """A picture shows random positions, which nobody has thought of."""
    for state in random_positions():
        assert_shows(state)


def test_a_crowded_room_is_told_whole() -> None:
    """Nine kinds fit a Province, eight a City, three a LoC; further kinds are in a list with their words."""
    many = tokens_of(from_counts(dict.fromkeys(KINDS[:9], 3)))
    for where in board().spaces:
        tokens = many[: {"province": 9, "city": 8, "loc": 3}[where.kind]]
        room = layout().spaces[where.id].room
        elements = laid_out(tokens, room, where.id)
        assert len(elements) == len(tokens), where.id
        for element in elements:
            x, y = map(float, re.findall(r"-?[\d.]+", str(element.attributes["transform"]))[:2])
            assert room[0] <= x < room[0] + room[2] and room[1] <= y < room[1] + room[3]
            assert "more" not in str(element.attributes["id"])
    (*_, last) = laid_out(tokens_of(from_counts(dict.fromkeys(KINDS, 3))), (0, 0, 60, 40), "x")
    assert "3 Tunneled VC Bases" in str(last)


def test_everything_drawn_has_an_id_and_a_title() -> None:
    """Each element that a pointer meets has a title: the ground, names, marks and the key, too."""
    picture = drawn(start(Setup("full")).state, highlights=["hue"], arrows=[Arrow("saigon", "hue")])
    untold: set[str] = set()

    def visit(element: ElementTree.Element, told: bool) -> None:
        told = told or bool(element.get("id") and title_of(element))
        if len(element) == 0 and not told:
            untold.add(element.tag.removeprefix(SVG))
        for part in element:
            visit(part, told)

    for part in picture:
        if part.tag != f"{SVG}defs" and part.get("id") not in ("background", "borders"):
            visit(part, part.tag in (f"{SVG}title", f"{SVG}desc"))
    assert untold == set()


def test_pieces_are_told_apart_without_colour() -> None:
    """Each kind has a different shape, whatever its colour."""
    shapes_drawn = {
        part.get("id"): re.sub(r' fill="#[0-9a-f]{6}"', "", ElementTree.tostring(part, encoding="unicode"))
        for part in ElementTree.fromstring(str(shapes(COLOURS["light"])))
    }
    light = {shape_id(kind.code) for kind in KINDS if kind.faction is ARVN}  # the only ones with dark letters
    for some in (light, set(shapes_drawn) - light):
        drawings = [re.sub(r' id="[^"]*"', "", shapes_drawn[name]) for name in some]
        assert len(set(drawings)) == len(drawings)


def test_the_description_tells_the_board_in_words() -> None:
    """Each space that holds anything, tracks, margins, boxes; nothing in codes."""
    state = end_of(ROOT / "fixtures" / "tutorial.fitl")
    lines = (drawn(state).findtext(f"{SVG}desc") or "").splitlines()
    told = "3 US Troops, 1 US Base, 2 ARVN Troops, 2 Police, 1 VC Guerrilla"
    assert f"Hue, COIN Control, Population 2, Neutral: {told}" in lines
    assert [line for line in lines if line.startswith("Available: ")] != []
    assert not [line for line in lines if line.endswith(": empty")]


def test_nothing_runs_in_a_picture_and_hostile_words_are_text() -> None:
    """A picture has no script, no style and no address to fetch; any title is text."""
    said = '"><script>alert(1)</script>&\x1b[31m'
    text = board_picture(start(Setup("short")).state, title=said)
    assert "<script" not in text and "\x1b" not in text
    assert not re.search(r"style=|<style|href=\"[^#]|url\((?!#)|on\w+=", text)
    assert "&lt;script&gt;" in text


def test_pictures_differ_by_what_is_asked() -> None:
    """Marks, arrows, a part of the map, without names, dark."""
    state = start(Setup("full")).state
    plain = by_id(drawn(state))
    assert not [name for name in plain if name.startswith(("highlight-", "arrow-"))]
    marked = by_id(drawn(state, highlights=["hue"], arrows=[Arrow("saigon", "hue")]))
    assert {"highlight-hue", "arrow-saigon-hue"} <= set(marked)
    assert drawn(state, crop=["hue"]).get("viewBox") != drawn(state).get("viewBox")
    labels = [element for element in drawn(state, labels=False).iter() if element.get("class") == "label"]
    assert labels == []
    assert board_picture(state, theme="dark") != board_picture(state)


def test_what_an_event_changed_is_marked() -> None:
    """Spaces in board order, each move once."""
    moved = Moved("3.2.2", ("saigon", "loc-saigon-da-lat", "hue"), (Count(1, Kind.UT),))
    taken_up = Placed("1.4.1", "hue", (Count(1, Kind.AT),), "saigon")
    marks = marks_of([moved, taken_up, moved])
    assert marks.spaces == ("hue", "saigon")
    assert marks.arrows == (Arrow("saigon", "hue"),)


def test_every_space_has_its_place_in_the_layout() -> None:
    """The drawing knows the spaces of the map, and each Province, City and LoC has its shape."""
    assert list(layout().spaces) == list(spaces_by_id())
    shapes = {"province": "polygon", "city": "box", "loc": "line"}
    for where in board().spaces:
        assert layout().spaces[where.id].shape == shapes[where.kind]
