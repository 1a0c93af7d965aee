"""`hansa serve` up to its server: where it listens, how the page is set up, what the terminal
says."""

from __future__ import annotations

import socket
from dataclasses import astuple
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

import uvicorn

from hansa.cli import main, serve
from hansa.cli.commands import UsageError
from hansa.web.access_keys import AccessKeys
from hansa.web.requests import MOST_BYTES

FREE = 4711         # the port that the system chooses


class Stage:
    """What the command sets up, in place of a server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder = folder
        self.listened: list[tuple[str, int]] = []
        self.made: list[Any] = []
        self.configs: list[tuple[object, dict[str, object]]] = []
        self.served: list[list[object]] = []
        self.opened: list[str] = []
        self.interrupted = False
        self.socket = MagicMock(socket.socket)
        self.socket.getsockname.return_value = ("127.0.0.1", FREE)
        monkeypatch.setattr(serve, "listen", self.listen)
        monkeypatch.setattr(serve, "where_kept", lambda: "in hansa.log")
        monkeypatch.setattr(serve, "own_names", lambda: {"this-machine", "192.0.2.7"})
        monkeypatch.setattr("hansa.web.addresses.lan_address", lambda host: f"lan-of-{host}")
        monkeypatch.setattr("hansa.web.app.make_app", self.make_app)
        monkeypatch.setattr("webbrowser.open", self.opened.append)
        monkeypatch.setattr(uvicorn, "Config", lambda app, **settings: self.configs.append((app, settings)))
        monkeypatch.setattr(uvicorn, "Server", lambda config: SimpleNamespace(serve=self.serve))

    def listen(self, host: str, port: int) -> object:
        """Stands for the socket."""
        self.listened.append((host, port))
        return self.socket

    def make_app(self, settings: object) -> str:
        """Stands for the page."""
        self.made.append(settings)
        return "the page"

    async def serve(self, sockets: list[object]) -> None:
        """Stands for the server, which Ctrl-C may end."""
        self.served.append(sockets)
        if self.interrupted:
            raise KeyboardInterrupt

    def run(self, *words: str) -> int:
        """The command with the folder of games."""
        return main(["serve", "--games", str(self.folder), *words])


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Stage:
    """No server, no socket, no browser."""
    return Stage(monkeypatch, tmp_path / "games")


def test_on_this_machine_alone(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    assert stage.run() == 130
    key = AccessKeys.of_folder(stage.folder).host()
    out, err = capsys.readouterr()
    assert err == "" and out == (
        f"hansa serves at http://127.0.0.1:{FREE}/#key={key}\n"
        f"games are kept in {stage.folder}, tracebacks of faults in hansa.log; Ctrl-C ends\n")
    assert stage.listened == [("127.0.0.1", 8484)] and stage.served == [[stage.socket]] and stage.opened == []
    hosts = ("127.0.0.1", "::1", "[::1]", "localhost")
    assert [astuple(made) for made in stage.made] == [(stage.folder, (Path(),), 0, 2, (), hosts, "", True)]
    assert stage.configs == [("the page", {
        "log_level": "warning", "ws": "websockets-sansio", "ws_max_size": MOST_BYTES, "lifespan": "on", "access_log": False,
        "server_header": False, "log_config": None, "timeout_graceful_shutdown": 2,
    })]


def test_the_socket_is_closed_even_if_ctrl_c_comes_before_the_server(stage: Stage) -> None:
    stage.interrupted = True
    assert stage.run() == 130 and stage.served
    stage.socket.__exit__.assert_called_once()


@pytest.mark.parametrize(("words", "shown", "names", "reach"), [
    (["--host", "0.0.0.0"], "127.0.0.1", {"0.0.0.0", "this-machine", "192.0.2.7", "lan-of-0.0.0.0"}, "lan-of-0.0.0.0"),
    (["--host", "::"], "127.0.0.1", {"::", "this-machine", "192.0.2.7", "lan-of-::"}, "lan-of-::"),
    (["--host", "192.0.2.9", "--name", "a.test", "--name", "b.test"], "192.0.2.9", {"192.0.2.9", "a.test", "b.test"}, "a.test"),
    (["--host", "localhost", "--name", "a.test"], "127.0.0.1", {"a.test"}, ""),
])
def test_where_others_find_it(
    words: list[str], shown: str, names: set[str], reach: str, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    stage.interrupted = True
    assert stage.run(*words, "--port", "0") == 130
    out, err = capsys.readouterr()
    first, _, *rest = out.splitlines()
    assert first.startswith(f"hansa serves at http://{shown}:{FREE}/#key=")
    link = f"http://{reach}:{FREE}" if reach else ""
    assert rest == ([f"others on this network find it at {link}; the page hands out their links"] if reach else [])
    assert err == ("hansa: warning: everybody on this network who has a link can play; it is not encrypted\n" if reach else "")
    assert set(stage.made[0].hosts) == {*serve.LOCAL, "[::1]"} | names and stage.made[0].reach == link
    assert stage.listened == [(words[1], 0)]


def test_what_it_offers(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--logs", "a", "--logs", "b", "--bot", "greedy", "--threads", "3", "--searches", "0"]
    assert stage.run(*words, "--no-guest-analysis", "--open") == 130
    made = stage.made[0]
    assert (made.logs, made.threads, made.searches, made.bots, made.guests_analyse) == (
        (Path("a"), Path("b")), 3, 1, ("greedy",), False)
    assert stage.opened == [capsys.readouterr().out.split()[3]]


@pytest.mark.parametrize(("words", "said"), [
    (["--port", "65536"], "--port is a number up to 65535, not 65536"),
    (["--bot", "gredy"], "unknown bot 'gredy'"),
    (["--bot", "exec:no-such-program"], "no-such-program"),
    (["--bot", f"exec:true {'x' * 196}"], "--bot takes at most 200 characters; give a longer command a short script"),
])
def test_what_is_refused_before_anything_listens(
    words: list[str], said: str, stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    assert stage.run(*words) == 2
    assert said in capsys.readouterr().err and stage.listened == []


def test_limits_are_taken_themselves(stage: Stage) -> None:
    assert stage.run("--port", "65535", "--bot", f"exec:true {'x' * 190}") == 130
    assert stage.listened == [("127.0.0.1", 65535)] and len(stage.made[0].bots[0]) == 200


def test_bots_that_think_are_not_waited_for(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr("hansa.web.moving.bots_think", lambda: True)
    monkeypatch.setattr("os._exit", ended.append)
    stage.run()
    assert ended == [130]


def test_a_port_in_use_is_one_line() -> None:
    first = serve.listen("127.0.0.1", 0)
    port = first.getsockname()[1]
    with first, pytest.raises(UsageError) as refused:
        serve.listen("127.0.0.1", port)
    begin, end = f"cannot listen at 127.0.0.1:{port}: ", "; choose another --port, 0 takes any free one"
    assert str(refused.value).startswith(begin) and str(refused.value).endswith(end)
    with serve.listen("127.0.0.1", port) as again:
        assert again.family == socket.AF_INET and again.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)
        # a visitor who comes before the server is ready waits
        with socket.create_connection(("127.0.0.1", port), timeout=60):
            pass


def test_the_names_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "me")
    found = [(0, 0, 0, "", (address, 0)) for address in ("192.0.2.1", "fd00::1")]
    monkeypatch.setattr("socket.getaddrinfo", lambda *asked: found if asked == ("me", None) else [])
    assert serve.own_names() == {"me", "192.0.2.1", "fd00::1"}

    def fail(name: str, port: None) -> None:
        raise OSError

    monkeypatch.setattr("socket.getaddrinfo", fail)
    assert serve.own_names() == {"me"}
