"""Who gets into the page, and with what: keys and cookies, crowds, guests, fair shares of the
search, files that are kept."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import shutil
import socket
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hansa.bots.bot import Options, option
from hansa.bots.registry import BOTS, parameters
from hansa.cli import main
from hansa.record import play_random
from hansa.review import decisions as choices_of
from hansa.web import live, page_files
from hansa.web.addresses import lan_address
from hansa.web.app import MOST_BY_KEY, MOST_STRANGERS, TOO_MANY, Settings, make_app
from hansa.web.door import Door, Visitor
from hansa.web.search_turns import SearchTurns
from hansa.web.seat_checks import ServerError, check_spec
from tests.browser import server
from tests.talk import HOST, Talk, keys, new

ORIGIN = {"origin": "http://127.0.0.1:8484"}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """One search at a time."""
    return Settings(tmp_path, (tmp_path / "logs",), threads=1, searches=1)


def cookie_of(client: TestClient, key: str, **headers: str) -> str:
    """The whole line with which the server hands out its cookie; empty if it does not."""
    answer = client.post("/enter", content=key, headers={**ORIGIN, **headers})
    found: str = answer.headers.get("set-cookie", "")
    return found


# --- the key ------------------------------------------------------------------------------------

def test_the_cookie_lets_other_tabs_in_and_no_script_or_site_reads_it(client: TestClient) -> None:
    line = cookie_of(client, keys(client).host())
    assert "HttpOnly" in line and "SameSite=strict" in line and "Path=/" in line
    assert int(re.findall(r"Max-Age=(\d+)", line)[0]) > 30 * 24 * 3600
    name, _, value = line.partition(";")[0].partition("=")
    assert name == keys(client).cookie
    with client.websocket_connect("/socket", headers={**HOST, "cookie": f"{name}={value}"}) as opened:
        talk = Talk(opened, None)
        assert talk.ask("hello")["host"] and "games" in talk.ask("games")


def test_without_key_or_cookie_nobody_gets_in(client: TestClient) -> None:
    for cookie in ("", f"{keys(client).cookie}=x", f"other={keys(client).host()}"):
        with client.websocket_connect("/socket", headers={**HOST, "cookie": cookie}) as opened:
            talk = Talk(opened, None)
            assert talk.ask("games")["error"]["code"] == "no-key"
            assert talk.ask("hello")["error"]["code"] == "refused"
    cookie = f"{keys(client).cookie}={keys(client).host()}"
    with client.websocket_connect("/socket", headers={**HOST, "cookie": cookie}) as opened:
        # Hello comes first
        assert Talk(opened, None).ask("games")["error"]["code"] == "no-key"


def test_the_cookie_is_no_way_around_the_origin(client: TestClient) -> None:
    """A page on another port is of the same site: the browser sends the cookie, and the server must
    look at the origin."""
    cookie = {"cookie": f"{keys(client).cookie}={keys(client).host()}"}
    for origin in ("http://127.0.0.1:9999", "http://evil.example", "null"):
        headers = {**HOST, **cookie, "origin": origin}
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers=headers):
            pass
        assert client.post("/enter", content=keys(client).host(), headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("key", ["", "x", "host", "0.game.AAAAAAAAAAAAAAAAAAAAAAAA", "ä" * 30, "x" * 100_000])
def test_no_cookie_for_a_wrong_key(client: TestClient, key: str) -> None:
    answer = client.post("/enter", content=key.encode(), headers=ORIGIN)
    assert answer.status_code == 403 and "set-cookie" not in answer.headers


def test_a_host_who_tries_a_guests_link_stays_the_host(client: TestClient, host: Talk) -> None:
    game = new(host, ["here", "link", "random", "random"])
    seat = keys(client).seat(game, 1)
    own = {"cookie": f"{keys(client).cookie}={keys(client).host()}"}
    assert cookie_of(client, seat, **own) == "" and keys(client).cookie in cookie_of(client, seat)


def test_servers_on_two_ports_have_cookies_of_their_own(tmp_path: Path) -> None:
    """Cookies do not know ports; the second server must not overwrite the first one's."""
    names = set()
    for folder in ("one", "two"):
        with TestClient(make_app(Settings(tmp_path / folder)), base_url="http://127.0.0.1:8484") as found:
            names.add(cookie_of(found, keys(found).host()).partition("=")[0])
    assert len(names) == 2


