"""The server of the page when everything goes wrong: disks, bots, browsers, other programs, and
people who cheat."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import random
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from hansa.errors import HansaError
from hansa.json_lines import json_line
from hansa.languages import ENGLISH
from hansa.record import Record, read_records
from hansa.state import State
from hansa.table.games_folder import GameFile
from hansa.web import outbox
from hansa.web.access_keys import FILE, AccessKeys
from hansa.web.app import Settings
from hansa.web.connection import COMMANDS
from hansa.web.live import Live, Searches
from hansa.web.outbox import Outbox
from hansa.web.search_turns import SearchTurns
from hansa.web.seat_checks import check_spec
from tests.browser import server
from tests.patience import wait_until
from tests.playing import quick_game
from tests.talk import HOST, Talk, keys, new
from tests.warm import ran

QUICKLY = 200.0     # seconds, of 600 that a search takes; 0.2 on an idle machine


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """One search at a time."""
    return Settings(tmp_path, (tmp_path / "logs",), threads=1, searches=1)


@pytest.fixture
def other(client: TestClient) -> Iterator[Talk]:
    """A second tab."""
    with client.websocket_connect("/socket", headers=HOST) as opened:
        yield Talk(opened, keys(client).host())


def pushed(talk: Talk, ply: int, *, faulty: bool = False, ours: bool = False) -> Any:
    """The table as it is pushed, before an answer or after it, once a number of moves has been
    played (a fault; our turn)."""
    def fits(message: Any) -> bool:
        found = message.get("table") if message.get("push") == "table" else None
        if found is None or found["ply"] < ply:
            return False
        return bool((not faulty or found["fault"]) and (not ours or found["position"]["moves"]))

    return (next(filter(fits, reversed(talk.pushed)), None) or talk.until(fits))["table"]


def wait_for(path: Path) -> None:
    """Until a file has been made."""
    wait_until(path.exists, path)


def slow_disk(monkeypatch: pytest.MonkeyPatch, seconds: float) -> threading.Event:
    """From now on writing a game takes its time; the event is set when it begins."""
    write, writing = GameFile.write, threading.Event()

    def slowly(file: GameFile, record: Record) -> None:
        writing.set()
        time.sleep(seconds)
        write(file, record)

    monkeypatch.setattr(GameFile, "write", slowly)
    return writing


# --- people -------------------------------------------------------------------------------------

def test_nobody_plays_for_another_seat_in_the_moment_between(
    client: TestClient, host: Talk, other: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that waits while another is written must be judged by the position that it then
    meets."""
    game = new(host, ["here", "link", "random", "random"])
    host.ask("open", game=game)
    other.ask("open", game=game)
    writing = slow_disk(monkeypatch, 0.4)
    host.socket.send_text(json.dumps({"id": "mine", "cmd": "play", "move": "end", "ply": 0}))
    assert writing.wait(QUICKLY)
    assert other.ask("play", move="end", ply=1)["error"]["message"] == "it is not your move"
    assert host.until(lambda message: message.get("id") == "mine")["ok"]
    assert host.ask("open", game=game)["table"]["ply"] == 1


def test_two_tabs_see_the_same_and_only_one_of_them_moves(host: Talk, other: Talk) -> None:
    game = new(host, ["here", "random", "random", "random"])
    host.ask("open", game=game)
    other.ask("open", game=game)
    host.ask("play", move="place t BRE-HAM", ply=0)
    assert pushed(other, 1)["position"]["state"]["routes"]["BRE-HAM"] == {"house": ["0t"]}
    assert other.ask("play", move="place t BRE-HAM", ply=0)["error"]["message"].startswith("the position has changed")
    assert other.ask("undo")["ok"] and pushed(host, 0)["ply"] in (0, 1)
    assert host.ask("open", game=game)["table"]["ply"] == 0


def test_a_seats_record_does_not_tell_what_will_be_drawn(client: TestClient, host: Talk) -> None:
    game = new(host, ["here", "link", "random", "random"])
    link, _ = host.ask("open", game=game)["links"]          # of the seat, and to look on
    with client.websocket_connect("/socket", headers=HOST) as opened:
        guest = Talk(opened, link["key"])
        guest.ask("open", game=game)
        record = guest.ask("record")["record"]
        assert "seed" not in record and "seed" not in record["setup"] and Record.from_json(record).replay().to_move == 0
    assert host.ask("record")["record"]["seed"] == 7


