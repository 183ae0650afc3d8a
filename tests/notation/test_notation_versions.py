"""Versions of the format: the reading of older ones, fields of entries, places in JSON Lines."""

from __future__ import annotations

import pytest

import notation
from fitl_core.facts.factions import Faction
from fitl_core.record.events import Amend, Correct, Note, Pass, Stand, Void
from notation import Entry, Log, NotationError, Tag
from notation.jsonl import scan_json

OLD = '[FITL "1"]\n[Scenario "full"]\n\n'
NEW = '[FITL "2"]\n[Scenario "full"]\n\n'
TAGS = (Tag("FITL", "2"), Tag("Scenario", "full"))
JSON_OLD = '{"tags":[["FITL","1"],["Scenario","full"]]}\n'
JSON_NEW = '{"tags":[["FITL","2"],["Scenario","full"]]}\n'


def test_free_lines_of_version_1_become_notes() -> None:
    """`ruling`, `amend` and `void` with any text change nothing; the word stands in front."""
    lines = "#1\nruling both let it stand; see mail\namend: the Base is in Hue\nVoid the line above\nnote x"
    document = notation.read(OLD + lines)
    said = [event.text for event in document.log.events if isinstance(event, Note)]
    assert said == [
        "ruling: both let it stand; see mail",
        "amend: the Base is in Hue",
        "void: the line above",
        "x",
    ]
    assert document.version == "1" and document.log.tags == TAGS
    assert notation.read(notation.write(document.log)).log == document.log


def test_comments_of_version_1_that_look_like_fields_stay_comments() -> None:
    """Read as text, quoted in version 2."""
    document = notation.read(OLD + "VC pass ; [%by Ann] hm\n; [%x]\nnote [%time now]")
    assert [entry.comment for entry in document.log.entries] == ["[%by Ann] hm", "[%x]", None]
    assert not any(entry.by or entry.fields for entry in document.log.entries)
    assert notation.read(notation.write(document.log)).log == document.log


@pytest.mark.parametrize(
    "line",
    [
        "void",
        "void 3",
        "void 3 ; by mistake",
        "amend 1 VC pass",
        "ruling stand VC pass",
        'correct "aid 9"',
        "correct the Aid",
    ],
)
def test_lines_of_version_2_in_a_file_of_version_1(line: str) -> None:
    """Version 1 would ignore lines of version 2: each is a fault with its place, and all else is kept."""
    document, faults = notation.scan(f"{OLD}#1\n{line}\nVC pass")
    assert [(fault.code, fault.line, fault.column) for fault in faults] == [("version-line", 5, 1)]
    assert len(document.log.events) == 2


@pytest.mark.parametrize(
    ("entry", "column"),
    [
        ('{"event":{"event":"void"}}', 10),
        ('{"event":{"event":"amend","number":1,"move":{"event":"pass","faction":"VC"}}}', 10),
        ('{"event":{"event":"pass","faction":"VC"},"by":"Ann"}', 42),
        ('{"event":{"event":"pass","faction":"VC"},"_x":"Ann"}', 42),
    ],
)
def test_entries_of_version_2_in_json_of_version_1(entry: str, column: int) -> None:
    """Entries of version 2 are faults in JSON Lines of version 1, as in the text."""
    with pytest.raises(NotationError) as refused:
        notation.load(JSON_OLD + entry)
    assert (refused.value.code, refused.value.line, refused.value.column) == ("version-line", 2, column)


def test_json_of_version_1_is_read() -> None:
    """Notes in JSON of version 1 have a kind."""
    lines = '{"event":{"event":"note","kind":"ruling","text":"so be it"}}\n{"comment":"[%by x]"}'
    document = notation.load(JSON_OLD + lines)
    assert document.version == "1"
    assert document.log == Log(TAGS, (Entry(Note("ruling: so be it")), Entry(comment="[%by x]")))
    assert notation.dump(document.log).startswith(JSON_NEW)


