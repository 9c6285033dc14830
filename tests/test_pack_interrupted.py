"""Packs that are killed, robbed of their workers, out of disk or spread over a cluster.

Real processes and real signals: whatever happens, what was finished is kept
and the next run ends with the bytes of an undisturbed one.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from packing import PACK, command, promised_bytes, run, write_configs

from kamigen.errors import EngineError
from kamigen.pipeline.engines import Local
from kamigen.pipeline.packs.journal import FOLDER

# Enough levels for a run of some seconds, so that a signal finds it at work.
MANY = PACK.replace("levels: 7", "levels: 20").replace("levels: 5", "levels: 12")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The config of a pack of some thirty levels, and that pack made undisturbed."""
    folder = tmp_path_factory.mktemp("many")
    config = write_configs(folder, MANY)
    done = run("pack", config, "-o", folder / "pack", "--jobs", "1", "--quiet")
    assert done.returncode == 0, done.stderr
    return config, folder / "pack"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("tiny")
    config = write_configs(folder)
    done = run("pack", config, "-o", folder / "pack", "--jobs", "1", "--quiet")
    assert done.returncode == 0, done.stderr
    return config, folder / "pack"


def finished(folder: Path) -> dict[str, int]:
    """What the journal holds, and when each was written."""
    return {file.name: file.stat().st_mtime_ns for file in (folder / FOLDER).glob("*-*.json")}


def wait_for(folder: Path, candidates: int, process: subprocess.Popen[str]) -> None:
    """Wait until the run has finished so many candidates."""
    deadline = time.monotonic() + 60
    while len(finished(folder)) < candidates and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def start(config: Path, folder: Path, jobs: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command("pack", config, "-o", folder, "--jobs", str(jobs), "--quiet"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def children(process: int) -> list[int]:
    listed = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in listed.read_text().split()]


def workers(process: int) -> list[int]:
    """The processes that do the work; multiprocessing has a helper of its own besides."""
    return [
        child
        for child in children(process)
        if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()
    ]


needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="finds processes in Linux's /proc"
)


@pytest.mark.slow
@needs_proc
@pytest.mark.parametrize("jobs", [1, 2])
def test_kill_9_at_random_moments(jobs: int, many: tuple[Path, Path], tmp_path: Path) -> None:
    config, undisturbed = many
    folder = tmp_path / "pack"
    chance = random.Random(jobs)
    kept: dict[str, int] = {}
    orphans: list[int] = []
    for _ in range(3):
        process = start(config, folder, jobs)
        wait_for(folder, len(kept) + chance.randrange(1, 7), process)
        time.sleep(chance.random() * 0.05)
        orphans += workers(process.pid) if process.poll() is None else []
        process.kill()
        process.communicate()
        assert not (folder / "pack.json").exists()
        before, kept = kept, finished(folder)
        assert before.items() <= kept.items()  # nothing lost, nothing made twice
        assert len(kept) > len(before)
    done = run("pack", config, "-o", folder, "--jobs", str(jobs), "--quiet")
    assert done.returncode == 0, done.stderr
    assert promised_bytes(folder) == promised_bytes(undisturbed)
    assert bool(orphans) == (jobs > 1)
    deadline = time.monotonic() + 10
    while any(map(alive, orphans)):
        assert time.monotonic() < deadline, "workers live on without their parent"
        time.sleep(0.1)


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


# Runs the command line, but is killed at its n-th bringing of a file to the disk.
KILLED_AT_A_WRITE = """
import os, signal, sys
left = int(sys.argv.pop(1))
fsync = os.fsync
def fatal(handle):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    fsync(handle)
os.fsync = fatal
from kamigen.cli import main
main()
"""


@pytest.mark.slow
def test_kill_9_at_every_kind_of_write(tiny: tuple[Path, Path], tmp_path: Path) -> None:
    """At the journal's name, at candidates, at level files, at the manifest, at the chart."""
    config, undisturbed = tiny
    folder = tmp_path / "pack"
    killed = 0
    for writes in (0, 1, 4, 7, 5, 10, 13, 14, 1_000):
        program = [sys.executable, "-c", KILLED_AT_A_WRITE, str(writes)]
        arguments = ["pack", str(config), "-o", str(folder), "--jobs", "1", "--quiet"]
        done = subprocess.run([*program, *arguments], capture_output=True, text=True, check=False)
        killed += done.returncode == -signal.SIGKILL
        if (folder / "pack.json").exists():
            assert run("verify", "--quick", folder).returncode == 0  # there is no half a pack
        if done.returncode == 0:
            break
    assert killed >= 6
    assert promised_bytes(folder) == promised_bytes(undisturbed)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c(jobs: int, many: tuple[Path, Path], tmp_path: Path) -> None:
    config, undisturbed = many
    folder = tmp_path / "pack"
    process = start(config, folder, jobs)
    wait_for(folder, 6, process)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told == "kamigen: interrupted; what was finished is kept\n"
    kept = finished(folder)
    assert len(kept) >= 6
    assert sorted(file.name for file in folder.iterdir()) == [FOLDER]
    done = run("pack", config, "-o", folder, "--quiet")
    assert done.returncode == 0, done.stderr
    assert promised_bytes(folder) == promised_bytes(undisturbed)


