"""The parts of verifying one by one: loose ends of the chain, numbers of dice, purposes, signers."""

from __future__ import annotations

import msgspec
import pytest
from proven_game import KEY, SEED

import notation
from fitl_core.facts.factions import Faction
from fitl_core.proofs import purposes
from fitl_core.proofs.chain import chained
from fitl_core.proofs.errors import ProofError
from fitl_core.proofs.findings import Verification
from fitl_core.proofs.rolls import roll_die
from fitl_core.proofs.seeds import commitment
from fitl_core.proofs.signers import Signer, acting, signers
from fitl_core.proofs.verification import verify
from fitl_core.proofs.verify_chain import chained_on
from fitl_core.record.events import DigestLine
from notation import Entry, Log

START = '[FITL "2"]\n[Scenario "short"]\n'
SEALS = f"""[Proofs "2"]
[Seed-Commitment "{commitment(SEED)}"]
[Seeds-Added "US:54756573646179 VC:62616e616e61"]
[Seed-Opened "{SEED.hex()}"]
"""
POSITION = '[Position "Tay 3vg at; Hue 4vg 2at; eligible VC; played 1; next 2; VC 9"]\n'
TAY, HUE = "VC: the Attack in Tay Ninh, by 3 Guerrillas", "VC: the Attack in Hue, by 4 Guerrillas"
LATER = Entry(DigestLine("2:" + "0" * 16))
"""A digest that was put into a log when its lines were linked already."""


def log_of(*lines: str, tags: str = "") -> Log:
    """A log of these lines."""
    return notation.read(f"{START}{tags}\n" + "\n".join(lines) + "\n").log


def with_entries(log: Log, *entries: Entry) -> Log:
    """A log with other entries."""
    return Log(log.tags, entries)


def codes(found: Verification) -> list[tuple[str, int | str | None]]:
    """Return the codes of the faults, each with its event or tag."""
    return [(fault.code, fault.event or fault.tag or None) for fault in found.faults]


def points(found: Verification) -> list[tuple[str, int | None]]:
    """Return the codes of the open points, each with its event."""
    return [(point.code, point.event) for point in found.open_points]


# -- the chain ---------------------------------------------------------------------------------------

CHAIN = chained(log_of("#107", "VC event shaded => VC 9", "NVA pass", "ARVN pass", tags='[Cards "107 55"]\n'))


UNCHAINED = Log(
    tuple([tag for tag in CHAIN.tags if tag.name != "Chain-Head"]),
    tuple([msgspec.structs.replace(entry, chain="") for entry in CHAIN.entries]),
)


def with_a_digest(behind: int) -> Log:
    """The game with a digest that has its link, after a number of lines."""
    return chained(with_entries(UNCHAINED, *UNCHAINED.entries[:behind], LATER, *UNCHAINED.entries[behind:]))


@pytest.mark.parametrize("place", [0, 1, 2, 3, 4])
def test_a_digest_put_in_later_takes_nothing_from_the_chain(place: int) -> None:
    """A digest between lines, before the first, or after the last leaves every link and the head valid."""
    entries = [*CHAIN.entries[:place], LATER, *CHAIN.entries[place:]]
    found = verify(with_entries(CHAIN, *entries))
    assert (found.faults, found.links) == ((), 4)
    assert "1 digests were put in later; fitl validate checks them" in found.unchecked


@pytest.mark.parametrize("behind", [2, 3, 4])
def test_a_digest_whose_link_was_taken_off_is_named_where_it_stood(behind: int) -> None:
    """Only the digest right before the next link, or before the head, can have lost one."""
    whole = with_a_digest(behind)
    bare = [*whole.entries[:behind], LATER, *whole.entries[behind + 1 :]]
    assert codes(verify(with_entries(whole, *bare))) == [("link-missing", behind + 1)]


@pytest.mark.parametrize("behind", [2, 3, 4])
def test_a_digest_that_was_moved_is_no_digest_without_its_link(behind: int) -> None:
    """The line after the digest's old place, or the head, is reported, because the chain breaks there."""
    whole = with_a_digest(behind)
    moved = [*whole.entries[: behind - 1], LATER, whole.entries[behind - 1], *whole.entries[behind + 1 :]]
    expected = ("link-wrong", behind + 2) if behind < 4 else ("head-wrong", "Chain-Head")
    assert codes(verify(with_entries(whole, *moved))) == [expected]


