"""The release of the rules: a number that rises with each change of a verdict or an effect.

Tables keep it with every move, and files have it in their header. `docs/look-up/rules-releases.md` describes
each release.
"""

from __future__ import annotations

from typing import Final

RULES_RELEASE: Final = 2
"""The rules release of this program, from 1. Release 1 came with version 0.1.0, release 2 with 0.2.0.

`facts/data/rules-releases.json` says which later versions changed no rule.
"""
