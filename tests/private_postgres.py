"""A PostgreSQL server of a test's own, which it may stop and start again."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

import pytest


class PrivatePostgres:
    """A server with its data in a folder; `address` is that of a store in it."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._folder = folder
        self._data = str(folder / "data")
        self._as = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # root it refuses to be
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.address: str = f"postgresql://postgres@127.0.0.1:{self._port}/postgres"
        if self._as:
            folder.chmod(0o711)
            shutil.chown(folder, "postgres")
        self._run("initdb", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "-D", self._data)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        self._run("pg_ctl", "-w", "-D", self._data, "-l", str(self._folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        """Stop it as a crash would; one that does not run stays so."""
        if (self._folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "-w", "-D", self._data, "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as, str(self._programs / program), *arguments]
        subprocess.run(command, cwd=self._folder, check=True, stdout=subprocess.DEVNULL, timeout=120)


@contextmanager
def private_postgres() -> Iterator[PrivatePostgres]:
    """A server that has been started, gone with the block; without its programs the test skips itself."""
    found = sorted(glob("/usr/lib/postgresql/*/bin/initdb"))
    initdb = found[-1] if found else shutil.which("initdb")
    if initdb is None or (os.geteuid() == 0 and shutil.which("runuser") is None):
        pytest.skip("no programs of PostgreSQL")
    with tempfile.TemporaryDirectory(prefix="fitl-postgres-") as folder:
        server = PrivatePostgres(Path(initdb).parent, Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()
