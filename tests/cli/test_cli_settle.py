"""`fitl settle`: games that older rules allowed go on by today's rules, and `validate` offers the lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import fitl, game_here

import notation
from fitl_core.engine import play, start
from fitl_core.facts.release_notes import ReleaseNote, RuledExample
from fitl_core.game import settling
from fitl_core.game.files import Game, play_log, read_log
from fitl_core.proofs.signatures import with_key
from fitl_core.record.events import Stand
from fitl_core.rules.operations import attack, march, rally, terror, train
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.position_digest import digest

HEAD = """[FITL "3"]
[Rules-Release "1"]
[Scenario "full"]
"""
POSITION = '[Position "BTu ut; QDu 2vg*; Sai 3ut; Ple vg*; KhH ut; played 68; next 55; eligible US VC"]\n\n'
SWEEP = "US   sweep KhH>Ple:ut | airstrike {3} | sweep BTu>QDu:ut"
LITERAL = "Ple 1ut, KhH 0ut, BTu 0ut, QDu 1ut"
"""The figures of the Sweep if each clause happens as it is written."""
TRAIN = HEAD + '[Position "Hue 3at 2ap; ARVN 9; played 68; next 55; eligible ARVN US"]\n\n'
BASE = "ARVN train Hue+2at base Hue-3at+ab"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with a game of release 1 that has a Sweep with movement after an Air Strike."""
    return game_here(tmp_path, monkeypatch, f"{HEAD}{POSITION}{SWEEP}\nVC   pass\nnext #12\n\n#55\n")


def game(path: Path) -> Game:
    """Return the game in a file, which is legal and true."""
    found = play_log(read_log(path.read_bytes(), str(path)))
    assert found.error is None and not found.log.faults
    assert fitl("validate", str(path)).exit_code == 0
    return found


# -- validate ---------------------------------------------------------------------------------------


def test_validate_lists_what_today_judges_otherwise(here: Path) -> None:
    """Each event has its reason, the release note that explains it, and the line that lets it stand."""
    result = fitl("validate", str(here))
    assert result.exit_code == 1
    told = f"game.fitl was written by rules release 1; release {RULES_RELEASE} judges 1 event otherwise:\n"
    assert told in result.output
    assert "  event 1 (line 6): 3.2.3: all Troops of a Sweep move together" in result.output
    assert "    since release 2, 3.2.3: All Troops of a Sweep move together." in result.output
    assert f"    amend 1 ruling stand {SWEEP}   => {LITERAL}\n" in result.output
    assert "nothing in the file confirms its figures" in result.output
    assert "fitl settle game.fitl writes these lines" in result.output


def test_validate_has_the_list_as_data(here: Path) -> None:
    """The report has the release of the file, and each event with its notes and the offered line."""
    report = json.loads(fitl("validate", str(here), "--json").output)
    (one,) = report["judged_otherwise"]
    assert report["rules_release"] == 1
    assert (one["event"], one["line"], one["otherwise"], one["rule"]) == (1, 6, "refused", "3.2.3")
    assert [(note["release"], note["rule"]) for note in one["notes"]] == [(2, "3.2.3")]
    assert one["offered"] == f"amend 1 ruling stand {SWEEP}   => {LITERAL}"


@pytest.mark.parametrize(
    ("head", "is_listed"),
    [
        (HEAD, True),
        (HEAD.replace('e "1"', f'e "{RULES_RELEASE}"'), False),
        (HEAD.replace('e "1"', 'e "99"'), False),
        ('[FITL "2"]\n[Scenario "full"]\n', False),
        ('[FITL "1"]\n[Scenario "full"]\n', True),
    ],
)
def test_only_a_file_of_an_older_release_has_a_list(here: Path, head: str, is_listed: bool) -> None:
    """Without the tag, the format version bounds the release: version 2 came with release 2."""
    here.write_text(f"{head}{POSITION}{SWEEP}\n")
    assert ("judges 1 event otherwise" in fitl("validate", str(here)).output) is is_listed


def test_an_ordinary_illegal_move_of_an_old_format_is_not_listed(here: Path) -> None:
    """Without the tag, a release note has to explain the refusal."""
    here.write_text(f'[FITL "1"]\n[Scenario "full"]\n{POSITION}US   pass\nUS   pass => Aid 9\n')
    assert "otherwise" not in fitl("validate", str(here)).output