def test_a_key_of_another_seat_leaves_the_table_that_the_first_opened(client: TestClient, host: Talk) -> None:
    game = new(host, ["link", "link", "random", "random"], modules=["missions"])
    one, two, _ = (link["key"] for link in host.ask("open", game=game)["links"])
    with client.websocket_connect("/socket", headers=HOST) as opened:
        guest = Talk(opened, one)
        guest.ask("open", game=game)
        assert "error" not in guest.ask("hello", key=two)
        assert guest.ask("play", move="end", ply=0)["error"]["message"] == "open a game first"
        missions = [desk["mission"] for desk in guest.ask("open", game=game)["table"]["position"]["state"]["desks"]]
        assert missions[0] == "?" and missions[1] != "?"


@pytest.mark.parametrize("spec", [
    "mcts:memory=999_999", "mcts:memory= 99999", "mcts:threads=1_7", "mcts:seconds=1e9", "mcts:simulations=1_000_000_000",
    "mcts: mind=/etc/passwd", "mcts:mind =x", "mcts:clock=1e300", "exec:true", "x.py:Bot", "mcts:level=11",
])
def test_settings_beyond_what_a_page_may_ask_are_refused(host: Talk, spec: str) -> None:
    seats = [{"who": spec}, *[{"who": "random"}] * 3]
    answer = host.ask("new", setup={"board": "hansa-45", "players": 4}, seats=seats)
    assert answer["error"]["code"] in ("refused", "bad-spec", "bad-bot"), answer
    with pytest.raises(HansaError):
        check_spec(spec)


def test_no_more_seats_than_a_game_has(host: Talk) -> None:
    assert "at most" in host.ask("new", setup={}, seats=[{"who": "mcts"}] * 5000)["error"]["message"]


# --- browsers -----------------------------------------------------------------------------------

def test_a_browser_that_does_not_read_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(text: str) -> None:
        await asyncio.Event().wait()

    async def scene() -> None:
        box = Outbox(never)
        sending = asyncio.create_task(box.run())
        for _ in range(200):
            box.put("x" * 1000)
            await asyncio.sleep(0)
        assert bool(box.given_up) is False
        monkeypatch.setattr(outbox, "MOST_BYTES", 100_000)
        box.put("x")
        assert box.given_up
        sending.cancel()

    asyncio.run(asyncio.wait_for(scene(), QUICKLY))


def test_messages_come_whole_and_in_order() -> None:
    async def scene() -> list[str]:
        heard: list[str] = []

        async def slowly(text: str) -> None:
            await asyncio.sleep(0.001)
            heard.append(text)

        box = Outbox(slowly)
        sending = asyncio.create_task(box.run())
        for number in range(50):
            box.put(str(number))
            await asyncio.sleep(0.0007 * (number % 3))
        while len(heard) < 50:
            await asyncio.sleep(0.01)
        sending.cancel()
        return heard

    assert asyncio.run(asyncio.wait_for(scene(), QUICKLY)) == [str(number) for number in range(50)]


def test_whoever_never_says_hello_is_shown_out(client: TestClient, host: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hansa.web.app.HELLO_SECONDS", 0.3)
    began = time.monotonic()
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers=HOST) as opened:
        while time.monotonic() - began < QUICKLY:       # garbage does not buy time
            opened.send_text("x")
            opened.receive_text()
            time.sleep(0.05)
    assert time.monotonic() - began < QUICKLY
    assert "games" in host.ask("games")


def test_waiting_for_the_searches_of_others_can_be_given_up(host: Talk, other: Talk) -> None:
    """With one search at a time the second browser waits; it must not hang until the first has
    thought to its end."""
    game = new(host, ["here", "random", "random", "random"])
    host.ask("analyse", game=game, moves=[], seconds=600, mark=1)
    host.until(lambda message: message.get("push") == "thought" and "thought" in message)
    assert other.ask("analyse", game=game, moves=[], seconds=600, mark=2)["thinking"]
    other.until(lambda message: message.get("waiting"))
    began = time.monotonic()
    assert other.ask("stop")["ok"] and time.monotonic() - began < QUICKLY
    other.ask("analyse", game=game, moves=[], seconds=600, mark=3)
    host.ask("stop")
    other.until(lambda message: message.get("mark") == 3 and "thought" in message)


