"""The entry point: signal handlers are set before anything else is imported."""

import os
import sys


def main() -> None:
    """Run `fitl` with the arguments of the process, and exit."""
    try:
        import signal

        from fitl_cli.signals import mind

        mind(signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))
        from fitl_cli.run import main as run_and_exit

        run_and_exit()
    except KeyboardInterrupt:
        sys.exit(130)
    except MemoryError:
        _end(b"out of memory: this needs more than the process may have")
    except Exception as error:  # a library that finds no memory to load raises ImportError or OSError
        is_named = isinstance(error, ImportError) and error.name == "notation"
        why = f"{'' if is_named else 'cannot start, perhaps for want of memory: '}{error}"
        _end(why.encode("ascii", "backslashreplace"))


def _end(why: bytes) -> None:
    """Print the reason and exit with 70, with as little work as possible."""
    try:
        os.write(2, b"fitl: " + why + b"\n")
    finally:
        os._exit(70)


if __name__ == "__main__":
    main()