def test_each_event_is_judged_from_the_position_before_it(here: Path) -> None:
    """After an event that is let stand the game goes on from its recorded figures."""
    here.write_text(f"{TRAIN}{BASE}   => ARVN 3\nUS   assault Sai => ARVN 3\n")
    report = json.loads(fitl("validate", str(here), "--json").output)
    assert [(one["event"], one["otherwise"]) for one in report["judged_otherwise"]] == [
        (1, "figures"),
        (2, "refused"),
    ]


# -- settle -----------------------------------------------------------------------------------------


def test_settle_writes_the_lines_and_the_game_goes_on(here: Path) -> None:
    """The line follows the event, the release is today's, and the next move is judged by today's rules."""
    result = fitl("settle", str(here), "--yes")
    assert result.exit_code == 0
    assert f"game.fitl: written; the game goes on by rules release {RULES_RELEASE}\n" in result.output
    lines = here.read_text().split("\n")
    assert lines[1] == f'[Rules-Release "{RULES_RELEASE}"]'
    at = lines.index(SWEEP)
    assert lines[at + 1].startswith(f"amend 1 ruling stand {SWEEP}   => {LITERAL}   ; ")
    replay = game(here).replay
    assert replay is not None and replay.stands == (1,) and replay.state.card == 55
    (verdict,) = fitl("validate", str(here)).output.splitlines()
    assert verdict.startswith("game.fitl: legal, but for event 1, let stand by the table; ")
    assert fitl("play", str(here), "NVA pass").exit_code == 0
    assert fitl("settle", str(here)).output.startswith("game.fitl: nothing to settle: rules release")


def test_settle_asks_nobody_without_a_terminal(here: Path) -> None:
    """The lines are shown, nothing is written, and the message names --yes."""
    before = here.read_bytes()
    result = fitl("settle", str(here))
    assert result.exit_code == 2 and "--yes writes the lines without a question" in result.output
    assert "amend 1 ruling stand" in result.output and here.read_bytes() == before


@pytest.mark.parametrize(("answer", "is_written"), [("yes", True), ("y", True), ("no", False), ("", False)])
def test_settle_asks_at_a_terminal(
    here: Path, monkeypatch: pytest.MonkeyPatch, answer: str, is_written: bool
) -> None:
    """Only yes writes."""
    monkeypatch.setattr("fitl_cli.prompts._readline", lambda: None)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True)
    before = here.read_bytes()
    result = fitl("settle", str(here), stdin=f"{answer}\n" if answer else "")
    assert "write 1 line into game.fitl? yes or no> " in result.output and result.exit_code == 0
    assert (here.read_bytes() != before) is is_written
    assert ("nothing is written" in result.output) is not is_written


def test_settle_to_another_file_and_as_data(here: Path) -> None:
    """With -o the game itself stays. With --json nothing is asked, and only --yes writes."""
    before = here.read_bytes()
    listed = json.loads(fitl("settle", str(here), "--json").output)
    assert (listed["release"], listed["today"], listed["out"]) == (1, RULES_RELEASE, "")
    written = json.loads(fitl("settle", str(here), "--json", "--yes", "-o", "new.fitl").output)
    assert written["differences"] == listed["differences"] and written["out"] == "new.fitl"
    assert here.read_bytes() == before
    assert game(Path("new.fitl")).stands == (1,)


def test_settle_of_json_lines(here: Path) -> None:
    """JSON Lines stay JSON Lines."""
    Path("game.jsonl").write_text(fitl("fmt", str(here), "--jsonl").output)
    assert fitl("settle", "game.jsonl", "--yes").exit_code == 0
    assert Path("game.jsonl").read_text().startswith('{"tags":[["FITL","3"]')
    assert game(Path("game.jsonl")).stands == (1,)