# --- crowds -------------------------------------------------------------------------------------

def test_sockets_without_a_key_lock_nobody_out(client: TestClient) -> None:
    """Far more of them than there is room for: a browser with a key gets in, and stays in."""
    with ExitStack() as crowd, client.websocket_connect("/socket", headers=HOST) as early:
        first = Talk(early, keys(client).host())
        for _ in range(MOST_STRANGERS + 40):
            crowd.enter_context(client.websocket_connect("/socket", headers=HOST))
        with client.websocket_connect("/socket", headers=HOST) as late:
            assert "games" in Talk(late, keys(client).host()).ask("games")
        assert "games" in first.ask("games")


def test_the_oldest_socket_without_a_key_is_closed_and_told_why(client: TestClient) -> None:
    with ExitStack() as crowd:
        oldest, *_ = (crowd.enter_context(client.websocket_connect("/socket", headers=HOST)) for _ in range(MOST_STRANGERS + 1))
        with pytest.raises(WebSocketDisconnect) as closed:
            oldest.receive_text()
        assert closed.value.code == TOO_MANY


def test_whoever_leaves_makes_room_for_the_same_key() -> None:
    door, first, second, third = Door(strangers=9, by_key=1), Visitor(), Visitor(), Visitor()
    assert door.recognise(first, "Anna") and not door.recognise(second, "Anna")
    door.leave(third)               # nobody's place
    assert not door.recognise(second, "Anna")
    door.leave(first)
    assert first.key is None and door.recognise(second, "Anna")


def test_one_guest_with_many_tabs_meets_only_their_own_limit(client: TestClient, host: Talk) -> None:
    game = new(host, ["here", "link", "random", "random"])
    with ExitStack() as tabs:
        for _ in range(MOST_BY_KEY):
            tab = tabs.enter_context(client.websocket_connect("/socket", headers=HOST))
            Talk(tab, keys(client).seat(game, 1))
        one_more = tabs.enter_context(client.websocket_connect("/socket", headers=HOST))
        one_more.send_text(json.dumps({"id": 1, "cmd": "hello", "key": keys(client).seat(game, 1)}))
        with pytest.raises(WebSocketDisconnect):
            for _ in range(3):
                one_more.receive_text()
        assert "games" in host.ask("games")
    # They are gone: there is room again
    with client.websocket_connect("/socket", headers=HOST) as again:
        assert "table" in Talk(again, keys(client).seat(game, 1)).ask("open", game=game)


# --- the search ---------------------------------------------------------------------------------

def test_slots_go_round_between_people_and_not_between_tabs() -> None:
    async def scene() -> list[str]:
        turns, heard = SearchTurns(1), []

        async def search(person: str, name: str) -> None:
            async with turns.turn(person):
                heard.append(name)
                await asyncio.sleep(0)

        async with asyncio.TaskGroup() as tasks:
            for person, name in [("a", "a1"), ("a", "a2"), ("a", "a3"), ("b", "b1"), ("b", "b2"), ("c", "c1")]:
                tasks.create_task(search(person, name))
        assert not turns.busy and not turns.wanted
        return heard

    assert asyncio.run(scene()) == ["a1", "a2", "b1", "c1", "a3", "b2"]


def test_whoever_gives_up_waiting_leaves_no_hole() -> None:
    async def scene() -> None:
        turns = SearchTurns(1)

        async def search(person: str) -> None:
            async with turns.turn(person):
                await asyncio.sleep(0)

        async with turns.turn("a"):
            waiting = [asyncio.create_task(search(person)) for person in ("b", "b", "c")]
            await asyncio.sleep(0)
            assert turns.wanted
            for task in waiting[:2]:
                task.cancel()
            await asyncio.gather(*waiting[:2], return_exceptions=True)
        await waiting[2]
        assert not turns.busy and not turns.wanted

    asyncio.run(scene())


