"""A fingerprint of a position by its meaning, the same on every machine."""

from __future__ import annotations

import hashlib

from fitl_core.errors import Refusal, Violation
from fitl_core.facts.players import players_words
from fitl_core.state.positions import position_of
from fitl_core.state.state import State
from notation.position_reader import write_position

DIGEST_VERSION = 2
"""The version at the front of a digest. SPEC 9 describes the text from which a digest is made."""


def digest(state: State) -> str:
    """Return a short fingerprint of a position: `2:` and 16 digits of SHA-256.

    It is made from the canonical text of rules, scenario, players, options, readings and position. So neither
    the way to a position nor the layout of a State matters.
    """
    return f"{DIGEST_VERSION}:{hashlib.sha256(digested(state).encode()).hexdigest()[:16]}"


def insist_on_digest(state: State, recorded: str) -> None:
    """Raise `Violation` unless a position has the digest that was recorded for it.

    The code is digest-differs, or digest-unknown for a digest of another version.
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
    """Return the version of a recorded digest: 1 if it has none at the front."""
    version, _, _ = recorded.rpartition(":")
    return int(version or 1)


def digested(state: State) -> str:
    """Return the text from which the digest of a position is made, one line for each part."""
    parts = (
        state.rules,
        state.scenario,
        players_words(state.players),
        " ".join(state.options),
        " ".join(state.readings),
        write_position(position_of(state)),
    )
    return "\n".join(parts)
