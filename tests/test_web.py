"""The server of the page without a browser: who may do what, what goes over the wire, and
garbage."""

from __future__ import annotations

import json
import random
import re
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from hansa.boards import BOARD_NAMES, board
from hansa.cli import main
from hansa.errors import HansaError
from hansa.languages import ENGLISH
from hansa.notation import read_position
from hansa.record import Record, play_random, read_records
from hansa.state import State
from hansa.views.svg.teutonica.layout import layout
from hansa.web import live
from hansa.web.access_keys import AccessKeys
from hansa.web.app import Settings, make_app
from hansa.web.connection import COMMANDS, MOST_BYTES
from hansa.web.editing import edited
from hansa.web.listing import Listing
from hansa.web.pictures import APART, marks
from hansa.web.shown_position import board_json, position_json
from hansa.web.tables import Tables
from tests.browser import kept_game, kept_tournament, members
from tests.patience import wait_until
from tests.playing import quick_game
from tests.talk import HOST, Talk, keys, new

MISSIONS = {"board": "hansa-45", "players": 4, "modules": ["missions"]}


# --- files --------------------------------------------------------------------------------------

def test_the_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    for path in ("/", "/static/page.css", "/static/main.js", "/static/icon.svg", "/style/map.css"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        words = answer.text.replace("http://www.w3.org/2000/svg", "")
        assert "http:" not in words.replace("http:\"", "") or path.endswith(".js"), path
        assert "https://" not in words and "//cdn" not in words, path


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/nothing.js", "/static/..%2fapp.py",
                                  "/board/x", "/board/..%2feast", "/games", "/.key", "/static/.key",
                                  *(f"/static/{16 * 'a'}{rest}" for rest in ("", "/", "/no.js", "/..%2f..%2fapp.py", "/.key"))])
def test_no_other_file_is_given_out(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", BOARD_NAMES)
def test_every_board_has_a_place_for_everything(client: TestClient, name: str) -> None:
    facts = client.get(f"/board/{name}").json()
    for route in board(name).routes:
        places = len(facts["slots"].get(route.name, [])) + len(facts["slots"].get(f"{route.name}/ship", []))
        assert places == len(route.houses)
        assert f'data-place="route {route.name}"' in facts["map"]
    width, height = facts["size"]
    for city in facts["cities"].values():
        assert city["width"] / 2 <= city["at"][0] <= width - city["width"] / 2, city
        assert 20 <= city["at"][1] <= height - 20, city
    plan = layout(name)
    for one, first in plan.cities.items():         # no city's plate lies on another's
        for other, second in plan.cities.items():
            if one < other:
                assert (abs(first.at[0] - second.at[0]) >= (first.width + second.width) / 2
                        or abs(first.at[1] - second.at[1]) >= (first.height + second.height) / 2), (one, other)


# --- the door -----------------------------------------------------------------------------------

@pytest.mark.parametrize("host_name", ["evil.example", "evil.example:8484", "127.0.0.1.evil.example", ""])
def test_other_names_are_refused(client: TestClient, host_name: str) -> None:
    assert client.get("/", headers={"host": host_name}).status_code == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:9", "null", "https://localhost:8484"])
def test_sockets_from_other_pages_are_refused(client: TestClient, origin: str) -> None:
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers={**HOST, "origin": origin}):
        pass        # a connection that is accepted ends without a word


