"""Windows and macOS, as far as Linux can play their part: nothing of POSIX is taken for granted."""

from __future__ import annotations

import ctypes
import os
import pkgutil
import socket
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

import hansa
from hansa.bots import processes
from hansa.bots.bot import BotFault
from hansa.bots.examination import examine
from hansa.bots.exec_bot import Program
from hansa.bots.processes import ThreadedPipes, words_of
from hansa.bots.transcript import Transcript, transcribed
from hansa.cli import keyboard, screen, serve
from hansa.cli.keyboard import ConsoleKeyboard, Keyboard
from hansa.cli.prompt import Prompt
from hansa.tournaments import log
from hansa.tournaments.log import Log
from hansa.tournaments.log_header import LogError, new_header
from hansa.tournaments.log_reading import read_log
from hansa.tournaments.schedule import TableSetup, Tournament
from hansa.whole_file import write_whole

ROOT = Path(__file__).parents[1]
CLAIMER = f"{sys.executable} {ROOT / 'examples' / 'programs' / 'claimer.py'}"

# Takes away what Windows has not, once the libraries of others are there, and imports all of ours.
WITHOUT_POSIX = """
import asyncio, ctypes, importlib, multiprocessing.pool, os, select, signal, socket, subprocess, sys
import filelock, multiprocess.connection, platformdirs, psutil, rich.console, starlette.applications, uvicorn, websockets
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty")))
for module, names in {
    os: ("killpg", "setsid", "fork", "getuid", "O_NONBLOCK"), select: ("poll",),
    signal: ("SIGKILL", "SIGHUP", "SIGALRM", "SIGCHLD", "SIGUSR1", "SIGPIPE"), socket: ("AF_UNIX",),
}.items():
    for name in names:
        delattr(module, name)
def no_library(name, *_, **__):
    raise TypeError("Windows has no library without a name")
ctypes.CDLL = no_library
sys.platform = "win32"
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


def test_every_module_can_be_imported_without_posix() -> None:
    names = [found.name for found in pkgutil.walk_packages(hansa.__path__, "hansa.") if ".envs" not in found.name]
    names = [name for name in names if not name.endswith("__main__")]
    assert {"hansa.tournaments.log", "hansa.bots.exec_bot", "hansa.web.app", "hansa.cli.train"} <= set(names)
    subprocess.run([sys.executable, "-c", WITHOUT_POSIX, *names], check=True, timeout=600)


# What a browser has not: the engine is imported without it, and a game is played.
WITHOUT_THREADS_AND_SOCKETS = """
import importlib, sys
sys.modules.update(dict.fromkeys((
    "asyncio", "multiprocess", "multiprocessing", "select", "selectors", "socket", "_socket", "ssl",
    "subprocess", "psutil", "filelock", "platformdirs", "rich")))
import threading
def no_thread(*_, **__):
    raise RuntimeError("can't start new thread")
threading.Thread.start = no_thread
for name in sys.argv[1:]:
    importlib.import_module(name)
from hansa import State
from hansa.bench import search_load
state = State.new(seed=1)
for _ in range(30):
    state.play(state.legal_moves[0])
print(search_load("teutonica", "evaluation")(100) > 50)
from hansa import analyse
print(analyse(state, simulations=100, threads=1).simulations)
from hansa.protocol.engine import Engine
engine = Engine()
for request in ({"cmd": "hello", "version": 2}, {"cmd": "new", "setup": {"board": "hansa-23", "players": 2}, "seed": 1},
                {"cmd": "go", "simulations": 100}):
    answer = engine.answer(request)
print(answer.get("error"), answer.get("simulations"))
"""


def test_engine_analysis_and_protocol_need_neither_threads_nor_sockets() -> None:
    """What a worker of a browser needs: JSON in, JSON out (docs/guides/any-language.md)."""
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in sorted((ROOT / "engine_c").rglob("*.pyx"))]
    assert "engine_c.search.search" in names
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_THREADS_AND_SOCKETS, *names], capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stdout) == (0, "True\n100\nNone 100\n"), ran.stderr


# --- programs -----------------------------------------------------------------------------------

@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs are asked as on Windows."""
    monkeypatch.setattr("hansa.bots.exec_bot.pipes_of", ThreadedPipes)


@pytest.mark.usefixtures("threads")
def test_a_program_passes_through_pipes_with_threads() -> None:
    findings = list(examine(CLAIMER, positions=5))
    assert len(findings) == 9 and [finding for finding in findings if not finding.passed] == []


@pytest.mark.usefixtures("threads")
def test_the_end_of_a_program_is_told_through_pipes_with_threads() -> None:
    program = Program("true")
    try:
        with pytest.raises(BotFault, match="it ended with exit code 0"):
            program.hello()
        while program.pipes.read(60):
            pass
        assert program.pipes.read(0) == b""         # and not: it was silent
    finally:
        program.end()


@pytest.mark.usefixtures("threads")
def test_a_program_that_neither_reads_nor_answers_is_told_through_pipes_with_threads() -> None:
    program = Program("sleep 100000")
    try:
        with pytest.raises(BotFault, match=r"no answer to 'hello' within 0.1 seconds"):
            program.ask_json({"cmd": "hello"}, 0.1)
        with pytest.raises(BotFault, match=r"it reads nothing for 0.1 seconds"):
            program.say(b"x" * (1 << 20), 0.1)
    finally:
        program.end()


def test_a_backslash_belongs_to_a_path_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    command = r'"C:\Program Files\bot.exe" --name C:\x'
    monkeypatch.setattr(processes, "WINDOWS", True)
    assert words_of(command) == [r"C:\Program Files\bot.exe", "--name", r"C:\x"]
    monkeypatch.setattr(processes, "WINDOWS", False)
    assert words_of(r"a\ b 'c d' # e") == ["a b", "c d", "#", "e"]
    with pytest.raises(ValueError, match="No closing quotation"):
        words_of("'")


PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100_000)"], start_new_session=True)
print(child.pid, flush=True)
child.wait()
"""


def test_windows_ends_a_program_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        monkeypatch.setattr(processes, "WINDOWS", True)
        processes.end(parent)
        assert parent.wait() == -9
    gone, _ = psutil.wait_procs([child], timeout=60)
    assert gone == [child]


# --- files --------------------------------------------------------------------------------------

def test_on_windows_a_log_is_locked_by_a_file_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "WINDOWS", True)
    tournament = Tournament(("markers", "random"), (TableSetup("east", 3),))
    path, header = tmp_path / "log.jsonl", new_header(tournament, {}, "an example")
    with Log.create(path, header):
        lock = tmp_path / ".log.jsonl.lock"
        assert lock.exists()
        with pytest.raises(LogError, match="is being written by another process"):
            Log.resume(path)
        assert read_log(path).games == []       # whoever reads is not kept out
        before = psutil.Process().num_fds()
        with pytest.raises(LogError):
            Log.resume(path)
        assert psutil.Process().num_fds() == before
    assert not lock.exists()
    log_again, _ = Log.resume(path)
    log_again.close()


def test_windows_is_not_asked_to_open_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened, real = [], os.open

    def listening(path: Path, *more: int, **mode: int) -> int:
        opened.append(Path(path))
        return real(path, *more, **mode)

    monkeypatch.setattr("hansa.whole_file.os.open", listening)
    write_whole(tmp_path / "first", lambda file: file.write(b"1"))
    assert opened[-1] == tmp_path
    monkeypatch.setattr("hansa.whole_file.WINDOWS", True)
    opened.clear()
    write_whole(tmp_path / "second", lambda file: file.write(b"2"))
    assert tmp_path not in opened and (tmp_path / "second").read_bytes() == b"2"


def test_a_transcript_needs_no_flag_that_windows_lacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "O_CLOEXEC")
    with transcribed(str(tmp_path / "talk.txt")):
        transcript = Transcript.begin()
        assert transcript is not None and not os.get_inheritable(transcript.file)
        transcript.close()


def test_scripts_are_scripts_whatever_the_registry_of_windows_says() -> None:
    code = ("import mimetypes; mimetypes.add_type('text/plain', '.js'); import hansa.web.app; "
            "print(mimetypes.guess_type('main.js')[0])")
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "text/javascript\n"


def test_a_clone_needs_no_links() -> None:
    tracked = subprocess.run(["git", "ls-files", "-s"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a clone")
    assert "120000" not in {line.split()[0] for line in tracked.stdout.splitlines()}


# --- terminals ----------------------------------------------------------------------------------

def test_the_console_of_windows_names_its_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = deque("n\xe0M\x00Iq\x03")
    console = SimpleNamespace(kbhit=lambda: bool(waiting), getwch=waiting.popleft)
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(keyboard, "WINDOWS", True)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True, fileno=lambda: 0))
    found = Keyboard.of_terminal(None)
    assert isinstance(found, ConsoleKeyboard)
    with found:
        assert [found.pressed(0) for _ in range(4)] == ["n", "right", "page up", "q"]
        with pytest.raises(KeyboardInterrupt):
            found.pressed(0)
        began = time.monotonic()
        assert found.pressed(0.02) == "" and time.monotonic() - began >= 0.02


def test_a_console_of_windows_obeys_the_codes_that_clear_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said: list[object] = []

    def mode_of(console: int, mode: object) -> int:
        mode._obj.value = 3                         # type: ignore[attr-defined]
        return 1

    kernel = SimpleNamespace(GetStdHandle=lambda number: 100 + number, GetConsoleMode=mode_of,
                             SetConsoleMode=lambda console, mode: said.append((console, mode)))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    screen.Screen(plain=True)
    monkeypatch.setattr(screen, "WINDOWS", True)
    screen.Screen(plain=True)                       # standard output is no terminal
    assert said == []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    screen.Screen(plain=True).clear()
    assert said == [(89, 7)] and capsys.readouterr().out.startswith("\x1b[2J")


@pytest.mark.parametrize(("doc", "bound"), [
    ("Importing this module enables command line editing using GNU readline.", "tab: complete"),
    ("Importing this module enables command line editing using libedit readline.", "bind ^I rl_complete"),
])
def test_tab_completes_with_the_readline_of_macos_too(doc: str, bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    readline = SimpleNamespace(__doc__=doc, set_completer=lambda _: None, set_completer_delims=lambda _: None,
                               parse_and_bind=said.append)
    monkeypatch.setitem(sys.modules, "readline", readline)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    Prompt(list)
    assert said == [bound]


@pytest.mark.parametrize("stdin", [None, SimpleNamespace(isatty=lambda: False)])
def test_without_a_terminal_tab_does_nothing(stdin: object, monkeypatch: pytest.MonkeyPatch) -> None:
    # has nothing that could be called
    monkeypatch.setitem(sys.modules, "readline", SimpleNamespace())
    monkeypatch.setattr(sys, "stdin", stdin)
    assert not Prompt(list).interactive


def test_on_windows_nobody_else_can_listen_at_the_port(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []

    class Listener(socket.socket):
        def setsockopt(self, *option: int) -> None:     # type: ignore[override]
            asked.append(option)

    monkeypatch.setattr(socket, "socket", Listener)
    serve.listen("127.0.0.1", 0).close()
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    serve.listen("127.0.0.1", 0).close()
    assert [option[1] for option in asked] == [socket.SO_REUSEADDR, -5]
