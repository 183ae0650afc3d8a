"""`fitl validate --continue` reports every illegal move in one pass, with an assumption for each."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from fixture_games import FIXTURES, files

import notation
from fitl_cli.app import app
from fitl_core.game import replays
from fitl_core.game.fault_notices import assumption_words, notices
from fitl_core.game.file_reports import report
from fitl_core.game.files import Game, LogFile, impossible_parts, play_log, read_log
from fitl_core.game.game_verdicts import summary, verdict_of
from fitl_core.game.replays import replay
from fitl_core.game.surveys import survey
from fitl_core.record.events import Note, Stand
from notation import setup_of

sys.path.append(str(Path(__file__).parents[1] / "bench"))

from follow_ons import FIGURES, counted

TUTORIAL = (FIXTURES / "tutorial.fitl").read_text()
BROKEN = files(FIXTURES / "broken")
REFUSALS = files(FIXTURES / "refusals")


def surveyed(text: str) -> Game:
    return survey(read_log(text.encode()))


def altered(*changes: tuple[str, str]) -> str:
    """Return the tutorial with some of its words changed."""
    text = TUTORIAL
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def as_assumed(log: LogFile, game: Game) -> list[object]:
    """Return the events of a game, with each refused event replaced by its assumption."""
    assert log.document is not None
    events: list[object] = list(log.document.sound_events)
    for refused in game.refused:
        events[refused.number - 1] = Note("") if refused.assumed is None else refused.assumed
    return events


@pytest.mark.parametrize("path", [*BROKEN, *REFUSALS], ids=lambda path: path.stem)
def test_what_is_assumed_is_a_log_that_holds(path: Path) -> None:
    """A survey begins at the first refusal of a plain check, and its assumptions make the log legal."""
    log = read_log(path.read_bytes())
    short, game = play_log(log), survey(log)
    if game.replay is None:
        assert game.setup_error is not None
        return
    assert [one.number for one in game.refused][:1] == [one.number for one in short.refused]
    assert game.replay.error is None and game.replay.sound == len(game.replay.events)
    assert log.document is not None
    again = replay(setup_of(log.document.log), as_assumed(log, game))  # type: ignore[arg-type]
    assert again.error is None and again.state == game.replay.state


def test_a_legal_game_is_as_without() -> None:
    """A legal game needs no assumption and no report."""
    log = read_log(TUTORIAL.encode())
    one, other = survey(log).replay, play_log(log).replay
    assert one is not None and other is not None
    assert (one.steps, one.error, survey(log).refused) == (other.steps, None, ())


def test_all_illegal_moves_are_told_in_one_pass() -> None:
    """Each illegal move is reported with its rule; the table's figures keep later moves legal."""
    game = surveyed(
        altered(
            ("tax QTi, QDu, BTu ", "tax QTi, QDu, BDi "),
            ("VC   event shaded Hue ", "VC   event shaded Sai "),
            ("ARVN redeploy BDi>QNh:at, BDi>DaN:at,", "ARVN redeploy BDi>QNh:at,"),
        )
    )
    rules = [getattr(one.error, "rule", "") for one in game.refused]
    assert rules[0] == "4.5.1" and rules[-1] == "6.4.2"


def test_the_move_without_what_is_refused_is_assumed() -> None:
    """The legal rest of a refused move is carried out; a refused verb is dropped with its clauses."""
    tax = ("tax QTi, QDu, BTu   => VC 10, QTi=PO, QDu=PO, BTu=PO, ", "tax QTi, QDu, BDi   => ")
    game = surveyed(altered(tax))
    assert assumption_words(game.refused[0]) == "VC   rally Ple+2vg, QTr+3vg, Hue+vg | tax QTi, QDu"
    struck = ("assault Ple-2vg* arvn Ple-2vg*   => ARVN 18,", "assault Ple-2vg* | airstrike BDi-2vg*   =>")
    game = surveyed(altered(struck, ("Ple 0vg 0vg* 1vb", "Ple 2vg* 1vb")))
    assert assumption_words(game.refused[0]) == "US   limop assault Ple-2vg*"


def test_fewer_pieces_are_assumed_where_so_many_are_refused() -> None:
    """If a number is too high, the highest legal number is assumed."""
    game = surveyed(altered(("ARVN train Sai+6at pacify", "ARVN train Sai+7at pacify")))
    (refused,) = game.refused
    assert assumption_words(refused).startswith("ARVN train Sai+6at pacify Sai=PS | govern")
    assert game.replay is not None and game.replay.state == surveyed(TUTORIAL).replay.state  # type: ignore[union-attr]