def test_a_turn_that_comes_as_its_search_is_cancelled_goes_to_the_next() -> None:
    async def scene() -> None:
        turns = SearchTurns(1)

        async def search() -> None:
            async with turns.turn("b"):
                pass

        async with turns.turn("a"):
            waiting = asyncio.create_task(search())
            await asyncio.sleep(0)
        waiting.cancel()        # its turn has come, and it does not know yet
        await asyncio.gather(waiting, return_exceptions=True)
        assert waiting.cancelled() and not turns.busy

    asyncio.run(scene())


def test_a_long_search_makes_room_for_another_person(
    client: TestClient, host: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One slot, and a host who asks for ten minutes: the guest is told to wait, gets a turn, and
    then the host's search continues."""
    monkeypatch.setattr(live, "SHARE_SECONDS", 0.3)
    game = new(host, ["here", "link", "random", "random"])
    host.ask("analyse", game=game, moves=[], seconds=600, mark=1)
    host.until(lambda message: "thought" in message)
    with client.websocket_connect("/socket", headers=HOST) as opened:
        guest = Talk(opened, keys(client).seat(game, 1))
        guest.ask("analyse", game=game, moves=[], seconds=600, mark=2)
        assert guest.until(lambda message: message.get("push") == "thought").get("waiting")
        guest.until(lambda message: message.get("mark") == 2 and "thought" in message)
        waits = host.until(lambda message: message.get("waiting"))
        assert waits["mark"] == 1 and not waits["done"]
        host.until(lambda message: message.get("mark") == 1 and "thought" in message)
        assert guest.ask("stop")["ok"] and host.ask("stop")["ok"]


def test_a_review_that_makes_room_comes_to_its_end(client: TestClient, host: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged is kept, so that nothing is judged twice."""
    monkeypatch.setattr(live, "SHARE_SECONDS", 0.05)
    monkeypatch.setattr(live, "REVIEW_SIMULATIONS", 30)
    record = play_random({"board": "hansa-23", "players": 2}, seed=3, limit=14)
    game = host.ask("load", text=json.dumps(record.to_json()))["game"]
    host.ask("review", game=game, mark="r")
    host.ask("analyse", game=game, ply=0, moves=[], seconds=600, mark=1)
    done = host.until(lambda message: message.get("push") == "review" and message["done"])
    decisions = done["review"]["decisions"]
    assert [each["ply"] for each in decisions] == [each.ply for each in choices_of(record)] and len(decisions) > 5
    assert all(each["played"]["words"] and each["best"]["words"] for each in decisions)
    done_looks, looks = [message["progress"] for message in host.pushed if "progress" in message][-1]
    assert done_looks == looks >= len(decisions)        # what is suspected is looked at again
    host.ask("stop")


def test_why_does_not_end_the_analysis(host: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SHARE_SECONDS", 0.2)
    game = new(host, ["here", "random", "random", "random"])
    host.ask("analyse", game=game, moves=[], seconds=600, mark=1)
    host.until(lambda message: "thought" in message)
    host.ask("why", game=game, moves=[], move="income 1t", mark=2)
    judged = host.until(lambda message: message.get("push") == "why" and message["done"])["judgement"]
    assert judged["played"]["words"] == "take 1 trader from the stock" and judged["best"]["words"]
    thought = host.until(lambda message: message.get("push") == "thought" and "thought" in message)
    assert thought["mark"] == 1 and not thought["done"]
    assert host.ask("stop", what="thought")["ok"]


# --- guests -------------------------------------------------------------------------------------

def test_the_host_may_forbid_guests_to_ask_the_ai_while_a_game_goes_on(tmp_path: Path) -> None:
    app = make_app(Settings(tmp_path, threads=1, guests_analyse=False))
    with TestClient(app, base_url="http://127.0.0.1:8484") as found, ExitStack() as stack:
        host = Talk(stack.enter_context(found.websocket_connect("/socket", headers=HOST)), keys(found).host())
        game = new(host, ["here", "link", "random", "random"])
        guest = Talk(stack.enter_context(found.websocket_connect("/socket", headers=HOST)), keys(found).seat(game, 1))
        state = guest.ask("look", game=game)["position"]["state"]
        questions: list[dict[str, Any]] = [{"game": game}, {"state": state}]
        for where in questions:
            for command in ("analyse", "why", "review"):
                refused = guest.ask(command, move="end", seconds=1, **({"game": game} | where))
                assert refused["error"]["message"] == "the host allows no analysis during the game", command
        assert host.ask("analyse", game=game, seconds=0.1)["thinking"]
        over = play_random({"game": "hansa2004", "players": 2}, seed=3).to_json() | {"seats": ["human"] * 2}
        ended = host.ask("load", text=json.dumps(over))["game"]
        late = Talk(stack.enter_context(found.websocket_connect("/socket", headers=HOST)), keys(found).seat(ended, 1))
        assert late.ask("analyse", game=ended, ply=0, seconds=0.1)["thinking"]


def test_guests_may_ask_unless_it_is_forbidden(client: TestClient, host: Talk) -> None:
    game = new(host, ["here", "link", "random", "random"])
    with client.websocket_connect("/socket", headers=HOST) as opened:
        assert Talk(opened, keys(client).seat(game, 1)).ask("analyse", game=game, seconds=0.1)["thinking"]


def test_the_switch_of_the_command_reaches_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And without it guests may."""
    settings: list[Settings] = []

    def made(given: Settings) -> None:
        settings.append(given)
        raise SystemExit

    monkeypatch.setattr("hansa.web.app.make_app", made)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        monkeypatch.setattr("hansa.cli.serve.listen", lambda host, port: listening)
        for arguments in (["--no-guest-analysis"], []):
            with pytest.raises(SystemExit):
                main(["serve", "--port", "0", "--games", str(tmp_path), *arguments])
    assert [each.guests_analyse for each in settings] == [False, True]


def test_guests_get_links_that_work_from_where_they_are(tmp_path: Path) -> None:
    """A server that listens at all addresses names one that reaches others, on the terminal and to
    its page."""
    settings = Settings(tmp_path, reach="http://192.0.2.7:8484")
    with TestClient(make_app(settings), base_url="http://127.0.0.1:8484") as found, \
            found.websocket_connect("/socket", headers=HOST) as opened:
        host = Talk(opened, keys(found).host())
        answer = host.ask("open", game=new(host, ["here", "link", "random", "random"]))
        assert answer["reach"] == "http://192.0.2.7:8484" and len(answer["links"]) == 2
    assert lan_address("192.0.2.9") == "192.0.2.9" and lan_address("fd00::1") == "[fd00::1]"
    assert lan_address("0.0.0.0") not in ("0.0.0.0", "", "127.0.0.1")


# --- settings -----------------------------------------------------------------------------------

def test_settings_that_name_files_are_declared_and_refused() -> None:
    declared = {(bot, entry.name) for bot in BOTS for entry in parameters(bot) if entry.local}
    assert {name for _, name in declared} == {"mind"}
    assert [entry.name for entry in parameters("exec:./a-program") if entry.local] == ["set"]
    for bot, name in declared:
        with pytest.raises(ServerError, match="command line alone"):
            check_spec(f"{bot}:{name}=/etc/passwd")
    check_spec("mcts:leaf=evaluation")          # a text is no file for being a text


def test_a_setting_is_refused_by_its_declaration_and_not_by_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True)
    class Odd(Options):
        port: int = option(0, "of something on this machine", local=True)

    monkeypatch.setattr("hansa.bots.random_bot.RandomBot.options_class", Odd)
    with pytest.raises(ServerError, match="command line alone"):
        check_spec("random:port=7")


def test_a_bot_that_cannot_be_made_is_refused_before_a_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(spec: str) -> None:
        raise ServerError(f"cannot make {spec}")

    monkeypatch.setattr("hansa.web.seat_checks.make_bot", refuse)
    with pytest.raises(ServerError, match="cannot make random"):
        check_spec("random")


# --- files --------------------------------------------------------------------------------------

@pytest.mark.parametrize("path", ["/", "/static/page.css", "/static/play.js", "/static/vendor/preact.js", "/style/map.css",
                                  "/board/hansa-45"])
def test_files_are_compressed_and_sent_once(client: TestClient, path: str) -> None:
    plain = client.get(path, headers={"accept-encoding": "identity"})
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < 0.7 * len(plain.content) and packed.content == plain.content
    again = client.get(path, headers={"if-none-match": packed.headers["etag"]})
    assert again.status_code == 304 and not again.content
    assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200
    for answer in (plain, packed, again):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff" and answer.headers["cache-control"] == "no-cache"


def test_a_browser_may_know_several_versions_and_weak_tags(client: TestClient) -> None:
    tag = client.get("/style/map.css").headers["etag"]
    for known in (f'"other", {tag}', f"{tag} , \"other\"", f'"other",W/{tag}'):
        assert client.get("/style/map.css", headers={"if-none-match": known}).status_code == 304


def test_a_browser_keeps_files_as_long_as_they_are_the_same(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page's addresses name the edition of its files, which changes with any of them."""
    folder = tmp_path / "static"
    shutil.copytree(page_files.FOLDER, folder)
    named = re.compile(r'"/static/([0-9a-f]{16})/([^"]+)"')
    with monkeypatch.context() as patch:
        patch.setattr(page_files, "FOLDER", folder)
        app = make_app(Settings(tmp_path / "games"))
        with TestClient(app, base_url="http://127.0.0.1:8484") as copied:
            before = copied.get("/")
            found = named.findall(before.text)
            assert {"main.js", "page.css", "vendor/preact.js", "icon.svg"} < {name for _, name in found}
            assert len({edition for edition, _ in found}) == 1 and before.text.count("/static/") == len(found)
            edition = found[0][0]
            assert edition == named.findall(client.get("/").text)[0][0], "the same files elsewhere"
            for _, name in found:
                kept = copied.get(f"/static/{edition}/{name}")
                assert kept.headers["cache-control"] == "max-age=31536000, immutable", name
                assert kept.content == (folder / name).read_bytes() and "etag" in kept.headers
                assert copied.get(f"/static/{name}").headers["cache-control"] == "no-cache"
            assert before.headers["cache-control"] == "no-cache"
            script = folder / "vendor" / "preact.js"
            script.write_bytes(script.read_bytes()[:-1] + b" ")
            after = copied.get("/", headers={"if-none-match": before.headers["etag"]})
            assert after.status_code == 200 and named.findall(after.text)[0][0] != edition
            # A page from before asks for what it has not fetched yet.
            late = copied.get(f"/static/{edition}/study.js")
            assert late.status_code == 200 and late.headers["cache-control"] == "no-cache"


def test_the_page_is_small(client: TestClient) -> None:
    """All scripts and styles, those too that only some views fetch, and a board; a browser counts
    the first load (`test_the_first_load_stays_small_with_a_language`)."""
    files = [path for path in page_files.FOLDER.rglob("*") if path.suffix in {".js", ".css"}]
    paths = ["/", "/board/hansa-45", *(f"/static/{path.relative_to(page_files.FOLDER).as_posix()}" for path in files)]
    sizes = {path: len(gzip.compress(client.get(path).content)) for path in paths}
    assert len(sizes) > 40 and sum(sizes.values()) < 158_000, sizes


def test_the_terminal_names_the_address_for_others(tmp_path: Path) -> None:
    with server(tmp_path, "--host", "127.0.0.1") as link:
        assert link.startswith("http://127.0.0.1:")