def test_bad_files(here: Path) -> None:
    """A file with faults, standard input, and a file with nothing to settle."""
    Path("faults.fitl").write_text(HEAD + "\nUS trian\n")
    assert fitl("settle", "faults.fitl", "--yes").exit_code == 3
    assert fitl("settle", "missing.fitl", "--yes").exit_code == 3
    assert fitl("settle", "-", "--yes").exit_code == 2
    here.write_text(f'[FITL "2"]\n[Scenario "full"]\n{POSITION}US   pass\n')
    result = fitl("settle", str(here), "--yes")
    assert (result.exit_code, result.output) == (
        0, "game.fitl: nothing to settle: today's rules judge no event otherwise\n",
    )  # fmt: skip
    here.write_text(f"{HEAD}{POSITION}US   hold\nVC   waive\nNVA  hold\ndice VC space {{2 6}}\n")
    result = fitl("settle", str(here), "--yes")
    assert result.exit_code == 1 and "no line can let it stand: take it back with void" in result.output
    assert "stays illegal with these lines, so nothing is written" in result.output


# -- figures ----------------------------------------------------------------------------------------


def test_the_claims_of_the_move_are_its_figures(here: Path) -> None:
    """A legal move with figures of older rules is let stand with these."""
    here.write_text(f"{TRAIN}{BASE}   => ARVN 3\nUS   pass   => ARVN 6\n")
    assert fitl("validate", str(here)).exit_code == 1
    result = fitl("settle", str(here), "--yes")
    assert "3.2.1: the figures are others now: not ARVN 3" in result.output
    assert "(its figures are those that the file claims)" in result.output
    assert game(here).stands == (1,)


def test_a_false_claim_that_no_rule_explains_stays_one(here: Path) -> None:
    """A figure that nobody can set is an ordinary false claim: it is not settled."""
    here.write_text(f"{TRAIN}{BASE}   => US 50\nUS   pass\n")
    assert "nothing to settle" in fitl("settle", str(here), "--yes").output
    assert fitl("validate", str(here)).exit_code == 1


@pytest.mark.parametrize("figures", [LITERAL, "Ple 1ut, KhH 0ut", "Ple 1ut, KhH 0ut, trail 3"])
def test_the_next_digest_chooses_among_the_figures(here: Path, figures: str) -> None:
    """The Sweep may have moved the second Troop or not; a digest of something else confirms neither."""
    stand = notation.read_line(f"ruling stand {SWEEP} => {figures}").event
    assert isinstance(stand, Stand)
    log = notation.read(f"{HEAD}{POSITION}").log
    state = play(start(notation.setup_of(log)).state, stand).state
    after = digest(play(state, notation.read_line("VC pass").event or stand).state)
    here.write_text(f"{HEAD}{POSITION}{SWEEP}\nVC   pass\ndigest {after}\n")
    first = json.loads(fitl("settle", str(here), "--json").output)["differences"][0]
    if "trail" in figures:
        assert first["confirmed"] == ""
    else:
        assert first["confirmed"] == "digest" and first["offered"].endswith(figures)
    assert fitl("settle", str(here), "--yes").exit_code == 0
    assert game(here).replay is not None


def test_a_digest_of_another_position_is_passed_over(here: Path) -> None:
    """The last move before it stands as today's rules play it, and the digest is not compared."""
    here.write_text(f"{TRAIN}{BASE}\nUS   pass\ndigest 2:0123456789abcdef\nnote well\n")
    report = json.loads(fitl("validate", str(here), "--json").output)
    (one,) = report["judged_otherwise"]
    assert (one["event"], one["otherwise"]) == (3, "digest")
    assert fitl("settle", str(here), "--yes").exit_code == 0
    replay = game(here).replay
    assert replay is not None and [(one.number, one.by) for one in replay.mended] == [(3, 4)]


# -- the record is never rewritten --------------------------------------------------------------------


def test_a_chain_stays_whole(here: Path) -> None:
    """The line stands at the end of a chained game, with a link of its own; no number changes."""
    head = fitl("fmt", str(here), "--chain", "-o", str(here)).output.split()[-1]
    before = notation.read(here.read_text()).log.entries
    assert fitl("settle", str(here), "--yes").exit_code == 0
    after = notation.read(here.read_text()).log.entries
    assert after[: len(before)] == before and len(after) == len(before) + 1
    result = fitl("verify", str(here), "--head", head)
    assert result.exit_code == 0 and "the head that was published is that of event 4" in result.output
    second = pytest.importorskip("second_checker")
    assert second.check(notation.dump(notation.read(here.read_text()).log).encode()) == ""
    replay = game(here).replay
    assert replay is not None and replay.state.card == 55


