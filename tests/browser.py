"""A server of the page in a process of its own and a real browser beside it, for tests and
screenshots."""

from __future__ import annotations

import json
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hansa.cli import main
from hansa.review import decisions
from hansa.review_file import review_beside, review_path
from hansa.state import State
from hansa.table.games_folder import GameFile
from hansa.table.session import Session
from hansa.thinking import Budget
from tests.patience import PATIENCE
from tests.warm import Command

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NO_BROWSER = "no browser here: `apt-get install chromium` makes these tests run"
SIZES = {"desk": (1280, 800), "big": (1920, 1080), "tablet": (820, 1180), "phone": (390, 844), "on its side": (844, 390)}
QUICK_BOTS = {"teutonica": ("prestige", "network", "actions", "markers", "blocker"), "hansa2004": ("greedy", "collector")}


@contextmanager
def server(
    folder: Path, *arguments: str, ends: signal.Signals = signal.SIGINT, warned: bool = False
) -> Iterator[str]:
    """The link of a server that keeps its games in a folder; it is ended by Ctrl-C, as at its
    terminal, or killed.

    `warned`: it listens to others too, and says so.
    """
    with Command("serve", "--port", "0", "--games", str(folder), *arguments) as process:
        line = process.line()
        assert "http://" in line, process.communicate()
        try:
            yield line.split()[-1]
        finally:
            process.send_signal(ends)
            _, errors = process.communicate()
            assert ("hansa: warning" in errors) if warned else not errors, errors
            assert process.wait() == (130 if ends == signal.SIGINT else -ends)


@contextmanager
def browser() -> Iterator[Any]:
    """Debian's chromium; the test is skipped with a plain message where there is none."""
    if CHROMIUM is None:
        pytest.skip(NO_BROWSER)
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as running:
        # The sandbox of the browser needs rights that root in a container does not have.
        opened = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"] if os.geteuid() == 0 else [])
        yield opened
        opened.close()


# An analysis that nobody ends takes 20 s of a core, and a test looks at it for a moment: it gets a
# tenth of a second, unless the test chooses another time. There are lines after the first
# simulations.
THINKS_BRIEFLY = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (words) {
  send.call(this, words.replace(/^(.*"cmd":"analyse".*"seconds":)20([,}])/, "$10.1$2"));
};
"""

# The view is drawn anew also if the address has been that of the list.
TO_THE_LIST = """() => new Promise((done) => {
  localStorage.clear();
  for (const name of Object.keys(sessionStorage)) if (name !== "hansa-key") sessionStorage.removeItem(name);
  addEventListener("hashchange", done, { once: true });
  if (location.hash === "#/games") dispatchEvent(new Event("hashchange"));
  else location.hash = "#/games";
})"""

# What a test may change besides the view: what is drawn around it or exchanged by a script. The
# rules stay where they are once they have come; they may be hidden.
BESIDE_THE_VIEW = """() => {
  document.getElementById("live").textContent = "";
  const copy = document.documentElement.cloneNode(true);
  copy.querySelector("head").remove();
  copy.querySelector("#content").replaceChildren();
  copy.querySelector("#rules[hidden]")?.remove();
  const names = [window, document, Notification].map((each) => Object.getOwnPropertyNames(each).join());
  return JSON.stringify([copy.outerHTML, names, String(WebSocket.prototype.send)]);
}"""


class Watched:
    """A page of the browser that keeps what its console and its socket said."""

    def __init__(self, opened: Any, *, size: tuple[int, int] = (1280, 800), moving: bool = False, **options: Any) -> None:
        context = opened.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="no-preference" if moving else "reduce", **options)
        context.add_init_script(THINKS_BRIEFLY)
        self.page = context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.errors: list[str] = []
        self.frames: list[Any] = []
        self._link = self._loaded = ""
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", self._listen)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _listen(self, socket: Any) -> None:
        # A socket that outlives its document is not heard any more after `begin_anew`.
        frames = self.frames
        socket.on("framereceived", lambda text: frames.append(json.loads(text)))

    def resize(self, width: int, height: int) -> None:
        """Another screen, once the page has been drawn for it."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def begin_anew(self, link: str, size: str) -> None:
        """The list of games, as in a new browser that has that size: nothing is left of what was
        stored, said and heard.

        The page goes there by itself, which costs a fifth of loading it again; it is loaded again
        if a test has failed, or has left more behind than a view.
        """
        self.errors = []
        self.page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        if link != self._link or not self._returns():
            self._load(link)
        self.page.wait_for_selector(".sheet h1")
        self.frames.clear()
        self._loaded = self._loaded or self.page.evaluate(BESIDE_THE_VIEW)

    def _returns(self) -> bool:
        """Goes to the list of games; whether all but the view is as it was when the page had been
        loaded."""
        self.page.mouse.move(0, 0)
        self.page.evaluate(TO_THE_LIST)
        self.page.wait_for_selector(".sheet h1")
        return bool(self.page.evaluate(BESIDE_THE_VIEW) == self._loaded)

    def forget(self) -> None:
        """Nothing is known of the page that is open: it is loaded again."""
        self._link = ""

    def _load(self, link: str) -> None:
        """The page of a server, as for somebody who has never been there."""
        if self.page.url != "about:blank":
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto("about:blank")
        self.page.context.clear_cookies()
        self.errors, self.frames = [], []
        self._link, self._loaded = link, ""
        self.page.goto(link)

    def heard(self, wanted: Callable[[Any], bool]) -> None:
        """Waits for a message of the server, unless it is there."""
        until = time.monotonic() + PATIENCE
        while not any(map(wanted, self.frames)):
            assert time.monotonic() < until, self.frames[-3:]
            self.page.wait_for_timeout(20)

    def missions_seen(self) -> set[tuple[int, int]]:
        """Every (seat, mission) that any message has ever held."""
        return {
            (seat, desk["mission"]) for frame in self.frames for desks in members(frame, "desks")
            for seat, desk in enumerate(desks) if isinstance(desk, Mapping) and isinstance(desk.get("mission"), int)
        }