def test_the_figures_of_the_table_go_before_a_guess() -> None:
    """A refused move with the table's figures is let stand, with its legal part and those figures."""
    game = surveyed(altered(("tax QTi, QDu, BTu   => VC 10, ", "tax QTi, QDu, BDi   => VC 13, ")))
    assumed = game.refused[0].assumed
    assert isinstance(assumed, Stand) and game.replay is not None
    before, after = game.replay.steps[game.refused[0].number - 1 :][:2]
    assert before.state.resources[2] != 13 == after.state.resources[2]
    assert "Ple 4vg" in assumption_words(game.refused[0])


def test_a_line_that_reveals_a_card_and_was_forgotten_is_guessed() -> None:
    """A missing `next` line is guessed from the next headings, so later moves stay legal."""
    game = surveyed(altered(("\nnext #97\n", "\n")))
    (refused,) = game.refused
    assert assumption_words(refused) == "next #97" and game.replay is not None
    assert game.replay.state == surveyed(TUTORIAL).replay.state  # type: ignore[union-attr]


def test_a_line_that_reveals_a_card_twice_is_passed_over() -> None:
    """A second line that reveals the same card is passed over."""
    game = surveyed(altered(("\nnext #97\n", "\nnext #97\nnext #97\n")))
    assert [assumption_words(one) for one in game.refused] == ["the line is passed over"]


def test_a_move_out_of_turn_is_what_it_would_be_in_its_turn() -> None:
    """A move out of turn is let stand with its effects, so that the board agrees with the table's."""
    lines = TUTORIAL.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("VC   rally Ple+2vg"))
    lines[at - 1 : at + 1] = lines[at], lines[at - 1]
    game = surveyed("\n".join(lines))
    first = game.refused[0]
    assert first.error.code == "not-your-turn" and game.replay is not None
    assert assumption_words(first).startswith("ruling stand VC   rally Ple+2vg")
    as_played = surveyed(TUTORIAL).replay
    assert as_played is not None
    assert game.replay.steps[first.number + 1].state.spaces == as_played.steps[first.number + 1].state.spaces


def test_a_pass_out_of_turn_is_paid() -> None:
    """A Pass out of turn is let stand with its usual Resources."""
    game = surveyed(altered(("\nVC   event shaded   => Aid", "\nNVA  pass\nVC   event shaded   => Aid")))
    assert assumption_words(game.refused[0]) == "ruling stand NVA  pass   => NVA 11"


def test_what_no_move_stands_for_is_passed_over() -> None:
    """A wrong heading, a wrong digest and a `void` of no event are passed over."""
    game = surveyed(altered(("\n#68\n", "\n#69\n")))
    assert [assumption_words(one) for one in game.refused] == ["the line is passed over"]
    game = surveyed(altered(("\n#68\n", "\n#68\ndigest 2:0123456789abcdef\nvoid 99\n")))
    assert [one.number for one in game.refused] == [11, 12]


