"""A copy of the project in which faults are put and tests run; the checkout is never touched.

The copy is a folder below `build/mutants`, locked while it is used. It is removed at the end; a run
that was killed leaves it behind unlocked, and the next run removes it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.mutants.host import Host
from tests.mutants.sessions import Limit, forked, outcome_of

LINKED = (".venv", "node_modules")
LEFT_OUT = (*LINKED, ".git", "*.egg-info", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
# What Cython and the compiler have made, so that they need not make all of it again.
BUILDS = "c-*"
ROOMS = ("bots", "engine_c", "hansa", "tests", "tournaments")


class Scratch:
    """The copy, as a context."""

    def __init__(self, root: Path, keep: Path | None = None) -> None:
        self.root = root
        self.home = (keep or root / "build" / "mutants") / f"run-{os.getpid()}"
        self.tree = self.home / "tree"
        self.output = self.home / "output.txt"
        self.bytecode = str(self.home / "bytecode")

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
            # Its bytecode is valid again; what is compiled must be compiled anew.
            if path.suffix == ".py":
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def pytest(self, arguments: Sequence[str], limit: Limit) -> int:
        """Runs tests in the copy: pytest's exit code, or `TIMEOUT`."""
        def work() -> int:
            self._enter()
            import pytest
            return int(pytest.main([*self._options(), "-x", "--tb=line", *arguments]))

        return outcome_of(work, self.output, limit)

    @contextlib.contextmanager
    def host(self, files: Sequence[str]) -> Iterator[Host]:
        """A pytest that has collected test files of the copy and waits for mutants."""
        asking, asked = os.pipe()
        telling, told = os.pipe()
        output = self.home / "host.txt"

        def work() -> int:
            os.close(asked)
            os.close(telling)
            self._enter()
            sys.dont_write_bytecode = False
            from tests.mutants.host import serve
            return serve(asking, told, self.output, [*self._options(), *files])

        with forked(work, output):
            os.close(asking)
            os.close(told)
            with os.fdopen(asked, "w") as requests, os.fdopen(telling) as answers:
                yield Host(requests, answers, output)

    def _options(self) -> list[str]:
        return ["-q", "-p", "no:cacheprovider", f"--basetemp={self.home / 'tmp'}", "-m", "not long"]

    def _enter(self) -> None:
        """This process, which has been forked, works in the copy from here on and loads its
        modules."""
        os.chdir(self.tree)
        # Bytecode is kept of the sources without a fault only: what the recording loads and starts
        # writes it.
        os.environ.update({"PYTHONPATH": str(self.tree), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": self.bytecode})
        sys.dont_write_bytecode, sys.pycache_prefix = True, self.bytecode
        sys.path.insert(0, str(self.tree))
        for name in [name for name in sys.modules if name.split(".")[0] in ROOMS]:
            del sys.modules[name]

    def said(self) -> str:
        """What the last tests have printed."""
        return self.output.read_text(encoding="utf-8", errors="replace")

    def failed_tests(self) -> list[str]:
        """What they say has failed; pytest adds a message, the host does not."""
        return [line.partition(" ")[2] for line in self.said().splitlines() if line.startswith(("FAILED ", "ERROR "))]

    def build(self) -> bool:
        """Compiles what has changed in the copy."""
        done = subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=self.tree, check=False,
                              capture_output=True, env={**os.environ, "PYTHONPATH": str(self.tree)})
        return done.returncode == 0


def remove_abandoned(folder: Path) -> None:
    """Copies of runs that were killed."""
    for path in folder.glob("run-*"):
        with contextlib.suppress(OSError), (path / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path, ignore_errors=True)
