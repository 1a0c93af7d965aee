"""The C library with faults (`libc.c`): compiled when it is asked for, and preloaded into a process
that begins anew.

A process that has called `begin_anew` can fork children in which the N-th call fails, and see how
many calls there were.
"""

from __future__ import annotations

import ctypes
import itertools
import os
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("libc.c")
LOADED = "HANSA_FAULTY_LIBC"
KILLED = 99             # the exit code of a process that died where it was told to


class Way(IntEnum):
    """How the N-th call fails; libc.c says what each means."""

    ONCE = 0
    SHORT = 1
    FOR_EVER = 2
    DIE = 3
    CUT_POWER = 4


class Facts(ctypes.Structure):
    """What a child tells its parent."""

    _fields_ = (("calls", ctypes.c_long), ("failed_call", ctypes.c_long), ("failed", ctypes.c_char * 16))


def begin_anew(module: str) -> None:
    """Runs this module again in this process, with the faulty library in front; returns there.

    Python's own objects come from `malloc` then, so that each allocation is one that can fail.
    """
    if LOADED in os.environ:
        return
    library = str(compiled(Path(tempfile.mkdtemp(prefix="hansa-faults-"))))
    os.environ.update({LOADED: library, "LD_PRELOAD": library, "PYTHONMALLOC": "malloc"})
    os.execv(sys.executable, [sys.executable, "-m", module, *sys.argv[1:]])


def compiled(folder: Path) -> Path:
    """The library, in a folder."""
    library = folder / "libc.so"
    subprocess.run(
        ["gcc", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"],
        check=True)
    return library


class Libc:
    """The library as it is loaded in this process."""

    def __init__(self) -> None:
        self._library = ctypes.PyDLL(os.environ[LOADED])
        self._library.faults_shared.restype = ctypes.c_void_p
        self.facts = Facts.from_address(self._library.faults_shared())
        self._library.faults_call.restype = ctypes.py_object

    def call(self, function: Callable[..., Any], arguments: Sequence[Any], by_name: Mapping[str, Any], number: int) -> Any:
        """What a function returns or raises while its N-th allocation fails; `facts` say whether
        there was one."""
        given = ctypes.py_object(tuple(arguments)), ctypes.py_object({**by_name})
        return self._library.faults_call(ctypes.py_object(function), *given, ctypes.c_long(number))

    def arm(self, folder: Path, number: int, way: Way) -> None:
        """From now on the calls that touch a folder are counted, and the N-th one fails."""
        self._library.faults_watch(os.fsencode(folder))
        self._library.faults_arm(ctypes.c_long(number), ctypes.c_int(way))


@dataclass(frozen=True)
class Ended:
    """How a child ended, and what it printed."""

    call: int               # the call that was to fail
    failed: str             # its name; empty if there were not so many calls
    code: int
    out: str = field(repr=False)
    err: str


def in_child(work: Callable[[], int], out: Path, err: Path) -> int:
    """The exit code of a piece of work in a process of its own, whose output goes to files."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            for number, path in ((1, out), (2, err)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
            sys.stdout = open(1, "w", buffering=1, closefd=False)       # noqa: SIM115     # what was said is in the file
            sys.stderr = open(2, "w", buffering=1, closefd=False)       # noqa: SIM115
            code = work()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def each_call(
    libc: Libc, way: Way, work: Callable[[Path], int], folders: Path, prepare: Callable[[Path], None] = lambda folder: None,
    step: int = 1,
) -> Iterator[tuple[Path, Ended]]:
    """Does a piece of work again and again, each time in a folder of its own, with another call
    failing.

    Every call there is, or every `step`-th one; each way begins with another one then.
    """
    for number in itertools.count(1 + way % step, step):
        folder = folders / f"{way.name}-{number}"
        folder.mkdir(parents=True)
        Path(f"{folder}-kept").mkdir()          # libc.c keeps there what a power cut may bring back
        prepare(folder)
        out, err = Path(f"{folder}.out"), Path(f"{folder}.err")

        def armed(folder: Path = folder, number: int = number) -> int:
            libc.arm(folder, number, way)
            return work(folder)

        code = in_child(armed, out, err)
        failed = libc.facts.failed.decode() if libc.facts.failed_call else ""
        yield folder, Ended(number, failed, code, out.read_text(), err.read_text())
        if libc.facts.calls < number:
            return
