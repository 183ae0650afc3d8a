"""`--on dask://HOST:PORT`: the same answers, order and exit codes from a cluster as from this process."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from command_line import FIXTURES, ROOT, TUTORIAL, fitl

from fitl_cli import clusters
from fitl_cli.clusters import cluster
from fitl_cli.jobs import AHEAD, each_by
from fitl_cli.output import Failure
from fitl_cli.watched_cluster import Watched

distributed = pytest.importorskip("distributed", reason="no distributed: the extra dask is not installed")


@pytest.fixture(scope="module")
def on() -> Iterator[str]:
    """Yield the address of a cluster of two workers in this process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp"
    ) as local:
        yield local.scheduler_address.replace("tcp://", "dask://")


@pytest.mark.parametrize("form", [(), ("--json",), ("--continue", "--strict")])
def test_validate_on_a_cluster(on: str, form: tuple[str, ...], tmp_path: Path) -> None:
    """Files are reported in the given order, with the unreadable ones among them."""
    broken = sorted((FIXTURES / "broken").glob("*.fitl"))
    (tmp_path / "binary.fitl").write_bytes(b"\xff\x00")
    odd = [str(tmp_path / "not-there.fitl"), str(tmp_path), str(tmp_path / "binary.fitl")]
    files = [*map(str, broken[:3]), *odd, TUTORIAL, *map(str, broken[3:])]
    here, there = fitl("validate", *form, *files), fitl("validate", *form, "--on", on, *files)
    assert (there.exit_code, there.output) == (here.exit_code, here.output)
    assert here.exit_code == 3
    assert fitl("validate", "--on", on, TUTORIAL).exit_code == 0


def test_standard_input_on_a_cluster(on: str) -> None:
    """Standard input is read in this process, and its text is sent to the cluster."""
    text = Path(TUTORIAL).read_bytes()
    here, there = fitl("validate", "-", stdin=text), fitl("validate", "-", "--on", on, stdin=text)
    assert (there.exit_code, there.output) == (here.exit_code, here.output) and "legal" in here.output


def test_tables_are_checked_on_a_cluster(on: str, tmp_path: Path) -> None:
    """The cluster receives the facts of a table, so it needs no access to the store."""
    store = str(tmp_path / "tables.db")
    for name in ("a", "b"):
        assert fitl("table", "new", "--name", name, "--store", store).exit_code == 0
    asked = ("tables", "check", "--store", store, "--json")
    here, there = fitl(*asked), fitl(*asked, "--on", on)
    assert (there.exit_code, there.output) == (here.exit_code, here.output) == (0, here.output)


def test_random_games_on_a_cluster(on: str) -> None:
    """A cluster plays the same random games as this process, with the same report."""
    asked = ("random", "--check", "--games", "3", "--cards", "4", "--json")
    here, there = fitl(*asked), fitl(*asked, "--on", on)
    assert (there.exit_code, there.output) == (here.exit_code, here.output) == (0, here.output)


@pytest.mark.parametrize(
    ("arguments", "code", "because"),
    [
        (("validate", TUTORIAL, "--on", "tcp://x:1"), 2, "is not dask://HOST:PORT"),
        (("validate", TUTORIAL, "--on", "dask://x:1/y"), 2, "is not dask://HOST:PORT"),
        (("validate", TUTORIAL, "--on", ""), 2, "is not dask://HOST:PORT"),
        (("validate", TUTORIAL, "--on", "dask://x:1", "--jobs", "2"), 2, "not both"),
        (("random", "--seed", "1", "--on", "dask://x:1"), 2, "go with --check"),
    ],
)
def test_what_is_no_cluster(arguments: tuple[str, ...], code: int, because: str) -> None:
    """A wrong address, `--on` with `--jobs`, or a command without parallel work is wrong usage."""
    result = fitl(*arguments)
    assert (result.exit_code, because in result.output) == (code, True), result.output


def test_a_cluster_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing cluster is reported within its time limit (exit code 70); so is a missing extra."""
    monkeypatch.setattr("fitl_cli.clusters.PATIENCE", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        on = f"dask://127.0.0.1:{taken.getsockname()[1]}"
        result = fitl("validate", TUTORIAL, "--on", on)
    assert result.exit_code == 70 and f"cannot reach the cluster {on}" in result.output
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = fitl("validate", TUTORIAL, "--on", on)
    assert result.exit_code == 70 and 'pip install "fitl[dask]"' in result.output


def test_a_cluster_without_workers() -> None:
    """A cluster without workers is refused, because it would never answer."""
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=None, protocol="tcp"
    ) as empty:
        on = empty.scheduler_address.replace("tcp://", "dask://")
        result = fitl("validate", TUTORIAL, "--on", on)
    assert result.exit_code == 70 and "has no workers" in result.output


def test_workers_with_another_fitl(on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers with another version of `fitl` are refused, because their verdicts could differ."""
    import fitl_core

    monkeypatch.setattr("fitl_cli.clusters.fitl_core", type("Other", (), {"__version__": "99"}))
    result = fitl("validate", TUTORIAL, "--on", on)
    assert result.exit_code == 70 and f"have fitl {fitl_core.__version__}, this is 99" in result.output


def test_workers_that_die_over_the_work(on: str) -> None:
    """Workers that die end the command with Dask's reason and exit code 70."""
    with pytest.raises(Failure, match="have died over this work") as failure, cluster(on, 1):
        raise distributed.scheduler.KilledWorker("a task", None, 3)
    assert failure.value.exit_code == 70