def test_a_search_given_up_before_it_begins() -> None:
    """Two requests in one breath: begin, and stop."""
    async def scene() -> None:
        async def push(message: Any) -> None:
            pass

        turns = SearchTurns(1)
        async with turns.turn("somebody else"):
            live = Live(Searches(turns, 1), push)
            await live.analyse(State.new(board="east", players=3, seed=1), 60, 3, None, ENGLISH)
            await live.end()
        assert not turns.busy and not turns.wanted

    asyncio.run(asyncio.wait_for(scene(), QUICKLY))


def test_analysis_goes_on_when_its_game_is_deleted(host: Talk, other: Talk) -> None:
    game = new(host, ["here", "random", "random", "random"])
    host.ask("open", game=game)
    other.ask("open", game=game)
    other.ask("analyse", game=game, moves=[], seconds=600, mark=1)
    other.until(lambda message: "thought" in message)
    assert host.ask("remove", game=game)["ok"]
    told = other.until(lambda message: message.get("push") == "table" and message["table"]["fault"])
    assert told["table"]["fault"] == "this game was deleted"
    other.until(lambda message: "thought" in message)
    assert other.ask("stop")["ok"]
    for command in ("play", "undo", "record", "pace", "step"):
        assert other.ask(command, move="end", ply=0, seconds=1)["error"]["message"] == "this game was deleted"
    assert "there is no game" in other.ask("look", game=game)["error"]["message"]


@pytest.mark.parametrize("seat", [-1, 4, 9, 10**9])
@pytest.mark.parametrize("command", ["show", "stand_in", "hand_back"])
def test_a_seat_that_the_table_does_not_have_is_refused(host: Talk, command: str, seat: int) -> None:
    host.ask("open", game=new(host, ["here", "random", "random", "random"]))
    error = host.ask(command, seat=seat)["error"]
    assert (error["code"], error["message"]) == ("refused", f"there is no {'Purple' if seat == 4 else f'seat {seat}'}")


WORDS = ["game", "seat", "move", "ply", "setup", "seats", "state", "moves", "change", "seconds", "lines", "text", "seed",
         "number", "name", "known", "key", "mark"]


def test_random_requests_of_every_sort_never_reach_a_traceback(host: Talk) -> None:
    """As in test_web.py, with texts that are no Unicode, states and setups that are nearly right,
    and new games."""
    game = new(host, ["here", "random", "random", "random"])
    state = host.ask("open", game=game)["table"]["position"]["state"]
    rng = random.Random(11)
    odd: list[Any] = [
        None, True, False, -1, 0, 3, 10**30, 0.5, -1e300, "", "\ud800", "\x00", "../x", "x" * 3000, [], [[]], {}, game, "end",
        "human", "here", "hansa2004", "* draw swap", ["end"], [{"who": "here"}] * 4, {"what": "city"},
    ]
    for _ in range(500):
        nearly = json.loads(json.dumps(state))
        name = rng.choice(list(nearly))
        nearly[name] = rng.choice([*odd, nearly[rng.choice(list(nearly))]])
        member = rng.choice(["seed", "taverns", "missions", "edition", "x"])
        setup = {"board": "hansa-45", "players": 4, member: rng.choice(odd)}
        record = {"version": 1, "setup": setup, "moves": ["0 end"], "end": "interrupted", "seed": 1}
        record[rng.choice(WORDS)] = rng.choice(odd)
        values = [*odd, nearly, setup, json.dumps(nearly), json.dumps(record)]
        fields = {word: rng.choice(values) for word in rng.sample(WORDS, 6)}
        command = rng.choice([name for name in COMMANDS if name not in ("hello", "remove", "review")])
        answer = host.ask(command, **fields)
        assert answer.get("error", {}).get("code") != "internal-error", (command, fields, answer)


# --- disks --------------------------------------------------------------------------------------

