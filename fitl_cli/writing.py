"""Write files whole or not at all, without losing edits of others."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EAGAIN

import click

from fitl_cli.output import CANNOT_WRITE, Failure, say_data
from fitl_cli.signals import unfinished

MOST_LINKS = 40
"""The most symbolic links that are followed."""
PATIENCE = 20.0
"""The seconds that another `fitl` may write in the same directory."""


def write_file(path: str, text: str | bytes, read: bytes | None = None, *, private: bool = False) -> None:
    """Write a file. `read` is its content when it was read, if this changes it in place.

    With empty `read` (b"") the file is new: a file with content is not replaced. Only its owner can read a
    new `private` file. A changed file keeps its mode.

    A regular file is written whole or not at all. Symbolic links are followed. A device, pipe or terminal is
    written directly. The command ends with 74 if the file cannot be written: it is read-only, has several
    names, or was changed since it was read.
    """
    try:
        data = text.encode() if isinstance(text, str) else text
        if os.path.basename(path) in ("", os.curdir):
            raise IsADirectoryError("this names a directory; add the name of a file")
        stream = _stream_of(path)
        if stream == 1:
            say_data(data)
        elif stream is not None:
            _write_through(stream, data)
        else:
            target = os.path.realpath(path)
            is_nameless = os.path.exists(path) and not os.path.lexists(target)  # a pipe in /proc/7/fd
            _write(path if is_nameless else target, data, read, private)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Failure(f"cannot write {click.format_filename(path)}: {why}", CANNOT_WRITE) from None


def is_same_file(one: str, other: str) -> bool:
    """Check whether two paths name one file."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def insist_on_another(out: str, game: str, option: str) -> None:
    """End the command if its output would overwrite the game."""
    if is_same_file(out, game):
        raise click.BadParameter("this is the file of the game itself", param_hint=option)


def _stream_of(path: str) -> int | None:
    """Return the descriptor of this process that a path names, perhaps by links, such as `/dev/stdout`.

    Its target is not followed: a file that is open for appending must not be rewritten.
    """
    named = {"/dev/stdout": 1, "/dev/stderr": 2}
    folders = {"/dev/fd", *map(os.path.realpath, ("/dev/fd", "/proc/self/fd"))}
    for _ in range(MOST_LINKS):
        folder, name = os.path.split(path)
        folder = os.path.realpath(folder)
        if (known := named.get(os.path.join(folder, name))) is not None:
            return known
        if folder in folders and name.isdecimal() and len(name) < 6:
            return int(name)
        if not os.path.islink(path):
            return None
        path = os.path.join(folder, os.readlink(path))
    return None


def _write(target: str, data: bytes, read: bytes | None, private: bool) -> None:
    there = os.stat(target) if os.path.lexists(target) else None
    if there is None or stat.S_ISREG(there.st_mode):
        with _alone(os.path.dirname(target)):
            if os.path.lexists(target):  # only now: somebody may have made it meanwhile
                _insist_on_replaceable(target, data, read)
            _replace_file(target, data, private, is_change=bool(read))
    elif stat.S_ISDIR(there.st_mode):
        raise IsADirectoryError("it is a directory")
    else:
        _write_through(os.open(target, os.O_WRONLY | getattr(os, "O_NOCTTY", 0)), data)


def _write_through(descriptor: int, data: bytes) -> None:
    with os.fdopen(descriptor, "wb", closefd=descriptor > 2) as file:
        file.write(data)


@contextmanager
def _alone(directory: str) -> Iterator[None]:
    """Keep every other `fitl` from writing in this directory, if the system has locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise BlockingIOError(EAGAIN, "somebody else keeps its directory locked") from None
                time.sleep(0.01)
                continue
            except OSError:  # a file system without locks
                pass
            break
        yield
    finally:
        os.close(descriptor)


def _insist_on_replaceable(target: str, data: bytes, read: bytes | None) -> None:
    there = os.stat(target)
    if not there.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError("it is read-only")
    if there.st_nlink > 1:
        raise PermissionError(f"it has {there.st_nlink} names (hard links), and only this one would change")
    if read is not None:
        with open(target, "rb") as file:
            content = file.read()
        if not read and content not in (b"", data):
            raise FileExistsError("it has content already, which stays")
        if read and content != read:
            raise PermissionError("it has been changed since it was read; nothing is lost, try again")


def _replace_file(target: str, data: bytes, private: bool, is_change: bool) -> None:
    """Write a file beside the target, then move it there in one step, with the permissions of the old file.

    A new private file takes no permissions over.
    """
    new = os.path.join(os.path.dirname(target), f".fitl-{os.getpid()}-{os.urandom(4).hex()}.new")
    unfinished.add(new)
    try:
        with open(new, "xb", opener=_private if private else None) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.lexists(target):
            _give_to_owner_of(target, new)
        os.chmod(new, 0o600 if private and not (is_change and os.path.lexists(target)) else _mode_for(target))
        os.replace(new, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(new)
        raise
    finally:
        unfinished.discard(new)


def _give_to_owner_of(target: str, new: str) -> None:
    """Keep the owner of a file, if this process may give files away, as root may."""
    there = os.stat(target)
    with suppress(OSError, AttributeError):
        os.chown(new, there.st_uid, there.st_gid)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _mode_for(target: str) -> int:
    """Return the permissions of an existing file, or those of a new one."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
