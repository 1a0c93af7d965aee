"""Commands that are forked are as those that Python starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests import warm
from tests.patience import wait_until
from tests.terminal import Terminal
from tests.warm import Command, ran

STATE = "/proc/{}/stat"


@pytest.mark.parametrize("arguments", [
    ("new", "--board", "east", "--players", "3", "--seed", "1"), ("new", "--board", "nowhere"), ("replay", "-"), ("neww",)])
def test_what_is_printed_and_the_exit_code_are_those_of_a_start(arguments: tuple[str, ...]) -> None:
    started = subprocess.run([sys.executable, "-m", "hansa", *arguments], input="{}\n", text=True, capture_output=True)
    forked = ran(*arguments, typed="{}\n")
    assert (forked.returncode, forked.stdout, forked.stderr) == (started.returncode, started.stdout, started.stderr)
    assert forked.stdout or forked.returncode


def test_folder_and_environment_are_those_of_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text("nothing\n")
    said = ran("replay", "game.txt").stderr
    assert said.startswith("hansa: error: game.txt") and "No such file" not in said
    assert "hansa: Fehler" not in ran("play", "--continue", HANSA_GAMES=str(tmp_path / "none")).stderr
    assert str(tmp_path / "none") in ran("games", HANSA_GAMES=str(tmp_path / "none")).stdout


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_signal_is_the_exit_code(number: signal.Signals) -> None:
    with Command("engine", typed="") as ended:
        assert ended.wait() == 0
    with Terminal("play", "--bots", "random") as terminal:
        terminal.wait_for("> $")
        assert terminal.command.poll() is None
        terminal.command.send_signal(number)
        assert terminal.command.wait() == -number


def test_a_command_that_is_left_is_killed() -> None:
    with Terminal("play", "--bots", "random") as terminal:
        terminal.wait_for("> $")
        assert os.getsid(terminal.command.pid) == terminal.command.pid
    assert terminal.command.returncode == -signal.SIGKILL
    wait_until(lambda: not Path(STATE.format(terminal.command.pid)).exists())


def test_a_command_that_says_nothing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(warm, "LONGEST", 0.1)
    with Command("serve", "--port", "0", "--games", str(tmp_path)) as server:
        assert "http://" in until(server)
        with pytest.raises(AssertionError, match=r"hansa serve --port 0 .* has printed nothing for 0\.1 seconds"):
            while server.line():
                pass


def until(server: Command) -> str:
    """The first line of a server, however long it takes to begin."""
    return wait_until(lambda: first_line(server))


def first_line(server: Command) -> str:
    try:
        return server.line()
    except AssertionError:
        return ""


def test_what_forks_is_named_when_it_ends_and_the_next_command_gets_another() -> None:
    with pytest.raises(AssertionError, match=r"what forks has ended at \{'no': 'request'\}"):
        warm.warm().ask({"no": "request"})
    assert ran("new", "--seed", "1").returncode == 0


def test_what_forks_has_one_thread() -> None:
    code = (
        "import threading; from tests.warm import prepare; prepare('play')\n"
        "threading.Thread(target=threading.Event().wait, daemon=True).start(); prepare('new')")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False,
                           env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    assert found.returncode == 1 and found.stderr.endswith("AssertionError: new\n")
