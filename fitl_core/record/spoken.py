"""Convert between clauses with Faction tags (`NVA:`) and clauses paired with their Factions.

A verb opens a segment of the acting Faction. A tag assigns the clauses after it to another Faction, up to the
next tag or verb. A die is nobody's choice: it needs no tag and ends none. A gift between NVA and VC (1.5.2)
may stand after the giver's tag. It needs no tag, because the acting Faction writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.record.clauses import By, Clause, Number, Roll, Verb
from fitl_core.record.events import Segment

Said = tuple[Faction, Clause]
"""A clause with the Faction that states it. The clause is never a tag."""


def flatten(segments: Iterable[Segment]) -> tuple[Clause, ...]:
    """Return the written clauses of an action. Each segment begins with its verb."""
    clauses: list[Clause] = []
    for segment in segments:
        clauses.append(Verb(segment.verb))
        clauses += segment.clauses
    return tuple(clauses)


def segments(clauses: Iterable[Clause]) -> tuple[Segment, ...]:
    """Cut clauses into segments at their verbs: the inverse of `flatten`."""
    parts: list[tuple[str, list[Clause]]] = []
    for clause in clauses:
        if isinstance(clause, Verb):
            parts.append((clause.name, []))
        else:
            parts[-1][1].append(clause)
    return tuple([Segment(verb, tuple(of_verb)) for verb, of_verb in parts])


def spoken(segments: Iterable[Segment], actor: Faction) -> list[Said]:
    """Return the clauses of an action of this Faction, each with the Faction that states it.

    Raises `Violation` (`empty-tag`) for a tag without a clause after it. A tag directly before a verb is
    accepted, because the verb returns to the acting Faction.
    """
    clauses: list[Said] = []
    segments = tuple(segments)
    for segment in segments:
        if By in map(type, segment.clauses):
            return _spoken_with_tags(segments, actor)
        clauses.append((actor, Verb(segment.verb)))
        clauses += zip(repeat(actor), segment.clauses)
    return clauses


def _spoken_with_tags(segments: Iterable[Segment], actor: Faction) -> list[Said]:
    said: list[Said] = []
    at = 0
    speaker = silent = actor
    for segment in segments:
        said.append((actor, Verb(segment.verb)))
        speaker = silent = actor
        for clause in segment.clauses:
            at += 1
            if type(clause) is not By:
                gives = segment.verb == "transfer" and _gives(speaker, clause)
                said.append((actor if gives else speaker, clause))
                silent = speaker
            elif speaker is not silent:
                raise _says_nothing(speaker, at - 1)
            else:
                speaker = clause.faction
        at += 1
    if speaker is not silent:
        raise _says_nothing(speaker, at - 1)
    return said


def _gives(speaker: Faction, clause: Clause) -> bool:
    """Check whether a clause is this Faction's gift to the other Insurgent."""
    receiver = next((receiver for receiver, giver in GIVERS.items() if giver is speaker), None)
    return isinstance(clause, Number) and clause.track == receiver


def _says_nothing(speaker: Faction, at: int) -> Violation:
    refusal = Refusal("empty-tag", "SPEC 4", f"no clause follows the tag {speaker}:")
    return Violation(refusal, faction=speaker, optional=True, clause=at)


def written(said: Iterable[Said], actor: Faction) -> tuple[Segment, ...]:
    """Return segments with the tags that these clauses need: the inverse of `spoken`, except for dice."""
    clauses: list[Clause] = []
    speaker = actor
    for who, clause in said:
        if isinstance(clause, Verb):
            speaker = actor
        elif who is not speaker and not isinstance(clause, Roll):
            clauses.append(By(who))
            speaker = who
        clauses.append(clause)
    return segments(clauses)


def place_in_writing(clauses: Sequence[Clause], said: int) -> int:
    """Return the index of a clause in the flattened clauses of an action.

    `said` is its number among the clauses without tags.
    """
    places = [at for at, clause in enumerate(clauses) if not isinstance(clause, By)]
    return places[said] if said < len(places) else len(clauses)
