"""Reading people's texts: mail, wrapped lines, other alphabets of signs, names, headers, faults."""

from __future__ import annotations

import pytest
from measured import in_time

import notation
from fitl_core.errors import FitlError
from fitl_core.facts.editions import Edition
from fitl_core.facts.factions import Faction
from fitl_core.facts.game_map import board
from fitl_core.facts.pieces import Kind
from fitl_core.record.events import Pass, PlayCard, Reveal
from fitl_core.record.setup import Setup
from notation.space_names import key_of, piece_phrases, space_keys, space_named, spaces_beginning_with

HEADER = '[FITL "2"]\n[Scenario "full"]\n\n'


def canonical(text: str | bytes) -> str:
    """The entries of a log in canonical form."""
    document = notation.read(text)
    return "\n".join(line for entry in document.log.entries for line in notation.write_entry(entry))


def faults(text: str) -> list[notation.NotationError]:
    """All faults of a log with a sound header above this text."""
    return list(notation.scan(HEADER + text)[1])


def fault(text: str) -> notation.NotationError:
    """The only fault."""
    (only,) = faults(text)
    return only


def unreadable(data: str | bytes) -> str:
    """The code with which input is refused as no log."""
    with pytest.raises(notation.UnreadableError) as caught:
        notation.scan(data)
    return caught.value.code


SAMPLE = """[FITL "2"]
[Rules "original"]
[Scenario "full"]
[Cards "107 55"]
[Event "Saturday game"]

#107
VC   event shaded
NVA  pass
ARVN train Sai+6at pacify Sai=PS | govern AnL aid, CaT aid   => ARVN 24, Aid 14, US 38
next #68
"""


def test_the_sample_is_canonical():
    assert notation.write(notation.read(SAMPLE).log) == SAMPLE


@pytest.mark.parametrize(
    "data",
    [
        SAMPLE.encode("utf-8-sig"),
        SAMPLE.encode("utf-16"),
        SAMPLE.replace("\n", "\r\n").encode(),
        SAMPLE.replace("\n", "\r"),
        SAMPLE.replace(" ", "\u00a0"),
        SAMPLE.replace('"', "\u201d"),
        "".join(f"> {line}\n" for line in SAMPLE.splitlines()),
        "".join(f">> {line}\n" for line in SAMPLE.splitlines()),
        "".join(f"> > {line}\n" for line in SAMPLE.splitlines()),
        "".join(f">{line}\n" for line in SAMPLE.splitlines()),
        SAMPLE.replace("| govern", "|\ngovern"),
        SAMPLE.replace("| govern", "\n  | govern"),
        SAMPLE.replace("=> ARVN", "=>\nARVN"),
        SAMPLE.replace("Aid 14, US", "Aid 14,\nUS"),
        SAMPLE.replace("pacify Sai", "\npacify Sai"),
        SAMPLE.rstrip("\n"),
        SAMPLE.upper(),
    ],
)
def test_the_sample_in_other_clothes(data):
    assert notation.write(notation.read(data).log).lower().replace("\u00a0", " ") == SAMPLE.lower()


def test_places_are_those_of_the_file_as_given():
    document, found = notation.scan("> " + HEADER.replace("\n", "\n> ") + "VC event Saigun")
    assert (found[0].line, found[0].column, found[0].end) == (4, 12, 18)
    assert document.source[3] == "> VC event Saigun"


def test_places_in_continuation_lines():
    only = fault("VC event Sai\n   Saigun")
    assert (only.line, only.column) == (5, 4)
    document = notation.read(HEADER + "VC event Sai ; one\n   Hue ; two")
    assert document.log.entries[0].comment == "one two"
    assert document.places[0].clauses[2] == notation.Span(5, 4, 7)


def test_a_faction_tag_begins_a_line_but_a_figure_does_not():
    assert canonical(HEADER + "VC pass => ARVN 24,\n US 38,\nNVA score 12\nUS pass") == (
        "VC   pass   => ARVN 24, US 38, NVA score 12\nUS   pass"
    )
    assert canonical(HEADER + "VC event aid+1\nVC-3\nUS pass") == "VC   event aid+1 VC-3\nUS   pass"


