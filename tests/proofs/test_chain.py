"""The chain: what a link covers, which text stays outside, and where a link stands in a log."""

import hashlib
import json

import msgspec
import pytest

import notation
from fitl_core.facts.factions import VC
from fitl_core.proofs.chain import chained, claims_linked, entries_as_linked, genesis, link
from fitl_core.proofs.verification import verify
from fitl_core.record.events import DigestLine, Pass, Void
from notation import Entry, Tag

HEADER = (Tag("FITL", "2"), Tag("Scenario", "short"))
TEXT = """[FITL "2"]
[Scenario "short"]
[Cards "107 55"]

#107
VC   event shaded !?   => VC 5   ; [%by VC] [%time 2026-05-03] well
; a word
NVA  pass
void 2
amend 3 NVA  pass   ; [%proof d6 1 x]
note away   ; no comment: part of the note
next #68
"""


def links(log):
    return [entry.chain for entry in log.entries if entry.event is not None]


def test_a_link_by_hand():
    """SPEC 11: a link covers the JSON form of the line, keys sorted, and the link before."""
    entry = notation.read_line("VC pass => VC 5 ; [%by VC] [%time 2026-05-03] [%proof a] [%_seat 2] hm")
    said = {
        "by": "VC",
        "claims": [{"claim": "track", "track": "VC", "value": 5}],
        "event": {"event": "pass", "faction": "VC"},
        "proof": ["a"],
        "time": "2026-05-03",
    }
    text = "fitl link 1\n" + "0" * 64 + "\n" + json.dumps(said, sort_keys=True, separators=(",", ":"))
    assert link("0" * 64, entry) == hashlib.sha256(text.encode()).hexdigest()


def test_the_beginning_of_a_chain():
    """The first link covers the tags with an effect, in any form and order, and no other tags."""
    tags = '[["Rules","second"],["Scenario","short"]]'
    assert genesis(HEADER) == hashlib.sha256(f"fitl chain 1\n{tags}".encode()).hexdigest()
    same = (
        *HEADER,
        Tag("Event", "x"),
        Tag("Rules", "second"),
        Tag("Seed-Opened", "0" * 64),
        Tag("US", "Ann"),
    )
    assert genesis(same) == genesis(HEADER) == genesis((*HEADER, Tag("Chain-Head", "0" * 64)))
    root = "sha256:" + "0" * 64
    others = [Tag("Deck-Root", root), Tag("Seed-Commitment", root), Tag("Seeds-Added", "US:6a")]
    others += [
        Tag("Rules", "original"),
        Tag("Cards", "107 55"),
        Tag("Players", "US"),
        Tag("Position", "aid 9"),
    ]
    starts = [genesis((*HEADER, tag)) for tag in others]
    assert len({genesis(HEADER), *starts}) == len(others) + 1


def test_each_value_of_a_line_counts():
    """A link covers event, figures, writer, time, proofs and their places, typed text, and the last link."""
    whole = Entry(Pass(VC), by="VC", time="2026-05-03", proof=("a", "b"), typed="VC passes")
    other = [
        {"event": Void()},
        {"by": "US"},
        {"time": "2026-05-04"},
        {"proof": ("b", "a")},
        {"proof": ("a",)},
        {"typed": "VC passes."},
        {"typed": ""},
    ]
    found = [link("0" * 64, msgspec.structs.replace(whole, **change)) for change in other]
    assert len({*found, link("0" * 64, whole), link("1" * 64, whole)}) == len(other) + 2


