"""Open points: no proof shows them to be wrong, and yet they leave somebody a choice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from proven_game import KEY, SEED, proven_game

import notation
from fitl_cli.app import app
from fitl_core.proofs.findings import Verification
from fitl_core.proofs.rolls import roll_die
from fitl_core.proofs.sealed_orders import Sealed, order
from fitl_core.proofs.seeds import commitment
from fitl_core.proofs.verification import verify
from fitl_core.proofs.verify_reports import verdict_words
from notation import Log

START = f"""[FITL "2"]
[Scenario "short"]
[Players "{{players}}"]
[Proofs "2"]
[Seed-Commitment "{commitment(SEED)}"]
[Seeds-Added "US:54756573646179 VC:62616e616e61"]
[Seed-Opened "{SEED.hex()}"]
[Position "Tay 3vg at; Hue 4vg 2at; eligible VC; played 1; next 2; VC 9"]
"""
TAY, HUE = "VC: the Attack in Tay Ninh, by 3 Guerrillas", "VC: the Attack in Hue, by 4 Guerrillas"


def die(number: int, purpose: str) -> tuple[int, str]:
    """A die as it falls, and the field with its proof."""
    fell, proof = roll_die(KEY, number, purpose)
    return fell, f"[%proof {proof}]"


def attack(number: int, purpose: str = TAY, space: str = "Tay") -> str:
    """An Attack that removes nothing, with its die."""
    fell, proof = die(number, purpose)
    took = f" {space}-at" if fell <= (3 if space == "Tay" else 4) else ""
    return f"VC attack {space} guerrillas {{{fell}}}{took} ; {proof}"


def spent(number: int) -> str:
    """The field of a die that was rolled for an Attack in Hue."""
    return die(number, HUE)[1]


def look(*lines: str, players: str = "US ARVN NVA VC") -> Verification:
    """Return the findings of these lines."""
    whole = notation.read(START.format(players=players) + "\n".join(lines) + "\n").log
    return verify(whole, ask_rules=True)


def points(*lines: str, players: str = "US ARVN NVA VC") -> list[tuple[str, int]]:
    """The open points, each with its event."""
    found = look(*lines, players=players)
    assert found.faults == (), found.faults
    return [(point.code, point.event) for point in found.open_points]


# -- dice -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([attack(1)], []),
        ([f"note {spent(1)}", attack(2)], [("die-unused", 1)]),
        ([f"note {spent(1)} {spent(2)}"], [("die-unused", 1), ("die-unused", 1)]),
        ([attack(1), f"void ; {spent(2)}", attack(1)], [("die-unused", 2)]),
        ([f"note {spent(1)}", attack(1, HUE, "Hue")], []),
        ([f"note {spent(1)}", attack(1, HUE, "Hue"), "void"], [("die-replaced", 2)]),
    ],
)
def test_dice_that_are_used_for_nothing(lines: list[str], expected: list[tuple[str, int]]) -> None:
    """Each is named once, in the line that has its proof; a die that is used later is in use."""
    assert points(*lines) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([attack(1), "amend 1 " + attack(2)], [("die-replaced", 1)]),
        ([attack(1), "amend 1 VC pass"], [("die-replaced", 1)]),
        (
            [attack(1), "amend 1 " + attack(2), "amend 1 " + attack(3)],
            [("die-replaced", 1), ("die-replaced", 2)],
        ),
        ([attack(1), "amend 1 " + attack(2), "amend 1 " + attack(1)], [("die-replaced", 2)]),
        ([attack(1), "amend 1 " + attack(2), "void 2"], [("die-replaced", 2)]),
        ([attack(1), "void", attack(2)], [("die-replaced", 1)]),
        ([attack(1), "void 1"], [("die-replaced", 1)]),
        ([attack(1), "amend 1 " + attack(1)], []),
        ([attack(1), "void", attack(1)], []),
    ],
)
def test_dice_that_are_replaced(lines: list[str], expected: list[tuple[str, int]]) -> None:
    """A die replaced by an amended or a void line may be an open point; the die in force is none."""
    assert points(*lines) == expected


@pytest.mark.parametrize(
    "purpose",
    [
        "VC: Attack in Tay Ninh",
        "VC: the Attack in Tay Ninh, by 2 Guerrillas",
        "VC: the Attack in Hue, by 4 Guerrillas",
        "vc: the Attack in Tay Ninh, by 3 Guerrillas",
        "NVA: the Attack in Tay Ninh, by 3 Guerrillas",
        "the Attack in Tay Ninh, by 3 Guerrillas",
        "event 2: the Attack in Tay Ninh, by 3 Guerrillas",
        "event 01x: the Attack in Tay Ninh, by 3 Guerrillas",
        "event 0: the Attack in Tay Ninh, by 3 Guerrillas",
    ],
)
def test_purposes_that_the_rules_did_not_ask_for(purpose: str) -> None:
    """A free purpose is refused, because another word would be another die, and its writer could choose."""
    (point,) = look(attack(1, purpose)).open_points
    assert (point.code, point.event) == ("die-purpose", 1)
    assert point.message == f'die 1 was rolled for "{purpose}"; the rules ask for "{TAY}"'


def test_purposes_of_the_rules() -> None:
    """A purpose names the Faction by mail and the event at a table, for each die, amendments included."""
    assert (
        points(attack(1, f"event 1: {TAY[4:]}")) == points("note x", attack(1, f"event 1: {TAY[4:]}")) == []
    )
    first, second = die(1, TAY), die(2, HUE)
    took = " Tay-at" * (first[0] <= 3), " Hue-2at" * (second[0] <= 4)
    move = f"VC attack Tay guerrillas {{{first[0]}}}{took[0]}, Hue guerrillas {{{second[0]}}}{took[1]}"
    found = look(f"{move} ; {first[1]} {second[1]}")
    assert [point.code for point in found.open_points] == []
    other = look("VC pass", "amend 1 " + attack(1, "VC: Attack!"))
    assert [(point.code, point.event) for point in other.open_points] == [("die-purpose", 2)]


@pytest.mark.parametrize(
    ("line", "purpose", "is_asked"),
    [
        ("dice VC 8.5.3/if-2 {%d}", "VC: 8.5.3/if-2", True),
        ("dice VC 8.5.3/if-2 {%d}", "event 1: 8.5.3/if-2", True),
        ("dice VC even 3 {%d}", "VC: 8.5.4/do-1 (2)", True),
        ("dice VC even 3 {%d}", "VC: 8.4.7", True),
        ("dice VC 8.5.3/if-2 {%d}", "VC: 8.5.3/if-1", False),
        ("dice VC even 3 {%d}", "VC: as I like it", False),
        ("dice VC even 3 {%d}", "VC: 7.3", False),
        ("dice VC even 3 {%d}", "8.4.7", False),
    ],
)
def test_purposes_of_a_non_players_dice(line: str, purpose: str, is_asked: bool) -> None:
    """The node of section 8 that decides."""
    fell, proof = die(1, purpose)
    found = points(f"{line % fell} ; {proof}", players="US NVA")
    assert found == ([] if is_asked else [("die-purpose", 1)])


def test_a_move_that_the_rules_refuse() -> None:
    """An illegal move has no dice by the rules: the report states that, and the dice count as they fell."""
    found = look("VC pass", "VC pass", attack(1))
    assert found.faults == () and found.dice == 1
    assert any("the rules refuse the line" in told and told.endswith("event 3") for told in found.unchecked)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_dice_whose_proofs_were_removed(number: int) -> None:
    """In a game from before each line is an open point; with `Proofs` it is a fault."""
    lines = ["dice VC space {1 2}"] * number
    new = START.format(players="US NVA") + "\n".join(lines)
    assert [fault.code for fault in verify(notation.read(new).log).faults] == ["die-unproven"] * number
    old = verify(notation.read(new.replace('[Proofs "2"]\n', "")).log)
    assert old.faults == () and [point.code for point in old.open_points] == ["die-unproven"] * number


def test_a_marker_without_proof() -> None:
    """Drawn markers have proofs in a game with a sealed seed; chosen ones have none."""
    start = START.format(players="US ARVN NVA VC").replace("[Proofs", '[Options "deception"]\n[Proofs')
    for option, expected in (("deception", ["marker-unproven"]), ("handicap", [])):
        text = start.replace("deception", option) + "VC reveal agenda\n"
        assert [point.code for point in verify(notation.read(text).log).open_points] == expected


# -- orders -----------------------------------------------------------------------------------------

ORDERS = [order(text, bytes([i]) * 16) for i, text in enumerate(("VC: Tet", "VC: waive", "VC: Tet"))]
SEAL = [f"note [%by VC] [%proof {Sealed(one.seal)}] sealed" for one in ORDERS]
OPEN = [f"note [%by VC] [%proof {one}] opened" for one in ORDERS]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([SEAL[0], OPEN[0]], []),
        ([SEAL[0]], [("order-unopened", 1)]),
        ([SEAL[0], OPEN[0], SEAL[1], OPEN[1]], []),
        ([SEAL[0], SEAL[1], OPEN[0], OPEN[1]], [("orders-at-once", 2)]),
        ([SEAL[0], SEAL[1], OPEN[1]], [("order-unopened", 1), ("orders-at-once", 2)]),
        ([SEAL[0], SEAL[1]], [("order-unopened", 1), ("order-unopened", 2), ("orders-at-once", 2)]),
        ([SEAL[0], SEAL[2], OPEN[0], OPEN[2]], []),
        ([SEAL[0], SEAL[1].replace("by VC", "by NVA"), OPEN[0], OPEN[1]], []),
        ([one.replace("[%by VC] ", "") for one in (*SEAL[:2], *OPEN[:2])], [("orders-at-once", 2)]),
    ],
)
def test_orders_that_leave_a_choice(lines: list[str], expected: list[tuple[str, int]]) -> None:
    """One that is never opened; a second one of the same writer before the first is opened."""
    assert sorted(points(*lines)) == sorted(expected)


# -- the report -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([attack(1)], "verified"),
        ([attack(1, "VC: x")], "verified, with 1 open point"),
        ([f"note {spent(1)}", attack(2), "void", SEAL[0]], "verified, with 3 open points"),
        (
            [f"note {spent(1)}", "VC attack Tay guerrillas {1} Tay-at"],
            "not verified: the first that is wrong is event 2",
        ),
        (["VC pass"], "not verified: nothing in it is proven"),
    ],
)
def test_the_headline(lines: list[str], words: str) -> None:
    """Only a game without open points is plainly verified."""
    assert verdict_words(look(*lines)) == words


def test_no_proof_can_be_removed_from_a_game_that_stays_plainly_verified() -> None:
    """Removing a proof from any line of a game is noticed, with the seed opened and no chain."""
    whole = notation.read(notation.write(proven_game())).log
    tags = tuple([tag for tag in whole.tags if tag.name != "Chain-Head"])
    entries = [notation.Entry(one.event, by=one.by, proof=one.proof) for one in whole.entries]
    before = verify(Log(tags, tuple(entries)), ask_rules=True)
    assert before.sound
    for place, entry in enumerate(entries):
        if not any(proof.startswith(("d6", "sealed", "opened")) for proof in entry.proof):
            continue
        bare = [*entries[:place], notation.Entry(entry.event, by=entry.by), *entries[place + 1 :]]
        assert verdict_words(verify(Log(tags, tuple(bare)), ask_rules=True)) != "verified", entry


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Open points are listed with their events; --strict makes them exit code 1; JSON has them."""
    monkeypatch.chdir(tmp_path)
    many = [f"note {die(i, f'x{i}')[1]}" for i in range(1, 24)]
    Path("game.fitl").write_text(
        START.format(players="US ARVN NVA VC") + "\n".join([*many, attack(24)]) + "\n"
    )
    Path("fine.fitl").write_text(START.format(players="US ARVN NVA VC") + attack(1) + "\n")
    run = CliRunner().invoke
    told = run(app, ["verify", "game.fitl"])
    assert told.exit_code == 0 and told.output.startswith("game.fitl: verified, with 23 open points\n")
    assert '  open: event 2: die 2 was rolled for "x2" and used for nothing\n' in told.output
    assert told.output.count("  open: ") == 20 and "  and 3 more open points\n" in told.output
    assert run(app, ["verify", "game.fitl", "--strict"]).exit_code == 1
    assert run(app, ["verify", "fine.fitl", "--strict"]).exit_code == 0
    report = json.loads(run(app, ["verify", "game.fitl", "--json"]).output)
    assert report["verified"] and len(report["open_points"]) == 23
    first = report["open_points"][0]
    assert (first["code"], first["line"], first["event"]) == ("die-unused", 9, 1)
