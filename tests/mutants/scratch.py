"""A copy of the project in which faults are put and tests run; the checkout is never touched.

The copy is a folder below `build/mutants`, locked while it is used. It is removed at the end; a run
that was killed leaves it behind unlocked, and the next run removes it. Tests run in a forked
process, a session of its own, which ends when its parent has gone.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

LINKED = (".venv", "node_modules")
LEFT_OUT = (*LINKED, ".git", "*.egg-info", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
# What Cython and the compiler have made, so that they need not make all of it again
BUILDS = "release*"
ROOMS = ("bots", "engine_c", "hansa", "tests", "tournaments")
PASSED, FAILED, TIMEOUT = 0, 1, -1
POLL = 0.02                     # seconds


class Scratch:
    """The copy, as a context."""

    def __init__(self, root: Path, keep: Path | None = None) -> None:
        self.root = root
        self.home = (keep or root / "build" / "mutants") / f"run-{os.getpid()}"
        self.tree = self.home / "tree"
        self.output = self.home / "output.txt"

    def __enter__(self) -> Scratch:
        remove_abandoned(self.home.parent)
        self.home.mkdir(parents=True)
        self._lock = (self.home / "lock").open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        shutil.copytree(self.root, self.tree, symlinks=True, ignore=self._left_out)
        for built in (self.root / "build").glob(BUILDS):
            shutil.copytree(built, self.tree / "build" / built.name)
        for name in LINKED:
            if (self.root / name).exists():
                (self.tree / name).symlink_to(self.root / name)
        return self

    def _left_out(self, folder: str, names: list[str]) -> set[str]:
        """What is not copied; records and logs only where commands leave them, since tests read
        those in their folders."""
        more = ("*.jsonl", "build") if Path(folder) == self.root else ("build",)
        return shutil.ignore_patterns(*LEFT_OUT, *more)(folder, names)

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.home, ignore_errors=True)
        self._lock.close()

    @contextlib.contextmanager
    def changed(self, file: str, content: bytes) -> Iterator[None]:
        """A file of the copy has another content within the block."""
        path = self.tree / file
        old, times = path.read_bytes(), path.stat()
        path.write_bytes(content)
        try:
            yield
        finally:
            path.write_bytes(old)
            # Its bytecode is valid again; what is compiled must be compiled anew
            if path.suffix == ".py":
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def pytest(self, arguments: Sequence[str], seconds: float, environment: Mapping[str, str] | None = None) -> int:
        """Runs tests in the copy: pytest's exit code, or `TIMEOUT`."""
        child = os.fork()
        if not child:
            self._run_and_exit(arguments, environment or {})
        try:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    code = os.waitstatus_to_exitcode(status)
                    return code if code >= 0 else FAILED
                time.sleep(POLL)
            return TIMEOUT
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)

    def _run_and_exit(self, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        code = 3
        try:
            parent = os.getppid()
            os.setsid()
            threading.Thread(target=end_with, args=(parent,), daemon=True).start()
            output = os.open(self.output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.chdir(self.tree)
            os.environ.update({"PYTHONPATH": str(self.tree), "PYTHONDONTWRITEBYTECODE": "1", **environment})
            sys.dont_write_bytecode = True
            sys.path[:0] = os.environ["PYTHONPATH"].split(os.pathsep)
            for name in [name for name in sys.modules if name.split(".")[0] in ROOMS]:
                del sys.modules[name]
            import pytest
            code = int(pytest.main(["-q", "-p", "no:cacheprovider", f"--basetemp={self.home / 'tmp'}", "-m", "not long",
                                    *arguments]))
        finally:
            os._exit(code)

    def build(self) -> bool:
        """Compiles what has changed in the copy."""
        done = subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=self.tree, check=False,
                              capture_output=True, env={**os.environ, "PYTHONPATH": str(self.tree)})
        return done.returncode == 0


def end_with(parent: int) -> None:
    """Ends this process and what it started when the parent has gone, however it went."""
    while os.getppid() == parent:
        time.sleep(0.2)
    os.killpg(0, signal.SIGKILL)


def remove_abandoned(folder: Path) -> None:
    """Copies of runs that were killed."""
    for path in folder.glob("run-*"):
        with contextlib.suppress(OSError), (path / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path, ignore_errors=True)