def test_a_fault_of_ours_is_kept_in_the_log_of_the_server(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    with client.websocket_connect("/socket", headers={"host": "localhost:1", "origin": "http://localhost:1"}) as socket:
        host = Talk(socket, keys(client).host())
        with patch.object(Listing, "entries", side_effect=ZeroDivisionError("no list")):
            error = host.ask("games")["error"]
    assert error["code"] == "internal-error"
    assert error["message"].endswith("ZeroDivisionError('no list'); its traceback is in the log of this server")
    (record,) = [record for record in caplog.records if record.name == "hansa.web.connection"]
    assert record.exc_info is not None and '"cmd": "games"' in record.getMessage()


def test_a_socket_from_the_page_itself_is_accepted(client: TestClient) -> None:
    with client.websocket_connect("/socket", headers={"host": "localhost:1", "origin": "http://localhost:1"}) as socket:
        assert Talk(socket, keys(client).host()).ask("games")["games"] == []


@pytest.mark.parametrize("key", [None, "", "x", 7, ["a"], "host", "0.game.AAAAAAAAAAAAAAAAAAAAAAAA", "ä" * 30, "x" * 10_000])
def test_nothing_is_done_without_a_key(client: TestClient, key: object) -> None:
    with client.websocket_connect("/socket", headers=HOST) as socket:
        talk = Talk(socket, None)
        assert talk.ask("hello", key=key)["error"]["code"] == "refused"
        for command in COMMANDS:
            if command != "hello":
                assert talk.ask(command)["error"]["code"] == "no-key"


def test_keys_outlive_the_server_and_are_private(tmp_path: Path) -> None:
    first, second = AccessKeys.of_folder(tmp_path), AccessKeys.of_folder(tmp_path)
    assert first.host() == second.host() and first.host() != AccessKeys.of_folder(tmp_path / "other").host()
    assert (tmp_path / ".key").stat().st_mode & 0o077 == 0
    assert first.open(first.seat("a", 1)) == second.open(second.seat("a", 1))
    assert first.open(first.seat("a", 1).replace("1.a.", "2.a.")) is None


# --- programs -----------------------------------------------------------------------------------

def test_whoever_starts_the_server_invites_programs(tmp_path: Path) -> None:
    program = f"exec:{sys.executable} {Path(__file__).parent / 'programs' / 'player.py'}"
    settings = Settings(tmp_path, bots=(program,))
    with TestClient(make_app(settings), base_url="http://127.0.0.1:8484") as found, \
            found.websocket_connect("/socket", headers=HOST) as socket:
        talk = Talk(socket, None)
        assert talk.ask("hello", key=keys(found).host())["bots"][0]["name"] == program
        game = new(talk, ["here", program, "random", "random"])
        talk.ask("open", game=game)
        assert "error" not in talk.ask("play", move="end", ply=0)
        table = talk.until(lambda message: message.get("push") == "table" and (
            message["table"]["fault"] or (message["table"]["waits_for"] == "human" and message["table"]["ply"] > 1)))["table"]
        assert not table["fault"] and table["ply"] > 3
        for other in ("exec:true", program + " ", program.replace("exec:", "exec:seed=1:")):
            refused = talk.ask("new", setup={}, seats=[{"who": other}, *[{"who": "random"}] * 3])
            assert "hansa serve --bot" in refused["error"]["message"]


# --- garbage ------------------------------------------------------------------------------------

PEOPLE = '{"who": "here"}, {"who": "here"}, {"who": "here"}'
GARBAGE = [
    "", "x", "[]", "7", "null", "{}", '{"cmd": 7}', '{"cmd": "nothing"}', '{"cmd": "hello"', '{"cmd": NaN}', "[" * 5000,
    '{"id": {}, "cmd": "nothing"}', '{"cmd": "open"}', '{"cmd": "open", "game": 7}', '{"cmd": "open", "game": "x"}',
    '{"cmd": "open", "game": "../../etc/passwd"}', '{"cmd": "play"}', '{"cmd": "look"}', '{"cmd": "look", "state": {}}',
    '{"cmd": "look", "state": 7}', '{"cmd": "new"}', '{"cmd": "new", "setup": {}, "seats": []}',
    '{"cmd": "new", "setup": {"board": "x"}, "seats": [{"who": "here"}]}',
    f'{{"cmd": "new", "setup": {{}}, "seats": [{{"who": "exec:rm"}}, {PEOPLE}]}}',
    f'{{"cmd": "new", "setup": {{}}, "seats": [{{"who": "/etc/x.py:Bot"}}, {PEOPLE}]}}',
    f'{{"cmd": "new", "setup": {{}}, "seats": [{{"who": "mcts:seconds=x"}}, {PEOPLE}]}}',
    f'{{"cmd": "new", "setup": {{}}, "seats": [{{"who": "mcts:mind=/etc/passwd"}}, {PEOPLE}]}}',
    f'{{"cmd": "new", "setup": {{}}, "seats": [{{"who": "mcts:memory=999999999"}}, {PEOPLE}]}}',
    '{"cmd": "load", "text": "nonsense"}', '{"cmd": "load", "text": "{}"}', '{"cmd": "load"}',
    '{"cmd": "pace", "seconds": "x"}', '{"cmd": "analyse", "state": {"game": "x"}}', '{"cmd": "edit", "change": 7}',
    '{"cmd": "remove", "game": "..%2f"}', '{"cmd": "review", "game": ""}', '{"cmd": "why", "move": 7}',
    '{"cmd": "show", "seat": {}}', '{"cmd": "record"}', '{"cmd": "fresh"}', '{"cmd": "undo"}', '{"cmd": "step"}',
]


def test_garbage_is_answered_by_errors_in_words(host: Talk) -> None:
    for text in GARBAGE:
        host.socket.send_text(text)
        answer = host.until(lambda message: "push" not in message)
        assert answer["error"]["message"] and answer["error"]["code"] != "internal-error", (text, answer)
    host.socket.send_bytes(b"\xff\x00\x80")
    assert host.until(lambda message: "push" not in message)["error"]["code"] == "bad-json"
    assert "games" in host.ask("games")


def test_random_requests_never_reach_a_traceback(host: Talk) -> None:
    """Every command with members of every wrong sort."""
    game = new(host, ["here", "random", "random", "random"])
    host.ask("open", game=game)
    rng = random.Random(5)
    values: list[Any] = [None, True, -1, 3, 1e9, "", "x" * 300, [], [1], {}, {"a": 1}, game, "end", {"board": "east"}]
    names = ["game", "seat", "move", "ply", "setup", "seats", "state", "moves", "change", "seconds", "lines", "text", "seed",
             "number"]
    for _ in range(400):
        command = rng.choice([name for name in COMMANDS if name not in ("hello", "remove", "leave", "new")])
        fields = {name: rng.choice(values) for name in rng.sample(names, 5)}
        answer = host.ask(command, **fields)
        assert answer.get("error", {}).get("code") != "internal-error", (command, fields, answer)


def test_a_message_that_is_too_long_ends_only_its_own_socket(client: TestClient, host: Talk) -> None:
    with client.websocket_connect("/socket", headers=HOST) as socket, pytest.raises(WebSocketDisconnect):
        socket.send_text("x" * (MOST_BYTES + 1))
        socket.receive_text()
    assert "games" in host.ask("games")


# --- games --------------------------------------------------------------------------------------

def test_playing_taking_back_and_coming_back(client: TestClient, host: Talk, tmp_path: Path) -> None:
    game = new(host, ["here", "random", "random", "random"])
    table = host.ask("open", game=game)["table"]
    assert table["yours"] == [0] and table["position"]["state"]["to_move"] == 0
    assert any(entry["targets"] == ["kind t", "free BRE-HAM"] for entry in table["position"]["moves"])
    assert host.ask("play", move="place t BRE-HAM", ply=0) == {"id": host.number, "ok": True}
    assert host.ask("play", move="place t BRE-HAM", ply=0)["error"]["message"].startswith("the position has changed")
    assert host.ask("play", move="place t BRE-XXX", ply=1)["error"]["code"] == "illegal-move"
    host.ask("play", move="end", ply=1)
    told = host.until(lambda message: message.get("push") == "table" and message["table"]["yours"] == [0]
                      and message["table"]["position"]["moves"] and message["table"]["ply"] > 3)["table"]
    assert told["can_undo"]
    host.ask("undo")
    back = host.ask("open", game=game)["table"]
    assert back["ply"] == 1 and back["log"]["entries"][0]["words"] == "places a trader on Bremen-Hamburg"
    assert len((tmp_path / f"{game}.jsonl").read_text().splitlines()) == 1
    with TestClient(make_app(Settings(tmp_path)), base_url="http://localhost") as again, \
            again.websocket_connect("/socket", headers=HOST) as socket:
        other = Talk(socket, keys(client).host())       # a server that was killed and started again
        assert other.ask("open", game=game)["table"]["ply"] == 1
        assert other.ask("play", move="income 1t", ply=1)["ok"]


def test_the_form_offers_what_can_be_played(client: TestClient) -> None:
    """Boards that have a drawing, and bots that play on them: every one can be begun as it is."""
    with client.websocket_connect("/socket", headers=HOST) as socket:
        talk = Talk(socket, None)
        known = talk.ask("hello", key=keys(client).host())
        assert [entry["name"] for entry in known["boards"]] == [*BOARD_NAMES, "hansa2004"]
        for bot in known["bots"]:
            name = "hansa2004" if bot["game"] == "hansa2004" else "hansa-45"
            game = new(talk, ["here", bot["name"], "random", "random"], board=name)
            talk.ask("remove", game=game)
        of_2004 = [bot["name"] for bot in known["bots"] if bot["game"] in (None, "hansa2004")]
        assert {"random", "greedy", "founder", "collector", "maxn", "mcts", "uct"} == set(of_2004)
        levels = next(entry for bot in known["bots"] if bot["name"] == "mcts" for entry in bot["parameters"]
                      if entry["name"] == "level")
        new(talk, ["here", *(f"mcts:level={level}" for level in (levels["low"], levels["high"])), "random"])


def test_other_games_are_refused_in_words(host: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.hansa2004.views.Hansa2004Views.svg", None)
    answer = host.ask("new", setup={"game": "hansa2004", "players": 2}, seats=[{"who": "here"}, {"who": "here"}])
    assert "cannot show" in answer["error"]["message"]
    state = State.new(game="hansa2004", players=2, seed=1).to_json()
    assert "cannot show" in host.ask("look", state=state)["error"]["message"]
    assert "cannot show" in host.ask("analyse", state=state)["error"]["message"]


def test_boards_have_their_titles_in_the_language_asked_for(client: TestClient, host: Talk) -> None:
    for language, title in (("en", "The Hanseatic League"), ("de", "Die Hanse")):
        boards = host.ask("hello", key=keys(client).host(), lang=language)["boards"]
        assert next(board["title"] for board in boards if board["name"] == "hansa-45") == title


def table_of_people(host: Talk, ply: int) -> Any:
    """The table as it is pushed after a ply, once people are to move or the game is over."""
    def wanted(message: Any) -> bool:
        if message.get("push") != "table" or message["table"]["ply"] <= ply:
            return False
        position = message["table"]["position"]
        return bool(position["moves"]) or position["state"]["phase"] == "over"

    found = next(filter(wanted, host.pushed), None) or host.until(wanted)
    host.pushed.clear()
    return found["table"]


@pytest.mark.parametrize("players", [2, *(pytest.param(more, marks=pytest.mark.long) for more in (3, 4))])
def test_a_whole_game_of_hansa2004(client: TestClient, host: Talk, players: int) -> None:
    """People who choose by chance; every move has words of its own, its places are on the map or a
    desk, and it ends."""
    places = client.get("/board/hansa2004").json()["cities"]
    game = new(host, ["here"] * players, board="hansa2004", players=players)
    table, rng = host.ask("open", game=game)["table"], random.Random(players)
    while (position := table["position"])["state"]["phase"] != "over":
        moves = position["moves"]
        assert len({move["words"] for move in moves}) == len(moves) and position["prompt"]
        for what, name in (target.split() for move in moves for target in move["targets"]):
            own = position["state"]["desks"][position["state"]["to_move"]]["unsold"]
            assert name in (places if what == "city" else own) and f"{what} {name}" in position["labels"]
        kind = rng.choice(sorted({move["move"].split()[0] for move in moves}))
        chosen = rng.choice([move["move"] for move in moves if move["move"].split()[0] == kind])
        assert "error" not in host.ask("play", move=chosen, ply=table["ply"])
        table = table_of_people(host, table["ply"])
    assert position["state"]["result"]["reason"] == "markers"
    assert all(re.fullmatch(r"[a-z]+s\b.*", entry["words"]) for entry in table["log"]["entries"])
    assert len(host.ask("look", game=game, ply=8)["position"]["below"]) > 500
    assert host.ask("look", state=position["state"])["over"]
    assert "between two actions" in host.ask("edit", game=game, ply=0, change={"what": "turn"})["error"]["message"]


def test_hansa2004_is_analysed(host: Talk) -> None:
    game = new(host, ["here", "greedy"], board="hansa2004", players=2)
    assert host.ask("analyse", game=game, ply=0, moves=[], seconds=0.3, mark=1)["thinking"]
    thought = host.until(lambda message: message.get("push") == "thought" and message["done"])["thought"]
    assert thought["lines"][0]["words"].startswith("put two booths into ") and thought["lines"][0]["targets"]


def test_bots_alone_are_watched_with_a_pause(client: TestClient, host: Talk) -> None:
    game = new(host, ["random"] * 4)
    host.ask("open", game=game)
    host.ask("pace", seconds=None)
    table = client.app.state.server.tables._open[game]      # type: ignore[attr-defined]
    wait_until(lambda: table.runner.done())         # a move that was being made is made
    before = host.ask("open", game=game)["table"]
    assert before["watched"] and before["pace"] is None and before["viewer"] == "all"
    host.ask("step")
    wait_until(lambda: host.ask("open", game=game)["table"]["ply"] > before["ply"] and table.runner.done())
    assert host.ask("open", game=game)["table"]["ply"] == before["ply"] + 1


def test_a_seat_sees_its_own_mission_and_no_other(client: TestClient, host: Talk) -> None:
    game = new(host, ["here", "link", "random", "random"], modules=["missions"])
    links = host.ask("open", game=game)["links"]
    assert [link["seat"] for link in links] == [1, None]        # and one to look on
    with client.websocket_connect("/socket", headers=HOST) as socket:
        guest = Talk(socket, links[0]["key"])
        own = guest.ask("open", game=game)["table"]
        for _ in range(3):
            table = host.ask("open", game=game)["table"]
            if table["position"]["moves"]:
                host.ask("play", move="end", ply=table["ply"])
            table = guest.ask("open", game=game)["table"]
            if table["position"]["moves"]:
                guest.ask("play", move="end", ply=table["ply"])
        answers = [own, guest.ask("look", game=game, ply=0), guest.ask("look", game=game, ply=1, moves=[]), *guest.pushed]
        for text in map(json.dumps, answers):
            missions = {desk["mission"] for desks in members(json.loads(text), "desks") for desk in desks}
            assert missions <= {"?", own["position"]["state"]["desks"][1]["mission"]}
            assert '"seed"' not in text and '"missions": [' not in text.replace('"missions": ["missions"]', "")
        assert own["position"]["state"]["desks"][1]["mission"] != "?"
        for command in ("record", "games", "new", "load", "remove", "step", "pace", "review"):
            answer = guest.ask(command, game=game, seconds=1, text="{}", setup={}, seats=[])
            assert answer["error"]["code"] == "refused", command
        assert guest.ask("open", game="other")["error"]["code"] == "refused"
    assert host.ask("record")["error"]["code"] == "refused"


def test_two_people_at_one_browser_hand_the_screen_over(host: Talk) -> None:
    game = new(host, ["here", "here", "random", "random"], modules=["missions"])
    first = host.ask("open", game=game)["table"]
    assert first["asks"] == 0 and first["viewer"] == "nobody" and not first["position"]["moves"]
    assert {desk["mission"] for desk in first["position"]["state"]["desks"]} == {"?"}
    shown = host.ask("show", seat=0)["table"]
    assert [isinstance(desk["mission"], int) for desk in shown["position"]["state"]["desks"]] == [True, False, False, False]
    host.ask("play", move="end", ply=0)
    then = host.ask("open", game=game)["table"]
    assert then["asks"] == 1 and {desk["mission"] for desk in then["position"]["state"]["desks"]} == {"?"}
    assert {desk["mission"] for desk in host.ask("look", game=game)["position"]["state"]["desks"]} == {"?"}


def test_a_public_view_scores_no_mission() -> None:
    """What is shown to nobody in particular must not tell of missions by its points either."""
    state = State.from_setup({**MISSIONS, "missions": [0, 1, 2, 3]})
    data = state.to_json()
    for city in ("OSN", "STE", "PAD"):          # the cities of mission 0
        offices = board("hansa-45").city(city).offices
        data["cities"][city] = {"offices": ["0t", *[None] * (len(offices) - 1)], "extra": []}
    data["desks"][0]["supply"], data["desks"][0]["stock"] = "2t1m", "6t"
    seen = State.from_json(data)
    assert position_json(seen, 0, ENGLISH, asked=False)["scores"][0]["missions"] == 8
    assert position_json(seen, "nobody", ENGLISH, asked=False)["scores"][0]["missions"] == 0
    assert position_json(seen, 1, ENGLISH, asked=False)["scores"][0]["missions"] == 0


def test_records_and_positions_are_loaded(host: Talk) -> None:
    record = play_random({"board": "east", "players": 3}, seed=3, limit=60)
    answer = host.ask("load", text=json.dumps(record.to_json()))
    table = host.ask("open", game=answer["game"])["table"]
    assert table["ply"] == 60 and table["board"] == "east"
    assert Record.from_json(host.ask("record")["record"]).moves == record.moves
    state = record.replay(30).to_json()
    assert host.ask("load", text=json.dumps(state))["state"] == state
    assert host.ask("look", game=answer["game"], ply=30)["position"]["state"] == state


def test_bots_of_foreign_records_are_not_begun(host: Talk, tmp_path: Path) -> None:
    """A record may name files; loading it runs and reads none of them."""
    (tmp_path / "trap.py").write_text(f"open({str(tmp_path / 'sprung')!r}, 'w')\n")
    record = play_random({"board": "east", "players": 3}, seed=3, limit=10).to_json()
    record["seats"] = [f"{tmp_path / 'trap.py'}:Trap", "mcts:mind=/etc/passwd", "exec:touch sprung"]
    game = host.ask("load", text=json.dumps(record))["game"]
    table = host.ask("open", game=game)["table"]
    assert [seat["person"] for seat in table["seats"]] == [True] * 3 and table["seats"][1]["name"] == "mcts:mind=/etc/passwd"
    assert not (tmp_path / "sprung").exists()


def test_a_game_begins_from_a_position(host: Talk, tmp_path: Path) -> None:
    """A state, or a game at a ply with moves after it; saved like any other, and continued by
    another server."""
    state = State.new(board="east", players=3, seed=3)
    state.play(state.legal_moves[5])
    seats = [{"who": "random"}, {"who": "here"}, {"who": "random"}]
    game = host.ask("new", state=state.to_json(), seats=seats, seed=5)["game"]
    record = read_records(tmp_path / f"{game}.jsonl")[0][0]
    assert record.state == state.to_json() and record.start() == state
    assert record.setup == {"game": "teutonica", "board": "east", "players": 3, "edition": "bigbox", "modules": []}
    table = wait_until(lambda: (found := host.ask("open", game=game)["table"])["waits_for"] == "human" and found)
    assert table["yours"] == [1] and table["board"] == "east" and table["log"]["entries"]
    again = host.ask("new", game=game, ply=1, moves=[], seats=seats)["game"]
    assert again != game
    played = read_records(tmp_path / f"{game}.jsonl")[0][0]
    assert read_records(tmp_path / f"{again}.jsonl")[0][0].start() == played.replay(1)
    with TestClient(make_app(Settings(tmp_path)), base_url="http://localhost") as other, \
            other.websocket_connect("/socket", headers=HOST) as socket:
        found = Talk(socket, keys(other).host()).ask("open", game=game)["table"]
        assert found["position"]["state"] == table["position"]["state"]


def test_missions_of_a_position_are_secret_whatever_its_record_says_of_its_setup(host: Talk) -> None:
    state = State.from_setup({**MISSIONS, "missions": [0, 1, 2, 3]}).to_json()
    record = {"version": 1, "setup": {}, "state": state, "moves": [], "end": "interrupted", "seats": ["human"] * 4}
    table = host.ask("open", game=host.ask("load", text=json.dumps(record))["game"])["table"]
    assert table["board"] == "hansa-45" and table["asks"] == 0 and table["viewer"] == "nobody"
    assert {desk["mission"] for desk in table["position"]["state"]["desks"]} == {"?"}
    assert host.ask("record")["error"]["code"] == "refused"


def test_no_game_begins_from_what_is_hidden_or_over(host: Talk) -> None:
    over = quick_game("east", 3).replay()
    hidden = State.from_setup({**MISSIONS, "missions": [0, 1, 2, 3]}).view(1)
    seats = [{"who": "here"}] * 4
    assert "game is over" in host.ask("new", state=over.to_json(), seats=seats[:3])["error"]["message"]
    assert "hides cards" in host.ask("new", state=hidden.to_json(), seats=seats)["error"]["message"]
    state = State.new(board="hansa-45", players=4, seed=1).to_json()
    assert "3 seats" in host.ask("new", state=state, seats=seats[:3])["error"]["message"]
    assert host.ask("new", seats=seats)["error"]["code"] == "refused"


# --- thinking -----------------------------------------------------------------------------------

def test_analysis_is_pushed_soon_and_ends_when_told(host: Talk) -> None:
    game = new(host, ["here", "random", "random", "random"])
    began = time.perf_counter()
    assert host.ask("analyse", game=game, moves=["place t BRE-HAM"], seconds=600, lines=4, mark=5)["thinking"]
    # On a busy machine the first report comes before four moves have been looked at.
    first = host.until(lambda message: len(message.get("thought", {}).get("lines", ())) > 3)
    assert len(first["thought"]["lines"]) == 4
    assert time.perf_counter() - began < 300       # of 600; 0.3 on an idle machine: RESULTS.md
    assert (first["push"], first["mark"]) == ("thought", 5) and first["thought"]["lines"][0]["words"]
    assert len(first["thought"]["values"]) == 4 and abs(sum(first["thought"]["values"]) - 1) < 0.01
    assert "games" in host.ask("games")             # it answers while it thinks
    host.ask("stop")
    host.ask("why", game=game, moves=[], move="income 1t", mark=6)
    judged = host.until(lambda message: message.get("push") == "why" and message["done"])["judgement"]
    assert judged["seat"] == 0 and judged["played"]["move"] == "income 1t"


def test_a_review_comes_with_progress_and_is_kept(host: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "REVIEW_SIMULATIONS", 60)
    record = play_random({"board": "hansa-45", "players": 4}, seed=3, limit=20)
    game = host.ask("load", text=json.dumps(record.to_json()))["game"]
    host.ask("review", game=game, mark="r")
    done = host.until(lambda message: message.get("push") == "review" and message["done"])
    assert len(done["review"]["decisions"]) > 8 and any("progress" in message for message in host.pushed)
    assert (tmp_path / f"{game}.jsonl.review").is_file()


# --- tournaments --------------------------------------------------------------------------------

def test_logs_are_found_and_nothing_else(host: Talk, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "nonsense.jsonl").write_text("nonsense\n")
    kept_tournament(tmp_path / "logs", "markers", "prestige", blocks=1)
    assert [entry["name"] for entry in host.ask("tournaments")["tournaments"]] == ["small.jsonl"]
    report = host.ask("tournament", name="small.jsonl")
    assert report["count"] == len(report["games"]) > 1 and {sheet["title"] for sheet in report["sheets"]} > {"Ratings"}
    assert host.ask("tournament", name="small.jsonl", known=report["bytes"])["same"]
    game = host.ask("tournament_game", name="small.jsonl", game=report["games"][0]["id"])["game"]
    assert host.ask("open", game=game)["table"]["ply"] == report["games"][0]["moves"]
    assert host.ask("tournament_game", name="small.jsonl", game=report["games"][0]["id"])["game"] == game
    for name in ("../x.jsonl", "nonsense.jsonl", "/etc/passwd", "", "x" * 300):
        assert host.ask("tournament", name=name)["error"]["code"] != "internal-error"
        assert host.ask("tournament_game", name=name, game="1.0")["error"]["code"] != "internal-error"


# --- editing ------------------------------------------------------------------------------------

CHANGES: list[dict[str, Any]] = [
    {"what": "house", "slot": "BRE-HAM", "add": "1t"}, {"what": "house", "slot": "BRE-HAM", "remove": "1t"},
    {"what": "city", "city": "BRE", "add": "0m"}, {"what": "city", "city": "BRE", "add": "2t"},
    {"what": "city", "city": "BRE", "add": "3t"}, {"what": "city", "city": "BRE"},
    {"what": "special", "points": 8, "add": "2m"}, {"what": "special", "points": 8},
    {"what": "marker", "route": "BRE-MIN", "add": "swap"}, {"what": "marker", "route": "BRE-MIN"},
    {"what": "track", "seat": 1, "track": "keys", "by": 1}, {"what": "track", "seat": 1, "track": "book", "by": 1},
    {"what": "track", "seat": 1, "track": "keys", "by": -1}, {"what": "hand", "seat": 0, "kind": "t", "to": "supply"},
    {"what": "own-marker", "seat": 0, "add": "plus-3"}, {"what": "own-marker", "seat": 0, "remove": "plus-3"},
    {"what": "own-marker", "seat": 0, "add": "swap", "used": True},
    {"what": "own-marker", "seat": 0, "remove": "swap", "used": True},
    {"what": "prestige", "seat": 3, "to": 12}, {"what": "turn", "seat": 2, "actions": 3},
    {"what": "module", "name": "missions"}, {"what": "mission", "seat": 1, "to": 8}, {"what": "mission", "seat": 1, "to": 3},
    {"what": "module", "name": "favours"}, {"what": "favour", "tile": "income", "to": 3}, {"what": "begun", "to": True},
    {"what": "favour", "tile": "income", "to": "open"}, {"what": "favour", "tile": "extra-action", "to": "out"},
    {"what": "favour", "tile": "master-abilities", "to": 0}, {"what": "connected", "seat": 3}, {"what": "connected", "seat": 1},
    {"what": "connected", "seat": 3}, {"what": "pending", "to": 2}, {"what": "turns", "to": 50},
]
CHANGES_2004: list[dict[str, Any]] = [
    {"what": "ship", "city": "RIG"}, {"what": "goods", "city": "LUB", "goods": []}, {"what": "talers", "seat": 0, "to": 1},
    {"what": "goods", "city": "LUB", "goods": ["red3"]}, {"what": "booths", "city": "LUB", "seat": 1, "count": 7},
    {"what": "booths", "city": "LUB", "seat": 1, "count": 0}, {"what": "hand", "seat": 1, "where": "unsold", "goods": ["red2"]},
    {"what": "hand", "seat": 1, "where": "sold", "goods": ["green1", "green1"]},
    {"what": "hand", "seat": 1, "where": "sold", "goods": []},
    {"what": "turn", "seat": 1, "acted": True}, {"what": "turn", "seat": 0, "acted": False},
]


def test_positions_are_edited_and_stay_possible() -> None:
    state = State.new(board="hansa-45", players=4, seed=7)
    for change in CHANGES:
        state = edited(state, change)
        assert not state.problems(), change
    data = state.to_json()
    assert state.to_move == 2 and data["desks"][3]["prestige"] == 12
    # Seat 1 took the card of seat 3 and gave it its own
    assert [desk["mission"] for desk in data["desks"]] == [0, 3, 2, 8]
    assert data["favours_open"] == ["displace-anywhere", "extra-displaced", "income"]
    assert data["desks"][0]["favours"] == ["master-abilities"] and data["begun"]
    assert data["connected"] == [1] and data["pending"]["unseen"] == 2 and data["turns"] == 50
    for name in ("missions", "favours"):
        state = edited(state, {"what": "module", "name": name})
    assert "begun" not in state.to_json() and not state.to_json()["favours_open"] and not state.problems()
    permits = edited(State.new(board="britannia-3", players=3, seed=1), {"what": "permit", "city": "LON"})
    assert permits.to_json()["permits_spent"] == ["LON"]


def test_every_member_of_a_state_can_be_edited() -> None:
    """What changes in a state while it is between two actions, some change reaches: nothing is for
    the text alone."""
    state = State.new(board="hansa-45", players=4, seed=7)
    reached = set()
    for change in CHANGES:
        before, state = state.to_json(), edited(state, change)
        after = state.to_json()
        reached |= {name for name in after if before.get(name) != after[name]}
        reached |= {f"desk {name}" for name in after["desks"][0] for seat in range(4)
                    if before["desks"][seat][name] != after["desks"][seat][name]}
    # Permits: on Britannia, above
    fixed = {"game", "board", "edition", "players", "phase", "permits_spent"}
    # As keys and book
    tracks = {"desk actions", "desk privilege", "desk bank"}
    assert set(after) - reached == fixed and {f"desk {name}" for name in after["desks"][0]} - reached == tracks


def test_positions_of_hansa2004_are_edited() -> None:
    state = State.from_json(next(step.state.to_json() for step in play_random(
        {"game": "hansa2004", "players": 2}, seed=3, limit=400).steps() if step.state.phase == "turn" and step.state.turns > 5))
    for change in CHANGES_2004:
        state = edited(state, change)
        assert not state.problems(), change
    data = state.to_json()
    assert data["ship"] == "RIG" and data["cities"]["LUB"]["goods"] == ["red3"] and data["desks"][1]["unsold"] == ["red2"]
    refused: list[tuple[dict[str, Any], str]] = [
        ({"what": "ship", "city": "XXX"}, "'city': unknown name 'XXX'"), ({"what": "turn", "seat": 2}, "'seat' must be"),
        ({"what": "goods", "city": "LUB", "goods": ["red1"] * 8}, "H1"),
        ({"what": "hand", "seat": 0}, "needs the member 'where'"),
        ({"what": "booths", "city": "LUB", "seat": 0, "count": 15}, "H3"),
        ({"what": "booths", "city": "LUB", "seat": 0, "count": 16}, "'count' must be a whole number from 0 to 15, not 16"),
        ({"what": "talers", "seat": 0, "to": 1.5}, "whole number"),
    ]
    for change, why in refused:
        with pytest.raises(HansaError, match=why):
            edited(state, change)


def test_impossible_edits_are_refused_in_words(host: Talk) -> None:
    state = State.new(board="hansa-45", players=4, seed=7).to_json()
    wrong: list[dict[str, Any]] = [
        {"what": "house", "slot": "BRE-XXX", "add": "1t"}, {"what": "house", "slot": "BRE-HAM", "remove": "1t"},
        {"what": "house", "slot": "BRE-HAM", "add": "9t"}, {"what": "track", "seat": 0, "track": "keys", "by": -1},
        {"what": "prestige", "seat": 0, "to": -1}, {"what": "turn", "seat": 9, "actions": 1}, {"what": "x"},
        {"what": "city", "city": "BRE"}, {"what": "own-marker", "seat": 0, "add": "nothing"}, {"what": []},
        {"what": "mission", "seat": 0, "to": 1}, {"what": "favour", "tile": "income", "to": "open"},
        {"what": "module", "name": "x"}, {"what": "connected", "seat": -1}, {"what": "permit", "city": "BRE"},
        {"what": "hand", "seat": -1, "kind": "t", "to": "supply"}, {"what": "turns", "to": -1},
    ]
    for change in wrong:
        answer = host.ask("edit", state=state, change=change)
        assert answer["error"]["code"] in ("bad-request", "bad-state"), (change, answer)


# --- the command --------------------------------------------------------------------------------

@pytest.mark.parametrize("arguments", [
    ["--port", "99999"], ["--port", "x"], ["--host", "203.0.113.7", "--port", "0"],
    ["--port", "0", "--bot", "exec:./nowhere"], ["--port", "0", "--bot", f"exec:sh {'x' * 200}"],
])
def test_the_command_says_what_is_wrong_in_one_line(
    arguments: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--games", str(tmp_path), *arguments]) == 2
    errors = capfd.readouterr().err
    assert len(errors.splitlines()) == 1 and errors.startswith("hansa"), errors


def test_board_facts_are_made_once() -> None:
    assert board_json("east") is board_json("east")


def test_positions_are_read_and_written_as_people_write_them(host: Talk) -> None:
    text = "hansa-45, 4 players; turn 5: blue, 2 actions; red: actions 3; BRE-HAM: rrG"
    state = host.ask("read", text=text)["state"]
    assert state["routes"]["BRE-HAM"] == {"house": ["0t", "0t", "1m"]} and state["turn"] == 2
    written = host.ask("write", state=state)
    assert host.ask("read", text=written["line"])["state"] == host.ask("read", text=written["block"])["state"] == state
    assert "\n" not in written["line"] and "BRE-HAM: rrG." in written["block"].split("\n")
    assert host.ask("load", text=text)["state"] == state == host.ask("read", text=json.dumps(state))["state"]
    error = host.ask("read", text="hansa-45, 4 players; turn: red; BRE-HUM: r; Lubekk: g")["error"]
    assert error["code"] == "bad-notation" and len(error["problems"]) == 2
    for text in ("", "{", "[]", "nothing", "hansa-45", "{}", "x" * 70_000):
        assert "error" in host.ask("read", text=text), text
    secret = new(host, ["here", "here", "random", "random"], modules=["missions"])
    assert "hides cards" in host.ask("write", game=secret)["error"]["message"]


# --- the list of games --------------------------------------------------------------------------

def test_a_picture_of_a_game_has_each_piece_on_its_house_and_each_owner_in_a_city_once() -> None:
    # Two offices of Red.
    state = read_position("hansa-45, 4 players; turn: red; BRE-HAM: rb; HAM: RGr")
    facts = board_json("hansa-45")
    first, second = facts["slots"]["BRE-HAM"][:2]
    x, y = facts["cities"]["HAM"]["at"]
    assert marks(state)[:2] == [(*first, 0), (*second, 2)]
    assert marks(state)[-2:] == [(x - APART / 2, y, 0), (x + APART / 2, y, 1)]


def test_a_deleted_game_comes_back_until_the_next_one_is_deleted(host: Talk, tmp_path: Path) -> None:
    first, second = new(host, ["here", "link", "here", "here"]), new(host, ["here"] * 4)
    before = {path.name: path.read_bytes() for path in tmp_path.glob(f"{first}.*")}
    assert len(before) == 2
    assert host.ask("remove", game=first)["ok"] and not list(tmp_path.glob(f"{first}.*"))
    assert host.ask("fetch_back", game=first)["ok"]
    assert {path.name: path.read_bytes() for path in tmp_path.glob(f"{first}.*")} == before
    assert host.ask("open", game=first)["table"]["seats"][1]["here"] is False
    host.ask("remove", game=first)
    host.ask("remove", game=second)
    assert "only the one deleted last" in host.ask("fetch_back", game=first)["error"]["message"]
    assert host.ask("fetch_back", game=second)["ok"] and "error" in host.ask("fetch_back", game=second)
    for odd in ("", "..", "../x", "a" * 80, ".deleted/x"):
        assert "error" in host.ask("fetch_back", game=odd), odd
    host.ask("remove", game=second)
    (tmp_path / f"{second}.jsonl").touch()
    assert host.ask("fetch_back", game=second)["error"]["message"] == f"there is another game {second!r} meanwhile"
    (tmp_path / f"{second}.jsonl").unlink()
    Tables(tmp_path, 1)         # a server that is started anew
    assert "error" in host.ask("fetch_back", game=second)


def test_the_same_file_again_is_the_same_game(host: Talk, tmp_path: Path) -> None:
    """Finding 19: each time it was loaded it became another copy."""
    record = play_random({"board": "east", "players": 3}, seed=3, limit=40).to_json() | {"id": "our game"}
    first = host.ask("load", text=json.dumps(record))["game"]
    assert first == "our-game" and host.ask("load", text=json.dumps(record))["game"] == first
    shorter = record | {"moves": record["moves"][:10], "result": None, "end": "interrupted"}
    other = host.ask("load", text=json.dumps(shorter))["game"]
    assert other != first and len(read_records(tmp_path / f"{other}.jsonl")[0][0].moves) == 10
    nameless = json.dumps(record | {"id": ""})
    assert host.ask("load", text=nameless)["game"] != host.ask("load", text=nameless)["game"]
    assert len(host.ask("games")["games"]) == 4


def test_a_game_is_renamed_when_nobody_sits_there(host: Talk, tmp_path: Path) -> None:
    game, other = new(host, ["here", "link", "here", "here"]), new(host, ["here"] * 4)
    host.ask("open", game=game)
    host.ask("play", move="end", ply=0)
    assert "after they have left" in host.ask("rename", game=game, name="sunday")["error"]["message"]
    host.ask("leave")
    assert host.ask("rename", game=game, name=" our Sunday/evening ")["game"] == "our-Sunday-evening"
    record = read_records(tmp_path / "our-Sunday-evening.jsonl")[0][0]
    assert record.id == "our-Sunday-evening" and len(record.moves) == 1 and not list(tmp_path.glob(f"{game}.*"))
    table = host.ask("open", game="our-Sunday-evening")["table"]
    assert table["ply"] == 1 and table["seats"][1]["here"] is False
    for name in (other, "../..", "", "%%%"):
        assert "error" in host.ask("rename", game=other, name=name), name
    assert "error" in host.ask("rename", game="nothing", name="x")


@pytest.mark.parametrize("setup", [
    {"board": "britannia-45", "players": 4}, {"board": "east", "players": 3}, {"board": "hansa2004", "players": 3},
    {"board": "hansa-45", "players": 4, "modules": ["missions"]},
])
def test_the_list_has_pictures_of_where_the_pieces_stand(host: Talk, tmp_path: Path, setup: dict[str, Any]) -> None:
    game = kept_game(tmp_path, setup, ["human"] * setup["players"], turns=30)
    answer = host.ask("games")
    (entry,), state = answer["games"], read_records(tmp_path / f"{game}.jsonl")[0][0].replay().to_json()
    sketch = answer["sketches"][entry["board"]]
    width, height = sketch["size"]
    assert sketch["cities"] and all(0 < x < width and 0 < y < height for x, y, _ in entry["marks"])
    houses = [piece for route in state.get("routes", {}).values() for piece in route.get("house", ()) if piece[0].isdigit()]
    assert len(entry["marks"]) > len(houses)
    owners = {owner for _, _, owner in entry["marks"]}
    assert owners <= set(range(setup["players"])) and len(owners) > 1
    assert len(sketch["roads"]) >= len(sketch["cities"]) and all(len(road) > 1 for road in sketch["roads"])


def test_the_list_counts_points_of_a_running_game_and_tells_no_mission(host: Talk, tmp_path: Path) -> None:
    """Only games that are over had points; a secret mission must not be told by them."""
    setup = {"board": "hansa-45", "players": 4, "modules": ["missions"]}
    game = kept_game(tmp_path, setup, ["human", *["prestige"] * 3], turns=36)
    (entry,) = host.ask("games")["games"]
    state = read_records(tmp_path / f"{game}.jsonl")[0][0].replay()
    assert entry["totals"] == [row["total"] for row in state.view(None).scores] and max(entry["totals"]) > 0
    assert entry["totals"] != [row["total"] for row in state.scores], "no mission counts here yet: this shows nothing"