@pytest.mark.parametrize(("more", "told"), [("Aid 15", "1 claims"), ("Aid 15, NVA 9, ARVN 30", "3 claims")])
def test_claims_put_in_later_are_counted(more: str, told: str) -> None:
    """Only the claims after those that the link covers are counted."""
    entry = CHAIN.entries[1]
    claims = notation.read_line(f"VC pass => VC 9, {more}").claims
    entries = [CHAIN.entries[0], msgspec.structs.replace(entry, claims=claims), *CHAIN.entries[2:]]
    found = verify(with_entries(CHAIN, *entries))
    assert found.faults == () and f"{told} were put in later; fitl validate checks them" in found.unchecked


@pytest.mark.parametrize("place", [0, 1, 3])
def test_no_line_is_linked_to_a_chain_that_is_not_sound(place: int) -> None:
    """The first line that is wrong is named."""
    entries = list(CHAIN.entries)
    entries[place] = msgspec.structs.replace(entries[place], by="US")
    with pytest.raises(ProofError, match=rf"^the chain is not sound: event {place + 1}: its link does not"):
        chained_on(with_entries(CHAIN, *entries, notation.read_line("US pass")))


def test_no_line_is_linked_where_all_links_are_gone() -> None:
    """The head in the header shows that there were links: a new chain would hide their loss."""
    with pytest.raises(ProofError, match=r"^the chain is not sound: the Chain-Head is not the last link"):
        chained_on(with_entries(CHAIN, *UNCHAINED.entries))
    assert chained_on(UNCHAINED) == CHAIN


# -- numbers of dice ---------------------------------------------------------------------------------


def die(number: int, purpose: str) -> tuple[int, str]:
    """A die as it falls, and the field with its proof."""
    fell, proof = roll_die(KEY, number, purpose)
    return fell, f"[%proof {proof}]"


def decision(*numbers: int, purpose: str = "VC: 8.4.7") -> str:
    """A line with the dice of a Non-player's decision."""
    dice = [die(number, purpose) for number in numbers]
    fell = " ".join([str(value) for value, _ in dice])
    node = "even 2" if len(dice) == 1 else "space"
    return f"dice VC {node} {{{fell}}} ; {' '.join([proof for _, proof in dice])}"


def of_two(*lines: str) -> Verification:
    """The findings in a game in which VC has no player."""
    return verify(log_of(*lines, tags='[Players "US NVA"]\n' + SEALS + POSITION), ask_rules=True)


def test_dice_of_a_decision_in_any_order() -> None:
    """A die may come later in its decision; the next decision starts after the highest number."""
    assert codes(of_two(decision(3), decision(1), decision(2), decision(4))) == []
    assert codes(of_two(decision(3, 1), decision(2), "note x", decision(4))) == []
    assert codes(of_two(decision(3), decision(1), decision(2), decision(3))) == [("die-number", 4)]
    (fault,) = of_two(decision(3), decision(1), decision(5)).faults
    assert fault.message == "die 2, 4 stands in no line: none is left out"


@pytest.mark.parametrize(
    ("gap", "told"),
    [(200, "stands in no line: none is left out"), (201, "this is die 202, and the next one is die 1: none")],
)
def test_so_many_dice_may_have_fallen_before_one_that_decided(gap: int, told: str) -> None:
    """No more: a number far away is no die of this decision."""
    (fault,) = of_two(decision(gap + 1)).faults
    assert told in fault.message


@pytest.mark.parametrize("more", [1, 2, 4])
def test_more_proofs_than_dice(more: int) -> None:
    """A die that fell and was left out is a fault: of two the better could be taken."""
    dice = [die(number, TAY) for number in range(1, more + 2)]
    line = f"VC attack Tay guerrillas {{{dice[0][0]}}} ; {' '.join([proof for _, proof in dice])}"
    found = verify(log_of(line, tags=SEALS + POSITION))
    assert codes(found) == [("die-unproven", 1)]
    assert found.faults[0].message == f"1 die, and {more + 1} proofs of dice"
    assert points(found) == []


# -- dice that are not in the game any more ----------------------------------------------------------


def attack(number: int, purpose: str = TAY, space: str = "Tay", more: str = "") -> str:
    """An Attack that removes an ARVN piece where its die lets it."""
    fell, proof = die(number, purpose)
    took = f" {space}-at" if fell <= (3 if space == "Tay" else 4) else ""
    return f"VC attack {space} guerrillas {{{fell}}}{took}{more} ; {proof}"