def test_notes_keep_everything_and_wrap_by_indent():
    assert canonical(HEADER + "note a; b => c > “d”\n  and e") == "note a; b => c > “d” and e"
    assert fault("note a\nand e").code == "line-unknown"


def test_comments_in_the_header_are_kept():
    text = '; top\n[FITL "2"] ; one\n[Scenario "full"] ; two\nVC pass'
    assert canonical(text) == "; top\n; one\n; two\nVC   pass"


def test_computed_lines_belong_to_the_entry_above():
    document = notation.read(HEADER + "VC pass ; c\n;= Aid 14\n;= Trail 2\nUS pass")
    assert document.log.entries[0].computed == ("Aid 14", "Trail 2")
    assert fault(";= Aid 14").code == "computed-stray"


def test_every_space_by_all_its_names():
    names: dict[str, str] = {}
    for space in board().spaces:
        for name in (space.code, space.name, space.short, space.id, space.name.upper()):
            assert space_named(name) == space.id
            assert names.setdefault(key_of(name), space.id) == space.id
            document = notation.read(f"{HEADER}VC event {name}+2vg, {name} > {name} : ng")
            (segment,) = document.log.events[0].segments
            assert segment.clauses[0].space == space.id
            assert segment.clauses[1].path == (space.id, space.id)
    assert len(space_keys()) >= len(names)


def test_beginnings_of_names():
    assert space_named("Kont") == "kontum"
    assert space_named("Fishhook") == space_named("the fishh") == "the-fishhook"
    assert space_named("parrot's") == "the-parrots-beak"
    assert spaces_beginning_with("x") == spaces_beginning_with("") == ()
    ambiguous = fault("VC event Quang+vg")
    assert ambiguous.code == "space-ambiguous"
    assert "QTr (Quang Tri-Thua Thien)" in ambiguous.candidates and len(ambiguous.candidates) == 4
    with pytest.raises(FitlError, match="Quang Nam"):
        space_named("Quang")
    with pytest.raises(FitlError, match=r"perhaps: .*Saigon"):
        space_named("Saigun")
    assert "Sai (Saigon)" in fault("VC event Saigun").candidates


def test_every_kind_by_code_and_words():
    for kind in Kind:
        for name in (kind.code, kind.code.upper(), "3" + kind.code, "3 " + kind.noun + "s", kind.noun):
            (event,) = notation.read(f"{HEADER}VC event Sai + {name}, Hue").log.events
            assert event.segments[0].clauses[0].pieces[0].kind is kind
    assert piece_phrases()["underground vc guerrillas"] == (Kind.VG,)


@pytest.mark.parametrize(
    ("header", "code", "line"),
    [
        ('[FITL "5"]\n[Scenario "future"]\nfoo', "version-unknown", 1),
        ('[Scenario "full"]\n[FITL "2"]', "version-missing", 1),
        ('[FITL "2"]\n[Scenario "full"]\n[scenario "full"]', "tag-duplicate", 3),
        ('[FITL "2"]\n[Scenario "full"]\n[Note "a"]\n[note "b"]', "tag-duplicate", 4),
        ('[FITL "2"]\n[Scenario "ful"]', "tag-value", 2),
        ('[FITL "2"]\n[Scenario "full"]\n[Rules "third"]', "tag-value", 3),
        ('[FITL "2"]\n[Scenario "full"]\n[Cards "107"]', "tag-value", 3),
        ('[FITL "2"]\n[Scenario "full"]\n[Cards "107 131"]', "tag-value", 3),
        ('[FITL "2"]\n[Scenario "full"]\n[Cards "5 5"]', "tag-value", 3),
        ('[FITL "2"]\n[Rules "second"]', "tag-missing", 2),
        ('[FITL "2"]\n[Scenario "full]', "tag-form", 2),
        ('[FITL "2"]\n[Scenario "full"\nVC pass', "tag-form", 2),
        ('[FITL "2"]\n[Scenario full]', "tag-form", 2),
        ('[FITL 1]\n[Scenario "full"]\nVC pass', "tag-form", 1),
        ('[FITL "2"]\n[Scenario "full"]\n[Event "a\\q"]', "tag-escape", 3),
        ('[FITL "2"]\n[Scenario "full"] x', "unexpected", 2),
        ('hello\n[FITL "2"]\n[Scenario "full"]\nVC pass', "header-late", 1),
    ],
)
def test_faulty_headers(header, code, line):
    document, found = notation.scan(header)
    assert [(one.code, one.line) for one in found] == [(code, line)]
    assert document.sound == 0
    with pytest.raises(notation.NotationError) as caught:
        notation.read(header)
    assert caught.value.code == code