@pytest.mark.parametrize("version", ["0", "5", "1.0", "two"])
def test_unknown_versions(version: str) -> None:
    """A file of an unknown version is not read further, and the message lists the known versions."""
    _, faults = notation.scan(f'[FITL "{version}"]\n[Scenario "full"]\nwhatever')
    assert [fault.code for fault in faults] == ["version-unknown"]
    assert '"1", "2", "3", "4"' in faults[0].message
    with pytest.raises(NotationError) as refused:
        notation.load(f'{{"tags":[["FITL","{version}"],["Scenario","full"]]}}')
    assert (refused.value.code, refused.value.column) == ("version-unknown", 18)


RELEASED = (Tag("FITL", "3"), Tag("Scenario", "full"), Tag("Rules-Release", "2"))


@pytest.mark.parametrize("version", ["1", "2", "3"])
def test_a_file_with_a_rules_release_is_written_as_version_3(version: str) -> None:
    """The tag is read in a file of any version."""
    head = f'[FITL "{version}"]\n[Scenario "full"]\n'
    document = notation.read(head + '[rules-release "02"]\nVC pass')
    assert (document.version, document.log.tags) == (version, RELEASED)
    assert notation.write(document.log).startswith('[FITL "3"]\n')
    assert notation.read(notation.write(document.log)).log == document.log
    assert notation.load(notation.dump(document.log)).log == document.log


def test_a_file_without_new_things_is_written_as_version_2() -> None:
    """Also if its header says version 3, in text and in JSON."""
    log = notation.read('[FITL "3"]\n[Scenario "full"]\n\nVC pass').log
    assert log.tags == TAGS and notation.write(log).startswith('[FITL "2"]\n')
    assert notation.load(notation.dump(log).replace('"FITL","2"', '"FITL","3"')).log == log


def test_a_log_is_written_in_the_version_that_it_needs() -> None:
    """A program may add the tag without a thought to the version."""
    log = Log((*TAGS, Tag("Rules-Release", "2")), ())
    assert notation.read(notation.write(log)).log.tags == RELEASED
    assert notation.load(notation.dump(log)).log.tags == RELEASED
    with pytest.raises(notation.UnwritableError):
        notation.write(Log((Tag("FITL", "1"), *TAGS[1:]), ()))


def test_an_amendment_that_lets_a_move_stand_needs_version_3() -> None:
    """Its figures belong to the move let stand; places in JSON are as in the text."""
    line = "amend 2 ruling stand VC tax Sai => VC 9, Aid 3 ; hm"
    document = notation.read(NEW + "#1\nVC tax Sai\n" + line)
    (entry,) = document.log.entries[2:]
    assert isinstance(entry.event, Amend) and isinstance(entry.event.move, Stand)
    assert (len(entry.event.move.claims), entry.claims, entry.comment) == (2, (), "hm")
    assert document.log.tags[0] == Tag("FITL", "3")
    assert notation.read(notation.write(document.log)).log == document.log
    dumped = notation.load(notation.dump(document.log))
    assert dumped.log == document.log
    ours, theirs = dumped.places[2], document.places[2]
    assert (len(ours.clauses), len(ours.claims)) == (len(theirs.clauses), len(theirs.claims)) == (2, 2)
    _, faults = notation.scan(OLD + "#1\nVC tax Sai\n" + line)
    assert [fault.code for fault in faults] == ["version-line"]


