"""Who says each clause of an action, and how that is written: Faction tags (`NVA:`), both ways.

A verb opens a part of the action, the acting Faction's; a tag gives the clauses behind it to
another, until the next tag or verb. A die is nobody's choice: it needs no tag and ends none. What NVA or VC
gives the other (1.5.2) may stand behind the giver's tag; it needs none, for the acting Faction writes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.factions import GIVERS, Faction
from fitl_core.record.clauses import By, Clause, Number, Roll, Verb
from fitl_core.record.events import Segment

Said = tuple[Faction, Clause]
"""A clause with the Faction that says it; no clause is a tag."""


def flatten(segments: Iterable[Segment]) -> tuple[Clause, ...]:
    """The clauses of an action as written, each segment opened by its verb."""
    clauses: list[Clause] = []
    for segment in segments:
        clauses.append(Verb(segment.verb))
        clauses += segment.clauses
    return tuple(clauses)


def segments(clauses: Iterable[Clause]) -> tuple[Segment, ...]:
    """Clauses cut into segments at their verbs: the inverse of `flatten`."""
    parts: list[tuple[str, list[Clause]]] = []
    for clause in clauses:
        if isinstance(clause, Verb):
            parts.append((clause.name, []))
        else:
            parts[-1][1].append(clause)
    return tuple([Segment(verb, tuple(found)) for verb, found in parts])


def spoken(segments: Iterable[Segment], actor: Faction) -> list[Said]:
    """The clauses of an action of this Faction, each with who says it.

    Raises `Violation` (`empty-tag`) for a tag by which another is to speak who then says nothing;
    right before a verb, which gives the word back anyway, a tag says nothing and is let be.
    """
    said: list[Said] = []
    segments = tuple(segments)
    for segment in segments:
        if By in map(type, segment.clauses):
            return _spoken_with_tags(segments, actor)
        said.append((actor, Verb(segment.verb)))
        said += zip(repeat(actor), segment.clauses)
    return said


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
    """Whether a clause is this Faction's gift to the other Insurgent."""
    receiver = next((receiver for receiver, giver in GIVERS.items() if giver is speaker), None)
    return isinstance(clause, Number) and clause.track == receiver


def _says_nothing(speaker: Faction, at: int) -> Violation:
    refusal = Refusal("empty-tag", "SPEC 4", f"nothing is said behind the tag {speaker}:")
    return Violation(refusal, faction=speaker, optional=True, clause=at)


def written(said: Iterable[Said], actor: Faction) -> tuple[Segment, ...]:
    """What has been said, with the tags that it needs: `spoken` gives it back (but for who says a die)."""
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
    """Where in the flattened clauses of an action the clause stands that is said as number `said`."""
    places = [at for at, clause in enumerate(clauses) if not isinstance(clause, By)]
    return places[said] if said < len(places) else len(clauses)
