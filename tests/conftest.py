"""What every test may rely on, wherever it runs."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import Browsers, Watched, server
from tests.limits import LONG, QUICK, limit_end, limited
from tests.patience import wait_until

if TYPE_CHECKING:       # what only tests of the page need is imported when they run
    from starlette.testclient import TestClient

    from hansa.web.app import Settings
    from tests.talk import Talk

ROOT = Path(__file__).parents[1]

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that:
# tests of Ctrl-C would wait forever in such a CI.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tracebacks of faults that tests provoke do not belong in the log of the person who runs them
# (hansa/logs.py).
os.environ["XDG_STATE_HOME"] = str(ROOT / "build" / "state")
os.environ.pop("HANSA_LOG", None)
os.environ["HANSA_LANG"] = "en"       # whatever language the machine speaks


def pytest_collection_finish() -> None:
    """What has been imported and collected, a million objects, stays to the end: the garbage
    collector need not go through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What waits for ever fails."""
    with limited(LONG if item.get_closest_marker("long") else QUICK, item.nodeid):
        return (yield)


def pytest_unconfigure() -> None:
    """A process that has run its tests ends."""
    limit_end()


@pytest.fixture(autouse=True)
def no_log_in_the_checkout() -> Iterator[None]:
    """A tournament without --log writes where it is started: tests say --log, or change the
    folder."""
    before = set(ROOT.glob("tournament-*.jsonl"))
    yield
    left = set(ROOT.glob("tournament-*.jsonl")) - before
    for path in left:
        path.unlink(missing_ok=True)
    assert not left, left


# --- tests of the page: one folder of games and one server a module, one browser for all --------

BROWSERS = Browsers()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """The browser is closed after the last module that needs it: other tests may want what it
    occupies, the loop of events."""
    done = yield
    if nextitem is None or not nextitem.path.name.startswith("test_page"):
        BROWSERS.close()
    return done


@pytest.fixture(scope="module")
def opened() -> Any:
    """A browser."""
    return BROWSERS.opened()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps its games."""
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server looks for tournaments."""
    return tmp_path_factory.mktemp("logs")


@pytest.fixture(scope="module")
def link(folder: Path, logs: Path) -> Iterator[str]:
    """The host's link to a server."""
    with server(folder, "--threads", "1", "--logs", str(logs)) as found:
        yield found


@pytest.fixture(scope="module")
def tab() -> Watched:
    """One page of the browser, which tests use one after another."""
    return BROWSERS.page("english")


def at_the_list(request: pytest.FixtureRequest, tab: Watched, link: str) -> Iterator[Watched]:
    """A page at the list of games, of the size of a desk or of the parameter of its fixture; its
    console says nothing."""
    tab.begin_anew(link, getattr(request, "param", "desk"))
    failed = request.session.testsfailed
    yield tab
    if request.session.testsfailed > failed:
        tab.forget()
    assert not tab.errors, tab.errors


@pytest.fixture
def seen(request: pytest.FixtureRequest, tab: Watched, link: str) -> Iterator[Watched]:
    """A page at the list of games."""
    yield from at_the_list(request, tab, link)


@pytest.fixture(scope="module")
def other() -> Watched:
    """One page of another browser, for `visit`."""
    return BROWSERS.page("other")


@pytest.fixture(scope="module")
def german_tab() -> Watched:
    """One page of a German browser."""
    return BROWSERS.page("german", locale="de-DE")


@pytest.fixture
def german(request: pytest.FixtureRequest, german_tab: Watched, link: str) -> Iterator[Watched]:
    """The same in a German browser."""
    yield from at_the_list(request, german_tab, link)


# --- tests of the page's server, without a browser ----------------------------------------------

@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """How the server is started; modules that want another one have a fixture of their own."""
    from hansa.web.app import Settings

    return Settings(tmp_path, (tmp_path / "logs",), threads=1)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    """A server."""
    from starlette.testclient import TestClient

    from hansa.web.app import make_app
    from hansa.web.moving import bots_think

    with TestClient(make_app(settings), base_url="http://127.0.0.1:8484") as found:
        yield found
    # A thread that thought on would take a core from other tests.
    wait_until(lambda: not bots_think(), "the end of what bots think: give them less time")


@pytest.fixture
def host(client: TestClient) -> Iterator[Talk]:
    """Whoever started it, at a browser."""
    from tests.talk import HOST, Talk, keys

    with client.websocket_connect("/socket", headers=HOST) as socket:
        yield Talk(socket, keys(client).host())