def test_known_values_are_named():
    assert notation.scan('[FITL "2"]\n[Scenario "x"]')[1][0].candidates == ("short", "medium", "full")


def test_setup():
    assert notation.setup_of(notation.read(SAMPLE).log) == Setup("full", Edition.ORIGINAL, (107, 55))
    assert notation.setup_of(notation.read(HEADER).log) == Setup("full")


def test_no_log_at_all():
    assert unreadable(b"") == unreadable(" \n\n") == "empty"
    assert unreadable(b"PK\x03\x04\x00\x00") == unreadable(b"\xff\x00\x80") == "binary"
    assert unreadable("Hello,\nhow are you?") == unreadable("; only a comment") == "no-header"
    assert unreadable(b'[FITL "2"]\n[Event "Caf\xe9"]') == "encoding"
    assert unreadable(b"\xff\xfea") == "encoding"
    with pytest.raises(notation.UnreadableError) as caught:
        notation.read(b'[FITL "2"]\r\n[Event "Caf\xe9"]')
    assert (caught.value.line, caught.value.column) == (2, 12)
    assert str(caught.value).startswith("line 2, column 12: not UTF-8")


def test_absurd_sizes_are_refused_at_once() -> None:
    """Files, lines and moves of absurd sizes are faults, in seconds."""
    in_time(4, _refuse_absurd_sizes)


def _refuse_absurd_sizes() -> None:
    assert unreadable(HEADER.encode() + b"a" * 50_000_000) == "line-too-long"
    assert unreadable(b"a" * 65_000_001 + b"b" * 5_000_000) == "too-large"
    long = HEADER + "VC event Hue\n" + "  Hue\n" * 100_000
    assert [one.code for one in notation.scan(long)[1]] == ["entry-too-long"]
    many = notation.scan(HEADER + "nonsense that goes on\n" * 100_000)[1]
    assert len(many) == 21 and many[-1].code == "too-many"
    assert many[-2].message.endswith("(and 80 more of this kind)")
    assert notation.scan(f"{HEADER}VC event Sai+{'9' * 15_000}at")[1][0].code == "number-range"


def test_a_broken_line_is_a_gap_and_the_rest_is_read():
    document, found = notation.scan(HEADER + "#1\nVC pass\nNVA foo\nUS pass\nVC bar\nnext #2")
    assert [one.line for one in found] == [6, 8]
    assert document.log.events == (PlayCard(1), Pass(Faction.VC), Pass(Faction.US), Reveal(2))
    assert [gap.after for gap in document.gaps] == [2, 3]
    assert document.sound == 2
    assert document.sound_events == (PlayCard(1), Pass(Faction.VC))


def test_all_faults_of_a_line():
    found = faults("VC event Saigun Hue+3xx | trian QTr-2yy {9}   => Foo 3, Aid 4, Hue 3zz")
    assert [one.code for one in found] == [
        "word-unknown",
        "piece-unknown",
        "verb-unknown",
        "piece-unknown",
        "number-range",
        "space-unknown",
        "piece-unknown",
    ]


def test_a_fault_in_a_claim_leaves_the_event_sound():
    document, found = notation.scan(HEADER + "VC pass => Aid 4, Fob 3, Trail 2")
    assert [one.code for one in found] == ["space-unknown"]
    assert document.sound == 1 and not document.gaps
    assert len(document.log.entries[0].claims) == 2


@pytest.mark.parametrize(
    "cut",
    ["VC event Sai+", "VC event Sai>", "VC event {", "VC event {3", "VC tax |", "VC", "VC pass =>", "next"],
)
def test_a_truncated_last_line(cut):
    only = fault(cut)
    assert only.code == "unfinished"
    assert (only.line, only.column) == (4, len(cut) + 1)


