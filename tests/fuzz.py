"""Damaged files, lines and arguments: `python tests/fuzz.py [TARGET...] [--seconds N] [--keep FOLDER]`.

Each target (`tests/fuzzing/targets.py`) gets inputs made from `fixtures/fuzz` and the logs of the fixtures.
With atheris (`pip install '.[ci]'`) coverage guides the inputs; without it, they are random accidents. FOLDER
keeps each input that crashes or hangs. `--page` writes docs/evidence/fuzzing.md. `fitl` must be installed or
on PYTHONPATH.
"""

from __future__ import annotations

import argparse
import importlib.util
import io
import json
import os
import re
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from typing import NamedTuple

from fuzzing.page import Measured, page

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
CORPUS = FIXTURES / "fuzz"
PAGE = ROOT / "docs" / "evidence" / "fuzzing.md"
NAMES = (
    "text",
    "jsonl",
    "line",
    "claims",
    "position",
    "variations",
    "mail",
    "prose",
    "table",
    "imports",
    "told",
    "arguments",
)
LIMIT = 5
"""Seconds of processor time after which an input counts as a hang; under atheris, all is two or three times
as slow. atheris itself uses the clock; an input that it reports as a hang is tried once more.
"""
FIRST = 300
"""The most seeds with which atheris starts; accidents mix in all of them."""
MOST = 4096
"""The most bytes of an input, but for those that an accident makes long."""


class Hang(Exception):
    """It took too long."""


class Run(NamedTuple):
    """How many inputs a target was given, and how many of them it did not survive."""

    tried: int
    kept: int


def seeds(name: str) -> list[bytes]:
    """Return the seeds of a target: its corpus, and the fixtures of its kind."""
    own = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    return own + list(dict.fromkeys(_of_fixtures(name)))


def _of_fixtures(name: str) -> Iterator[bytes]:
    import notation

    if name in ("prose", "table", "imports"):
        yield from _of_others(name)
        return
    for path in sorted(FIXTURES.rglob("*.fitl")):
        data = path.read_bytes()
        try:
            document, faults = notation.scan(data)
        except notation.UnreadableError:
            continue
        if name in ("text", "told") or (name == "variations" and b"\n(" in data):
            yield data
        if faults:
            continue
        if name == "jsonl":
            yield from [line.encode() for line in notation.dump(document.log).splitlines()]
        if name == "position" and (written := document.log.tag("Position")):
            yield written.encode()
        if name in ("line", "claims"):
            for entry in document.log.entries:
                said = "\n".join(notation.write_entry(entry))
                _, _, figures = said.partition("=>")
                if name == "line" and entry.event is not None:
                    yield b"\x01" + said.encode()
                elif name == "claims" and figures:
                    yield figures.strip().encode()


def _of_others(name: str) -> Iterator[bytes]:
    """Return the fixtures that are no logs: sentences, tables of pieces, saves."""
    if name == "prose":
        for path in sorted((FIXTURES / "prose").glob("*.jsonl")):
            told = [json.loads(line) for line in path.read_text().splitlines()]
            yield from [bytes([number % 256]) + one["text"].encode() for number, one in enumerate(told)]
    elif name == "table":
        yield from [path.read_bytes() for path in sorted((FIXTURES / "pieces").glob("*"))]
    else:
        files = {path.name: path.read_bytes() for path in sorted((FIXTURES / "scala").glob("*-00[0-4]"))}
        yield from [data for name, data in files.items() if name.startswith("save")]
        for first, behind in ((0, 1), (1, 2), (3, 4)):
            numbers = (f"{first:03}", f"{behind:03}")
            names = [f"{kind}-{number}" for number in numbers for kind in ("log", "save")]
            yield b"".join([b"== " + name.encode() + b"\n" + files[name] + b"\n" for name in names])


