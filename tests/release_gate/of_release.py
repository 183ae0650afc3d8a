"""The code of the installed release under one set of names: `code`."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

IS_OLDEST = importlib.util.find_spec("fitl_core.record") is None  # 0.1.0 has no rooms
code: Any = importlib.import_module("code_of_0_1" if IS_OLDEST else "code_of_0_2")
