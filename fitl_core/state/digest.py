"""A fingerprint of a position by what it means, the same on every machine."""

from __future__ import annotations

import hashlib

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.players import players_words
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation.position import write_position

DIGEST_VERSION = 2
"""The version that stands in front; what it is taken over is written in SPEC 9."""


def digest(state: State) -> str:
    """A short fingerprint of a position: `2:` and 16 digits of SHA-256.

    It is taken over the canonical text of rules, scenario, players, options, readings and position, so that
    neither the way to a position nor how a State is laid out bears on it.
    """
    return f"{DIGEST_VERSION}:{hashlib.sha256(digested(state).encode()).hexdigest()[:16]}"


def insist_on_digest(state: State, recorded: str) -> None:
    """Raise `Violation` unless a position has the digest that was recorded for it.

    Its code is digest-differs, or digest-unknown for a digest of another version than today's.
    """
    here = digest(state)
    if here == recorded:
        return
    version = version_of(recorded)
    if version != DIGEST_VERSION:
        why = f"this digest is of version {version}; this program compares those of version {DIGEST_VERSION}"
        raise Violation(Refusal("digest-unknown", "SPEC 9", why))
    facts = (f"recorded {recorded}", f"here {here}")
    raise Violation(Refusal("digest-differs", "SPEC 3", "another engine came to another state", facts))


def version_of(recorded: str) -> int:
    """The version of a digest as a log records it: 1 where none stands in front."""
    version, _, _ = recorded.rpartition(":")
    return int(version or 1)


def digested(state: State) -> str:
    """The text over which the digest of a position is taken, one line for each part."""
    parts = (
        state.rules,
        state.scenario,
        players_words(state.players),
        " ".join(state.options),
        " ".join(state.readings),
        write_position(position_of(state)),
    )
    return "\n".join(parts)
