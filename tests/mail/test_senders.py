"""The binding of a sender, case by case: addresses, names, seats, hands, and permitted claims."""

from __future__ import annotations

import pytest

import notation
from fitl_core.facts.factions import Faction
from fitl_core.mail.letters import Letter
from fitl_core.mail.senders import Sender, Senders, may_claim

US, ARVN, NVA, VC = Faction.US, Faction.ARVN, Faction.NVA, Faction.VC
NAMED = {
    "US": "Ann <ann@example.org>",
    "ARVN": "Ann <ann@example.org>",
    "NVA": "Bo Smith",
    "VC": "Cy <cy@example.org>",
    "Moderator": "Mo <mo@example.org>",
}
BY_NAME = {**NAMED, "Moderator": "Mo"}


def senders(
    tags: dict[str, str], by: str = "", addresses_only: bool = False, players: str = "US+ARVN NVA VC"
) -> Senders:
    """Who plays by these tags."""
    told = "".join([f'[{name} "{value}"]\n' for name, value in tags.items()])
    text = f'[FITL "2"]\n[Scenario "full"]\n[Players "{players}"]\n{told}'
    return Senders(notation.read(text).log, by, addresses_only)


def mail(by: str = "", address: str = "") -> Letter:
    """A mail from somebody."""
    return Letter(by, "2026-05-03T12:00Z", "", address=address)


def seats(found: Senders, letter: Letter) -> tuple[Faction, ...]:
    """The seats of a sender."""
    return found.sender_of(letter).seats


# -- addresses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "address", "expected"),
    [
        ("Cy", "cy@example.org", (VC,)),
        ("somebody", "CY@Example.org", (VC,)),
        ("Cy", "cy@example.com", ()),
        ("Cy", "", ()),
        ("VC", "", ()),
        ("Ann", "ann@example.org", (US, ARVN)),
        ("cy@example.org", "eve@example.org", ()),
    ],
)
def test_a_tag_with_an_address_is_met_by_it_alone(by: str, address: str, expected: tuple[Faction]) -> None:
    """A tag with an address matches by address alone, in any case of letters, whatever the name."""
    found = senders(NAMED).sender_of(mail(by, address))
    assert (found.seats, found.checked) == (expected, expected)
    assert found.is_stranger == (not expected)


def test_one_person_may_have_several_seats() -> None:
    """A person may have seats with an address and seats with a name; only the latter are unchecked."""
    tags = {**NAMED, "US": "Bo <bo@example.org>", "ARVN": "Bo <bo@example.org>"}
    found = senders(tags).sender_of(mail("Bo", "bo@example.org"))
    assert (found.seats, found.checked) == ((US, NVA, ARVN), (US, ARVN))
    assert found.why_unchecked([US]) == found.why_unchecked([US, ARVN]) == ""
    assert "not checked: the name Bo says it" in found.why_unchecked([NVA])
    assert found.why_unchecked([None]) == found.why_unchecked([US, NVA]) == found.why_unchecked([NVA])


def test_a_pass_without_a_faction_is_checked_if_all_seats_are() -> None:
    """A pass without a Faction counts as checked only if all the sender's seats are."""
    assert senders(NAMED).sender_of(mail("Ann", "ann@example.org")).why_unchecked([None]) == ""


@pytest.mark.parametrize("tags", [{}, NAMED, BY_NAME, {"NVA": "Bo Smith"}])
@pytest.mark.parametrize("by", ["", "NVA", "Bo Smith", "Mo"])
def test_a_folder_binds_nobody_by_name(tags: dict[str, str], by: str) -> None:
    """A folder binds nobody by name; in a game that names nobody it takes nobody's line."""
    found = senders(tags, by, addresses_only=True)
    sender = found.sender_of(mail("Bo Smith", "bo@example.org"))
    assert sender.is_stranger and not sender.open
    assert "a folder takes addresses only" in found.why_strange(sender)


# -- names -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "is_same"),
    [
        ("Bo Smith", True),
        ("bo smith", True),
        ("Bo", True),
        ("Bo Smith Jr", True),
        ("  Bo   Smith ", True),
        ("Bo Jones", False),
        ("Bob", False),
        ("Smith", False),
        ("B", False),
        ("", False),
        (" ", False),
    ],
)
def test_a_name_is_met_word_by_word(name: str, is_same: bool) -> None:
    """A name matches word by word from the first word, as far as the shorter name goes."""
    found = senders(NAMED).sender_of(mail(name, "x@example.org"))
    assert found.seats == ((NVA,) if is_same else ()) and found.checked == ()


@pytest.mark.parametrize("tag", ["a player", "a Trung bot", "?", "-", "...", " "])
def test_a_tag_that_names_nobody(tag: str) -> None:
    """A tag of an import names nobody: a game with only such tags takes lines of everybody."""
    found = senders({"NVA": tag, "VC": tag}).sender_of(mail("Eve", "eve@example.org"))
    assert found == Sender("Eve", open=True)
    named = senders({"NVA": tag, "VC": "Cy"})
    assert seats(named, mail("Eve")) == () and seats(named, mail(tag)) == ()


