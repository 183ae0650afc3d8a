"""The entry point: signals are minded before anything else is imported."""

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
    except Exception as error:  # a library that finds no room to load is an ImportError or an OSError
        _end(f"cannot start, perhaps for want of memory: {error}".encode("ascii", "backslashreplace"))


def _end(why: bytes) -> None:
    """Say why and end with 70, by as little as can be done."""
    try:
        os.write(2, b"fitl: " + why + b"\n")
    finally:
        os._exit(70)


if __name__ == "__main__":
    main()