def full(*arguments: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_said_and_the_game_goes_on(host: Talk, tmp_path: Path) -> None:
    game = new(host, ["here", "random", "random", "random"])
    host.ask("open", game=game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GameFile, "write", full)
        assert host.ask("play", move="end", ply=0)["ok"]
        told = host.until(lambda message: message.get("push") == "table" and message["table"]["waits_for"] == "human"
                          and message["table"]["ply"] > 3)["table"]
        assert told["fault"] == "this game is not kept: No space left on device" and told["yours"] == [0]
        assert read_records(tmp_path / f"{game}.jsonl")[0][0].moves == ()
        before = {path.name for path in tmp_path.iterdir()}
        answer = host.ask("new", setup={"board": "east", "players": 3}, seats=[{"who": "here"}] * 3)
        assert answer["error"] == {"code": "disk", "message": "the games' folder: No space left on device"}
        # No half of a game stays
        assert {path.name for path in tmp_path.iterdir()} == before
    assert host.ask("play", move="income 1t", ply=told["ply"])["ok"]
    assert pushed(host, told["ply"] + 1)["fault"] == ""
    assert len(read_records(tmp_path / f"{game}.jsonl")[0][0].moves) == told["ply"] + 1


def test_what_one_hears_of_is_on_disk(host: Talk, other: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is killed has shown nobody a move that it then forgets."""
    game = new(host, ["here", "prestige", "prestige", "prestige"])
    other.ask("open", game=game)
    host.ask("open", game=game)
    slow_disk(monkeypatch, 0.2)
    host.socket.send_text(json.dumps({"id": "mine", "cmd": "play", "move": "end", "ply": 0}))
    for ply in range(1, 4):
        table = pushed(other, ply)
        assert len(read_records(tmp_path / f"{game}.jsonl")[0][0].moves) >= table["ply"]


def test_a_game_that_another_program_goes_on_with_is_not_written_over(host: Talk, tmp_path: Path) -> None:
    game = new(host, ["here", "random", "random", "random"])
    host.ask("open", game=game)
    path = tmp_path / f"{game}.jsonl"
    record = GameFile(path).read()
    GameFile(path).write(Record.from_json(record.to_json() | {"moves": ["0 income 1t"]}))
    assert host.ask("play", move="end", ply=0)["ok"]
    assert "another program has changed" in pushed(host, 1)["fault"]
    assert GameFile(path).read().moves == ("0 income 1t",)


def test_a_game_killed_while_it_is_written_is_whole(tmp_path: Path) -> None:
    """kill -9 at any moment: the file is one of the records, and what was left beside it goes away
    in time."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom dataclasses import replace\nfrom hansa.record import play_random\n"
        "from hansa.table.games_folder import GameFile\n"
        "record = play_random({'board': 'east', 'players': 3}, seed=3)\n"
        "file = GameFile.new(Path(sys.argv[1]), 'game')\n"
        "file.write(replace(record, moves=(), end='interrupted', result=None)); print('ready', flush=True)\n"
        "while True:\n    for count in range(0, len(record.moves), 7):\n"
        "        file.write(replace(record, moves=record.moves[:count], end='interrupted', result=None))\n"
    )
    rng = random.Random(1)
    for number in range(5):
        folder = tmp_path / str(number)
        process = subprocess.Popen([sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        time.sleep(rng.uniform(0, 0.2))
        process.kill()
        process.wait()
        process.stdout.close()
        file = GameFile(folder / "game.jsonl")
        record = file.read()
        record.replay()
        left = folder / ".game.jsonl.leftover"
        left.write_text("half of a rec")
        os.utime(left, (time.time() - 4000,) * 2)
        file.write(record)
        assert not left.exists() and file.read() == record


def test_damaged_files_are_listed_with_what_is_wrong_and_harm_nobody(host: Talk, tmp_path: Path) -> None:
    good = new(host, ["here", "random", "random", "random"])
    record = quick_game("east", 3).to_json()
    damaged: dict[str, str] = {
        "empty": "", "nonsense": "nonsense\n", "torn": json_line(record)[:200], "two": f"{json_line(record)}\n" * 2,
        "list": "[]\n", "nul": "\x00" * 500, "deep": "[" * 100_000, "other-version": json_line(record | {"version": 7}),
        "no-moves": json_line({**record, "moves": 7}),
        "no-unicode": '{"version": 1, "setup": {"board": "\\ud800"}, "moves": []}',
    }
    for name, text in damaged.items():
        (tmp_path / f"{name}.jsonl").write_text(text)
    looks_well: dict[str, Any] = {
        "illegal": record | {"moves": ["0 fly"]}, "strange-result": record | {"result": {"scores": 7}},
        "strange-scores": record | {"result": {"scores": [7, {}]}}, "strange-board": record | {"setup": {"board": {"a": 1}}},
        "no-setup": record | {"setup": {}}, "strange-state": record | {"state": {"board": "east"}},
        "no-such-bot": record | {"moves": [], "end": "interrupted", "result": None, "seats": ["/gone.py:Bot"] * 3},
    }
    for name, value in looks_well.items():
        kept = {key: part for key, part in value.items() if part is not None}
        (tmp_path / f"{name}.jsonl").write_text(json_line(kept) + "\n")
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "nowhere.jsonl").symlink_to(tmp_path / "gone")
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "bad name.jsonl").write_text("x")
    (tmp_path / "huge.jsonl").touch()
    os.truncate(tmp_path / "huge.jsonl", 1 << 33)
    listed = {entry["game"]: entry for entry in host.ask("games")["games"]}
    assert set(listed) == {good, "huge", *damaged, *looks_well}
    # Nobody could open them
    unplayable = {"illegal", "strange-board", "no-setup", "strange-state"}
    assert {name for name, entry in listed.items() if "problem" in entry} == {"huge", *damaged, *unplayable}
    for name in (*listed, "folder", "nowhere", "pipe", "bad name", ".key"):
        answer = host.ask("open", game=name)
        if name not in (good, "strange-result", "strange-scores"):
            assert answer["error"]["code"] != "internal-error" and "\n" not in answer["error"]["message"], (name, answer)
    assert host.ask("remove", game="torn")["ok"] and not (tmp_path / "torn.jsonl").exists()
    assert host.ask("open", game=good)["table"]["position"]["moves"]


def test_a_secret_that_was_cut_off_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"half")
    first = AccessKeys.of_folder(tmp_path)
    assert first.host() == AccessKeys.of_folder(tmp_path).host() and (tmp_path / FILE).stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


