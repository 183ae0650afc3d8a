"""Sort the differences between the answers of two trees into classes, and find those that are explained."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

FIELDS = (
    "internal", "verdict", "error", "code", "rule", "clause", "faults", "sound", "digest", "digests",
    "effects", "canonical", "answers", "dictated", "legal", "nearest", "rules", "unexamined", "message",
)  # fmt: skip
"""The fields of an answer, the weightiest first. The first that differs names the class of a difference."""
NOT_COMPARED = ("message",)
"""The fields that are compared only if they are asked for."""
LONGEST = 100
"""The most characters of two values that are shown in the name of a class."""
EXPLAINED = Path(__file__).parent / "explained.json"


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The reason for the differences of a class. `*` stands for any text in `name` and in each of `made`.

    Without `made` it explains the questions of every kind. `rule` is the rule that decides, if one does.
    """

    name: str
    reason: str
    rule: str = ""
    made: tuple[str, ...] = ("*",)

    def explains(self, name: str, made: str) -> bool:
        """Check whether this is the reason for a difference of a class, in a question of some kind."""
        return _fits(self.name, name) and any(_fits(each, made) for each in self.made)


class DifferenceClass(msgspec.Struct):
    """The questions whose answers differ in one way, the reason if there is one, and how they were made."""

    name: str
    explanation: Explanation | None
    ids: list[str]
    made: Counter[str]


def explanations(path: Path = EXPLAINED) -> list[Explanation]:
    """Return the explained classes."""
    return msgspec.json.decode(path.read_bytes(), type=list[Explanation])


def classes(
    asked: Sequence[Mapping[str, Any]],
    older: Mapping[str, Mapping[str, Any]],
    newer: Mapping[str, Mapping[str, Any]],
    fields: Sequence[str],
    explained: Sequence[Explanation] = (),
) -> list[DifferenceClass]:
    """Return the classes of the questions that both trees answered otherwise. Unexplained ones come first."""
    found: dict[tuple[str, Explanation | None], DifferenceClass] = {}
    for question in asked:
        one, made = question["id"], question["made"]
        if one not in older or one not in newer:
            continue
        name = class_of(older[one], newer[one], fields)
        if name is None:
            continue
        why = next((each for each in explained if each.explains(name, made)), None)
        group = found.setdefault((name, why), DifferenceClass(name, why, [], Counter()))
        group.ids.append(one)
        group.made[made] += 1
    return sorted(found.values(), key=lambda one: (one.explanation is not None, -len(one.ids)))


def class_of(before: Mapping[str, Any], after: Mapping[str, Any], fields: Sequence[str]) -> str | None:
    """Return the class of a difference: the weightiest field with both values. None without a difference."""
    field = next((name for name in fields if before.get(name) != after.get(name)), None)
    if field is None:
        return None
    one, other = before.get(field), after.get(field)
    if isinstance(one, list) and isinstance(other, list) and field not in ("error", "faults"):
        return f"{field}: {_of_lists(one, other)}"
    if field in ("digest", "effects"):
        return f"{field}: other"
    if field == "clause" and isinstance(one, int) and isinstance(other, int):
        return f"clause: {'earlier' if other < one else 'later'}"
    if field == "verdict":
        return f"verdict: {_verdict(before)} -> {_verdict(after)}"
    values = f"{json.dumps(one)} -> {json.dumps(other)}"
    return f"{field}: {values}" if len(values) < LONGEST else field


def _verdict(answer: Mapping[str, Any]) -> str:
    """Return the verdict of an answer with its code: "legal", "illegal (surplus-clause)"."""
    if answer.get("verdict") is None:
        return "none"
    return f"{answer['verdict']} ({answer['code']})" if answer.get("code") else str(answer["verdict"])


def _of_lists(before: Sequence[Any], after: Sequence[Any]) -> str:
    """Return in words how two different lists differ."""
    one, other = (Counter(map(json.dumps, each)) for each in (before, after))
    if one == other:
        return "other order"
    if not before or not after:
        return "none -> some" if after else "some -> none"
    if one <= other:
        return "more"
    return "fewer" if other <= one else "others"


def _fits(pattern: str, text: str) -> bool:
    """Check whether a pattern with `*` stands for a text."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text) is not None
