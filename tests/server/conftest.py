"""Skip tests that need the extra `server`, or a tool of `ci`, where that is not installed."""

from importlib.util import find_spec

collect_ignore_glob = ["test_*.py"] if find_spec("starlette") is None or find_spec("uvicorn") is None else []
collect_ignore = ["test_openapi.py"] if find_spec("schemathesis") is None else []