@pytest.mark.parametrize(
    "line",
    [
        "VC event Sai+-3at",
        "VC event Ple+vb-2vg",
        "VC event Sai:2at",
        "VC event Sai>Hue",
        "VC event econ",
        "VC event aid+10000",
        "VC event +2at",
        "VC event Sai=PSX",
        "VC event foo",
        "VC event 6at",
        "VC event }",
        "VC pass Sai",
        "VC pass ; fine\nVC pass NVA pass",
        "VC pass => Sai",
        "VC pass => Sai 8at Aid 3",
        "VC pass => #131 shaded",
        "VC pass => #1",
        "VC pass => eligible",
        "VC pass => Ple control VC",
        "VC pass => => Aid 3",
        "digest xyz",
        "digest ab cd",
        "#1 VC pass",
        "next #0",
        "VC limop",
        "VC | tax Sai",
        "VC event Sai+٣at",
    ],
)
def test_lines_refused(line):
    for one in faults(line):
        assert one.code and one.message and one.column > 0
    assert faults(line)


def test_what_cannot_be_written_is_refused():
    from fitl_core.facts.pieces import Count
    from fitl_core.record.clauses import At, Move, Place, Verb
    from fitl_core.record.events import Action, Note, Segment

    bad = [
        At("atlantis"),
        Place("hue", ()),
        Place("hue", (Count(0, Kind.VG),)),
        Move(("hue",), (Count(1, Kind.VG),)),
        Verb("train"),
    ]
    for clause in bad:
        with pytest.raises(notation.UnwritableError):
            notation.write_event(Action(Faction.VC, (Segment("event", (clause,)),)))
    tags = notation.read(HEADER).log.tags
    for log in (
        notation.Log(tags, (notation.Entry(),)),
        notation.Log(tags, (notation.Entry(Note("x"), comment="y"),)),
        notation.Log(tags, (notation.Entry(Pass(Faction.VC), glyph="!!!"),)),
        notation.Log(tags[1:], ()),
    ):
        with pytest.raises(notation.UnwritableError):
            notation.write(log)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('{"event":{"event":"play","card":131}}', "json-value"),
        ('{"event":{"event":"play","card":1,"extra":2}}', "json-unknown"),
        ('{"event":{"event":"play"}}', "json"),
        ('{"event":{"event":"what"}}', "json"),
        ("{", "json"),
        ("[" * 10_000, "json"),
        ("{}", "json-value"),
    ],
)
def test_faulty_json(line, code):
    with pytest.raises(notation.NotationError) as caught:
        notation.load(
            '{"tags":[["FITL","2"],["Scenario","full"]]}\n{"event":{"event":"play","card":1}}\n' + line
        )
    assert (caught.value.code, caught.value.line) == (code, 3)


def test_faulty_json_header():
    assert notation.load('{"tags":[["FITL","2"],["Scenario","full"]]}').log == notation.read(HEADER).log
    for header in ('{"tags":[["FITL","2"]]}', '{"tags":[["FITL","1",2],["Scenario","full"]]}', "{}"):
        with pytest.raises(notation.NotationError):
            notation.load(header)
    with pytest.raises(notation.UnreadableError):
        notation.load(SAMPLE)


def test_import_is_light():
    import subprocess
    import sys

    code = "import sys, notation; print([m for m in ('difflib', 'json', 'email') if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("US commit Hue>available:2ut", "Hue-2ut>available"),
        ("US commit Hue>out of play:ut+ub", "Hue-ut-ub>oop"),
        ("US commit Hue>available", "Hue-2ut>available"),
        ("US commit available>Hue:2ut", "Hue+2ut"),
        ("US commit casualties>Saigon:2 US Troops", "Sai+2ut<casualties"),
    ],
)
def test_6_5_a_move_between_map_and_box_is_told_how_to_be_written(written, right):
    """A box is no part of a path: the fault has the clause by which pieces come or go."""
    fault = notation.scan(f'[FITL "2"]\n[Scenario "full"]\n\n{written}')[1][0]
    assert fault.code == "unexpected"
    assert fault.advice.endswith(f"as in {right}")
