"""Ctrl-C and SIGTERM at any moment of every command: it ends at once, silently, with no file left over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import ROOT, TUTORIAL, processes_of
from samples import sampled

from fitl_cli.app import COMMANDS, RENAMED
from fitl_core.proofs.dealer import dealt, kept, new_dealer
from fitl_core.proofs.sealed_orders import kept as kept_order
from fitl_core.proofs.sealed_orders import order
from fitl_core.record.setup import Setup

SHORT = str(ROOT / "fixtures/short-game.fitl")
NON_PLAYERS = (
    '[FITL "2"]\n[Scenario "full"]\n[Players "US+ARVN"]\n'
    '[Position "Ple vg vb 2at ap PS; VC 1; played 41; next 68; eligible VC"]\n'
)
TRIED: dict[str, tuple[str, ...]] = {
    "new": ("new", "--scenario", "full"),
    "turn": ("turn", SHORT),
    "reply": ("reply", SHORT, "OUT"),
    "play": ("play", "OUT", "VC rally Ple+vg"),
    "seat": ("seat", SHORT, "VC", "--program", "cat"),
    "validate": ("validate", SHORT, TUTORIAL, SHORT, TUTORIAL, "--jobs", "2"),
    "replay": ("replay", SHORT),
    "board": ("board", SHORT, "-o", "OUT"),
    "chart": ("chart", SHORT, "-o", "OUT"),
    "show": ("show", SHORT),
    "diff": ("diff", SHORT, TUTORIAL),
    "annotate": ("annotate", SHORT, "-o", "OUT"),
    "fmt": ("fmt", TUTORIAL, "--normal", "-o", "OUT"),
    "variations": ("variations", SHORT),
    "legal": ("legal", SHORT),
    "read": ("read", TUTORIAL, "the next card is 75"),
    "adjudicate": ("adjudicate", SHORT),
    "cases": ("cases",),
    "rulings": ("rulings", "monsoon"),
    "bot": ("bot", "OUT", "-o", "OUT"),
    "deal": ("deal", "OUT", "--scenario", "full"),
    "roll": ("roll", "OUT", "VC: Attack in Hue", "--each", "100"),
    "order": ("order", "OUT", "--open"),
    "chain": ("chain", SHORT, "-o", "OUT"),
    "sign": ("sign", "--help"),
    "verify": ("verify", SHORT),
    "table": ("table", "list", "--store", "memory:"),
    "serve": ("serve", "--help"),
    "mcp": ("mcp", "--help"),
    "lab": ("lab", "balance", "--games", "4", "--played-by", "random"),
    "tables": ("tables", "check", "--store", "memory:"),
    "stats": ("stats", SHORT, TUTORIAL, SHORT, TUTORIAL, "--jobs", "2"),
    "compare": ("compare", SHORT, str(ROOT / "fixtures/pieces/tay-ninh.txt")),
    "import": ("import", SHORT, "-o", "OUT"),
    "settle": ("settle", SHORT),
    "random": ("random", "--seed", "3", "-o", "OUT"),
    "position": ("position", SHORT),
    "card": ("card", "68", "--game", SHORT),
    "schema": ("schema",),
}
DEALER = new_dealer(bytes(32))
FOUND = {
    "deal": kept(DEALER).decode(),
    "roll": kept(dealt(DEALER, Setup("short"))).decode(),
    "order": kept_order(order("VC: Tet if playable", bytes(16))).decode(),
}
"""The earlier content of OUT, for commands that write no game there."""
BEFORE_OURS = {-signal.SIGINT, -signal.SIGTERM, 1}
"""How Python itself ends by a signal that comes before the first line of ours."""

BEFORE_PYTHON = b"Fatal Python error: init_import_site"
"""The message of Python for a signal that arrives before its start."""


def test_every_command_is_tried() -> None:
    assert set(TRIED) == {*COMMANDS, *RENAMED}


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no /proc to look for processes in")
@pytest.mark.parametrize("command", sampled(list(TRIED), 4))
def test_a_signal_at_some_moment(command: str, tmp_path: Path) -> None:
    """A signal at one part of each command's run time ends the command cleanly."""
    out = tmp_path / "game.fitl"
    arguments = [sys.executable, "-m", "fitl_cli", *TRIED[command]]
    arguments = [str(out) if word == "OUT" else word for word in arguments]
    found = FOUND.get(command, NON_PLAYERS)

    def begin() -> subprocess.Popen[bytes]:
        out.write_text(found)
        return subprocess.Popen(
            arguments, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )

    begun = time.monotonic()
    codes = {begin().wait(60)}
    takes = time.monotonic() - begun
    whole = out.read_bytes()
    number = list(TRIED).index(command)
    both = ((number % 5 * 0.2 + 0.1, signal.SIGINT), (number % 7 * 0.14 + 0.1, signal.SIGTERM))
    for part, sent in sampled(both[:: 1 - number % 2 * 2], 2):
        process = begin()
        time.sleep(takes * part)
        begun = time.monotonic()
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sent) if sent is signal.SIGINT else process.send_signal(sent)
        _, said = process.communicate(timeout=20)
        assert time.monotonic() - begun < 2
        assert process.returncode in codes | {128 + sent} | BEFORE_OURS
        ours = b"fitl_cli" in said or said.startswith(b"fitl:")
        assert not ours or said.startswith(BEFORE_PYTHON)
        time.sleep(0.1)
        assert processes_of(process.pid) == []
        assert out.read_bytes() in (found.encode(), whole)
        assert [path.name for path in tmp_path.iterdir()] == ["game.fitl"]


@pytest.mark.parametrize("made", ["", "multiprocessing", "multiprocessing.process"])
def test_a_signal_while_a_library_is_loaded(made: str) -> None:
    """A signal while the processes library is half imported gives the signal's exit code and no output."""
    program = (
        "import os, signal, sys, types\n"
        "from fitl_cli.signals import mind\n"
        "mind(signal.SIGINT)\n"
        f"if {made!r}: sys.modules[{made!r}] = types.ModuleType({made!r})\n"
        "os.kill(os.getpid(), signal.SIGINT)\n"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=False)
    assert (told.returncode, told.stderr) == (130, b"")
