"""`fitl seat`: programs play a seat of a game file, good ones and bad ones."""

from __future__ import annotations

import json
import re
import shutil
import sys
import time
from pathlib import Path

import pytest
from command_line import HEADER, ROOT, fitl

from fitl_core import play_log, read_log
from fitl_core.policies.programs import Program, ProgramFault

PAGE = (ROOT / "docs/do/seat-for-programs.md").read_text(encoding="utf-8")
ANSWERING = """\
import json, sys
answers = iter(ANSWERS)
for line in sys.stdin:
    request = json.loads(line)
    open("asked.jsonl", "a").write(line)
    if "over" in request:
        break
    print(json.dumps({"answer": next(answers)}), flush=True)
"""
BAD = {
    "dies": ("raise SystemExit(5)", "ended (5)"),
    "dies after a decision": (ANSWERING.replace("ANSWERS", "['rally']"), "ended (1)"),
    "stalls": ("import time; time.sleep(60)", "no answer within 1 s"),
    "floods a line": ("print('x' * 1_000_000)", "more than 16384 bytes"),
    "floods": (
        'import sys\nsys.stdin.readline()\nwhile True: print(\'{"answer": "rally"}\')',
        "wrote before it was asked",
    ),
    "nonsense": ("import sys\nfor line in sys.stdin: print('tea', flush=True)", "one line of JSON"),
    "no answer": ("import sys\nfor line in sys.stdin: print('{}', flush=True)", "one line of JSON"),
    "another type": ("import sys\nfor line in sys.stdin: print('{\"answer\": 5}', flush=True)", "JSON"),
    "wrong encoding": (
        'import sys\nfor line in sys.stdin: sys.stdout.buffer.write(b\'{"answer": "p\\xe4ss"}\\n\'); '
        "sys.stdout.flush()",
        "UTF-8",
    ),
    "illegal": (ANSWERING.replace("ANSWERS", "['rally Sai'] * 3"), "3.3.1: no Rally"),
    "closes its output": ("import os, time\nos.close(1); time.sleep(4)", "closed its output"),
}
"""Bad programs, and the reason that the command gives for each."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game in which VC is to act."""
    monkeypatch.chdir(tmp_path)
    Path("game.fitl").write_text(HEADER)
    return tmp_path


def program(text: str, name: str = "agent.py") -> str:
    """A program of Python, as a command."""
    Path(name).write_text(text)
    return f"{sys.executable} {name}"