def words() -> list[str]:
    """The words of the grammar, and the options of the command line."""
    from fitl_core.facts.game_map import board
    from fitl_core.facts.move_words import EVENT_OPTIONS, OPTIONS, VERBS
    from fitl_core.facts.options import ALL_OPTIONS
    from notation.position_reader import KEYS

    spaces = [word for space in board().spaces for word in (space.id, space.name)]
    pieces = [
        "2at",
        "ap",
        "ab",
        "3ut",
        "us*",
        "2ng",
        "nt",
        "vg*",
        "vb+",
        "PS",
        "AO",
        "terror",
        "sabotage",
        "COIN",
    ]
    lines = [
        "#107",
        "next",
        "digest 2:",
        "note",
        "void",
        "amend 1",
        "correct",
        "ruling stand",
        "pass",
        "waive",
        "players US+ARVN none",
    ]
    signs = ["=>", "|", "->", ">", "+", "-", ",", ";", ";=", "[%by ", "{7}", "1/2", "~", "*", '"', "=", ":"]
    tags = [f'[{name} "' for name in ("FITL", "Scenario", "Rules", "Cards", "Players", "Options", "Position")]
    json = ['{"event":{"event":"', '"segments":[{"verb":"', '"clauses":[', '"claims":[', '"tags":[[', "null"]
    asked = ["--json", "--at", "--all", "--move", "--rules", "--players", "--from", "--to", "-o", "-"]
    known = [*VERBS, *OPTIONS, *EVENT_OPTIONS, *KEYS, *ALL_OPTIONS]
    return [*known, *spaces, *pieces, *lines, *signs, *tags, *json, *asked, "US", "ARVN", "NVA", "VC"]


def blind(name: str, seconds: float, seed: int, keep: Path, corpus: Path | None = None) -> Run:
    """Give a target inputs that accidents make of its seeds (and of `corpus`), for a number of seconds."""
    from fuzzing.accidents import mutant
    from fuzzing.targets import TARGETS

    from fitl_core.players.dice import Dice

    logs, target = seeds(name), TARGETS[name]
    if corpus is not None:
        logs += [path.read_bytes() for path in sorted((corpus / name).glob("*"))]
    tried = kept = 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        dice = Dice(seed + tried)
        data = mutant(dice.draw(logs), logs, dice)[:MOST]
        try:
            with _limited():
                target(data)
        except Exception:
            kept += 1
            keep.mkdir(exist_ok=True)
            (keep / f"{name}-{seed + tried}").write_bytes(data)
            print(f"{name}, seed {seed + tried}\n{traceback.format_exc(limit=-4)}", flush=True)
        tried += 1
    return Run(tried, kept)


