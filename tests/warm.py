"""Commands of hansa in processes of their own that start at once: a process that has imported what
they need forks them.

Python takes a fifth of a second of the processor to start and to import what `hansa play` needs; it
takes a second until `hansa tournament` has computed the engine's signature too. Tests start a
hundred commands. The process that forks does nothing else and has one thread, so that nobody holds
a lock meanwhile; it ends with the process of the tests. Tests of a start itself, of pipes and of
samples start Python.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import warnings
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from hansa.cli import COMMANDS
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[1]
# What a command does not import before it runs
VIEWS = tuple(f"hansa.{game}.views" for game in ("teutonica", "hansa2004"))
LATER: Mapping[str, tuple[str, ...]] = {
    "play": VIEWS, "watch": VIEWS, "tutorial": VIEWS, "show": VIEWS,
    "serve": (*VIEWS, "hansa.web.app", "uvicorn.lifespan.on", "uvicorn.protocols.http.h11_impl",
              "uvicorn.protocols.websockets.websockets_sansio_impl"),
    "tournament": ("psutil", "hansa.mind_file"), "league": ("psutil", "hansa.mind_file"),
}
# Those that ask for the engine's signature, which takes as long as all imports
SIGNED = ("tournament", "league")
LONGEST = 600.0         # seconds that a command may be silent, however busy the machine is
MOST_TYPED = 60_000
LENGTH = struct.Struct("!I")


# --- as the tests see it ------------------------------------------------------------------------

class Warm:
    """The process that forks."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._socket.settimeout(PATIENCE)
        self._answers = self._socket.makefile()
        # OpenBLAS would have threads.
        around = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.warm", str(theirs.fileno())], cwd=ROOT, env=around, pass_fds=[theirs.fileno()],
                start_new_session=True)

    def close(self) -> None:
        """The process ends."""
        self._answers.close()
        self._socket.close()
        self._process.wait(PATIENCE)

    def ask(self, request: Mapping[str, Any], descriptors: Sequence[int] = ()) -> int | None:
        """Its answer."""
        data = json.dumps(request).encode()
        socket.send_fds(self._socket, [LENGTH.pack(len(data))], descriptors)
        self._socket.sendall(data)
        if not (line := self._answers.readline()):
            self.close()
            warm.cache_clear()
            raise AssertionError(f"what forks has ended at {request}: see its traceback")
        answer: int | None = json.loads(line)
        return answer


@cache
def warm() -> Warm:
    """One for all tests of this process."""
    return Warm()


class Command:
    """A command of hansa that runs in a process of its own.

    It reads `typed` from a pipe. What it prints is read from a pipe, and its errors are kept in a
    file. Or all three are `terminal`.
    """

    def __init__(
        self, *arguments: str, typed: str = "", environment: Mapping[str, str] | None = None, terminal: int | None = None
    ) -> None:
        self.arguments = arguments
        self.returncode: int | None = None
        self._errors = tempfile.TemporaryFile()         # noqa: SIM115
        self._printed = b""
        (input_, keys), (self._output, output) = os.pipe(), os.pipe()
        assert len(typed.encode()) < MOST_TYPED, "more than a pipe holds"
        os.write(keys, typed.encode())
        os.close(keys)
        three = [input_, output, self._errors.fileno()] if terminal is None else [terminal] * 3
        request = {"arguments": arguments, "environment": {**os.environ, **(environment or {})}, "cwd": str(Path.cwd())}
        self.pid = warm().ask(request, three) or 0
        os.close(input_)
        os.close(output)

    def __enter__(self) -> Command:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.kill()
        self.wait()
        os.close(self._output)
        self._errors.close()

    def poll(self) -> int | None:
        """The exit code, if it has ended; negative for a signal."""
        if self.returncode is None:
            self.returncode = warm().ask({"poll": self.pid})
        return self.returncode

    def wait(self) -> int:
        """The exit code, once it has ended."""
        wait_until(lambda: self.poll() is not None, f"the end of {self}")
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        """A signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)

    def line(self) -> str:
        """The next line that it prints."""
        while b"\n" not in self._printed and self._read():
            pass
        line, end, self._printed = self._printed.partition(b"\n")
        return (line + end).decode()

    def communicate(self) -> tuple[str, str]:
        """What it prints from now on, and all its errors, once it has ended."""
        while self._read():
            pass
        self.wait()
        self._errors.seek(0)
        return self._printed.decode(), self._errors.read().decode()

    def _read(self) -> bool:
        """More of what it prints; False at the end."""
        ready, _, _ = select.select([self._output], [], [], LONGEST)
        assert ready, f"{self} has printed nothing for {LONGEST:g} seconds"
        more = os.read(self._output, 1 << 16)
        self._printed += more
        return bool(more)

    def __str__(self) -> str:
        return f"hansa {' '.join(self.arguments)}"


def ran(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that has run to its end."""
    with Command(*arguments, typed=typed, environment=environment) as command:
        printed, errors = command.communicate()
        return subprocess.CompletedProcess(arguments, command.wait(), printed, errors)