@pytest.mark.parametrize("tag", ["an old friend", "Abel", "A. Player"])
def test_a_tag_that_names_somebody(tag: str) -> None:
    """A name that begins with the letter of an anonymous tag still names a player."""
    found = senders({"NVA": tag})
    assert seats(found, mail(tag)) == (NVA,) and found.sender_of(mail("Eve")).is_stranger


def test_a_game_with_a_moderator_alone_is_not_open() -> None:
    """A game that knows only its moderator's address or name is not open."""
    for tag in ("Mo <mo@example.org>", "Mo"):
        found = senders({"Moderator": tag})
        assert found.sender_of(mail("Eve", "eve@example.org")).is_stranger
        assert not found.sender_of(mail("Mo", "mo@example.org")).is_stranger


def test_an_open_game_says_whom_nobody_checked() -> None:
    """In an open game nobody checks the writer whom `--by` names, and a remark reports that."""
    assert senders({}).sender_of(mail("Eve")).unchecked == ""
    told = senders({}, "Bo").sender_of(mail("Eve"))
    assert (told.name, told.open) == ("Bo", True) and "nobody checked that Bo wrote this" in told.unchecked


def test_who_has_neither_name_nor_address() -> None:
    """A mail without name and address is from nobody; without a name, the address is the name."""
    assert senders(NAMED).sender_of(mail()).name == "nobody"
    assert senders(NAMED).sender_of(mail("", "x@example.org")).name == "x@example.org"


# -- hands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({"US": "Ann"}, (US, ARVN)),
        ({"ARVN": "Ann"}, (US, ARVN)),
        ({"US": "Ann", "ARVN": "Dan"}, (US,)),
        ({"US": "Dan", "ARVN": "Ann"}, (ARVN,)),
        ({"US": "Ann", "ARVN": "Ann"}, (US, ARVN)),
        ({"NVA": "Ann"}, (NVA,)),
        ({"VC": "Ann", "US": "Dan"}, (VC,)),
    ],
)
def test_the_rest_of_a_hand(tags: dict[str, str], expected: tuple[Faction, ...]) -> None:
    """A Faction without a tag goes with the other of its hand; one with a tag is its own player's."""
    assert seats(senders(tags), mail("Ann")) == expected


def test_the_rest_of_a_hand_is_checked_as_its_player_is() -> None:
    """By the address, or by nobody where a name binds it."""
    found = senders({"US": "Ann <ann@example.org>"}).sender_of(mail("x", "ann@example.org"))
    assert found.checked == found.seats == (US, ARVN)
    assert senders({"US": "Ann"}).sender_of(mail("Ann", "ann@example.org")).checked == ()


# -- what the moderator says -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "tags", "expected"),
    [
        ("NVA", NAMED, (NVA,)),
        ("nva", NAMED, (NVA,)),
        ("VC", NAMED, ()),
        ("US+ARVN", NAMED, ()),
        ("NVA+VC", NAMED, (NVA,)),
        ("VC", {}, (VC,)),
        ("us+arvn", {}, (US, ARVN)),
        ("VC", {"Moderator": "Mo"}, (VC,)),
        ("Bo Smith", NAMED, (NVA,)),
        ("Cy", NAMED, ()),
        ("Mo", NAMED, ()),
    ],
)
def test_by_binds_a_seat_without_an_address(by: str, tags: dict[str, str], expected: tuple[Faction]) -> None:
    """The name in `--by` binds the seat, whoever the mail names as sender; nobody checked it."""
    found = senders(tags, by).sender_of(mail("Cy", "eve@example.org"))
    assert (found.seats, found.checked, found.open, found.moderates) == (expected, (), False, False)
    for who in expected:
        assert f"not checked: --by {by} says it" in found.why_unchecked([who])


@pytest.mark.parametrize("by", ["VC", "NVA", "US+ARVN"])
def test_the_moderators_own_mail_for_a_seat(by: str) -> None:
    """A moderator's mail for a seat is taken for that seat alone, and nothing in it is unchecked."""
    found = senders(NAMED, by)
    sender = found.sender_of(mail("x", "mo@example.org"))
    assert "+".join(sender.seats) == by and sender.checked == sender.seats and not sender.moderates
    other = NVA if by == "VC" else VC
    told = found.why_not(other, sender, mail("x", "mo@example.org"))
    assert told and (other is VC or told == f"this is a move of NVA, and the mail is taken for one of {by}")


def test_the_moderator_may_send_anything() -> None:
    """By address the moderator may send anything; by name only for seats without an address, and cards."""
    by_address = senders(NAMED).sender_of(mail("x", "MO@example.org"))
    assert by_address.moderates and by_address.why_unchecked([US, NVA, None]) == ""
    by_name = senders(BY_NAME).sender_of(mail("Mo", "x@example.org"))
    assert (by_name.moderates, by_name.turns_cards, by_name.seats) == (False, True, (NVA,))
    assert "not checked" in by_name.why_unchecked([NVA]) and "not checked" in by_name.why_unchecked([None])
    assert senders(NAMED).sender_of(mail("Mo", "x@example.org")).is_stranger