def guided(name: str, seconds: float, seed: int, keep: Path, corpus: Path | None = None) -> Run:
    """Give a target inputs that atheris makes of its seeds, for a number of seconds.

    Each finding ends the process of the fuzzer. Another process continues with its inputs, which are in
    `corpus` afterwards if that is given.
    """
    tried = kept = 0
    with tempfile.TemporaryDirectory() as folder:
        inputs = corpus / name if corpus is not None else Path(folder, "inputs")
        inputs.mkdir(parents=True, exist_ok=True)
        logs = seeds(name)
        for number, data in enumerate(logs[:: len(logs) // FIRST + 1]):
            (inputs / f"{number:05}").write_bytes(data)
        end = time.monotonic() + max(1, seconds)  # whatever it took to find the seeds
        while (left := round(end - time.monotonic())) > 0:
            told = Path(folder, "told")
            child = os.fork()
            if child == 0:
                try:
                    _say_to(told)
                    _in_atheris(name, logs, inputs, Path(folder, "words"), left, seed + tried, keep)
                finally:
                    os._exit(1)  # the files open here belong to the other process
            _, status = os.waitpid(child, 0)
            said = told.read_text(errors="replace")
            found = re.search(r"stat::number_of_executed_units:\s+(\d+)", said)
            if found is None and "Test unit written to" not in said:  # a seed that waited is not counted
                raise RuntimeError(f"atheris did not run:\n{said[-4000:]}")
            tried += int(found[1]) if found is not None else 0
            if status == 0:
                break
            if _only_waited(name, said):
                continue
            kept += 1
            print(f"{name}\n{said[-4000:]}", flush=True)
    return Run(tried, kept)


def _only_waited(name: str, said: str) -> bool:
    """Check whether a hang that atheris reported on a busy machine is none, and remove it then."""
    from fuzzing.targets import TARGETS

    found = re.search(r"Test unit written to (\S+-timeout-\w+)", said)
    if found is None:
        return False
    try:
        with _limited():
            TARGETS[name](Path(found[1]).read_bytes())
    except Exception:
        return False
    Path(found[1]).unlink()
    return True


def _say_to(file: Path) -> None:
    """Send this process's output to a file."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(descriptor, 1)
    os.dup2(descriptor, 2)


def _in_atheris(
    name: str, logs: Sequence[bytes], inputs: Path, dictionary: Path, seconds: int, seed: int, keep: Path
) -> None:
    """Fuzz one target in this process until something is found or the time is over."""
    import atheris
    from fuzzing.accidents import mutant
    from fuzzing.targets import TARGETS

    from fitl_core.players.dice import Dice

    def mutated(data: bytes, most: int, number: int) -> bytes:
        if number % 2:
            return bytes(atheris.Mutate(data, most))
        return mutant(data, logs, Dice(number))[:most]

    quoted = [word.replace("\\", "\\\\").replace('"', '\\"') for word in words()]
    dictionary.write_text("".join([f'"{word}"\n' for word in quoted if word.isascii()]))
    keep.mkdir(exist_ok=True)
    options = [f"-max_total_time={seconds}", f"-seed={seed + 1}", f"-timeout={LIMIT}", f"-max_len={MOST}"]
    options += [f"-dict={dictionary}", f"-artifact_prefix={keep}/{name}-", "-print_final_stats=1"]
    options += ["-rss_limit_mb=2048", "-verbosity=0", str(inputs)]
    atheris.Setup([sys.argv[0], *options], TARGETS[name], custom_mutator=mutated)
    atheris.Fuzz()


def _instrument() -> bool:
    """Have atheris watch all of `fitl`, if it is there; whether it is."""
    if importlib.util.find_spec("atheris") is None or not hasattr(os, "fork"):
        return False
    import atheris

    with (
        atheris.instrument_imports(include=["notation", "fitl_core", "fitl_cli"]),
        redirect_stderr(io.StringIO()),
    ):
        import fuzzing.targets  # noqa: F401
    return True


@contextmanager
def _limited() -> Iterator[None]:
    def late(_signal: int, _frame: object) -> None:
        raise Hang(f"more than {LIMIT} seconds")

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz for a number of seconds in all; return 1 if an input crashed or hung."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*NAMES, []], metavar="TARGET", help=", ".join(NAMES))
    parser.add_argument("--seconds", type=float, default=60, help="for all targets together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path("fuzz-kept"), metavar="FOLDER")
    parser.add_argument(
        "--blind", action="store_true", help="by accidents alone, also where atheris is there"
    )
    parser.add_argument(
        "--corpus", type=Path, default=None, metavar="FOLDER", help="keep inputs that lead further"
    )
    parser.add_argument("--page", action="store_true", help=f"write {PAGE.relative_to(ROOT)}")
    asked = parser.parse_args(arguments)
    names, keep = asked.targets or NAMES, asked.keep.absolute()
    by_coverage = not asked.blind and _instrument()
    measured = []
    for name in names:
        seconds, begun = asked.seconds / len(names), time.monotonic()
        run = (guided if by_coverage else blind)(name, seconds, asked.seed, keep, asked.corpus)
        how = "guided by coverage" if by_coverage else "by accidents"
        print(f"{name:10} {run.tried:9} inputs {how}, {run.kept} not survived", flush=True)
        if not run.tried:
            raise RuntimeError(f"{name}: no input was tried in {seconds} seconds")
        measured.append(Measured(name, run.tried, time.monotonic() - begun, run.kept))
    tried, kept = sum([one.inputs for one in measured]), sum([one.faults for one in measured])
    if asked.page:
        command = " ".join(["python tests/fuzz.py", *(sys.argv[1:] if arguments is None else arguments)])
        PAGE.write_text(page(command, measured, by_coverage, LIMIT), encoding="utf-8")
    print(f"{'in all':10} {tried:9} inputs, {kept} not survived" + (f": {asked.keep}" if kept else ""))
    return 1 if kept else 0


if __name__ == "__main__":
    sys.exit(main())
