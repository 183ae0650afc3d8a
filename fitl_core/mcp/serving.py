"""The MCP server of `fitl mcp`: the tools and resources of `seat_tools`, by the official SDK."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ToolError

from fitl_core.errors import FitlError
from fitl_core.mcp.seat_tools import SeatTools, words_of

INSTRUCTIONS = """\
Play Fire in the Lake at a table whose rules are enforced. Call `briefing` for your decision. Answer with
`say`: a name that the briefing lists, or your whole move. It returns your next briefing. Use `questions` for
the answers in one space, `ruling` to try a move without playing it, `rules` and `card` to look things up."""
P = ParamSpec("P")


def mcp_server(tools: SeatTools) -> MCPServer:
    """Return the server of these tools. `run` with "stdio" serves one client on standard input and output."""
    server = MCPServer("fitl", instructions=INSTRUCTIONS, log_level="ERROR")
    for tool in (
        tools.open_table,
        tools.sit,
        tools.look,
        tools.briefing,
        tools.questions,
        tools.say,
        tools.ruling,
        tools.rules,
        tools.card,
    ):
        server.add_tool(_told_by(tool, ToolError), structured_output=False)
    for address, mime, read in (
        ("fitl://tables/{table}/log", "text/plain", tools.log),
        ("fitl://tables/{table}/board", "text/plain", tools.board),
        ("fitl://tables/{table}/board.svg", "image/svg+xml", tools.board_picture),
        ("fitl://rules/{wanted}", "text/plain", tools.rules),
        ("fitl://cards/{card}", "text/plain", tools.card),
    ):
        server.resource(address, mime_type=mime)(_told_by(read, ResourceError))
    return server


def _told_by(tool: Callable[P, str], error: type[Exception]) -> Callable[P, str]:
    """Make each refusal an error that the SDK passes on to the model."""

    @wraps(tool)
    def told(*args: P.args, **given: P.kwargs) -> str:
        try:
            return tool(*args, **given)
        except FitlError as refusal:
            raise error(words_of(refusal)) from None

    return told
