"""Read claims: the figures after `=>`, with commas between them. `notation.claim_writer` writes them."""

from __future__ import annotations

from typing import Literal

from fitl_core.facts.factions import US, ControlName, Faction
from fitl_core.facts.levels import Level
from fitl_core.record.claims import (
    CapabilityClaim,
    ChangeClaim,
    Claim,
    ControlClaim,
    EligibleClaim,
    LevelClaim,
    MarginClaim,
    MarkerClaim,
    PiecesClaim,
    ScoreChangeClaim,
    ScoreClaim,
    TrackClaim,
    TrackName,
    WinnerClaim,
)
from notation.errors import NotationError
from notation.lexer import Cursor, shown
from notation.log import Span
from notation.parts import (
    LEVEL_WORDS,
    MAX_NUMBER,
    faction_of,
    read_box,
    read_count,
    read_level,
    read_number,
    read_space,
)
from notation.space_names import nearest
from notation.titles import read_card

TRACK_WORDS: dict[str, TrackName] = {"aid": "aid", "patronage": "patronage", "econ": "econ", "trail": "trail"}
RESOURCES: dict[Faction, TrackName] = {Faction.ARVN: "ARVN", Faction.NVA: "NVA", Faction.VC: "VC"}
RESOURCE_WORDS = ("resources", "resource", "res")
CONTROL: dict[str, ControlName] = {"coin": "coin", "nva": "nva", "none": "none", "no": "none"}
MARKERS: dict[str, Literal["terror", "sabotage"]] = {"terror": "terror", "sabotage": "sabotage"}

PlacedClaims = list[tuple[Claim, Span]]


def read_claims(cursor: Cursor, faults: list[NotationError]) -> PlacedClaims:
    """Read claims up to the end of the line.

    Append the fault of a wrong item to `faults` and skip the item.
    """
    claims: PlacedClaims = []
    if cursor.now.kind == "end":
        faults.append(cursor.expected("a claim", hint="as in => ARVN 24, Aid 14, Sai=PS, Sai 8at"))
    while cursor.now.kind != "end":
        try:
            item = _read_item(cursor)
            if cursor.now.kind not in (",", "end"):
                raise cursor.expected("a comma and the next claim")
            claims.extend(item)
        except NotationError as fault:
            faults.append(fault)
            while cursor.now.kind not in (",", "end"):
                cursor.take()
        while cursor.skip(","):
            pass
    return claims


def _read_item(cursor: Cursor) -> PlacedClaims:
    """Read the item between two commas: one claim, or several kinds of piece in one place."""
    first = cursor.at
    claim = _single(cursor)
    if claim is not None:
        return [(claim, cursor.span_from(first))]
    box = read_box(cursor)
    place = box or read_space(cursor, "a claim")
    colon = cursor.skip(":")
    if cursor.now.kind != "number":
        if box:
            raise cursor.expected("a number of pieces", hint="as in casualties 3ut")
        claim = _of_space(cursor, place, colon)
        return [(claim, cursor.span_from(first))]
    claims: PlacedClaims = []
    while cursor.now.kind == "number":
        count = read_count(cursor, least=0)
        claims.append((PiecesClaim(place, count.number, count.kind), cursor.span_from(first)))
        first = cursor.at
    return claims


def _single(cursor: Cursor) -> Claim | None:
    """Read a claim that does not begin with a place. Return None, and read nothing, if the next one does."""
    token = cursor.now
    if token.kind == "#":
        return _capability(cursor)
    word = token.low
    if token.kind != "word":
        raise cursor.expected("a claim", hint="as in ARVN 24, Aid 14, Sai=PS, Sai 8at")
    faction = faction_of(token)
    if faction:
        cursor.take()
        return _of_faction(cursor, faction)
    if word in TRACK_WORDS:
        cursor.take()
        return _of_track(cursor, TRACK_WORDS[word], f"the figure of {word.capitalize()}")
    if word == "eligible":
        cursor.take()
        return _eligible(cursor)
    if word == "winner":
        cursor.take()
        return _winner(cursor)
    return None


def _capability(cursor: Cursor) -> CapabilityClaim:
    cursor.take()
    card = read_card(cursor)
    if cursor.skip_word("shaded"):
        return CapabilityClaim(card, "shaded")
    if cursor.skip_word("unshaded"):
        return CapabilityClaim(card, "unshaded")
    raise cursor.expected("shaded or unshaded")


def _eligible(cursor: Cursor) -> EligibleClaim:
    if cursor.skip_word("none"):
        return EligibleClaim(())
    factions: list[Faction] = []
    while faction := faction_of(cursor.now):
        cursor.take()
        factions.append(faction)
    if not factions:
        raise cursor.expected("a Faction or none", candidates=tuple(Faction))
    return EligibleClaim(tuple(factions))


def _winner(cursor: Cursor) -> WinnerClaim:
    if cursor.skip_word("none"):
        return WinnerClaim(None)
    faction = faction_of(cursor.now)
    if faction is None:
        raise cursor.expected("a Faction or none", candidates=tuple(Faction))
    cursor.take()
    return WinnerClaim(faction)


def _of_space(cursor: Cursor, space: str, colon: bool) -> LevelClaim | ControlClaim | MarkerClaim:
    """Read a claim about a space other than its pieces. `colon`: a colon stood after the space."""
    token = cursor.now
    if cursor.skip("=") or (colon and token.low in LEVEL_WORDS):
        level: Level = read_level(cursor)
        return LevelClaim(space, level)
    word = token.low
    if word == "control":
        cursor.take()
        control = CONTROL.get(cursor.now.low)
        if control is None:
            raise cursor.expected("COIN, NVA or none")
        cursor.take()
        return ControlClaim(space, control)
    if word in MARKERS:
        cursor.take()
        return MarkerClaim(space, MARKERS[word], read_number(cursor, 0, MAX_NUMBER, "a number of markers"))
    near = nearest(shown(word), ("control", "terror", "sabotage")) if word else ()
    hint = "as in Sai 8at, Sai=PS, Ple control COIN, Hue terror 1"
    raise cursor.expected("a claim about the place", hint=hint, candidates=near)


def _of_faction(cursor: Cursor, faction: Faction) -> Claim:
    """Read the claim that follows a Faction: its Resources, score or margin, or a change of the first two."""
    if cursor.skip_word("margin"):
        return MarginClaim(faction, (_sign(cursor) or 1) * _amount(cursor, f"the margin of {faction}"))
    if cursor.now.low in RESOURCE_WORDS and faction is US:
        raise cursor.expected("a figure of the US", hint="the US has no Resources; its score is US 38")
    if cursor.skip_word("score") or faction is US:
        sign, amount = _sign(cursor), _amount(cursor, f"the score of {faction}")
        return ScoreChangeClaim(faction, sign * amount) if sign else ScoreClaim(faction, amount)
    cursor.skip_word(*RESOURCE_WORDS)
    return _of_track(cursor, RESOURCES[faction], f"the Resources of {faction}")


def _of_track(cursor: Cursor, track: TrackName, what: str) -> Claim:
    """Read a figure of a track. A figure with a sign is a change of the track."""
    sign, amount = _sign(cursor), _amount(cursor, what)
    return ChangeClaim(track, sign * amount) if sign else TrackClaim(track, amount)


def _sign(cursor: Cursor) -> int:
    """Read a sign and return 1 or -1. Return 0 if there is none."""
    return 1 if cursor.skip("+") else -1 if cursor.skip("-") else 0


def _amount(cursor: Cursor, what: str) -> int:
    return read_number(cursor, 0, MAX_NUMBER, what)
