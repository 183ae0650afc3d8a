"""Hypothesis strategies for everything that a log can hold."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from hypothesis import strategies as st

from fitl_core.facts.factions import ControlName, Faction
from fitl_core.facts.game_map import spaces_by_id
from fitl_core.facts.levels import Level
from fitl_core.facts.move_words import OPTIONS, VERBS
from fitl_core.facts.options import ALL_OPTIONS, DeceptionMarker, refuse_options
from fitl_core.facts.phases import Deed, Ending, Phase, Policy
from fitl_core.facts.pieces import Count, Kind
from fitl_core.facts.players import FOUR_PLAYERS, SHARED_OUT, WITH_NON_PLAYERS, players_words
from fitl_core.facts.rule_readings import readings
from fitl_core.record import claims as fig
from fitl_core.record import clauses as cl
from fitl_core.record import events as ev
from fitl_core.record.position import InSpace, Position
from notation.log import Entry, Log, Tag
from notation.old import new_tags
from notation.position_reader import in_order
from notation.remarks import OWN
from notation.tag_names import KNOWN, likely_tag
from notation.writer import GLYPHS

spaces = st.sampled_from(sorted(spaces_by_id()))
boxes = st.sampled_from(get_args(cl.Box))
places = spaces | boxes
factions = st.sampled_from(list(Faction))
kinds = st.sampled_from(list(Kind))
levels = st.sampled_from(list(Level))
cards = st.integers(1, 130)
counts = st.builds(Count, st.integers(1, 99), kinds)
pieces = st.lists(counts, min_size=1, max_size=4).map(tuple)
texts = st.text(max_size=30) | st.sampled_from(
    [
        '\\"',
        '\\""',
        '\\"x"',
        '"x"',
        "[%by x]",
        "x [%_y z] [% a",
        "[%by",
        "]",
        " x",
        "= x",
        "; x",
        "two\nlines",
        "> x",
        "\ud800",
        "\\",
    ]
)

clauses = st.one_of(
    st.builds(cl.At, spaces),
    st.builds(cl.Place, spaces, pieces, places),
    st.builds(cl.Remove, spaces, pieces, places | st.just("")),
    st.builds(cl.Rebox, boxes, boxes, pieces),
    st.builds(cl.Move, st.lists(spaces, min_size=2, max_size=4).map(tuple), pieces),
    st.builds(cl.Replace, spaces, pieces, pieces),
    st.builds(cl.Activate, spaces, pieces),
    st.builds(cl.Hide, spaces, pieces),
    st.builds(cl.SetLevel, spaces, levels),
    st.builds(cl.Number, st.sampled_from(get_args(cl.Track)), st.integers(-99, 99), spaces | st.just("")),
    st.builds(cl.Option, st.sampled_from(sorted(OPTIONS))),
    st.builds(cl.Roll, st.integers(1, 6)),
    st.builds(cl.ChooseCard, cards),
    st.builds(cl.ChooseFaction, factions),
    st.builds(cl.By, factions),
)
segments = st.builds(ev.Segment, st.sampled_from(sorted(VERBS)), st.lists(clauses, max_size=6).map(tuple))
said = st.builds(ev.Note, texts)
judged = st.one_of(
    st.builds(ev.Reveal, st.integers(0, 130)),
    st.builds(ev.Action, factions, st.lists(segments, min_size=1, max_size=4).map(tuple), st.booleans()),
    st.builds(ev.Pass, factions),
    st.builds(ev.Pivotal, factions, cards),
)
nodes = st.sampled_from(["8.5.3/if-2", "8.8.1", "8.7.3/sa", "8.8.4/none", "8.4.7", "space"])
picking = st.sampled_from(["8.5.3/do-2", "8.4", "6.2.1"])
rolled = st.lists(st.integers(1, 6), min_size=1, max_size=24).map(tuple)
moves = judged | st.one_of(
    st.builds(ev.PlayCard, cards),
    st.builds(ev.Waive, factions),
    st.builds(ev.Hold, factions),
    st.builds(ev.DecisionDice, factions, nodes, rolled),
    st.builds(ev.DecisionDice, factions, st.just("even"), rolled, st.integers(2, 999)),
    st.builds(ev.DecisionDice, factions, st.just("even"), rolled, st.integers(2, 999), picking),
    st.builds(ev.DecisionDice, factions, st.just("space"), rolled, st.just(0), picking),
    st.builds(ev.ShareOut, st.sampled_from((*SHARED_OUT, *WITH_NON_PLAYERS))),
    st.builds(ev.RevealMarker, factions, st.sampled_from(get_args(DeceptionMarker))),
)
digests = st.text("0123456789abcdef", min_size=1, max_size=64)
numbers = st.integers(1, 999_999)
tracks = st.sampled_from(["aid", "patronage", "econ", "trail", "ARVN", "NVA", "VC"])
claims = st.one_of(
    st.builds(fig.TrackClaim, tracks, st.integers(0, 999)),
    st.builds(fig.ScoreClaim, factions, st.integers(0, 999)),
    st.builds(fig.MarginClaim, factions, st.integers(-99, 99)),
    st.builds(fig.ChangeClaim, tracks, st.integers(-99, 99)),
    st.builds(fig.ScoreChangeClaim, factions, st.integers(-99, 99)),
    st.builds(fig.LevelClaim, spaces, levels),
    st.builds(fig.ControlClaim, spaces, st.sampled_from(get_args(ControlName))),
    st.builds(fig.PiecesClaim, places, st.integers(0, 99), kinds),
    st.builds(fig.PiecesClaim, st.just("hue"), st.integers(0, 99), kinds),
    st.builds(fig.MarkerClaim, spaces, st.sampled_from(["terror", "sabotage"]), st.integers(0, 99)),
    st.builds(fig.EligibleClaim, st.lists(factions, max_size=4).map(tuple)),
    st.builds(fig.CapabilityClaim, cards, st.sampled_from(["shaded", "unshaded"])),
    st.builds(fig.WinnerClaim, factions | st.none()),
)
computed = st.lists(texts, max_size=2).map(tuple)

sets = st.sets(kinds, max_size=3).map(lambda some: [kind for kind in Kind if kind in some])
some_pieces = st.builds(lambda some, n: tuple([Count(n, kind) for kind in some]), sets, st.integers(1, 9))
groups = st.lists(factions, unique=True).map(tuple)
sides = st.lists(st.tuples(cards, st.sampled_from(["shaded", "unshaded"])), max_size=2).map(tuple)
in_space = st.tuples(some_pieces, levels, st.integers(0, 3), st.booleans())
PARTS: dict[str, st.SearchStrategy[Any]] = {
    "casualties": some_pieces,
    "out_of_play": some_pieces,
    "leaders": st.lists(cards, max_size=3).map(tuple),
    "face_down": st.booleans(),
    "peace_talks": st.booleans(),
    "full_option": st.booleans(),
    "capabilities": sides,
    "momentum": sides,
    "done": st.lists(st.tuples(factions, st.sampled_from(get_args(Deed))), max_size=3).map(tuple),
    "revealed": st.lists(st.tuples(factions, st.sampled_from(get_args(DeceptionMarker))), max_size=2).map(
        tuple
    ),
    "eligible": groups,
    "stays": groups,
    "barred": groups,
    "waived": groups,
    "holds": groups,
    "played": st.lists(cards, max_size=3).map(tuple),
    "next": cards | st.none(),
    "phase": st.sampled_from(get_args(Phase)),
    "policy": st.sampled_from(get_args(Policy)),
    "promises": groups,
    "winner": factions | st.none(),
    "ended": st.sampled_from(get_args(Ending)) | st.none(),
    "pacified": st.lists(st.tuples(spaces, st.integers(0, 2)), max_size=2).map(tuple),
    "held_control": st.none() | st.just(()) | st.just((("hue", "coin"), ("saigon", "nva"))),
    "withdrawn": st.integers(0, 9),
}
"""Every field of a position that a `correct` line can set, spaces and tracks aside."""


@st.composite
def corrections(draw: st.DrawFn) -> ev.Correct:
    """A `correct` line: some spaces, tracks and other fields, at least one."""
    places = draw(st.dictionaries(spaces, in_space, max_size=2))
    levels_of = draw(st.dictionaries(tracks, st.integers(0, 75), max_size=2))
    fields = draw(st.sets(st.sampled_from(sorted(PARTS)), max_size=3, min_size=not (places or levels_of)))
    named = in_order((*places, *levels_of, *fields))
    position = Position(
        spaces=tuple([InSpace(name, *places[name]) for name in named if name in places]),
        tracks=tuple([(name, levels_of[name]) for name in named if name in levels_of]),
        **{name: draw(PARTS[name]) for name in sorted(fields)},
    )
    return ev.Correct(named, position)


done = moves | st.one_of(
    st.builds(ev.DigestLine, digests | digests.map("2:{}".format)),
    st.builds(ev.Void, numbers | st.none()),
    st.builds(ev.Amend, numbers, moves),
    corrections(),
)
stands = st.builds(ev.Stand, judged, st.lists(claims, max_size=4).map(tuple))
events = done | stands | said

field_names = st.from_regex(r"\A[A-Za-z_][A-Za-z0-9_-]{0,6}\Z").filter(lambda name: name.lower() not in OWN)
said_in = texts.filter(bool)
fields = st.fixed_dictionaries(
    {},
    optional={
        "by": said_in,
        "time": st.sampled_from(["2026-05-03", "2026-05-03T12:00", "2026-05-03T12:00:01.5Z"]),
        "proof": st.lists(said_in, max_size=2).map(tuple),
        "chain": st.sampled_from(["0" * 64, "9f" * 32]),
        "typed": said_in,
        "fields": st.lists(st.tuples(field_names, texts), max_size=3, unique_by=lambda f: f[0]).map(tuple),
    },
)


def with_fields(*args: Any, **kwargs: Any) -> st.SearchStrategy[Entry]:
    """Entries made so, with any fields."""
    plain = st.builds(Entry, *args, **kwargs)
    return plain | st.builds(lambda entry, more: msgspec.structs.replace(entry, **more), plain, fields)


glyphs = st.sampled_from(["", *GLYPHS])
entries = st.one_of(
    with_fields(done, st.lists(claims, max_size=4).map(tuple), glyphs, texts | st.none(), computed),
    with_fields(stands, glyph=glyphs, comment=texts | st.none(), computed=computed),
    with_fields(said, computed=computed),
    with_fields(st.none(), comment=texts, computed=computed),
)
names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_-]{0,8}\Z").filter(
    lambda name: name.lower() not in [known.lower() for known in KNOWN] and likely_tag(name) is None
)
others = st.lists(st.builds(Tag, names, texts), max_size=3, unique_by=lambda tag: tag.name.lower())


@st.composite
def headers(draw: st.DrawFn) -> tuple[Tag, ...]:
    """The tags of a log: version first, the others in any order."""
    tags = [Tag("Scenario", draw(st.sampled_from(["short", "medium", "full"]))), *draw(others)]
    if draw(st.booleans()):
        tags.append(Tag("Rules", draw(st.sampled_from(["second", "original"]))))
    if draw(st.booleans()):
        two = draw(st.lists(cards, min_size=2, max_size=2, unique=True))
        tags.append(Tag("Cards", f"{two[0]} {two[1]}"))
    players = draw(st.sampled_from((*SHARED_OUT, *WITH_NON_PLAYERS)))
    if draw(st.booleans()):
        tags.append(Tag("Players", players_words(players)))
    else:
        players = FOUR_PLAYERS
    options = tuple(option for option in ALL_OPTIONS if draw(st.booleans()))
    if refuse_options(options, players) is None:
        tags.append(Tag("Options", " ".join(options)))
    if draw(st.booleans()):
        chosen = draw(st.sampled_from([list(readings())[:2], list(readings())]))
        tags.append(Tag("Readings", " ".join(chosen)))
    return (Tag("FITL", "2"), *draw(st.permutations(tags)))


def _log(tags: tuple[Tag, ...], lines: tuple[Entry, ...]) -> Log:
    """Return a log whose header has the version that its entries need."""
    return Log(new_tags(tags, lines), lines)


logs = st.builds(_log, headers(), st.lists(entries, max_size=8).map(tuple))