# --- in the process that forks ------------------------------------------------------------------

def next_command(tests: socket.socket) -> list[str]:
    """Answers until a command is to be run; returns its arguments in the process that runs it."""
    while True:
        head, descriptors, _, _ = socket.recv_fds(tests, LENGTH.size, 3)
        if len(head) < LENGTH.size:
            sys.exit()          # the tests have ended
        request = json.loads(received(tests, LENGTH.unpack(head)[0]))
        if "poll" in request:
            found, status = os.waitpid(request["poll"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if found else None
        else:
            prepare(request["arguments"][0])
            ready, waits = os.pipe()
            answer = os.fork()
            if answer == 0:
                tests.close()
                os.setsid()
                os.close(ready)
                os.close(waits)
                become(request, descriptors)
                return [*request["arguments"]]
            os.close(waits)
            os.read(ready, 1)       # its end: from now on signals reach the command's own group
            for descriptor in (ready, *descriptors):
                os.close(descriptor)
        tests.sendall(f"{json.dumps(answer)}\n".encode())


@cache
def prepare(name: str) -> None:
    """Imports and computes what a command needs; nothing of it may leave a thread."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for module in ((f"hansa.cli.{COMMANDS[name].module}",) if name in COMMANDS else ()) + LATER.get(name, ()):
            importlib.import_module(module)
    if name in SIGNED:
        from hansa.bench import signature  # it brings NumPy along

        signature()
    gc.freeze()
    threads = Path("/proc/self/task")
    assert len([*threads.iterdir()] if threads.exists() else threading.enumerate()) == 1, name


def received(tests: socket.socket, length: int) -> bytes:
    """So many bytes."""
    data = b""
    while len(data) < length:
        data += tests.recv(length - len(data))
    return data


def become(request: Mapping[str, Any], descriptors: Sequence[int]) -> None:
    """What a new process has of its own: a folder, an environment, input and output."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    if os.isatty(0):
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(request["cwd"])
    sys.path[0] = request["cwd"]
    os.environ.clear()
    os.environ.update(request["environment"])
    if os.environ.get("PYTHONWARNINGS") == "error":
        warnings.simplefilter("error")
    sys.stdin, sys.stdout, sys.stderr = stream(0, "r"), stream(1, "w"), stream(2, "w")


def stream(number: int, mode: str) -> io.TextIOWrapper:
    """One of the three, as Python opens it at its start."""
    buffering = 1 if number == 2 or os.isatty(number) else -1
    found = open(number, mode, buffering=buffering, closefd=False)      # noqa: SIM115
    assert isinstance(found, io.TextIOWrapper)
    if number == 2:
        found.reconfigure(errors="backslashreplace")
    return found


def main() -> None:
    """Forks, and becomes the commands that it is asked for."""
    tests = socket.socket(fileno=int(sys.argv[1]))
    sys.argv[1:] = next_command(tests)
    runpy.run_module("hansa", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
