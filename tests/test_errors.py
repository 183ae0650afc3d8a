"""Errors cross processes: every class of the packages is pickled and copied with all that it holds."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import fitl_cli
import fitl_core
import notation
from fitl_core.errors import FitlError, Refusal, Violation
from fitl_core.game.disputes import NothingToRule
from fitl_core.game.files import play_log, read_log
from fitl_core.imports.faults import ImportFault, Unimportable
from fitl_core.mail.letters import letters_in
from fitl_core.record.clauses import At
from fitl_core.server.problems import TooMany
from fitl_core.stores.port import Late, Repeated
from fitl_core.table.refusals import Conflict, Forbidden
from notation.errors import NotationError, UnreadableError

ROOT = Path(__file__).parents[1]
Crossing = Callable[[Any], Any]
CROSSINGS: dict[str, Crossing] = {
    **{
        f"pickle {protocol}": lambda error, protocol=protocol: pickle.loads(pickle.dumps(error, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    },
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def error_classes() -> list[type[BaseException]]:
    """Every class of error that a module of the packages defines, found by importing all of them."""
    for package in (fitl_core, notation, fitl_cli):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):  # an extra that is not installed
                    importlib.import_module(module.name)
    return sorted(set(_below(BaseException)), key=lambda found: (found.__module__, found.__qualname__))


def _below(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for below in kind.__subclasses__():
        if below.__module__.split(".")[0] in ("fitl_core", "notation", "fitl_cli"):
            yield below
        yield from _below(below)


def filled(kind: type[BaseException]) -> BaseException:
    """An error of a class, with fields, arguments and a note, made without knowing its constructor."""
    error = kind.__new__(kind, "one argument", 2)
    error.__dict__.update(message="words", held=(At("saigon"),), counted={"a": [1]}, position=None)
    error.add_note("a note")
    return error


def assert_same(again: BaseException, error: BaseException) -> None:
    """Another error of the same class holds the same."""
    assert again is not error and type(again) is type(error)
    assert again.args == error.args
    assert again.__dict__ == error.__dict__
    assert str(again) == str(error)


def test_every_class_is_walked() -> None:
    """The walk finds the errors of every room, private ones too."""
    names = {kind.__qualname__ for kind in error_classes()}
    assert {
        "Violation",
        "NotationError",
        "Conflict",
        "Late",
        "TooMany",
        "BadEscape",
        "Failure",
        "_Stopped",
    } <= names
    assert len(names) > 40


@pytest.mark.parametrize("kind", error_classes(), ids=lambda kind: f"{kind.__module__}.{kind.__qualname__}")
def test_every_class_keeps_all_it_holds(kind: type[BaseException]) -> None:
    """Fields, arguments and notes are those of the original, by each protocol of pickle and by copying."""
    for name, cross in CROSSINGS.items():
        error = filled(kind)
        again = cross(error)
        assert again.__dict__ == error.__dict__, name
        assert type(again) is kind and again.args == error.args, name
        again.__dict__["more"] = 1
        assert "more" not in error.__dict__, name


def made() -> list[FitlError]:
    """Errors made by their constructors, and changed after that as the engine changes them."""
    violation = Violation(
        Refusal("too-many", "3.1", "no"), faction="US", asked="it", legal=(At("hue"),), clause=2
    )
    violation.add("one more fact")
    violation.reword("not so")
    violation.closed_by, violation.incomplete = (1, 2), True
    restated = Violation(Refusal("too-many", "3.1", "no"), optional=True)
    restated.restate(Refusal("not-adjacent", "3.2", "never", ("a fact",)))
    fault = NotationError("space-unknown", "what", 3, 4, 9, hint="so", candidates=("Hue", "Sai"))
    fault.stand_for(12)
    fault.add_note("of a mail")
    return [
        violation,
        restated,
        fault,
        UnreadableError("binary", "no text", 2, 1),
        Conflict(3, 5),
        Forbidden("not yours", "2.3"),
        Late("hue", 3, 2),
        Repeated("hue", "one", 3),
        TooMany("wait", headers={"Retry-After": "1"}),
        Unimportable((ImportFault("a", "wrong"),), True),
        NothingToRule("nothing", ()),
    ]


@pytest.mark.parametrize("error", made(), ids=lambda error: type(error).__name__)
def test_errors_as_they_are_made_cross(error: FitlError) -> None:
    """Facts, words and counts that were added after the constructor stay."""
    for cross in CROSSINGS.values():
        assert_same(cross(error), error)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "fixtures/refusals").glob("*.fitl"))[::7], ids=lambda path: path.stem
)
def test_refusals_of_games_cross(path: Path) -> None:
    """A refused move's error keeps the position, the legal answers and the facts."""
    error = play_log(read_log(path.read_bytes(), path.name)).error
    assert error is not None
    for cross in CROSSINGS.values():
        assert_same(cross(error), error)


def refuse(text: str) -> None:
    """Raise the errors of a pool's worker: a refused move, an unreadable line, a mail that is none."""
    if text == "mail":
        letters_in(b"\x00")
    log = notation.read_line(text)
    fitl_core.play(fitl_core.start(fitl_core.Setup("full", cards=(107, 55))).state, log.event)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("US pass", Violation),
        ("VC rally Hue+9vg", Violation),
        ("VC rally Hux+vg", NotationError),
        ("mail", FitlError),
    ],
)
def test_errors_come_out_of_a_process_pool(text: str, kind: type[FitlError]) -> None:
    """The caller of a pool gets the worker's error with its fields, and the pool goes on."""
    with pytest.raises(kind) as here:
        refuse(text)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(kind) as there:
            pool.submit(refuse, text).result(60)
        fields = {name: value for name, value in there.value.__dict__.items() if name != "__notes__"}
        assert fields == {name: value for name, value in here.value.__dict__.items() if name != "__notes__"}
        assert str(there.value) == str(here.value)
        assert pool.submit(len, "goes on").result(60) == 7