def test_a_typed_text_is_covered():
    """Whoever changes it, takes it off or adds one is found; a line without one has the link that it had."""
    text = TEXT.replace("   ; [%proof d6 1 x]", "")
    typed = notation.read(text.replace("NVA  pass\n", "NVA  pass   ; [%typed NVA passes]\n", 1)).log
    linked = chained(typed)
    assert not verify(linked).faults and verify(linked).links == 7
    written = notation.write(linked)
    for other in ("[%typed NVA passed]", ""):
        faults = verify(notation.read(written.replace("[%typed NVA passes]", other)).log).faults
        assert [fault.code for fault in faults] == ["link-wrong"]
    plain = chained(notation.read(text).log)
    added = notation.write(plain).replace("NVA  pass   ; ", "NVA  pass   ; [%typed NVA passes] ", 1)
    assert [fault.code for fault in verify(notation.read(added).log).faults] == ["link-wrong"]
    assert links(plain)[:2] == links(linked)[:2] and links(plain)[2] != links(linked)[2]


def test_what_stands_outside():
    """Comment, glyph, computed lines, free fields and the link itself."""
    whole = Entry(Pass(VC))
    outside = {"comment": "x", "glyph": "!", "computed": ("x",), "fields": (("_a", "b"),), "chain": "1" * 64}
    for name, value in outside.items():
        assert link("0" * 64, msgspec.structs.replace(whole, **{name: value})) == link("0" * 64, whole), name


def test_claims_put_in_later_stand_outside():
    """The link covers the player's own claims, which come first; later claims may follow them."""

    def entry(claims):
        return notation.read_line(f"VC pass{claims}")

    linked = msgspec.structs.replace(entry(" => VC 5"), chain=link("0" * 64, entry(" => VC 5")))
    found = [
        claims_linked("0" * 64, msgspec.structs.replace(entry(claims), chain=linked.chain))
        for claims in (" => VC 5", " => VC 5, Aid 9", " => Aid 9, VC 5", " => VC 6", "")
    ]
    assert found == [1, 1, None, None, None]


def test_a_log_is_chained_and_goes_on():
    """Every line with an event gets a link; the head is the last; lines written later are linked to them."""
    log = notation.read(TEXT).log
    whole = chained(log)
    assert all(links(whole)) and whole.tag("Chain-Head") == links(whole)[-1]
    assert [entry.chain for entry in whole.entries if entry.event is None] == [""]
    first = msgspec.structs.replace(log, entries=log.entries[:4])
    going_on = chained(
        msgspec.structs.replace(chained(first), entries=(*chained(first).entries, *log.entries[4:]))
    )
    assert links(going_on) == links(whole) and going_on.tag("Chain-Head") == whole.tag("Chain-Head")
    assert chained(whole) == whole


def test_digests_put_in_later_are_not_counted():
    """Without a link a digest stands outside, and lines that name events by number are as they were."""
    log = chained(notation.read(TEXT).log)
    number = next(i for i, entry in enumerate(log.entries) if entry.event == Void(2))
    moved = msgspec.structs.replace(log.entries[number], event=Void(3))
    entries = (log.entries[0], Entry(DigestLine("2:" + "0" * 16)), *log.entries[1:number], moved)
    assert list(entries_as_linked(entries))[-1].event == Void(2)
    linked = [msgspec.structs.replace(log.entries[1], event=DigestLine("2:" + "0" * 16)), Entry(Void(1))]
    assert list(entries_as_linked(linked))[-1].event == Void(1)


@pytest.mark.parametrize("form", ["text", "json"])
def test_links_are_kept_in_both_forms(form):
    """A log that was written is read back with the same links."""
    whole = chained(notation.read(TEXT).log)
    if form == "text":
        assert notation.read(notation.write(whole)).log == whole
    else:
        assert notation.load(notation.dump(whole)).log == whole


@pytest.mark.parametrize("line", ["void 1", "void 2", "amend 2 VC pass"])
def test_a_digest_that_gets_a_link_counts(line):
    """A digest that is linked together with the lines after it is one of the events that they number."""
    text = TEXT.split("void 2")[0] + f"digest 2:{'0' * 16}\n{line}\n"
    whole = chained(notation.read(text).log)
    found = verify(whole)
    assert [fault.code for fault in found.faults if fault.code.startswith(("link", "head"))] == []
    assert chained(whole) == whole