# --- bots ---------------------------------------------------------------------------------------

def kept_with(folder: Path, bot: str) -> None:
    """A game of a person against a bot of their own, as `hansa play` leaves it."""
    (folder / "own.py").write_text(
        "import time\nfrom pathlib import Path\nfrom hansa.bots.bot import Bot\nhere = Path(__file__).parent\n"
        "class Crash(Bot):\n    def choose(self, state):\n        raise RuntimeError('no idea')\n"
        "class Nonsense(Bot):\n    def choose(self, state):\n        return 'fly'\n"
        "class Deaf(Bot):\n    def choose(self, state):\n        return state.legal_moves[0]\n"
        "    def observe(self, move):\n        raise SystemExit('gone')\n"
        "class Sticky(Bot):\n    def choose(self, state):\n        return state.legal_moves[0]\n"
        "    def close(self):\n        (here / 'begun').touch()\n"
        "        while not (here / 'go').exists():\n            time.sleep(0.01)\n"
        "class Slow(Bot):\n    def choose(self, state):\n"
        "        if not (here / 'begun').exists():\n"
        "            (here / 'begun').touch()\n"
        "            while not (here / 'go').exists():\n                time.sleep(0.01)\n"
        "            (here / 'ended').touch()\n"
        "        return state.legal_moves[0]\n"
    )
    seats = ("human", *[f"{folder / 'own.py'}:{bot}"] * 3)
    record = Record(setup={"board": "hansa-45", "players": 4}, moves=(), end="interrupted", seats=seats, seed=1)
    (folder / "own.jsonl").write_text(json_line(record.to_json()) + "\n")


@pytest.mark.parametrize(("bot", "why"), [("Crash", "no idea"), ("Nonsense", "illegal move 'fly'"), ("Deaf", "gone")])
def test_a_bot_that_fails_stops_the_game_and_nothing_else(host: Talk, tmp_path: Path, bot: str, why: str) -> None:
    kept_with(tmp_path, bot)
    host.ask("open", game="own")
    assert host.ask("play", move="end", ply=0)["ok"]
    table = pushed(host, 1, faulty=True)
    assert why in table["fault"] and "has failed" in table["fault"] and table["pace"] is None
    # What was played is kept
    assert len(GameFile(tmp_path / "own.jsonl").read().moves) == table["ply"]
    assert "error" not in host.ask("undo")
    assert host.ask("open", game="own")["table"]["ply"] == 0
    assert "games" in host.ask("games")