TYPED = "ARVN assault Ple ; [%typed ARVN assault aid+6 Ple]"


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_a_typed_text_needs_version_4(version: str) -> None:
    """The field is read in a file of any version after the first, beside a move and in a variation."""
    head = f'[FITL "{version}"]\n[Scenario "full"]\n\n'
    for lines in (TYPED, f"VC pass\n(\n{TYPED}\n)\n", f"VC pass\n(\nVC pass\n(\n{TYPED}\n)\n)\n"):
        log = notation.read(head + lines).log
        assert log.tags[0] == Tag("FITL", "4") and notation.write(log).startswith('[FITL "4"]\n')
        assert notation.read(notation.write(log)).log == log
        assert notation.load(notation.dump(log)).log == log
        assert notation.load(notation.dump(log).replace('"FITL","4"', f'"FITL","{version}"')).log == log
    (entry,) = notation.read(head + TYPED).log.entries
    assert (entry.typed, entry.fields, entry.comment) == ("ARVN assault aid+6 Ple", (), None)
    _, faults = notation.scan(OLD + "VC pass\n" + TYPED)
    assert not faults  # version 1 has no fields: it is a comment there
    with pytest.raises(NotationError):
        notation.load(JSON_OLD + '{"event":{"event":"pass","faction":"VC"},"typed":"VC passes"}')


PICK = "dice VC 8.5.3/do-2 space {2 4}"


@pytest.mark.parametrize("line", [PICK, f"VC pass\n(\n{PICK}\n)\n", f"VC pass\namend 1 {PICK}"])
def test_8_2_dice_that_name_their_node_need_version_4(line: str) -> None:
    """Dice of a random pick name their node in version 4, also in a variation and in a correction."""
    head = '[FITL "2"]\n[Scenario "full"]\n\n'
    log = notation.read(head + line).log
    assert log.tags[0] == Tag("FITL", "4")
    assert notation.read(notation.write(log)).log == notation.load(notation.dump(log)).log == log


def test_8_2_dice_without_their_node_are_written_as_before() -> None:
    """Lines of older logs keep their version, their text and their JSON."""
    text = '[FITL "2"]\n[Scenario "full"]\n\ndice VC space {2 4}\ndice VC even 3 {5}\n'
    log = notation.read(text).log
    assert notation.write(log) == text
    assert '"at"' not in notation.dump(log)


