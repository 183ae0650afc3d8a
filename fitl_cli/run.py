"""Run a command and turn every outcome into an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from fitl_cli.app import app
from fitl_cli.output import CANNOT_WRITE, INTERNAL, INTERRUPTED, Failure, hush, warn


def main() -> None:
    """Run a command with the arguments of the process, and exit."""
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except BrokenPipeError:
            hush(stream)
        except (OSError, ValueError):
            hush(stream)
            code = code or CANNOT_WRITE
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code. Nothing ends in a traceback."""
    try:
        return _run(arguments)
    except Failure as unsaid:  # the message cannot be written either
        return unsaid.exit_code


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = app.main(list(arguments), prog_name="fitl", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except Failure as failure:
        failure.show()
        return failure.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        warn(error.format_message())
        return error.exit_code
    except click.UsageError as error:
        _show_usage(error)
        return error.exit_code
    except click.ClickException as error:
        warn(f"fitl: {error.format_message()}")
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        hush(sys.stdout)
        return 0
    except MemoryError:
        warn("fitl: out of memory: this needs more than the process may have")
        return INTERNAL
    except Exception as error:
        warn(f"fitl: internal error: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
        return INTERNAL


def _show_usage(error: click.UsageError) -> None:
    if error.ctx is not None:
        warn(f"{error.ctx.get_usage()}\nTry '{error.ctx.command_path} --help' for help.\n")
    warn(f"fitl: {error.format_message()}")
