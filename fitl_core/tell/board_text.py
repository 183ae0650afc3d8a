"""Show the board as a table of text. `fitl_core.tell.state_view` shows it to programs."""

from __future__ import annotations

from collections.abc import Iterable

from fitl_core.facts.card_list import cards
from fitl_core.facts.factions import CONTROL_WORDS, Faction
from fitl_core.facts.game_map import BoardSpace, board
from fitl_core.facts.levels import level
from fitl_core.facts.players import FOUR_PLAYERS, non_players, players_words
from fitl_core.rules.deception import NAMES
from fitl_core.state.control import control_in
from fitl_core.state.final_places import outcome_words
from fitl_core.state.state import BOX_WORDS, BOXES, InEffect, Space, State
from fitl_core.tell.state_view import PivotalView, view
from fitl_core.tell.words import (
    monsoon_words,
    next_card_words,
    pieces_words,
    places_words,
    scores_words,
    tracks_words,
)
from fitl_core.tell.wrapping import wrapped

_LABEL = 14


def board_table(state: State) -> list[str]:
    """Return the lines of a table: a heading, the spaces, and everything off the map.

    Empty Neutral spaces are left out. Pieces have the codes of the notation. Raises nothing.
    """
    rows: list[tuple[str, ...]] = [("code", "space", "level", "Control", "markers", "pieces")]
    for where, space in zip(board().spaces, state.spaces, strict=True):
        if space != Space():
            rows.append(_row(where, state))
    return [*_aligned(rows), "", *_off_map(state)]


def _row(where: BoardSpace, state: State) -> tuple[str, ...]:
    space = state.spaces[where.index]
    markers = [f"Terror {space.terror}"] if space.terror else []
    markers += ["Sabotage"] if space.sabotage else []
    return (
        where.code,
        where.short,
        level(space.support) if where.population else "-",
        CONTROL_WORDS[control_in(state, where)] if not where.is_loc else "-",
        ", ".join(markers) or "-",
        pieces_words(space.pieces) or "-",
    )


def _off_map(state: State) -> list[str]:
    """Return the lines of boxes, tracks, lasting Events, Eligibility and victory."""
    now = view(state, 0)
    lines: list[str] = []
    for box, words in BOX_WORDS.items():
        lines += _labelled(words, [pieces_words(getattr(state, BOXES[box])) or "none"])
    lines += _labelled("Tracks", [tracks_words(state)])
    down = " (his card is face down)" if state.leader_face_down else ""
    lines += _labelled("RVN Leader", [leader_words(state) + down])
    if shows := next_card_words(state):
        lines += _labelled("Next card", [shows, monsoon_words(state)] if state.monsoon else [shows])
    lines += _labelled("Capabilities", lasting_words(state.capabilities))
    lines += _labelled("Momentum", lasting_words(state.momentum))
    if now.pivotal.held:
        lines += _labelled("Pivotal", _pivotal(now.pivotal))
    lines += _labelled("Eligible", [" ".join(now.eligible) or "none"])
    done = [f"{done.faction} {done.deed}" for done in state.done]
    if done and state.phase == "card":
        lines += _labelled("Done", done)
    lines += _labelled("Victory", [scores_words(state)])
    if state.winner is not None:
        lines += _labelled("Result", [outcome_words(state), places_words(state)])
    if state.players != FOUR_PLAYERS:
        lines += _labelled("Players", [players_words(state.players)])
    if without := non_players(state.players):
        lines += _labelled("Non-players", [" ".join(without)])
    if state.policy is not None:
        lines += _labelled("US Policy", [state.policy])
    if state.promises:
        lines += _labelled("Next Event", [f"promised by {' '.join(state.promises)}"])
    for label, agreed in (("Options", state.options), ("Readings", state.readings)):
        lines += _labelled(label, list(agreed)) if agreed else []
    if state.revealed:
        lines += _labelled("Revealed", [f"{shown.faction} {NAMES[shown.marker]}" for shown in state.revealed])
    return [*lines, *_labelled("Digest", [now.digest])]


def leader_words(state: State) -> str:
    """Return the name of the RVN Leader in effect, or "none"."""
    by_id = {card.id: card.title for card in cards().values()}
    return by_id.get(state.leader, "none")


def _pivotal(now: PivotalView) -> list[str]:
    """Return words about the holders of Pivotal Events, and about their use on this card (2.3.8)."""
    parts = {
        "held by": now.held,
        "can be placed by": now.placeable,
        "waived by": now.waived,
        "play waits for": now.waiting_for,
    }
    lines = [f"{words} {' '.join(factions)}" for words, factions in parts.items() if factions]
    return [*lines, "Peace Talks on #121"] if now.peace_talks and Faction.US in now.held else lines


def lasting_words(markers: Iterable[InEffect]) -> list[str]:
    """Return Capabilities or Momentum Events in words, each with its card and side, or "none"."""
    return [f"#{mark.card} {cards()[mark.card].title}, {mark.side}" for mark in markers] or ["none"]


def _labelled(label: str, items: list[str]) -> list[str]:
    lines = wrapped(items, " " * _LABEL, between="; ")
    return [f"{label:<{_LABEL}}{lines[0].strip()}", *lines[1:]]


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max([len(row[i]) for row in rows]) for i in range(len(rows[0]))]
    return [
        "  ".join([f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)]).rstrip()
        for row in rows
    ]