def test_nobody_waits_for_a_bot_whose_move_nobody_wants(host: Talk, tmp_path: Path) -> None:
    """Taken back and played again while it thinks: it thinks anew at once, the old thought is
    dropped and is no fault."""
    kept_with(tmp_path, "Slow")
    begun, go, ended = (tmp_path / name for name in ("begun", "go", "ended"))
    host.ask("open", game="own")
    host.ask("play", move="end", ply=0)
    wait_for(begun)
    assert host.ask("undo")["ok"] and host.ask("play", move="end", ply=0)["ok"]
    late = threading.Timer(QUICKLY, go.touch)
    late.start()
    table = pushed(host, 4, ours=True)
    assert not go.exists() and not ended.exists()
    late.cancel()
    go.touch()
    wait_for(ended)
    again = host.ask("open", game="own")["table"]
    assert again["ply"] == table["ply"] and again["fault"] == "" and again["position"]["moves"] == table["position"]["moves"]


def test_nobody_waits_for_a_bot_that_does_not_leave(host: Talk, tmp_path: Path) -> None:
    kept_with(tmp_path, "Sticky")
    begun, go = tmp_path / "begun", tmp_path / "go"
    late = threading.Timer(QUICKLY, go.touch)
    late.start()
    host.ask("open", game="own")
    host.ask("play", move="end", ply=0)
    pushed(host, 4, ours=True)
    assert host.ask("undo")["ok"] and host.ask("open", game="own")["table"]["ply"] == 0
    wait_for(begun)
    assert not go.exists()
    late.cancel()
    go.touch()


def test_a_pause_that_ends_while_a_bot_thinks_is_over(host: Talk) -> None:
    game = new(host, ["mcts:seconds=0.4"] * 4)
    host.ask("open", game=game)
    host.ask("pace", seconds=None)
    time.sleep(0.6)
    ply = host.ask("open", game=game)["table"]["ply"]
    host.ask("step")
    time.sleep(0.1)
    host.ask("pace", seconds=0)
    assert pushed(host, ply + 3)["pace"] == 0