def test_a_moderator_by_name_in_a_game_of_addresses() -> None:
    """A moderator by name turns up cards, unchecked, and has no seat; `--by` gives him one seat alone."""
    found = senders({**BY_NAME, "NVA": "Bo <bo@example.org>"}).sender_of(mail("Mo", "x@example.org"))
    assert (found.seats, found.turns_cards, found.is_stranger) == ((), True, False)
    assert "not checked: the name Mo says it" in found.why_unchecked([None])
    told = senders(BY_NAME).why_not(VC, found, mail("Mo", "x@example.org"))
    assert told.startswith("VC is played from cy@example.org, and this mail is from x@example.org: if")
    with_seat = senders(BY_NAME).sender_of(mail("Mo", "x@example.org"))
    assert senders(BY_NAME).why_not(VC, with_seat, mail("Mo", "x@example.org")) == told
    by = senders(BY_NAME, "NVA").sender_of(mail("Mo", "x@example.org"))
    assert (by.seats, by.turns_cards) == ((NVA,), False)


# -- reasons -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "letter", "faction", "told"),
    [
        ("", mail("Eve", "e@x"), NVA, "Eve is nobody whom the game names as a player: if it is theirs"),
        ("", mail("Eve", "e@x"), VC, "VC is played from cy@example.org, and this mail is from e@x: if"),
        ("", mail("Eve"), VC, "VC is played from cy@example.org, and this mail is from no address: if"),
        ("", mail("Bo Smith", "b@x"), VC, "VC is played by Cy, and this mail is from Bo Smith"),
        ("", mail("Cy", "cy@example.org"), NVA, "NVA is played by Bo Smith, and this mail is from Cy"),
        ("", mail("Cy", "cy@example.org"), US, "US is played by Ann, and this mail is from Cy"),
        ("VC", mail("Cy", "e@x"), VC, "VC is played from cy@example.org, and this mail is from e@x: if"),
        ("NVA", mail("Cy", "e@x"), ARVN, "ARVN is played from ann@example.org, and this mail is from e@x"),
        ("NVA", mail("Cy", "e@x"), VC, "VC is played from cy@example.org, and this mail is from e@x: if"),
        ("NVA+VC", mail("Cy", "e@x"), VC, "VC is played from cy@example.org, and this mail is from e@x: if"),
        ("Bo", mail("Cy", "e@x"), VC, "VC is played by Cy, and this mail is from Bo"),
    ],
)
def test_why_a_move_is_not_taken(by: str, letter: Letter, faction: Faction, told: str) -> None:
    """Who plays it, or from where; with the way out where it may be theirs."""
    found = senders(NAMED, by)
    assert found.why_not(faction, found.sender_of(letter), letter).startswith(told)


def test_a_faction_that_nobody_plays() -> None:
    """The header names no player for the Faction."""
    found = senders({"VC": "Cy", "US": "Ann", "ARVN": "Dan"})
    told = found.why_not(NVA, found.sender_of(mail("Cy")), mail("Cy"))
    assert told.startswith("the header does not say who plays NVA, and this mail is from Cy: if it is theirs")


@pytest.mark.parametrize("faction", list(Faction))
def test_why_a_move_is_taken(faction: Faction) -> None:
    """A move is taken in an open game, from the moderator, or for the sender's seats, and from no other."""
    for sender in (Sender("x", open=True), Sender("x", moderates=True), Sender("x", (faction,))):
        assert senders(NAMED).why_not(faction, sender, mail()) == ""
    others = tuple([who for who in Faction if who is not faction])
    assert senders(NAMED).why_not(faction, Sender("x", others), mail()) != ""


# -- claims ------------------------------------------------------------------------------------------

TWO = Sender("Ann", (US, ARVN))


@pytest.mark.parametrize(
    ("author", "sender", "by", "may"),
    [
        ("US", TWO, "", True),
        ("us", TWO, "", True),
        ("US+ARVN", TWO, "", True),
        ("US+VC", TWO, "", False),
        ("VC", TWO, "", False),
        ("Ann", TWO, "", True),
        ("Ann Other", TWO, "", True),
        ("Dan", TWO, "", False),
        ("Dan", TWO, "Dan", True),
        ("Eve", TWO, "Dan", False),
        ("VC", Sender("Mo", moderates=True), "", True),
        ("Dan", Sender("Mo", moderates=True), "", True),
        ("VC", Sender("Ann", open=True), "", True),
        ("Dan", Sender("Ann", open=True), "", False),
        ("VC", Sender("Ann"), "VC", False),
    ],
)
def test_what_a_line_may_claim(author: str, sender: Sender, by: str, may: bool) -> None:
    """A line may claim the sender's name, the name given for him, or the whole of his seat."""
    assert may_claim(author, sender, mail("Ann"), by) == may
