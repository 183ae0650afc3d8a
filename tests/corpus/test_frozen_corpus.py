"""The comparison of two trees on the corpus: what is the same, what differs, and what is explained."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from answer_classes import FIELDS, Explanation, class_of, explanations
from kept_answers import CODE, FORM, ROOT, Tree, answers_of
from mistake_kinds import mistake_kind
from reading_figures import rows

import notation
from fitl_core.record.events import Action

GROUPS = ("--groups", "notation,random", "--moves", "14", "--processes", "1")
PLANTED = """
from fitl_core.errors import Refusal


def play_as_asked(state: State, event: Event) -> CanonicalStep:
    raise Violation(Refusal("planted", "0.0", "this tree refuses every move"))
"""


def compare(keep: Path, newer: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """Compare this tree with another one on a small corpus."""
    command = [str(ROOT / "tests/corpus/compare.py"), str(ROOT), str(newer), "--keep", str(keep), *GROUPS]
    return subprocess.run([sys.executable, *command, *more], capture_output=True, text=True)


def copied(folder: Path, more: str) -> Path:
    """Return a copy of this tree's code with more code in the engine."""
    for package in CODE:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / "fitl_core" / "engine.py").open("a", encoding="utf-8") as engine:
        engine.write(more)
    return folder


@pytest.fixture(scope="module")
def keep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that keeps questions and answers. Its questions are made, and none is answered."""
    folder = tmp_path_factory.mktemp("corpus")
    stopped = compare(folder, ROOT, "--alone", "--minutes", "0")
    assert stopped.returncode == 2, stopped.stderr
    return folder


def test_a_tree_with_the_same_rules_differs_nowhere(keep: Path, tmp_path: Path) -> None:
    """Every question is answered by two trees, and all answers are equal."""
    made = compare(keep, copied(tmp_path, "# the same code with another hash\n"))
    assert made.returncode == 0, made.stdout + made.stderr
    assert "0 answers differ" in made.stdout
    older, newer = [line for line in made.stdout.splitlines() if "questions answered" in line]
    assert older.split(", ")[1] == newer.split(", ")[1]
    answered, _, asked, *_ = older.split(", ")[1].split()
    assert answered == asked and int(asked) > 100


def test_a_planted_difference_is_found_and_may_be_explained(keep: Path, tmp_path: Path) -> None:
    """A difference fails with its class, kinds and example. With a reason for the class it passes."""
    newer = copied(tmp_path / "newer", PLANTED)
    made = compare(keep, newer)
    assert made.returncode == 1, made.stdout + made.stderr
    assert "verdict: legal -> illegal (planted)" in made.stdout
    assert '-> "planted"' in made.stdout and "made as: mistake" in made.stdout
    reasons = tmp_path / "explained.json"
    names = ("verdict: * -> illegal (planted)", 'code: * -> "planted"')
    reasons.write_text(json.dumps([{"name": name, "reason": "It was planted."} for name in names]))
    assert compare(keep, newer, "--explained", str(reasons)).returncode == 0
    reasons.write_text(json.dumps([{"name": names[0], "reason": "It was planted.", "made": ["tagged"]}]))
    assert compare(keep, newer, "--explained", str(reasons)).returncode == 1


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ({"verdict": "legal"}, {"verdict": "legal"}, None),
        ({"verdict": "legal"}, {"verdict": "illegal", "code": "x"}, "verdict: legal -> illegal (x)"),
        ({"code": "x", "rule": "1"}, {"code": "y", "rule": "2"}, 'code: "x" -> "y"'),
        ({"legal": ["a", "b"]}, {"legal": ["b", "a"]}, "legal: other order"),
        ({"legal": ["a"]}, {"legal": ["a", "b"]}, "legal: more"),
        ({"nearest": ["a", "b"]}, {"nearest": ["b"]}, "nearest: fewer"),
        ({"nearest": ["a"]}, {"nearest": ["b"]}, "nearest: others"),
        ({"nearest": []}, {"nearest": ["b"]}, "nearest: none -> some"),
        ({"clause": 2}, {"clause": 1}, "clause: earlier"),
        ({"digest": "a"}, {"digest": "b"}, "digest: other"),
        ({"cost": {"play": [1, 2, 3]}}, {"cost": {"play": [9, 9, 9]}}, None),
    ],
)
def test_the_weightiest_field_names_the_class(
    before: dict[str, Any], after: dict[str, Any], name: str | None
) -> None:
    """A difference is named by the first field that differs, lists by the way in which they differ."""
    assert class_of(before, after, FIELDS) == name


def test_a_pattern_explains_only_its_classes() -> None:
    """`*` stands for any text in a name. Other signs stand for themselves."""
    why = Explanation(name='code: "a[1]" -> *', reason="so", made=("mistake: *",))
    assert why.explains('code: "a[1]" -> "b"', "mistake: verb")
    assert not why.explains('code: "a1" -> "b"', "mistake: verb")
    assert not why.explains('code: "a[1]" -> "b"', "tagged")
    assert all(each.reason for each in explanations())


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ("VC rally Hue+2vg, Tay+vb", "Faction"),
        ("US limop train Hue+2at, Tay+vb", "limop"),
        ("US sweep Hue+2at, Tay+vb", "verb"),
        ("US train Tay+vb, Hue+2at", "order"),
        ("US train Hue+2at", "clause left out"),
        ("US train Hue+2at, Tay+vb, Sai", "clause added"),
        ("US train Hue+2at, Tay+vb | advise Hue", "segment added"),
        ("US train Hue+3at, Tay+vb", "number"),
        ("US train Hue+2ap, Tay+vb", "kind of piece"),
        ("US train Sai+2at, Tay+vb", "space"),
        ("US train Hue+2at<Sai, Tay+vb", "box"),
    ],
)
def test_a_mistake_has_a_kind(wrong: str, kind: str) -> None:
    """The kind of a mistake comes from the difference to the right move."""
    right, other = (notation.read_line(line).event for line in ("US train Hue+2at, Tay+vb", wrong))
    assert isinstance(right, Action) and isinstance(other, Action)
    assert mistake_kind(right, other) == kind


def test_kept_answers_belong_to_their_questions(tmp_path: Path) -> None:
    """A kept answer counts only for the same question. The unfinished line of a stopped process is none."""
    tree = Tree(tmp_path, "tree", "key")
    folder = tmp_path / f"form-{FORM}" / "key" / "answers-key"
    folder.mkdir(parents=True)
    whole, other = ({"id": name, "of": "a", "verdict": "legal"} for name in ("one", "two"))
    (folder / "0.jsonl").write_text(f'{json.dumps(whole)}\n{json.dumps(other)}\n{{"id": "three", "o')
    asked = [{"id": "one", "of": "a"}, {"id": "two", "of": "another"}, {"id": "three", "of": "a"}]
    assert answers_of(tree, asked, tree, tmp_path, end=0, processes=1) == {"one": whole}


def test_figures_are_those_of_the_moves() -> None:
    """A row has the median, nine of ten and the worst of its own moves."""
    asked = [{"id": str(n), "kind": "move", "made": "tagged", "group": "random"} for n in range(1, 12)]
    answers = {
        str(n): {"verdict": "legal", "cost": {"play": [n, 0, 0.5], "normal": [1, 1, 1]}} for n in range(1, 12)
    }
    tried = {row.name: row for row in rows(asked, answers)}
    assert tried["legal, in other words: `play`"].figures[0] == (6, 10, 11)
    assert tried["of these, not accepted at the first try: `play`"].moves == 10
    assert "legal, as canonical: `play`" not in tried
