"""Check that time grows with the input and no faster: `python tests/bench/linear.py [COMMAND...]`.

The inputs are those that once took time with their square, and every list in the grammar. Then (also alone,
as `others`) come inputs that are no log: saves, tables of pieces, mails, pages. Each is given at some size
and at twice that size. The script prints the ratio of the times (without that of an empty game) and the
length of the output. A line has 20,000 bytes at most: if it takes less than 3 ms, the ratio is not measured.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import json
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fitl_cli.run import run

ROOT = Path(__file__).parents[2]
HEAD = '[FITL "2"]\n[Scenario "full"]\n[Cards "107 55"]\n\n'
LINE, FILE = 8_000, 100_000
"""How many bytes an input has first: one that is a line (of 20,000 at most), and one that is a file."""

SHORT = 0.003
"""Seconds below which a time is lost in the noise of a command on an empty game."""


def one_line(before: str, part: str, behind: str = "") -> Callable[[int], str]:
    """A line with a part again and again."""
    return lambda size: HEAD + before + part * (size // len(part)) + behind + "\n"


def lines(part: str, head: str = HEAD) -> Callable[[int], str]:
    """A file with some lines again and again."""
    return lambda size: head + part * (size // len(part))


def tags(head: str, name: str) -> Callable[[int], str]:
    """Return a header with tags of a number of names, each followed by a figure."""
    return lambda size: head + "".join([f'[{name}{i} "x"]\n' for i in range(size // (len(name) + 10))])


INPUTS: dict[str, tuple[int, Callable[[int], str]]] = {
    "unknown words": (LINE, one_line("ARVN train ", "Saigun ")),
    "ambiguous words": (LINE, one_line("ARVN train ", "Quang ")),
    "broken LoCs": (LINE, one_line("ARVN train ", "Saigon - ")),
    "spaces": (LINE, one_line("ARVN train ", "Sai, ")),
    "groups of pieces": (LINE, one_line("ARVN train Sai", "+at")),
    "segments": (LINE, one_line("ARVN train Sai ", "| govern AnL aid ")),
    "steps of a path": (LINE, one_line("VC march Sai", ">Sai", ":vg")),
    "pieces given up": (LINE, one_line("VC rally ", "Tay-vb ")),
    "dice in words": (LINE, one_line("VC attack Hue ", "roll 4 ")),
    "pieces of nobody": (LINE, one_line("US train ", "Hue+troops ")),
    "beginnings too short": (LINE, one_line("ARVN train ", "Sa, ")),
    "titles": (LINE, one_line("#50 ", "Uncle ")),
    "titles alone": (LINE, one_line("next ", "Uncle ")),
    "chosen titles": (LINE, one_line("VC event shaded ", "#68 Green Berets ")),
    "fields": (LINE, one_line("VC pass ; ", "[%_x y]")),
    "claims": (LINE, one_line("VC pass => ", "ARVN 7, ")),
    "claims of changes": (LINE, one_line("VC pass => ", "ARVN +7, ")),
    "unknown claims": (LINE, one_line("VC pass => ", "foo 7, ")),
    "parts of a position": (LINE, one_line('[Position "', "Sai 2at; ", '"]')),
    "continuation lines": (LINE, lambda size: HEAD + "ARVN train\n" + "  Sai\n" * (size // 6)),
    "mail quoting": (LINE, lambda size: HEAD + "> " * (size // 2) + "note x\n"),
    "false claims": (FILE, lambda size: HEAD + ("#107 => " + "ARVN 7, " * 700 + "ARVN 7\n") * (size // 5600)),
    "duplicate tags": (FILE, lines('[Scenario "full"]\n', '[FITL "2"]\n')),
    "wrong tags": (FILE, tags('[FITL "2"]\n', "Rule")),
    "strange tags": (FILE, tags(HEAD[:-1], "Odd")),
    "amended changes": (FILE, lines("amend 1 VC pass => VC +2\n", HEAD + "VC pass\n")),
    "computed lines": (FILE, lines(";= hello\n", HEAD + "VC pass\n")),
    "headings": (FILE, lines("#107\n")),
    "notes": (FILE, lines("note hello\n")),
    "comments": (FILE, lines("; hello\n")),
    "comments like moves": (FILE, lines("; tax Sai\n")),
    "comments with signs": (FILE, lines("; Saigon - a mess\n")),
    "waived for nothing": (FILE, lines("VC waive\n", HEAD + "#107\n")),
    "unknown lines": (FILE, lines("XX foo\n")),
    "illegal moves": (FILE, lines("US pass\n")),
    "moves taken back": (FILE, lines("VC pass\nvoid\n")),
    "amendments": (FILE, lines("amend 1 VC pass\n", HEAD + "VC pass\n")),
    "variations": (FILE, lines("( x\nVC pass\n)\n", HEAD + "VC pass\n")),
    "a long variation": (FILE, lambda size: HEAD + "VC pass\n( x\n" + "note hello\n" * (size // 11) + ")\n"),
    "variations behind much": (
        FILE,
        lambda size: HEAD + "note hello\n" * (size // 11) + "( x\nVC pass\n)\n" * 60,
    ),
    "moves let stand": (FILE // 2, lines("ruling stand VC pass => VC 9\n")),
    "parts of a correction": (FILE // 2, lines('correct "Hue 2at"\n')),
    "lines of dice": (FILE, lines("dice VC 8.5.3/if-2 {1 3 5}\n")),
    "variations in turn": (FILE, lines("note x\nVC pass\n( a\nVC pass\n)\n", HEAD + "#107\n")),
    "digests of version 1": (FILE, lines("digest 0123456789abcdef\n")),
}


def numbered(line: str, most: int, head: str = HEAD + "#107\n") -> Callable[[int], str]:
    """A file with some lines again and again, each with another number in it than the one before."""
    return lambda size: head + "".join([line.format(i % most) for i in range(size // len(line))])


def save(name: str, part: object) -> Callable[[int], str]:
    """A save of the Scala program with a list in it that has a part again and again."""
    found = json.loads((ROOT / "fixtures" / "scala" / "save-004").read_text())

    def made(size: int) -> str:
        found["game-state"][name] = [part] * (size // (len(json.dumps(part)) + 2))
        return json.dumps(found)

    return made


INPUTS |= {
    "positions corrected": (FILE // 2, numbered('correct "VC {}"\n', 70)),
    "figures let stand": (FILE // 2, numbered("ruling stand VC rally Tay+vg => VC {}\n", 50)),
}
OTHERS: dict[str, tuple[tuple[str, ...], int, Callable[[int], str]]] = {
    "cards of a save": (("import", "INPUT"), FILE // 2, save("cardsSeen", 46)),
    "pieces of a save": (("import", "INPUT"), FILE, save("outOfPlay", "US Troops")),
    "no pieces of a save": (("import", "INPUT"), FILE, save("outOfPlay", "elephant")),
    "a save that is too deep": (("import", "INPUT"), FILE, one_line('{"a":', "[")),
    "rows of a table": (
        ("compare", "GAME", "INPUT"),
        FILE,
        lines("Tay Ninh: 2 VC guerrillas, 1 base\n", ""),
    ),
    "rows of nothing": (("compare", "GAME", "INPUT"), FILE, lines("Xxx Yyy: 2 zz\n", "")),
    "commas of a table": (("compare", "GAME", "INPUT"), FILE, lines(",", "")),
    "lines of a mail": (("reply", "GAME", "INPUT"), FILE, lines("VC pass\n", "From: a@b\n\n")),
    "quotes of a mail": (("reply", "GAME", "INPUT"), FILE, lines("> VC pass\n", "From: a@b\n\n")),
    "signs of a page": (("reply", "GAME", "INPUT"), FILE, lines("<", "Content-Type: text/html\n\n")),
    "notes as a turn": (("turn", "INPUT"), FILE, lines("note hello\n")),
    "notes counted": (("stats", "INPUT"), FILE, lines("note hello\n")),
    "notes as a page": (("replay", "INPUT", "--html", "-"), 5_000, lines("note hello\n")),
}
"""Inputs that are no log, or have other output: arguments, with the input and a game in them, and as in
`INPUTS`.
"""


def measure(*asked: str, texts: Sequence[str], folder: Path) -> tuple[list[float], int]:
    """Measure the seconds of a command for each file, best of five in turns; return the last output too."""
    paths = [folder / f"{number}.fitl" for number in range(len(texts))]
    (folder / "game.fitl").write_text(HEAD)
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    best, printed = [float("inf")] * len(texts), 0
    for _ in range(5):
        for number, path in enumerate(paths):
            gc.collect()
            gc.freeze()  # what earlier inputs left is not looked through again
            out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
            begun = time.process_time()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
                run([{"INPUT": str(path), "GAME": str(folder / "game.fitl")}.get(one, one) for one in asked])
            best[number] = min(best[number], time.process_time() - begun)
            out.flush()
            printed = len(out.buffer.getvalue())  # type: ignore[attr-defined]
    return best, printed


def main() -> None:
    """Run the measurements of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commands", nargs="*", default=["validate", "replay", "annotate", "fmt", "others"])
    with tempfile.TemporaryDirectory() as folder:
        for command in parser.parse_args().commands:
            print(f"{command:24}    bytes     ms       bytes     ms   ratio   printed")
            idle = 0.0
            if command != "others":
                [idle], _ = measure(command, "INPUT", texts=(HEAD,), folder=Path(folder))
            rows = {name: ((command, "INPUT"), *given) for name, given in INPUTS.items()}
            for name, (asked, size, made) in (OTHERS if command == "others" else rows).items():
                texts = made(size), made(2 * size)
                [first, second], printed = measure(*asked, texts=texts, folder=Path(folder))
                measurable = second - idle > SHORT
                ratio = f"{(second - idle) / max(first - idle, SHORT / 3):6.2f}" if measurable else "     -"
                once, twice = map(len, texts)
                row = f"  {name:22} {once:8} {first * 1000:6.0f}    {twice:8} {second * 1000:6.0f}"
                print(f"{row}  {ratio}  {printed:8}")
                sys.stdout.flush()


if __name__ == "__main__":
    main()
