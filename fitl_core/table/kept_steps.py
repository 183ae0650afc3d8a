"""The kept step of a line: its effects, the rules release that played it, and the digest of the position
after it.

A table is opened by folding these effects. So a move stays as it was played, whatever the rules say later.
Effects are kept as compressed JSON. Read `history` next.
"""

from __future__ import annotations

import zlib

import msgspec

from fitl_core.record.effects import Effect
from fitl_core.rules.release import RULES_RELEASE
from fitl_core.state.applying import UnfitEffects
from fitl_core.state.position_digest import digest
from fitl_core.state.state import State
from fitl_core.underway import Step

MOST_UNPACKED = 8_000_000
"""The largest number of bytes to which the effects of a line may unpack."""
MOST_DEFLATED = 1032
"""The largest number of bytes for which one compressed byte can stand (RFC 1951)."""
_EFFECTS = msgspec.json.Decoder(tuple[Effect, ...])
_STATE = msgspec.json.Decoder(State)


class KeptStep(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """The step of a line as it was played, or of the start.

    `release` is the rules release, `digest` that of the position after the line. `again` has the effects of
    each move that an amendment played. `start` is the whole position at the start of play. These two and
    `effects` are compressed.

    `is_attested` is false if the effects were computed later than the line was played, and no record of that
    time confirms them. `is_shown` is false for a line that today's rules refused then: nobody knows the
    position after it. Its only effects are Factions that change hands.
    """

    release: int
    digest: str
    effects: bytes = b""
    again: tuple[bytes, ...] = ()
    start: bytes = b""
    is_attested: bool = True
    is_shown: bool = True

    def first_state(self) -> State:
        """Return the position at the start of play. Raises `UnfitEffects` if this is no step of the start."""
        try:
            return _STATE.decode(_inflated(self.start))
        except (msgspec.MsgspecError, zlib.error) as error:
            raise UnfitEffects(f"the kept position at the start cannot be read: {error}") from None


def kept_step(
    step: Step, before: KeptStep | None = None, again: tuple[tuple[Effect, ...], ...] = ()
) -> KeptStep:
    """Return a step as a table keeps it. `before` is the kept step of the line before: without effects, the
    digest stays.

    `again` are the effects of the moves that an amendment played.
    """
    after = before.digest if before is not None and not step.effects else digest(step.state)
    return KeptStep(RULES_RELEASE, after, packed(step.effects), tuple([packed(one) for one in again]))


def kept_start(step: Step) -> KeptStep:
    """Return the start of play as a table keeps it, with the whole position."""
    state = zlib.compress(msgspec.json.encode(step.state), 9)
    return KeptStep(RULES_RELEASE, digest(step.state), packed(step.effects), start=state)


def packed(effects: tuple[Effect, ...]) -> bytes:
    """Return effects as compressed JSON; nothing for no effects.

    Raises `UnfitEffects` for effects that could not be read again. Then the rules have a fault, and a table
    that kept the effects could never be opened.
    """
    if not effects:
        return b""
    text = msgspec.json.encode(effects)
    try:
        _EFFECTS.decode(text)
    except msgspec.MsgspecError as error:
        raise UnfitEffects(f"a rule made effects that could not be read again: {error}") from None
    return zlib.compress(text, 9)


def unpacked(kept: bytes) -> tuple[Effect, ...]:
    """Return the effects of a kept step. Raises `UnfitEffects` if they cannot be read."""
    if not kept:
        return ()
    try:
        return _EFFECTS.decode(_inflated(kept))
    except (msgspec.MsgspecError, zlib.error) as error:
        raise UnfitEffects(f"the kept effects cannot be read: {error}") from None


def _inflated(kept: bytes) -> bytes:
    """Return compressed bytes as they were. Raises `zlib.error` for damaged or for too many bytes."""
    if len(kept) <= MOST_UNPACKED // MOST_DEFLATED:
        return zlib.decompress(kept)  # half the time for a few bytes, which cannot become too many
    inflate = zlib.decompressobj()
    text = inflate.decompress(kept, MOST_UNPACKED)
    if not inflate.eof:
        raise zlib.error(f"more than {MOST_UNPACKED:,} bytes, or cut off")
    return text
