"""The events on which two releases differ, grouped by rule.

Versions 0.1.0 and 0.2.0 write the same effects in other words. So only verdicts and positions are compared
between these two: 0.2.0 reads the position that 0.1.0 wrote, and writes it in its own words. Digests and
canonical forms are other ones, too, and are not compared. 0.1.0 knows no third verdict, and no Non-players.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

from slices import Answer, Answers

KINDS = {
    "verdict": "legal in one release only",
    "reason": "refused by both, for another reason",
    "effects": "other effects",
    "digest": "another digest",
    "canonical form": "another canonical form",
    "decision": "another decision of a Non-player",
    "reading": "an event that one release does not read",
}
"""The kinds of differences, the weightiest first. An event counts once, for the weightiest."""
CHANGE = re.compile(r"(\d+) -> (\d+)")
FIGURES = re.compile(r"-?\d+ -> |[+-]?\d+")
RULE = re.compile(r"(\d[\d.]*): ")
SECTION = re.compile(r"8(\.\d+)+")
NON_PLAYERS = "8.0"
"""The rule of a decision whose node has no number."""
PARTS = {"leaders": "2.4.1"}
"""The rules of parts that a position states or leaves out."""
OF_FORM = "SPEC"
"""The rule of a difference in the form of the record."""
CONTROL = "1.7"
"""The rule of changes of Control, which 0.1.0 has not among its effects."""


class Difference(NamedTuple):
    """An event with another answer: its kind, the rules that decide, and where it is.

    `code` is that of the refusal, if a release refuses the event.
    """

    kind: str
    rules: tuple[str, ...]
    code: str
    where: str
    line: str
    what: str


class Found(NamedTuple):
    """The result of a comparison. `alone` counts the events that only one release could judge."""

    logs: int
    events: int
    differences: list[Difference]
    alone: int


def compared(both: Iterable[tuple[Answers, Answers]]) -> Found:
    """Compare the answers of an older and a newer release."""
    logs = events = alone = 0
    found: list[Difference] = []
    for older, newer in both:
        logs += 1
        if older.id != newer.id:
            raise ValueError(f"the answers are on other logs: {older.id}, {newer.id}")
        events += len(older.events)
        if len(newer.events) < len(older.events) and not newer.stopped:
            alone += len(older.events) - len(newer.events)
        found += _of_log(older, newer)
    return Found(logs, events, found, alone)


def _of_log(older: Answers, newer: Answers) -> Iterator[Difference]:
    for number, (before, after) in enumerate(zip(older.events, newer.events, strict=False)):
        where = f"{older.id}, event {number}"
        kind = _kind(before, after, older.release)
        if kind:
            code = after.code or before.code
            yield Difference(
                kind, _rules(kind, before, after), code, where, after.line, _what(kind, before, after)
            )
    if older.stopped.partition(":")[0] != newer.stopped.partition(":")[0]:
        what = f"{older.stopped or 'played'} -> {newer.stopped or 'played'}"
        code, _, why = (newer.stopped or older.stopped).partition(": ")
        rule = RULE.match(why)
        yield Difference("reading", (rule[1] if rule else OF_FORM,), code, older.id, "", what)


def _kind(before: Answer, after: Answer, release: int) -> str:
    if release == 1 and before.line.startswith("digest "):
        return ""
    if release == 1:
        verdicts = [one.verdict == "legal" for one in (before, after)]  # 0.1.0 has no third verdict
    else:
        verdicts = [one.verdict for one in (before, after)]
    if verdicts[0] != verdicts[1]:
        return "verdict"
    if before.verdict != "legal":
        return "" if (before.code, before.rule) == (after.code, after.rule) else "reason"
    if release == 1:
        return "effects" if after.position not in (before.position, after.guide) else ""
    if (before.effects, before.position) != (after.effects, after.position):
        return "effects"
    if before.digest != after.digest:
        return "digest"
    if before.canonical != after.canonical:
        return "canonical form"
    return "decision" if before.decided != after.decided else ""


def _rules(kind: str, before: Answer, after: Answer) -> tuple[str, ...]:
    """Return the rules that decide: those of the refusal, of the effects, or of the decision."""
    if kind in ("verdict", "reason"):
        return (after.rule if after.verdict != "legal" else before.rule,)
    if kind == "effects":
        return _rules_of_effects(before, after) or _rules_of_parts(before, after) or (OF_FORM,)
    if kind == "decision":
        node = (after.decided or before.decided or ("", ""))[1]
        section = SECTION.match(node)
        return (section[0] if section else NON_PLAYERS,)
    return (OF_FORM,)


def _rules_of_effects(before: Answer, after: Answer) -> tuple[str, ...]:
    """Return the rules of the effects that only one release has.

    The data of effects are compared if both releases have them. Otherwise the number of effects by each rule
    is compared, then their words without figures, and last the changes: 0.1.0 tells changes, 0.2.0 old and
    new figures.
    """

    def by_data(one: Answer) -> list[tuple[str, ...]]:
        return [effect for effect in one.effects if effect[2]]

    def told(one: Answer) -> list[tuple[str, ...]]:
        return [effect for effect in one.effects if effect[1] and effect[0] != CONTROL]

    def by_rule(one: Answer) -> list[tuple[str, ...]]:
        return [effect[:1] for effect in told(one)]

    def by_words(one: Answer) -> list[tuple[str, ...]]:
        return [(effect[0], FIGURES.sub("", effect[1])) for effect in told(one)]

    def by_changes(one: Answer) -> list[tuple[str, ...]]:
        return [(effect[0], CHANGE.sub(_change, effect[1])) for effect in told(one)]

    ways = (by_data,) if by_data(before) and by_data(after) else (by_rule, by_words, by_changes)
    for way in ways:
        mine, others = Counter(way(before)), Counter(way(after))
        differ = (mine - others) + (others - mine)
        if differ:
            return tuple(sorted({effect[0] for effect in differ}))
    return ()


def _rules_of_parts(before: Answer, after: Answer) -> tuple[str, ...]:
    """Return the rules of the parts of a position that differ, if no effect tells them (at a start)."""
    differ = _other_parts(after.guide or before.position, after.position)
    return tuple(sorted({rule for part, rule in PARTS.items() if part in differ}))


def _change(figures: re.Match[str]) -> str:
    return f"{int(figures[2]) - int(figures[1]):+d}"


def _what(kind: str, before: Answer, after: Answer) -> str:
    if kind in ("verdict", "reason"):
        return f"{_verdict(before)} -> {_verdict(after)}"
    if kind == "effects":
        return f"{_other_parts(after.guide or before.position, after.position)}"
    if kind == "decision":
        return f"{before.decided} -> {after.decided}"
    if kind == "canonical form":
        return f"{before.canonical} -> {after.canonical}"
    return f"{before.digest} -> {after.digest}"


def _verdict(one: Answer) -> str:
    return "legal" if one.verdict == "legal" else f"{one.verdict} ({one.code}, {one.rule}): {one.message}"


def _other_parts(before: str, after: str) -> str:
    """Return the parts of two positions that differ."""
    parts = [re.findall(r"[^;\"]+", text) for text in (before, after)]
    mine, others = ([part.strip() for part in one] for one in parts)
    both = zip_longest(
        [p for p in mine if p not in others], [p for p in others if p not in mine], fillvalue="-"
    )
    return "; ".join([f"{old} -> {new}" for old, new in both]) or "the same position"


Group = tuple[str, tuple[str, ...], str]
"""Kind, rules and code of a group of differences."""


def grouped(differences: Iterable[Difference]) -> dict[Group, list[Difference]]:
    """Return the differences by kind, rules and code, the weightiest kind first, then the largest group."""
    groups: dict[Group, list[Difference]] = defaultdict(list)
    for one in differences:
        groups[one.kind, one.rules, one.code].append(one)
    order = list(KINDS)

    def weight(group: Group) -> tuple[int, int, Group]:
        return order.index(group[0]), -len(groups[group]), group

    return {group: groups[group] for group in sorted(groups, key=weight)}