def test_two_who_delete_the_same_game_at_once(host: Talk, other: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new(host, ["here", "random", "random", "random"])
    for talk in (host, other):
        talk.ask("open", game=game)
    writing = slow_disk(monkeypatch, 0.4)
    host.socket.send_text(json.dumps({"id": "a", "cmd": "play", "move": "end", "ply": 0}))
    assert writing.wait(QUICKLY)
    other.socket.send_text(json.dumps({"id": "b", "cmd": "remove", "game": game}))
    host.socket.send_text(json.dumps({"id": "c", "cmd": "remove", "game": game}))
    for talk, mark in ((other, "b"), (host, "c")):
        answer = talk.until(lambda message, mark=mark: message.get("id") == mark)      # type: ignore[misc]
        assert answer.get("error", {"code": "refused"})["code"] == "refused", answer
    assert host.ask("games")["games"] == []


def test_a_finished_game_needs_no_bots(host: Talk, tmp_path: Path) -> None:
    """Those who played it may be gone; it can be looked at all the same."""
    record = quick_game("east", 3).to_json()
    (tmp_path / "old.jsonl").write_text(json_line(record | {"seats": ["/gone.py:Bot", "exec:gone", "human"]}) + "\n")
    table = host.ask("open", game="old")["table"]
    assert table["position"]["state"]["phase"] == "over" and table["seats"][0]["spec"] == "/gone.py:Bot"


# --- ends ---------------------------------------------------------------------------------------

@contextmanager
def raw_talk(link: str) -> Iterator[Any]:
    """A connection to a server in a process of its own."""
    address, _, key = link.partition("/#key=")
    with connect(f"{address.replace('http', 'ws')}/socket", max_size=None) as opened:
        opened.send(json.dumps({"id": 0, "cmd": "hello", "key": key}))
        assert "error" not in json.loads(opened.recv(timeout=QUICKLY))
        yield opened


def asked(opened: Any, **fields: Any) -> Any:
    """An answer; what is pushed meanwhile is ignored."""
    opened.send(json.dumps({"id": 1, **fields}))
    while True:
        message = json.loads(opened.recv(timeout=QUICKLY))
        if message.get("id") == 1:
            return message


@pytest.mark.parametrize("busy", ["search", "bot", "both"])
def test_ctrl_c_ends_the_server_while_it_thinks(tmp_path: Path, busy: str) -> None:
    """At once, without a word on standard error (tests.browser.server looks)."""
    with ExitStack() as stack, server(tmp_path, "--threads", "1") as link:
        opened = stack.enter_context(raw_talk(link))        # open until the server has ended
        seats = [{"who": "here"}, *[{"who": "mcts:seconds=600"}] * 3]
        game = asked(opened, cmd="new", setup={"board": "hansa-45", "players": 4}, seats=seats)["game"]
        asked(opened, cmd="open", game=game)
        if busy != "search":
            assert asked(opened, cmd="play", move="end", ply=0)["ok"]
        if busy != "bot":
            assert asked(opened, cmd="analyse", game=game, ply=0, seconds=600)["thinking"]
        time.sleep(0.5)
        began = time.monotonic()
    assert time.monotonic() - began < QUICKLY


def test_a_server_survives_a_browser_that_stops_reading(tmp_path: Path) -> None:
    """A laptop that was closed: its socket is open, nobody reads it.

    The others' game continues.
    """
    with server(tmp_path, "--threads", "1") as link, raw_talk(link) as player:
        game = asked(player, cmd="new", setup={"board": "hansa-45", "players": 4}, seats=[{"who": "here"}] * 4)["game"]
        asleep = socket.create_connection(("127.0.0.1", int(link.split(":")[2].split("/")[0])))
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        key = link.partition("#key=")[2]
        asleep.sendall(b"GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
        assert asleep.recv(1000).startswith(b"HTTP/1.1 101")
        # 20 megabytes: far more than sockets hold
        looks = [{"id": 3, "cmd": "look", "game": game, "ply": 0}] * 700
        for message in ({"id": 1, "cmd": "hello", "key": key}, {"id": 2, "cmd": "open", "game": game}, *looks):
            # So long that its length takes two bytes
            data = json.dumps(message | {"mark": "x" * 126}).encode()
            # Masked by zeros
            asleep.sendall(bytes([0x81, 0x80 | 126]) + len(data).to_bytes(2, "big") + bytes(4) + data)
        asked(player, cmd="open", game=game)
        time.sleep(1)
        for _ in range(3):
            # At once: see `asked`
            assert asked(player, cmd="play", move="place t BRE-HAM", ply=0)["ok"]
            assert asked(player, cmd="undo")["ok"]
        asleep.close()


def test_what_keeps_it_from_beginning_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for arguments, why in ((["--port", str(port)], "choose another --port"), (["--games", str(tmp_path / "file")], "file")):
            done = ran("serve", "--port", "0", "--games", str(tmp_path), *arguments)
            assert done.returncode == 2 and done.stderr.count("\n") == 1 and why in done.stderr, done.stderr


def test_a_folder_that_cannot_be_written_is_said_for_each_game(tmp_path: Path) -> None:
    """The folder vanishes while the server runs: new games are refused in words, and it serves
    on."""
    with server(tmp_path / "games") as link, raw_talk(link) as opened:
        for path in (tmp_path / "games").iterdir():
            path.unlink()
        (tmp_path / "games").rmdir()
        (tmp_path / "games").write_text("no folder any more")
        answer = asked(opened, cmd="new", setup={"board": "east", "players": 3}, seats=[{"who": "here"}] * 3)
        assert answer["error"]["code"] == "disk"
        assert asked(opened, cmd="games")["games"] == []


def test_nobody_waits_while_a_very_long_game_is_read(
    host: Talk, other: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading one of 100,000 moves takes seconds: it happens in a thread, and only for those who
    may open it."""
    game = new(host, ["here", "random", "random", "random"])
    (tmp_path / "long.jsonl").write_text((tmp_path / f"{game}.jsonl").read_text())
    reading, go_on = threading.Event(), threading.Event()
    read = GameFile.read

    def slowly(file: GameFile) -> Record:
        reading.set()
        assert go_on.wait(QUICKLY)
        return read(file)

    monkeypatch.setattr(GameFile, "read", slowly)
    for number, request in enumerate(({"cmd": "open"}, {"cmd": "look"}, {"cmd": "review"})):
        (tmp_path / f"long-{number}.jsonl").write_text((tmp_path / "long.jsonl").read_text())
        reading.clear()
        go_on.clear()
        host.socket.send_text(json.dumps({"id": "long", "game": f"long-{number}", **request}))
        assert reading.wait(QUICKLY)
        assert "error" not in other.ask("fresh", setup={"board": "east", "players": 3})
        go_on.set()
        assert "error" not in host.until(lambda message: message.get("id") == "long")
