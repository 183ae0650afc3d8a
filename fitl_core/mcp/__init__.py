"""Tables as tools of a language model: an MCP server (`fitl mcp`). Read `seat_tools` next.

It needs the extra `mcp`. Only `serving` imports it.
"""