HOSTILE = [
    "a]b",
    'say "no"',
    "two\nlines",
    "[%by Mallory] [%chain x]",
    "\x1b[31m\x07",
    "\u202e\u200b",
    "  apart  ",
    "\\",
    "; => VC 9",
    '"',
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_typed_text_is_escaped(text: str) -> None:
    """It comes back as it was, stays on one line, and no control character reaches a terminal."""
    entry = Entry(Pass(Faction.VC), typed=text, comment="hm")
    log = Log((Tag("FITL", "4"), *TAGS[1:]), (entry,))
    for written in (notation.write(log), notation.dump(log)):
        assert all(char == "\n" or char.isprintable() for char in written)
        read = notation.load(written) if written.startswith("{") else notation.read(written)
        assert read.log == log and len(written.rstrip("\n").split("\n")) in (2, 4)


def test_a_typed_text_that_is_no_text_is_refused() -> None:
    """An empty one, a second one, one too long for a line, and a lone surrogate."""
    for line, code in (("[%typed]", "field-value"), ("[%typed a] [%Typed b]", "field-twice")):
        _, faults = notation.scan(NEW + "VC pass ; " + line)
        assert [fault.code for fault in faults] == [code]
    for text in ("x" * 20_000, "\ud800"):
        with pytest.raises(notation.UnwritableError):
            notation.dump(Log((Tag("FITL", "4"), *TAGS[1:]), (Entry(Pass(Faction.VC), typed=text),)))


def test_variations_and_fields_in_json_of_version_3() -> None:
    """Version 3 has whatever version 2 has."""
    text = '[FITL "3"]\n[Scenario "full"]\n[Rules-Release "2"]\n\nVC pass ; [%by Ann]\n( x\nNVA pass\n)\n'
    log = notation.read(text).log
    assert log.entries[0].variations and notation.load(notation.dump(log)).log == log


def test_lines_that_work() -> None:
    """Each line that works on the log is an event with the parts that it names."""
    lines = 'void\nvoid 3\namend 2 VC pass\ncorrect "aid 9; Hue"\nruling stand VC pass => VC 9 ; hm'
    void, again, amend, correct, stand = notation.read(NEW + lines).log.entries
    assert (void.event, again.event) == (Void(), Void(3))
    assert amend.event == Amend(2, Pass(Faction.VC))
    assert isinstance(correct.event, Correct) and correct.event.named == ("hue", "aid")
    assert isinstance(stand.event, Stand) and len(stand.event.claims) == 1
    assert stand.claims == () and stand.comment == "hm"


def test_a_correction_goes_on_over_wrapped_lines() -> None:
    """The quotation is one, wherever a mail program cut it; a fault in it has its place."""
    (entry,) = notation.read(NEW + 'correct "Hue 2at;\n  aid\n  9" ; hm').log.entries
    assert isinstance(entry.event, Correct) and entry.event.named == ("hue", "aid")
    assert entry.comment == "hm"
    _, faults = notation.scan(NEW + 'correct "Hue 2at;\n  aid 9; trail xx"')
    assert [(fault.line, fault.column) for fault in faults] == [(5, 16)]


def test_fields_of_an_entry() -> None:
    """Every entry may have the common fields, free ones and unknown ones, in text and in JSON."""
    text = 'VC pass ; [%proof a] why [%_x "q]"] [%by Ann] [%proof b] [%clk 1] [%time 2026-05-03]'
    entry = notation.read_line(text)
    assert (entry.by, entry.time, entry.proof, entry.comment) == ("Ann", "2026-05-03", ("a", "b"), "why")
    assert entry.fields == (("_x", "q]"), ("clk", "1"))
    log = Log(TAGS, (entry, notation.read_line("note [%by Ann] hm")))
    assert notation.read(notation.write(log)).log == log
    assert notation.load(notation.dump(log)).log == log
    assert '"_x":"q]","%clk":"1"' in notation.dump(log)


def test_fields_that_cannot_be_written() -> None:
    """The writer refuses the fields that the reader would refuse."""
    event = Pass(Faction.VC)
    for entry in (
        Entry(event, time="yesterday"),
        Entry(event, proof=("",)),
        Entry(event, fields=(("_x", "1"), ("_x", "2"))),
        Entry(event, fields=(("by", "Ann"),)),
        Entry(event, fields=(("a b", "1"),)),
    ):
        with pytest.raises(notation.UnwritableError):
            notation.write_entry(entry)


NOWHERE = '{"clause":"at","space":"x"}'
DICE = '{"event":{"event":"dice","faction":"VC","node":"%s","dice":[%s]}}'
ACTION = '{"event":{"event":"action","faction":"VC","segments":[{"verb":"rally","clauses":[%s]}]}}'


@pytest.mark.parametrize(
    ("line", "code", "part"),
    [
        ('{"event":{"event":"play","card":1,"card":2}}', "json-twice", '"card":2'),
        ('{"event":{"event":"play","card":1},"event":null}', "json-twice", '"event":null'),
        ('{"event":{"event":"pass","faction":"VC"},"_x":"1","_x":"2"}', "json-twice", '"_x":"2"'),
        ('{"event":{"event":"play","card":1},"fields":[]}', "json-unknown", '"fields"'),
        ('{"event":{"event":"play","card":1},"glpyh":"!"}', "json-unknown", '"glpyh"'),
        ('{"event":{"event":"play","card":1},"_x":2}', "json", "2}"),
        ('{"event":{"event":"play","card":"1"}}', "json", '"1"'),
        ('{"event":{"event":"play","card":1}', "json", '{"event":{'),
        ('{"event":{"event":"play","card":1,}}', "json", "}}"),
        (ACTION % f'{{"clause":"at","space":"hue"}},{NOWHERE}', "json-value", NOWHERE),
        (ACTION % '{"clause":"roll","die":7}', "json-value", '{"clause":"roll"'),
        (ACTION % '{"clause":"at","space":3}', "json", "3}"),
        (DICE % ("space", 7), "json-value", '{"event":"dice"'),
        (DICE % ("8.5.3/x y", 1), "json-value", '{"event":"dice"'),
        (DICE % ('space","at":"8.5.3/x y', 1), "json-value", '{"event":"dice"'),
        (DICE % ('8.8.1","at":"8.5.3/do-2', 1), "json-value", '{"event":"dice"'),
        ('{"event":null,"variations":[]}', "variation-form", "[]"),
        ('{"variation":null}', "variation-form", '{"variation"'),
        ('{"variation":3}', "json", "3}"),
        ('{"variation":"x","of":1}', "json-unknown", '"of"'),
        ('{"variation":"x","variation":"y"}', "json-twice", '"variation":"y"'),
        (
            '{"event":{"event":"pass","faction":"VC"},"claims":[{"claim":"track","track":"aid","value":1},'
            '{"claim":"track","track":"terror","value":1}]}',
            "json",
            '"terror"',
        ),
    ],
)  # fmt: skip
def test_a_fault_in_json_has_the_place_of_its_part(line: str, code: str, part: str) -> None:
    """A repeated key, an unknown part, or a value impossible in text is reported at its place in the line."""
    with pytest.raises(NotationError) as refused:
        notation.load(JSON_NEW + line)
    fault = refused.value
    assert (fault.code, fault.line) == (code, 2)
    assert line[fault.column - 1 :].startswith(part)


def test_clauses_and_claims_have_places_in_json() -> None:
    """Clauses and claims in JSON have as many places as in the text form, each at its part."""
    text = notation.read(NEW + "VC rally Hue+2vg | tax Sai => VC 9, Aid 3\nruling stand VC tax Sai => VC 9")
    dumped = notation.dump(text.log)
    document = notation.load(dumped)
    for ours, theirs in zip(document.places, text.places, strict=True):
        assert len(ours.clauses) == len(theirs.clauses) and len(ours.claims) == len(theirs.claims)
    lines = dumped.split("\n")
    found = [lines[span.line - 1][span.column - 1 : span.end - 1] for span in document.places[0].clauses]
    assert found[0] == '"rally"' and found[1].startswith('{"clause":"place"') and found[2] == '"tax"'
    claim = document.places[1].claims[0]
    assert lines[2][claim.column - 1 : claim.end - 1] == '{"claim":"track","track":"VC","value":9}'


def test_read_line() -> None:
    """One line without a header; more than one, or none, is a fault."""
    assert notation.read_line("vc: pass").event == Pass(Faction.VC)
    assert notation.read_line("; hm") == Entry(comment="hm")
    for text, code, line in (
        ("VC pass\nUS pass", "line-single", 2),
        ("", "line-single", 1),
        ("VC trian", "verb-unknown", 1),
        ('[Rules "second"]', "tag-misplaced", 1),
    ):
        with pytest.raises(NotationError) as refused:
            notation.read_line(text)
        assert (refused.value.code, refused.value.line) == (code, line)


@pytest.mark.parametrize(
    "header",
    ['{"tags":[["FITL","1"],["Scenario","full"]}', '{"tags":[["FITL",1],["Scenario","full"]]}', '{"tag":[]}'],
)
def test_a_header_that_cannot_be_read_is_the_only_fault(header: str) -> None:
    """Without a version an entry may be of either; an entry of neither version is still reported."""
    entries = [
        '{"event":{"event":"note","kind":"ruling","text":"we let it stand"}}',
        '{"event":{"event":"pass","faction":"VC"},"by":"Ann"}',
    ]
    _, faults = scan_json("\n".join([header, *entries]))
    assert [fault.line for fault in faults] == [1]
    _, faults = scan_json("\n".join([header, *entries, '{"event":{"event":"pass"}}']))
    assert [fault.line for fault in faults] == [1, 4]