def look(*lines: str, tags: str = SEALS + POSITION) -> Verification:
    """The findings of these lines."""
    found = verify(log_of(*lines, tags=tags), ask_rules=True)
    assert found.faults == (), found.faults
    return found


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([attack(1), "void"], "this line was taken back"),
        ([attack(1), "amend 1 " + attack(2), "void 2"], "this line was taken back"),
        ([attack(1), "amend 1 VC pass"], "event 2 amends this line"),
        ([attack(1), "void", "note " + die(1, TAY)[1]], "this line was taken back"),
        ([attack(1), "void", "void ; " + die(1, TAY)[1]], "this line was taken back"),
    ],
)
def test_a_die_is_named_with_what_took_its_place(lines: list[str], told: str) -> None:
    """The open point names the line that replaced the die, also where the die stands again without use."""
    (point,) = look(*lines).open_points
    assert point.code == "die-replaced" and point.message.endswith(f"is not in the game any more: {told}")


# -- what dice were for ------------------------------------------------------------------------------


@pytest.mark.parametrize("opening", ["event ²", "event ١", "event 1²", "event ", "event -1", "event 1.0"])
def test_a_number_of_an_event_has_the_digits_0_to_9(opening: str) -> None:
    """Another way to write it would be another die."""
    assert points(look(attack(1, f"{opening}: {TAY[4:]}"))) == [("die-purpose", 1)]


@pytest.mark.parametrize(
    ("before", "is_asked"),
    [
        (["note x"], True),
        (["note x", "note y"], True),
        (['correct "aid 9"'], False),
        (["note x", 'correct "aid 9"'], False),
        (['correct "aid 9"', "note x"], False),
    ],
)
def test_a_table_rolls_for_the_event_that_was_next(before: list[str], is_asked: bool) -> None:
    """Notes may have come in since the roll, but neither moves nor agreements."""
    found = look(*before, attack(1, f"event 1: {TAY[4:]}"))
    assert points(found) == ([] if is_asked else [("die-purpose", len(before) + 1)])


def test_a_table_rolls_for_a_decision_and_its_move_at_once() -> None:
    """The dice of the decision stand between."""
    rolled = decision(1, purpose="event 1: 8.5.3/if-2").replace("even 2", "8.5.3/if-2")
    found = of_two(rolled, attack(2, f"event 1: {TAY[4:]}"))
    assert (codes(found), points(found)) == ([], [])


@pytest.mark.parametrize("words", ["8.4.7 or so", "8.4.7/do", "8.4.7 (2", "8.4.7:", "9.4.7", "x8.4.7"])
def test_a_node_has_no_other_words_beside_it(words: str) -> None:
    """A node is refused with other words after it, because they would be free to choose."""
    fell, proof = roll_die(KEY, 1, f"VC: {words}")
    assert points(of_two(f"dice VC even 2 {{{fell}}} ; [%proof {proof}]")) == [("die-purpose", 1)]


def test_what_a_move_states_besides_changes_no_purpose() -> None:
    """A stated cost is an automatic effect: no question asks for it, and the purpose of the die stays."""
    assert points(look(attack(1, TAY, more=" VC-1"))) == []
    assert points(look(attack(1, HUE, more=" VC-1"))) == [("die-purpose", 1)]


def test_a_die_stands_again_for_the_move_that_takes_its_place() -> None:
    """A die stands again in the amended move, because it was rolled for the question of that time."""
    assert points(look(attack(1), "amend 1 " + attack(1, TAY, "Hue"))) == []
    assert points(look(attack(1, "VC: x"), "amend 1 " + attack(1, "VC: x", "Hue"))) == [("die-purpose", 1)]