def example(language: str) -> str:
    """An example of the page."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None and len(found[1].splitlines()) <= 30
    return found[1]


def agents() -> list[str]:
    """The commands of the two examples; JavaScript only where there is node."""
    Path("agent.js").write_text(example("javascript"))
    node = shutil.which("node")
    return [program(example("text")), *([f"{node} agent.js"] if node else [])]


def test_the_examples_of_the_page_play(here: Path) -> None:
    """Both are at most 30 lines, and play a dealt game on, with no answer refused."""
    for number, command in enumerate(agents()):
        name = f"game-{number}.fitl"
        assert fitl("new", "--deal", "--scenario", "short", "--seed", "5", "-o", name).exit_code == 0
        asked = ("seat", name, "VC", "--program", command, "--lines", "2", "--policy", "all=random", "--json")
        found = fitl(*asked)
        assert found.exit_code == 0, found.output
        told = json.loads(found.output)
        assert told["seat"] == "VC" and told["decisions"] >= 2 and told["refused"] == 0
        assert sum(line.startswith("VC") for line in told["lines"]) == 2
        assert fitl("validate", name).exit_code == 0 and fitl("verify", name).exit_code == 0


def test_both_examples_do_the_same() -> None:
    """Where there is no node, the example in JavaScript is at least read: the same names of the request."""
    names = re.compile(r"\b(briefing|questions|answers|words|asked|refused|message|over|position|tracks)\b")
    assert set(names.findall(example("javascript"))) == set(names.findall(example("text")))


def test_answers_by_name_and_whole_moves(here: Path) -> None:
    """An answer by name leads to the next question; a whole move ends the turn. Others wait."""
    command = program(ANSWERING.replace("ANSWERS", "['rally', 'Tay', 'end']"))
    found = fitl("seat", "game.fitl", "VC", "--program", command)
    assert found.exit_code == 0
    assert found.output.splitlines() == [
        "VC   rally Tay",
        "card 107 Burning Bonze: NVA is to act (2.3.2)",
    ]
    asked = [json.loads(line) for line in Path("asked.jsonl").read_text().splitlines()]
    assert [one["briefing"]["begun"] for one in asked[:-1]] == ["", "VC   rally", "VC   rally Tay"]
    assert asked[-1] == {"over": "card 107 Burning Bonze: NVA is to act (2.3.2)"}
    Path("asked.jsonl").unlink()
    whole = program(ANSWERING.replace("ANSWERS", "['NVA rally Lao']+['NVA pass']"))
    assert fitl("seat", "game.fitl", "NVA", "--program", whole).exit_code == 0
    assert Path("game.fitl").read_text().rstrip().endswith("NVA  pass")


def test_an_illegal_answer_gets_its_ruling_and_another_try(here: Path) -> None:
    """The ruling has the rule and the reason; the limits count down."""
    command = program(ANSWERING.replace("ANSWERS", "['rally Sai', 'VC attack BDi {2}', 'pass']"))
    found = fitl("seat", "game.fitl", "VC", "--program", command, "--json")
    assert found.exit_code == 0 and json.loads(found.output)["refused"] == 2
    first, second, third, _ = map(json.loads, Path("asked.jsonl").read_text().splitlines())
    assert (first["refused"], second["refused"]["rule"]) == (None, "3.3.1")
    assert "without them" in third["refused"]["message"]
    assert [one["briefing"]["limits"]["tries"] for one in (first, second, third)] == [3, 2, 1]


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_program_leaves_the_file_whole(kind: str, here: Path) -> None:
    """The exit code is 1, the reason is said, and the file is as before."""
    text, because = BAD[kind]
    found = fitl("seat", "game.fitl", "VC", "--program", program(text), "--seconds-each", "1")
    assert (found.exit_code, because in found.output) == (1, True), found.output
    assert "the game is incomplete" in found.output
    assert Path("game.fitl").read_text() == HEADER


def test_a_program_that_ended_before_it_was_asked() -> None:
    """It ended, and did not write too early."""
    one = Program([sys.executable, "-c", "input(); print('pass', flush=True); raise SystemExit(3)"])
    assert one.ask(b"{}", 20) == b"pass\n"
    time.sleep(0.5)
    with pytest.raises(ProgramFault, match=r"ended \(3\) before it answered"):
        one.ask(b"{}", 20)
    one.close()


def test_a_program_that_cannot_be_started(here: Path) -> None:
    """It fails like any other, also as JSON."""
    found = fitl("seat", "game.fitl", "VC", "--program", "./no-such-program", "--json")
    assert found.exit_code == 1 and "cannot be started" in found.output
    assert fitl("seat", "game.fitl", "VC", "--program", "").exit_code == 1


def test_moves_before_the_failure_stay(here: Path) -> None:
    """A program that fails later has its earlier moves in the file."""
    assert fitl("new", "--deal", "--scenario", "short", "--seed", "5", "-o", "dealt.fitl").exit_code == 0
    command = program(ANSWERING.replace("ANSWERS", "['pass', 'pass']"))
    asked = ("seat", "dealt.fitl", "VC", "--program", command, "--policy", "all=random")
    assert fitl(*asked).exit_code == 1
    game = play_log(read_log(Path("dealt.fitl").read_bytes(), "dealt.fitl")).replay
    assert game is not None and game.error is None and game.sound > 4


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("game.fitl", "XX"), 2),
        (("none.fitl", "VC"), 3),
        (("game.fitl", "VC", "--policy", "US=genius"), 2),
        (("game.fitl", "VC", "--tries", "0"), 2),
    ],
)
def test_wrong_use(given: tuple[str, ...], code: int, here: Path) -> None:
    """A seat without a player, a file that is not there, an unknown policy, no tries."""
    assert fitl("seat", *given, "--program", "cat").exit_code == code
