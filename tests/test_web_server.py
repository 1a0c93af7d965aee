"""The application of the page as a whole: every header of its answers, what it makes of its
settings, how many games it holds open, how it closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

from hansa.errors import HansaError
from hansa.table.session import Session
from hansa.web import tables
from hansa.web.access_keys import Access, AccessKeys
from hansa.web.app import Settings, make_app
from hansa.web.browser import Server
from hansa.web.chairs import Chair
from hansa.web.table import Looker, Table
from hansa.web.tables import Tables, drawn
from tests.talk import keys

TWO = {"board": "hansa-23", "players": 2}
ALWAYS = {
    "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin", "cache-control": "no-cache",
}
WITH_TAG = ALWAYS | {"etag": "..."}
OF_A_FILE = WITH_TAG | {"last-modified": "...", "accept-ranges": "bytes"}
PACKED = {"content-encoding": "gzip", "vary": "Accept-Encoding"}
REFUSAL = "text/plain; charset=utf-8"


@pytest.mark.parametrize(("method", "path", "status", "expected"), [
    ("GET", "/", 200, WITH_TAG | PACKED | {"content-type": "text/html; charset=utf-8"}),
    ("GET", "/style/map.css", 200, WITH_TAG | PACKED | {"content-type": "text/css; charset=utf-8"}),
    ("GET", "/board/east", 200, WITH_TAG | PACKED | {"content-type": "application/json"}),
    ("GET", "/board/north", 404, ALWAYS | {"content-type": "application/json"}),
    ("GET", "/words", 200, WITH_TAG | {"content-type": "application/json"}),
    ("GET", "/words?lang=de", 200, WITH_TAG | PACKED | {"content-type": "application/json"}),
    ("GET", "/static/main.js", 200, OF_A_FILE | PACKED | {"content-type": "text/javascript; charset=utf-8"}),
    ("GET", "/static/page.css", 200, OF_A_FILE | PACKED | {"content-type": "text/css; charset=utf-8"}),
    ("GET", "/static/none.js", 404, ALWAYS | {"content-type": REFUSAL}),
    ("GET", "/enter", 405, ALWAYS | {"content-type": REFUSAL, "allow": "POST"}),
    ("POST", "/enter", 403, ALWAYS | {"content-type": REFUSAL}),
    ("GET", "/socket", 404, ALWAYS | {"content-type": REFUSAL}),
])
def test_every_answer_has_these_headers_and_no_others(
    client: TestClient, method: str, path: str, status: int, expected: dict[str, str]
) -> None:
    answer = client.request(method, path)
    found = {name: value for name, value in answer.headers.items() if name not in ("content-length", "date", "server")}
    shown = {name: "..." if name in ("etag", "last-modified") else value for name, value in found.items()}
    assert (answer.status_code, shown) == (status, expected)


def test_a_cookie_is_kept_as_long_as_browsers_allow(client: TestClient) -> None:
    key = keys(client).host()
    answer = client.post("/enter", content=key)
    assert (answer.status_code, answer.headers["set-cookie"]) == (
        204, f"{keys(client).cookie}={key}; HttpOnly; Max-Age=34560000; Path=/; SameSite=strict")


@pytest.mark.parametrize(("bytes_of_list", "packed"), [(499, False), (500, True)])
def test_only_what_is_long_enough_is_compressed(client: TestClient, bytes_of_list: int, packed: bool) -> None:
    with patch("hansa.web.app.style", return_value="x" * bytes_of_list):
        assert ("content-encoding" in client.get("/style/map.css").headers) is packed


def test_settings_go_where_they_belong(tmp_path: Path) -> None:
    settings = Settings(
        tmp_path / "games", (tmp_path / "logs",), threads=3, searches=5, bots=("greedy:seed=4",), reach="http://10.0.0.7:8484",
        guests_analyse=False)
    app = make_app(settings)
    with patch("os.cpu_count", return_value=6), TestClient(app, base_url="http://127.0.0.1:8484"):
        server: Server = app.state.server
        assert server.tables.folder == tmp_path / "games" and server.tables.invited == ("greedy:seed=4",)
        assert server.tables.mover.bots._max_workers == 6
        assert server.logs._folders == (tmp_path / "logs",)
        assert server.keys.host() == AccessKeys.of_folder(tmp_path / "games").host()
        assert (server.searches.threads, server.searches.turns._free) == (3, 5)
        assert (server.reach, server.guests_analyse) == ("http://10.0.0.7:8484", False)
    assert server.tables.mover.bots._shutdown


@pytest.mark.parametrize(("asked", "cores", "threads"), [(0, 6, 6), (0, None, 1), (2, 6, 2)])
def test_a_search_has_all_cores_unless_it_is_told(tmp_path: Path, asked: int, cores: int | None, threads: int) -> None:
    with patch("os.cpu_count", return_value=cores):
        assert Settings(tmp_path, threads=asked).threads_or_all == threads


# --- tables -------------------------------------------------------------------------------------

def at_tables(folder: Path, scene: Callable[[Tables], Any]) -> None:
    """Something that happens at tables whose bots and clocks stand still."""
    async def played() -> None:
        found = Tables(folder, bots_at_once=1)
        with patch.object(found.mover, "go_on"):
            await scene(found)
        await found.close()

    asyncio.run(played())


def begun(found: Tables) -> Table:
    """A new game of two people."""
    return found.new(Session(TWO, ("human", "human"), seed=3), [Chair(), Chair()])


def test_closing_ends_what_moves_by_itself_and_the_bots(tmp_path: Path) -> None:
    async def scene(found: Tables) -> None:
        table = begun(found)
        table.runner, table.alarm = (asyncio.create_task(asyncio.sleep(600)) for _ in range(2))
        with patch.object(table.session, "close") as closed:
            await found.close()
        await asyncio.sleep(0)
        assert table.runner.cancelled() and table.alarm.cancelled() and closed.call_count == 1

    at_tables(tmp_path, scene)


def test_the_game_that_nobody_looks_at_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "MOST_GAMES_OPEN", 3)

    async def nobody_looks() -> None:
        pass

    async def scene(found: Tables) -> None:
        first, second, third = begun(found), begun(found), begun(found)
        for table in (first, third):
            table.lookers.add(Looker(Access(), nobody_looks, print))
        await second.choosing.acquire()         # a bot thinks there
        with pytest.raises(HansaError) as refused:
            begun(found)
        assert str(refused.value) == "3 games are open; close one first"
        assert list(found._open.values()) == [first, second, third]
        second.choosing.release()
        second.runner = asyncio.create_task(asyncio.sleep(600))
        fourth = begun(found)
        await asyncio.sleep(0)
        assert list(found._open.values()) == [first, third, fourth] and second.runner.cancelled()
        assert found.table(first.game) is first
        again = found.table(second.game)        # nobody sits at the fourth, which makes room
        assert again is not second and list(found._open.values()) == [first, third, again]

    at_tables(tmp_path, scene)


def test_a_game_without_a_map_is_named() -> None:
    state = Session(TWO, ("human", "human"), seed=3).state
    with patch("hansa.web.tables.is_drawn", return_value=False), pytest.raises(HansaError) as refused:
        drawn(state)
    assert str(refused.value) == "the page cannot show the game teutonica yet; `hansa play` can"
    assert drawn(state) is state


def test_a_foreign_record_waits_for_its_host_and_keeps_its_name(tmp_path: Path) -> None:
    """Bots alone stand still in it; with people it goes on at once."""
    async def scene(found: Tables) -> None:
        record = Session(TWO, ("random", "random"), seed=3).record()
        foreign = await found.take_in(record, "a b/c")
        assert (foreign.game, foreign.pace) == ("a-b-c", None)
        assert await found.take_in(record, "a b/c") is foreign
        people = await found.take_in(replace(record, seats=("human", "random")), "people")
        assert people.pace == 0.0
        watched = found.new(Session(TWO, ("random", "random"), seed=3), [Chair(), Chair()])
        assert watched.pace == 0.6
        assert found.new(Session(TWO, ("random", "human"), seed=3), [Chair(), Chair()]).pace == 0.0
        found._close("a-b-c")
        assert found.table("a-b-c").pace is None
        found._close("people")
        assert found.table("people").pace == 0.0

    at_tables(tmp_path, scene)