class Browsers:
    """A browser and some of its pages, which are opened when they are first asked for."""

    def __init__(self) -> None:
        self._ends = ExitStack()
        self._opened: Any = None
        self._pages: dict[str, Watched] = {}

    def opened(self) -> Any:
        """The browser."""
        self._opened = self._opened or self._ends.enter_context(browser())
        return self._opened

    def page(self, name: str, **options: Any) -> Watched:
        """A page in a context of its own, the same one for each name."""
        if name not in self._pages:
            self._pages[name] = Watched(self.opened(), **options)
        return self._pages[name]

    def close(self) -> None:
        self._opened = None
        self._pages.clear()
        self._ends.close()


@contextmanager
def visit(other: Watched, link: str, until: str) -> Iterator[Any]:
    """A page of another browser at a link; it knows nothing of earlier visits, and leaves."""
    other.errors, other.frames = [], []
    other.page.goto(link)
    other.page.wait_for_selector(until)
    yield other.page
    other.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    other.page.context.clear_cookies()
    other.page.goto("about:blank")
    assert not other.errors, other.errors


def wide(opened: Any, link: str, size: str, **options: Any) -> Watched:
    """A page of a size at the list of games."""
    found = Watched(opened, size=SIZES[size], **options)
    found.page.goto(link)
    found.page.wait_for_selector(".sheet h1")
    return found


def go(page: Any, address: str, until: str) -> None:
    """To another view, until something of it is there."""
    page.evaluate("address => { location.hash = address }", address)
    page.wait_for_selector(until)


def empty_board(page: Any, board: str, players: int) -> None:
    """The study of an empty board, from the list of them."""
    button = f"button:has-text('({board}), {players} players')"
    go(page, "#/study", button)
    page.click(button)


def members(value: Any, name: str) -> Iterator[Any]:
    """Every member of a name, however deep."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == name:
                yield inner
            yield from members(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from members(inner, name)


def kept_tournament(folder: Path, *bots: str, blocks: int = 2) -> Path:
    """The log of a small tournament."""
    log = folder / "small.jsonl"
    arguments = [*bots, "--blocks", str(blocks), "--log", str(log), "--quiet", "--workers", "0", "--seed", "3"]
    assert main(["tournament", *arguments]) == 0
    return log


def kept_game(
    folder: Path, setup: Mapping[str, Any], seats: Sequence[str], *, turns: int | None = None, seed: int = 1
) -> str:
    """A game in a folder, played by quick bots for a number of turns or to its end; then `seats`
    sit there. Returns its name."""
    start = State.from_setup(setup, seed=seed)
    bots = QUICK_BOTS[start.game]
    session = Session(setup, [bots[seat % len(bots)] for seat in range(start.players)], seed=seed)
    while not session.state.over and (turns is None or session.state.turns < turns):
        session.step()
    file = GameFile.new(folder, str(setup["board"]))
    session.name, session.seats = file.path.stem, tuple(seats)
    file.write(session.record())
    return session.name


def kept_end(folder: Path, setup: Mapping[str, Any], seats: Sequence[str], *, turns: int) -> str:
    """A game in a folder of which so many turns are left, as quick bots would play them. Returns
    its name."""
    whole = GameFile(folder / f"{kept_game(folder, setup, seats)}.jsonl")
    every = whole.read().replay().turns
    whole.path.unlink()
    return kept_game(folder, setup, seats, turns=max(0, every - turns))


def kept_mistakes(folder: Path) -> str:
    """The first turns of a game that chance has played: a few decisions, most of them mistakes.

    A review takes a moment.
    """
    session = Session({"board": "hansa-45", "players": 4}, ["random"] * 4, seed=4)
    while session.state.turns < 4:
        session.step()
    file = GameFile.new(folder, "mistakes")
    session.name = file.path.stem
    file.write(session.record())
    return session.name


def kept_review(folder: Path, *, left: int = 0) -> str:
    """`kept_mistakes` with its review beside it, as the page makes it: nobody waits for it, however
    busy the machine is. So many decisions are left for a first look."""
    game = kept_mistakes(folder)
    review_path(folder / f"{game}.jsonl").write_text("".join(_review_of_mistakes()[left:]), encoding="utf-8")
    return game


@cache
def _review_of_mistakes() -> list[str]:
    """Lines of a quick review under the keys of a thorough one, which takes eight seconds."""
    from hansa.web.live import REVIEW_SIMULATIONS  # only tests of the page need the server

    quick, thorough = Budget(simulations=60), Budget(simulations=REVIEW_SIMULATIONS)
    with tempfile.TemporaryDirectory() as made:
        path = Path(made, f"{kept_mistakes(Path(made))}.jsonl")
        record = GameFile(path).read()
        review_beside(path, record, quick)
        lines = review_path(path).read_text(encoding="utf-8")
    for decision in decisions(record):
        assert decision.key(quick) in lines, "the page would review it anew"
        for closer in (False, True):
            lines = lines.replace(decision.key(quick, closer=closer), decision.key(thorough, closer=closer))
    return lines.splitlines(keepends=True)


def kept_position(folder: Path, state: State, seats: Sequence[str]) -> str:
    """A game in a folder that begins with a position. Returns its name."""
    file = GameFile.new(folder, "position")
    session = Session.from_position(state, seats, seed=1, name=file.path.stem)
    file.write(session.record())
    return session.name