def test_any_executor_will_do() -> None:
    """Results keep their order and few tasks start ahead; a task's error is raised here and ends the rest."""
    with ThreadPoolExecutor(4) as pool:
        assert list(each_by(pool, _double, range(3 * AHEAD))) == [2 * n for n in range(3 * AHEAD)]
        begun: list[int] = []

        def things() -> Iterator[int]:
            for n in range(5 * AHEAD):
                begun.append(n)
                yield n

        with closing(each_by(pool, _double, things())) as results:
            assert next(results) == 0
            assert len(begun) == AHEAD
        with pytest.raises(ZeroDivisionError):
            list(each_by(pool, _halve, [2, 1, 0, 1]))


def test_what_waits_is_not_begun() -> None:
    """Waiting tasks are cancelled if the caller stops asking for results."""
    given: list[Future[int]] = []

    class Idle(ThreadPoolExecutor):
        def submit(self, *_: object, **__: object) -> Future[int]:  # type: ignore[override]
            given.append(Future())
            return given[-1]

    with pytest.raises(RuntimeError, match="enough"), Idle() as idle:
        for _ in each_by(idle, _double, _few()):
            pass
    assert len(given) == 3 and all(future.cancelled() for future in given)


def _few() -> Iterator[int]:
    yield from range(3)
    raise RuntimeError("enough")


def _double(number: int) -> int:
    return 2 * number


def _halve(number: int) -> float:
    return 1 / number


# -- a cluster of other processes ---------------------------------------------------------------------


class Cluster:
    """A scheduler and a worker, each in its own process, as on other machines."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        address = f"tcp://127.0.0.1:{self.port}"
        self.scheduler = self._start(
            "scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"
        )
        self.worker = self._start("worker", address, "--nworkers", "1", "--nthreads", "1", "--no-dashboard")
        with distributed.Client(address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=30)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + arguments[0], *arguments[1:]],
            cwd=self.folder,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait_for_work(self) -> None:
        """Wait until the scheduler has a task."""
        with distributed.Client(f"tcp://127.0.0.1:{self.port}", set_as_default=False) as client:
            while not client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)):
                time.sleep(0.1)
        time.sleep(0.5)

    def end(self) -> None:
        """Kill the worker and scheduler that still run."""
        for process in (self.worker, self.scheduler):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def others(tmp_path: Path) -> Iterator[Cluster]:
    """A cluster of other processes."""
    cluster = Cluster(tmp_path)
    try:
        yield cluster
    finally:
        cluster.end()


def test_a_cluster_of_other_processes(others: Cluster, tmp_path: Path) -> None:
    """The cluster receives texts, so it needs no files; if it goes away the command ends with a message."""
    on = f"dask://127.0.0.1:{others.port}"
    (tmp_path / "game.fitl").write_bytes(Path(TUTORIAL).read_bytes())
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "fitl_cli", "validate", "game.fitl", "--on", on]
    told = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stderr) == (0, "")
    assert "game.fitl: legal, 37 events" in told.stdout

    command = [sys.executable, "-m", "fitl_cli", "random", "--check", "--games", "500", "--on", on]
    running = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    others.wait_for_work()
    for process in (others.worker, others.scheduler):
        os.killpg(process.pid, signal.SIGKILL)
    _, said = running.communicate(timeout=90)
    assert running.returncode == 70
    assert re.fullmatch(r"fitl: the cluster dask://\S+ has gone\n", said), said


def test_a_cluster_whose_going_is_missed(others: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command still ends if Dask loses waiting tasks while work is handed out."""
    monkeypatch.setattr(clusters, "PATIENCE", 1)

    async def forgets() -> None:
        raise RuntimeError("dictionary changed size during iteration")

    with pytest.raises(Failure, match="has gone"), cluster(f"dask://127.0.0.1:{others.port}", 1) as executor:
        assert isinstance(executor, Watched)
        monkeypatch.setattr(executor.client, "_reconnect", forgets)
        slow = executor.submit(time.sleep, 60)
        os.killpg(others.scheduler.pid, signal.SIGKILL)
        slow.result(timeout=30)


def test_interrupted_work_on_a_cluster(others: Cluster) -> None:
    """Ctrl-C ends the command early with exit code 130 and no output."""
    on = f"dask://127.0.0.1:{others.port}"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "fitl_cli", "random", "--check", "--games", "500", "--on", on]
    running = subprocess.Popen(
        command,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background ignores it
    )
    others.wait_for_work()
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert (running.returncode, said) == (130, "")


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_statistics_on_a_cluster(on: str, form: tuple[str, ...], tmp_path: Path) -> None:
    """Statistics of a folder and files on a cluster have the same order, faults and exit code as here."""
    (tmp_path / "binary.fitl").write_bytes(b"\xff\x00")
    illegal = FIXTURES / "broken/tax-under-coin-control.fitl"
    files = [str(tmp_path), str(FIXTURES / "prose"), str(illegal), TUTORIAL]
    here, there = fitl("stats", *form, *files), fitl("stats", *form, "--on", on, *files)
    assert (there.exit_code, there.output) == (here.exit_code, here.output)
    assert here.exit_code == 3 and "non-players-1" in here.output