@pytest.mark.slow
@needs_proc
def test_workers_that_are_killed_are_replaced(many: tuple[Path, Path], tmp_path: Path) -> None:
    config, undisturbed = many
    folder = tmp_path / "pack"
    process = start(config, folder, 2)
    murders = 0
    for candidates in (3, 12):
        wait_for(folder, candidates, process)
        for worker in workers(process.pid)[:1]:
            os.kill(worker, signal.SIGKILL)
            murders += 1
    _, told = process.communicate(timeout=120)
    assert (process.returncode, told) == (0, "")
    assert murders == 2
    assert promised_bytes(folder) == promised_bytes(undisturbed)


def die(item: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return item


def test_an_item_that_kills_every_worker_ends_the_run() -> None:
    with pytest.raises(EngineError, match="3 times in a row a worker process was killed"):
        list(Local(2).each_finished(die, [1, 2, 3]))


def full_disk(config: Path, folder: Path, size: str) -> subprocess.CompletedProcess[str]:
    """Run in a file system of that size; what it holds at the end is copied to the folder."""
    disk = folder / "disk"
    disk.mkdir(parents=True)
    program = " ".join(command("pack", config, "-o", disk / "pack", "--jobs", "1", "--quiet"))
    script = (
        f"mount -t tmpfs -o size={size} none {disk} || exit 77; {program}; code=$?; "
        f"cp -r {disk}/pack {folder}/pack; exit $code"
    )
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip(f"no file system of one's own here: {done.stderr.strip()}")
    return done


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("unshare") is None, reason="needs unshare, of Linux")
@pytest.mark.parametrize("size", ["4k", "72k", "112k"])
def test_a_full_disk(size: str, tiny: tuple[Path, Path], tmp_path: Path) -> None:
    """Full at the first candidate, among the level files, at the manifest."""
    config, undisturbed = tiny
    done = full_disk(config, tmp_path, size)
    folder = tmp_path / "pack"
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.endswith("cannot be written: No space left on device\n")
    assert not (folder / "pack.json").exists()
    assert not list(folder.rglob("*.part"))
    whole = [file for file in folder.rglob("*.*") if file.is_file()]  # the lock is empty
    assert all(file.stat().st_size for file in whole)
    kept = finished(folder)
    assert bool(kept) == (size != "4k")
    assert run("pack", config, "-o", folder, "--quiet").returncode == 0
    assert promised_bytes(folder) == promised_bytes(undisturbed)


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
del sys.argv[1]
from kamigen.cli import main
main()
"""


@pytest.mark.parametrize("most", [200, 5_000])
def test_a_file_that_may_not_grow(most: int, tiny: tuple[Path, Path], tmp_path: Path) -> None:
    """A quota's kind of refusal, which every Unix can give: at a candidate, at the manifest."""
    config, undisturbed = tiny
    folder = tmp_path / "pack"
    program = [sys.executable, "-c", LIMITED, str(most), "pack", str(config), "-o", str(folder)]
    done = subprocess.run(
        [*program, "--jobs", "1", "--quiet"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.endswith("cannot be written: File too large\n")
    assert len(done.stderr.splitlines()) == 1
    assert not list(folder.rglob("*.part"))
    assert not (folder / "pack.json").exists()
    assert len(finished(folder)) == (0 if most == 200 else 12)
    assert run("pack", config, "-o", folder, "--quiet").returncode == 0
    assert promised_bytes(folder) == promised_bytes(undisturbed)
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != most


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense"])
def test_a_scheduler_that_is_not_there(
    many: tuple[Path, Path], tmp_path: Path, address: str
) -> None:
    """In a process of its own: a client that was never connected closes whenever it is
    collected, and inside a lock of the cluster's own that would never end."""
    pytest.importorskip("distributed")
    result = run(
        "pack", many[0], "-o", tmp_path / "pack", "--engine", "dask", "--scheduler", address
    )
    assert result.returncode == EngineError.exit_code
    assert f"{address}: no Dask scheduler answers there" in result.stderr


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker(many: tuple[Path, Path], tmp_path: Path) -> None:
    """Two worker processes under a real scheduler; one is killed while levels are made."""
    distributed = pytest.importorskip("distributed")
    config, undisturbed = many
    folder = tmp_path / "pack"
    murdered: list[int] = []
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=50,
    ) as cluster:
        process = subprocess.Popen(
            command(
                *("pack", config, "-o", folder, "--quiet"),
                *("--engine", "dask", "--scheduler", cluster.scheduler_address),
            ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        wait_for(folder, 6, process)
        assert process.poll() is None, process.communicate()
        victim = next(iter(cluster.workers.values()))
        murdered.append(victim.process.process.pid)
        os.kill(murdered[0], signal.SIGKILL)
        _, told = process.communicate(timeout=120)
    assert process.returncode == 0, told
    assert murdered
    assert promised_bytes(folder) == promised_bytes(undisturbed)