def test_numbers_in_other_lines_keep_their_events(here: Path) -> None:
    """A line that counts events keeps its meaning: the new line stands at the end."""
    here.write_text(f"{HEAD}{POSITION}{SWEEP}\nVC   pass\namend 2 VC   rally QDu+vg\n")
    assert fitl("settle", str(here), "--yes").exit_code == 0
    assert here.read_text().split("\n")[-2].startswith("amend 1 ruling stand US")
    game(here)


def test_two_events_of_a_chained_game(here: Path) -> None:
    """Each gets a line at the end; the first waits for the second."""
    text = f"{HEAD}{POSITION}{SWEEP}\nVC   pass\nnext #12\n\n#55\nNVA  march QDu>Sai:3ng\n"
    here.write_text(text)
    assert fitl("fmt", str(here), "--chain", "-o", str(here)).exit_code == 0
    assert fitl("settle", str(here), "--yes").exit_code == 0
    found = game(here)
    assert found.stands == (1, 5) and fitl("verify", str(here)).exit_code == 0


def test_a_seat_with_a_key_signs_its_new_lines(here: Path) -> None:
    """Nobody signs for a player: the command names the seats, and `verify` waits for them."""
    pytest.importorskip("nacl")
    log = with_key(notation.read(here.read_text()).log, "US", bytes(32))
    here.write_text(notation.write(log))
    result = fitl("settle", str(here), "--yes")
    assert "US still has to sign new lines: fitl sign\n" in result.output


def test_dice_of_the_move_keep_their_proofs(here: Path) -> None:
    """The new line repeats the dice of the move with their proofs."""
    here.write_text(here.read_text().replace(SWEEP, f"{SWEEP} ; [%by US] [%proof d6 1 US: the hits] hm"))
    assert fitl("settle", str(here), "--yes").exit_code == 0
    line = next(line for line in here.read_text().split("\n") if line.startswith("amend 1"))
    assert "[%proof d6 1 US: the hits]" in line and "[%by US]" not in line


# -- other rules --------------------------------------------------------------------------------------

CHANGES = {
    "Rally": (rally, "COST"),
    "March": (march, "COST"),
    "Terror": (terror, "COST"),
    "Train": (train, "COST"),
    "Attack": (attack, "COST"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_annotated_game_keeps_its_figures_under_other_rules(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With another cost, each difference is found, and the settled game ends where the old one ended."""
    monkeypatch.chdir(tmp_path)
    path = Path("game.fitl")
    path.write_text(fitl("random", "--scenario", "short", "--seed", "3").output)
    path.write_text(fitl("annotate", str(path), "--digests").output)
    path.write_text(path.read_text().replace(f'e "{RULES_RELEASE}"', 'e "1"'))
    replay = game(path).replay
    assert replay is not None
    module, cost = CHANGES[name]
    monkeypatch.setattr(module, cost, getattr(module, cost) + 2)
    found = settling.judged_otherwise(read_log(path.read_bytes()))
    assert found and all(one.confirmed for one in found)
    assert fitl("validate", str(path)).exit_code == 1
    assert fitl("settle", str(path), "--yes").exit_code == 0
    after = game(path).replay
    assert after is not None and digest(after.state) == digest(replay.state)


def test_a_note_on_a_later_release_explains_a_difference(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notes are looked up since the release of the file."""
    example = RuledExample("", "US pass", "legal", "illegal")
    note = ReleaseNote("3.2", "Sweeps are other now.", "A fault.", example, 9)
    monkeypatch.setattr(settling, "notes", lambda since, rule: (note,) if note.explains(rule) else ())
    assert "    since release 9, 3.2: Sweeps are other now.\n" in fitl("validate", str(here)).output


def test_a_long_file_of_refused_moves_takes_time_that_grows_with_its_length(here: Path) -> None:
    """The figures of the first refused moves are chosen; later ones get those that the file records."""
    cards = [number for number in range(1, 60) if number not in (55, 68)]
    moves = [f"US   train Hue+9ui   => Aid {number}\nVC   train Hue+9at\nnext #{number}" for number in cards]
    here.write_text(HEAD + POSITION + "\n".join(moves) + "\n")
    found = settling.judged_otherwise(read_log(here.read_bytes()))
    late = [one for one in found[settling.MOST_CHOSEN :] if one.stand is not None]
    assert len(found) > 60 and any(one.confirmed == "claims" for one in late)
    assert all(len(one.stand.claims) <= 1 for one in late if one.stand is not None)