def test_each_line_is_played_a_few_times_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of plays grows with the length of the log, not with the number of refusals."""
    played: list[object] = []
    original = replays.play

    def counted(state, event):  # type: ignore[no-untyped-def]
        played.append(event)
        return original(state, event)

    monkeypatch.setattr(replays, "play", counted)
    for times in (1, 20, 100):
        played.clear()
        game = surveyed(TUTORIAL.rstrip() + "\n" + "VC   tax Sai\n" * times)
        assert game.replay is not None and len(game.refused) == times
        assert len(played) <= 3 * len(game.replay.events)


def test_the_command_line_tells_all_and_what_was_assumed(tmp_path: Path) -> None:
    """`fitl validate --continue` exits with 1 and shows each refusal with its assumption, also as JSON."""
    path = tmp_path / "game.fitl"
    path.write_text(altered(("tax QTi, QDu, BTu ", "tax QTi, QDu, BDi "), ("\n#97\n", "\n#98\n")))
    result = CliRunner().invoke(app, ["validate", "--continue", str(path)])
    assert result.exit_code == 1
    assert result.output.count("illegal: ") >= 2 and result.output.count("assumed from here on: ") >= 2
    assert "(as assumed)" in result.output.splitlines()[-1]
    data = json.loads(CliRunner().invoke(app, ["validate", "--continue", "--json", str(path)]).output)
    assert (data["verdict"], data["sound"]) == ("illegal", 11)
    assert [error["event"] for error in data["errors"]] == sorted(error["event"] for error in data["errors"])
    assert all(error["assumed"] for error in data["errors"]) and not data["let_stand"]
    once = CliRunner().invoke(app, ["validate", str(path)])
    assert once.output.count("illegal: ") == 1 and "assumed" not in once.output


def test_a_line_that_cannot_be_read_is_passed_over() -> None:
    """SPEC 3: an unreadable line keeps its event number and is reported; later lines are checked."""
    game = surveyed(
        altered(
            ("\nNVA  pass   => NVA 11", "\nNVA  parse   => NVA 11"),
            ("tax QTi, QDu, BTu ", "tax QTi, QDu, BDi "),
        )
    )
    legal = surveyed(TUTORIAL)
    (line,) = game.passed_over
    assert len(game.entries) == len(legal.entries) and game.replay is not None
    assert [one.number for one in game.refused][-1] == 12 and game.sound == line.before < 11
    assert verdict_of(game, ()) == "unreadable"
    told = [notice for notice in notices(game) if notice.kind == "error"]
    assert told[0].details[-1].strip() == "assumed from here on: the line is passed over"
    assert "illegal event" in summary(game, ()).what and summary(game, ()).where.endswith("(as assumed)")
    first = report(game, ()).errors[0]
    assert (first.event, first.assumed) == (None, "the line is passed over")


def test_a_comment_that_cannot_be_read_holds_no_event() -> None:
    """An unreadable comment is passed over without a number; without a header nothing is assumed."""
    game = surveyed(TUTORIAL.rstrip() + "\n; [%by]\nVC   tax Sai\n")
    if game.log.faults:
        assert len(game.entries) == len(surveyed(TUTORIAL).entries) + 1
    broken = TUTORIAL.replace('[Scenario "', "[Scenario ", 1)
    assert surveyed(broken).passed_over == () and surveyed(broken).log.faults


def test_json_lines_are_checked_to_their_end() -> None:
    """Each unreadable JSON entry is reported; the other entries are played like lines of a text."""
    lines = notation.dump(notation.read(TUTORIAL).log).splitlines()
    events = [at for at, line in enumerate(lines) if '"event"' in line]
    for at in (events[4], events[20]):
        lines[at] = lines[at].replace('"event":', '"event":[', 1)
    game = surveyed("\n".join(lines))
    assert [fault.line for fault in game.log.faults] == [events[4] + 1, events[20] + 1]
    assert [one.before for one in game.passed_over] == [4, 20] and game.replay is not None
    assert len(game.replay.events) == len(surveyed(TUTORIAL).entries)


def test_json_lines_tell_every_fault_of_a_position() -> None:
    """Unreadable and impossible parts of a Position are reported at their columns, as in a text."""
    line = '{"tags":[["FITL","2"],["Scenario","full"],["Position","Hue 2xx; aid z; played 107; next 68"]]}'
    found = read_log(line.encode())
    assert [line[one.column - 1 : one.end - 1] for one in found.faults] == ["xx", "z"]
    line = line.replace("Hue 2xx; aid z", "Hue 7vb; aid 99")
    impossible = impossible_parts(play_log(read_log(line.encode())))
    assert [line[at.column - 1 : at.end - 1] for _, at in impossible] == ["Hue 7vb", "aid 99"]


def test_faults_of_json_lines_hold_nothing_of_what_was_read() -> None:
    """A fault keeps no frame alive, and a fault of a tag is reported once."""
    header = '{"tags":[["FITL","2"],["Scenario","x\\nfull"]]}'
    found = read_log(f'{header}\n[1]\n{{"event":\n{{"event":{{"event":"x"}}}}\n'.encode()).faults
    assert [(fault.code, fault.line) for fault in found] == [
        ("tag-value", 1),
        ("json", 2),
        ("json", 3),
        ("json", 4),
    ]
    found += read_log(b'{"tags":\n{"event":{"event":"pass"}}\n').faults
    assert all(fault.__traceback__ is None and fault.__context__ is None for fault in found)


def test_the_sound_part_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A survey of a legal game plays each event once."""
    played: list[object] = []
    original = replays.play

    def counted(state, event):  # type: ignore[no-untyped-def]
        played.append(event)
        return original(state, event)

    monkeypatch.setattr(replays.Fold.__init__, "__defaults__", (counted,))
    game = surveyed(TUTORIAL)
    assert game.replay is not None and len(played) == len(game.replay.events)


@pytest.mark.parametrize(("figures", "most"), [("no figures", 4), ("tracks", 4), ("all figures", 0)])
def test_no_false_faults_follow_a_wrong_move(figures: str, most: int) -> None:
    """In 6 random games with 2 to 4 wrong moves, all are reported with hardly any false fault."""
    wrong, told, others = counted(6, FIGURES[figures])
    assert wrong == told and others <= most
