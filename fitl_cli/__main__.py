"""The entry point: signals are minded before anything else is imported."""

import sys


def main() -> None:
    """Run `fitl` with the arguments of the process, and exit."""
    try:
        import signal

        from fitl_cli.signals import mind

        mind(signal.SIGINT, signal.SIGTERM)
        from fitl_cli.run import main as run_and_exit

        run_and_exit()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