@pytest.mark.parametrize("longest", [18, 20, 26, 27, 42, 43])
def test_a_long_purpose_is_cut(longest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long purpose is cut as the roller cuts it: at a number of characters, with no blank at the end."""
    monkeypatch.setattr(purposes, "LONGEST_PURPOSE", longest)
    assert points(look(attack(1, TAY[:longest].rstrip()))) == []
    assert points(look(attack(1, TAY[: longest - 3].rstrip()))) == [("die-purpose", 1)]


def test_lines_behind_an_illegal_move_are_not_asked_about() -> None:
    """Lines after an illegal move, amendments too, have no open points: their position is unknown."""
    found = look("VC pass", "VC pass", attack(1), "amend 3 " + attack(2))
    assert "die-purpose" not in [code for code, _ in points(found)]
    assert any(told.endswith("in it: event 3, 4") for told in found.unchecked), found.unchecked


# -- who signs ---------------------------------------------------------------------------------------

PASS = "VC pass"
LINES = {
    "VC pass": "VC",
    "VC event shaded": "VC",
    "VC pivotal #124": "VC",
    "VC waive": "VC",
    "VC hold": "VC",
    "VC reveal agenda": "VC",
    "amend 1 VC pass": "VC",
    "ruling stand VC pass": "VC",
    "ruling stand VC tax Sai => VC 9": "VC",
    "amend 1 US pass": "US+ARVN",
    "ARVN pass": "US+ARVN",
    "NVA pass": "",
    "note x": "",
    "note [%by VC] x": "VC",
    "note [%by NVA] x": "",
    "note [%by ARVN] x": "",
    "note [%by US+ARVN] x": "US+ARVN",
    "NVA pass ; [%by VC]": "VC",
    "US pass ; [%by VC]": "US+ARVN",
    "dice VC space {1}": "",
    "void": "",
    "void ; [%by VC]": "VC",
    "#107": "",
    "; [%by VC] a comment": "VC",
    "; [%by NVA] a comment": "",
    "; a comment": "",
}
KEYS = f'[Players "US+ARVN NVA VC"]\n[Seat-Keys "US+ARVN:{"0" * 64} VC:{"1" * 64}"]\n'


@pytest.mark.parametrize("line", LINES)
def test_who_signs_a_line(line: str) -> None:
    """A move is signed by the seat of its Faction; other lines by their writer, if he has a key."""
    *_, last = signers(log_of(PASS, line, tags=KEYS))
    assert last == Signer(LINES[line])


@pytest.mark.parametrize("line", ["note [%by VC] x", "; [%by VC] x", "VC pass ; [%by VC]"])
def test_without_keys_nobody_signs(line: str) -> None:
    """No line has a signer without keys, whoever is named as its writer."""
    assert list(signers(log_of(line))) == [Signer("")]


@pytest.mark.parametrize(
    ("players", "left"),
    [
        ("US+ARVN NVA", ("VC",)),
        ("NVA VC", ("US+ARVN",)),
        ("NVA", ("US+ARVN", "VC")),
        ("US NVA VC", ()),
        ("ARVN NVA VC", ()),
        ("US ARVN NVA VC", ()),
        ("US+ARVN NVA VC", ()),
    ],
)
def test_seats_that_are_left(players: str, left: tuple[str, ...]) -> None:
    """All of its Factions go to Non-players; a seat that keeps one is no seat that is left."""
    lines = [PASS, f"players {players}", "note x", "VC pass", "US pass"]
    found = list(signers(log_of(*lines, tags=KEYS)))
    assert [one.left for one in found] == [(), left, (), (), ()]
    assert [one.seat for one in found[3:]] == [
        "" if "VC" in left else "VC",
        "" if "US+ARVN" in left or players.startswith("ARVN") else "US+ARVN",
    ]


def test_who_signs_after_a_share_out_is_taken_back() -> None:
    """A share-out of seats that is taken back has no effect on who signs."""
    lines = ["players US+ARVN NVA", "VC pass", "void 1", "VC pass"]
    found = list(signers(log_of(*lines, tags=KEYS)))
    assert [(one.seat, one.left) for one in found] == [("", ("VC",)), ("", ()), ("", ()), ("VC", ())]


@pytest.mark.parametrize("lines", [["void 9"], ["void"], ["amend 7 VC pass"], [PASS, "void 9", "void"]])
def test_who_signs_behind_a_line_that_has_nothing_to_work_on(lines: list[str]) -> None:
    """A line that has nothing to work on is signed as others are; the lines after it keep their numbers."""
    log = log_of(*lines, PASS, "amend 1 US pass", tags=KEYS)
    assert [one.seat for one in signers(log)][-2:] == ["VC", "US+ARVN"]


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("amend 1 US pass", Faction.US),
        ("ruling stand NVA tax Sai => NVA 9", Faction.NVA),
        ("VC hold", Faction.VC),
        ("note VC pass", None),
        ("dice VC space {1}", None),
        ("void 1", None),
        ("; VC pass", None),
    ],
)
def test_the_faction_that_acts(line: str, who: Faction | None) -> None:
    """Inside an amendment or a move that stands, too; none where nobody acts."""
    assert acting(notation.read_line(line).event) is who
