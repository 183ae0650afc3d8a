"""docs/evidence/benchmarks.md and its chart: `python tests/bench/page.py [--rounds N] [--random N]`.

The page has ratios, because they depend little on the machine. The unit is the fold of one event by the
rules. `python tests/bench/speed.py` prints times.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

BENCH = Path(__file__).parent
ROOT = BENCH.parents[1]
sys.path[:0] = [str(ROOT), str(BENCH), str(BENCH.parent)]

from commit import measured_at  # noqa: E402
from measure import Row  # noqa: E402
from peers import peers  # noqa: E402
from speed import FIXTURES, measure, random_texts, sample  # noqa: E402

from fitl_core.pictures.colours import COLOURS  # noqa: E402
from fitl_core.pictures.svg import Element, group, text  # noqa: E402

PAGE = ROOT / "docs" / "evidence" / "benchmarks.md"
CHART = PAGE.with_suffix(".svg")
COLUMNS = ("tutorial", "short", "medium", "opening", "random")
WORK = {
    "fold": "fold by the rules (the unit)",
    "read": "read the text",
    "check": "check rules and claims",
    "replay, checked": "replay with all positions",
    "replay, effects trusted": "replay recorded effects",
    "trivial fold": "fold without rules",
    "show": "show one board",
}
HEAD = """# Speed

`python tests/bench/page.py --rounds {rounds} --random {random}` measures and writes this page.
{measured_at}; processor time of the fastest round.

The unit is the fold of one event by the rules, in the same game and the same run. It took {unit} µs on
average of {random} random full games. A value of 0.5 is half of that time for each event (for one board, for
one move of a peer). `random` is the average of those games; the others are fixtures.

"""
TAIL = """
![The last column as bars on a logarithmic scale](benchmarks.svg)

An event of a game has several decisions: a verb, a space, pieces, a die. The row of a peer compares one of
its moves or actions with one decision of the random games.

## Other measures

| command | measures | goal |
|---|---|---|
| `tests/bench/speed.py --peers` | Times, memory and cold start. | 50 ms for a full game. |
| `tests/bench/against.py OTHER` | Time of two trees, side by side. | Within 10 %. |
| `tests/bench/instructions.py OTHER` | Instructions of two trees. | Within 3 %. |
| `tests/bench/asking.py` | Questions and answers of a walk. | A whole action: 4 times its fold. |
| `tests/bench/sampling.py` | Answers drawn by chance; branches. | 10 times a list of all; 50 us. |
| `tests/bench/non_players.py 10` | Decisions of Non-players. | 15 ms a decision. |
| `tests/bench/linear.py` | Twice the input. | About twice the time. |
| `tests/bench/memory.py KIND N COMMAND` | Memory of long files. | 600 MB for a million lines. |
| `tests/bench/reasons.py` | Reasons of refusals. | 1 s of processor time. |
| `tests/bench/near.py` | Near moves of wrong ones. | The right one among the first three. |
| `tests/bench/prose.py` | Sentences read as moves. | No wrong move called certain. |
| `tests/bench/stores.py`, `at_tables.py` | Stores and tables. | Nothing lost. |
| `tests/bench/opening.py` | Tables opened by effects and by rules. | 6 times as fast. |
| `tests/bench/serve_load.py`, `serve_attack.py` | The server under load. | 95 % of commands within 150 ms. |
| `tests/bench/pages.py GAME` | A replay page in Chromium. | 50 ms a step. |
"""


def seconds_each(rows: Sequence[Row]) -> dict[str, float]:
    """Return the seconds for one event (or board, or move) of each kind of work."""
    return {
        row.what: row.seconds / row.number for row in rows if row.unit != "actions" and row.unit != "clauses"
    }


def ratios(games: Mapping[str, Sequence[Row]]) -> dict[str, list[float]]:
    """Return the ratios of each kind of work to the fold, a value for each game."""
    each = {name: seconds_each(rows) for name, rows in games.items()}
    return {
        words: [each[name][what] / each[name]["fold"] for name in COLUMNS] for what, words in WORK.items()
    }


def shown(value: float) -> str:
    """Return a ratio with two significant figures."""
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def table(values: Mapping[str, Sequence[float]], others: Mapping[str, float]) -> str:
    """Return the one table of the page. Peers have a value in the last column only."""
    lines = [f"| work | {' | '.join(COLUMNS)} |", "|---" * (len(COLUMNS) + 1) + "|"]
    lines += [f"| {words} | {' | '.join(map(shown, row))} |" for words, row in values.items()]
    blank = " |" * (len(COLUMNS) - 1)
    lines += [f"| {name} |{blank} {shown(value)} |" for name, value in others.items()]
    return "\n".join(lines) + "\n"


def last_column(page: str) -> dict[str, float]:
    """Return the values of the last column of the page's table."""
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    start = next(i for i, row in enumerate(rows) if row[0] == "work")
    found = {}
    for row in rows[start + 1 :]:
        try:
            found[row[0].split(" |")[0]] = float(row[-1].rpartition("|")[2])
        except ValueError:
            break
    return found


def chart(values: Mapping[str, float]) -> str:
    """Draw the values as horizontal bars on a logarithmic scale, as SVG text."""
    colours, left, wide, row = COLOURS["light"], 250, 720, 26
    high = 50 + row * len(values)
    low, top = math.log10(min(values.values())) - 0.3, math.log10(max(values.values())) + 0.3

    def x(value: float) -> float:
        return left + (math.log10(value) - low) / (top - low) * (wide - left - 60)

    root = Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}",
        font_family="sans-serif",
        font_size=12,
        fill=colours.ink,
        role="img",
    )
    root.add(Element("title", ["Time for one event, as a multiple of the fold by the rules"]))
    root.add(Element("rect", width=wide, height=high, fill=colours.panel))
    root.add(text("Time for one event ÷ fold by the rules", 16, 24, 14, font_weight="bold"))
    for place, (name, value) in enumerate(values.items()):
        y = 40 + place * row
        bar = Element(
            "rect", x=left, y=y, width=max(1, x(value) - left), height=row - 10, fill=colours.support
        )
        label = text(name, left - 8, y + 13, 12, text_anchor="end")
        root.add(
            group([label, bar, text(shown(value), x(value) + 6, y + 13, 12)], title=f"{name}: {shown(value)}")
        )
    return f"{root}\n"


def main() -> None:
    """Measure, and write the page and its chart."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--random", type=int, default=20, help="random full games")
    asked = parser.parse_args()
    texts = [[(ROOT / "fixtures" / f"{name}.fitl").read_bytes()] for name in FIXTURES]
    texts.append(list(random_texts(asked.random)))
    samples = [sample(one) for one in texts]
    games = {name: list(measure(one, asked.rounds)) for name, one in zip(COLUMNS, samples, strict=True)}
    values = ratios(games)
    folded = {row.unit: row for row in games["random"] if row.what == "fold"}
    decision = folded["clauses"].seconds / folded["clauses"].number
    others = {f"{row.what} ÷ decision": row.seconds / row.number / decision for row in peers(asked.rounds)}
    head = HEAD.format(
        measured_at=measured_at(),
        rounds=asked.rounds,
        unit=f"{folded['events'].seconds / folded['events'].number * 1e6:.0f}",
        random=asked.random,
    )
    page = head + table(values, others) + TAIL
    PAGE.write_text(page, encoding="utf-8")
    CHART.write_text(chart(last_column(page)), encoding="utf-8")


if __name__ == "__main__":
    main()
