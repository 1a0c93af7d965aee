"""Several people at a table: clocks, a bot that plays for people who leave, spectators, names in
recorded games."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partialmethod
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient

from hansa.record import Record, read_records
from hansa.state import Move
from hansa.table.games_folder import GameFile
from hansa.table.session import HUMAN, Session
from hansa.thinking import Thinker
from hansa.web.app import Settings, make_app
from hansa.web.chairs import Chair, read_chairs, write_chairs
from hansa.web.clocks import Clocks
from hansa.web.pushes import ShownClocks
from tests.browser import kept_game
from tests.patience import PATIENCE
from tests.talk import HOST, Talk, keys, new

SETUP = {"board": "hansa-45", "players": 4}


def kept(tmp_path: Path, game: str) -> Record:
    return read_records(tmp_path / f"{game}.jsonl")[0][0]


def table_when(talk: Talk, wanted: Any) -> Any:
    """The next table that is pushed and is as wanted."""
    return talk.until(lambda message: message.get("push") == "table" and wanted(message["table"]))["table"]


# --- someone leaves -----------------------------------------------------------------------------

def test_a_bot_plays_for_whoever_leaves_and_hands_back(client: TestClient, host: Talk, tmp_path: Path) -> None:
    game = new(host, ["here", "link", "link", "here"])
    host.ask("open", game=game)
    with client.websocket_connect("/socket", headers=HOST) as socket:
        guest = Talk(socket, keys(client).seat(game, 1))
        guest.ask("open", game=game)
        assert "your link opens another seat" in guest.ask("stand_in", seat=2)["error"]["message"]
        host.ask("play", move="end", ply=0)
        assert guest.ask("stand_in", seat=1, bot="greedy") == {"id": guest.number, "ok": True}
        told = table_when(host, lambda table: table["ply"] > 1 and table["waits_for"] == "human")
        seat = told["seats"][1]
        assert (seat["spec"], seat["stand_in"], seat["person"]) == ("greedy", "greedy", True) and not told["watched"]
        assert {entry["mover"] for entry in told["log"]["entries"]} == {1} and told["position"]["state"]["to_move"] == 2
        assert kept(tmp_path, game).seats == (HUMAN, "greedy", HUMAN, HUMAN)
        assert guest.ask("open", game=game)["table"]["yours"] == []
        assert guest.ask("hand_back", seat=1)["ok"]
        assert guest.ask("open", game=game)["table"]["yours"] == [1]
    assert kept(tmp_path, game).seats == (HUMAN,) * 4
    for seat, command, wrong in ((1, "hand_back", "no bot plays"), (9, "stand_in", "no seat 9"), (-1, "hand_back", "no seat")):
        assert wrong in host.ask(command, seat=seat)["error"]["message"]
    assert "names a file" in host.ask("stand_in", seat=2, bot="mcts:mind=/etc/passwd")["error"]["message"]


def test_a_stand_in_outlives_the_server(client: TestClient, host: Talk, tmp_path: Path) -> None:
    game = new(host, ["here", "link", "here", "here"])
    host.ask("open", game=game)
    assert host.ask("stand_in", seat=1, bot="greedy")["ok"]
    assert "no person plays there" in host.ask("stand_in", seat=1, bot="greedy")["error"]["message"]
    with TestClient(make_app(Settings(tmp_path, threads=1)), base_url="http://127.0.0.1:8484") as again, \
            again.websocket_connect("/socket", headers=HOST) as socket:
        other = Talk(socket, keys(client).host())
        table = other.ask("open", game=game)["table"]
        assert table["seats"][1]["stand_in"] == "greedy"
        assert other.ask("hand_back", seat=1)["ok"]
        assert other.ask("open", game=game)["table"]["seats"][1] | {"name": ""} == {
            "spec": HUMAN, "person": True, "name": "", "here": False, "stand_in": ""}


def test_a_person_who_comes_back_while_the_bot_thinks_decides_themselves(host: Talk) -> None:
    game = new(host, ["here", "link", "here", "here"])
    host.ask("open", game=game)
    asked, may_answer, choice = threading.Event(), threading.Event(), Session.choice

    def slow(session: Session) -> Move:
        asked.set()
        may_answer.wait(PATIENCE)
        return choice(session)

    with patch.object(Session, "choice", slow):
        host.ask("stand_in", seat=0, bot="greedy")
        assert asked.wait(PATIENCE)
        assert host.ask("hand_back", seat=0)["ok"]
        may_answer.set()
    table = host.ask("open", game=game)["table"]
    assert (table["ply"], table["waits_for"], table["fault"], table["yours"]) == (0, "human", "", [0, 2, 3])
    assert host.ask("play", move="end", ply=0)["ok"]


def test_secrets_stay_secret_while_a_bot_plays_for_the_only_person(host: Talk) -> None:
    game = new(host, ["here", "greedy", "greedy", "greedy"], modules=["missions"])
    before = host.ask("open", game=game)["table"]
    assert before["viewer"] == 0
    host.ask("stand_in", seat=0, bot="greedy")
    table = host.ask("open", game=game)["table"]
    assert table["viewer"] == "nobody" and not table["watched"]
    assert all(not isinstance(desk["mission"], int) for desk in table["position"]["state"]["desks"])


# --- who is there -------------------------------------------------------------------------------

def test_everybody_hears_who_comes_and_goes(client: TestClient, host: Talk) -> None:
    game = new(host, ["here", "link", "prestige", "here"])
    assert host.ask("open", game=game)["table"]["people"] == {"present": [0, 3], "watching": 0}
    with client.websocket_connect("/socket", headers=HOST) as one:
        guest = Talk(one, keys(client).seat(game, 1))
        guest.ask("open", game=game)
        heard = host.until(lambda message: message.get("push") == "people" and message["people"]["present"] == [0, 1, 3])
        assert heard["game"] == game
        with client.websocket_connect("/socket", headers=HOST) as two:
            Talk(two, keys(client).watcher(game)).ask("open", game=game)
            host.until(lambda message: message.get("push") == "people" and message["people"]["watching"] == 1)
        host.until(lambda message: message.get("push") == "people" and message["people"]["watching"] == 0)
    host.until(lambda message: message.get("push") == "people" and message["people"]["present"] == [0, 3])


def test_a_spectator_sees_one_game_and_does_nothing(client: TestClient, host: Talk) -> None:
    open_game, secret = new(host, ["here"] * 4), new(host, ["here"] * 4, modules=["missions"])
    key = keys(client).watcher(open_game)
    assert host.ask("open", game=open_game)["links"] == [{"seat": None, "key": key}]
    with client.websocket_connect("/socket", headers=HOST) as socket:
        looker = Talk(socket, key)
        table = looker.ask("open", game=open_game)["table"]
        assert table["yours"] == [] and table["viewer"] == "all" and table["position"]["moves"] == []
        host.ask("play", move="end", ply=0)
        assert table_when(looker, lambda table: table["ply"] == 1)["position"]["moves"] == []
        for command, fields in (("play", {"move": "end", "ply": 1}), ("undo", {}), ("stand_in", {"seat": 0}), ("games", {}),
                                ("hand_back", {"seat": 0}), ("pace", {"seconds": 1}), ("open", {"game": secret})):
            assert "error" in looker.ask(command, **fields), command
    with client.websocket_connect("/socket", headers=HOST) as socket:
        looker = Talk(socket, keys(client).watcher(secret))
        table = looker.ask("open", game=secret)["table"]
        assert table["viewer"] == "nobody"
        assert all(not isinstance(desk["mission"], int) for desk in table["position"]["state"]["desks"])


@pytest.mark.parametrize("key", ["watch.{game}.", "watch..x", "watch.{game}.{sign}x", "watch.other.{sign}", "0.{game}.{sign}"])
def test_nobody_makes_a_spectators_key(client: TestClient, key: str) -> None:
    sign = keys(client).watcher("game").rpartition(".")[2]
    assert keys(client).open(key.format(game="game", sign=sign)) is None


# --- clocks -------------------------------------------------------------------------------------

def clocked(now: list[float]) -> tuple[Session, Clocks, list[Chair]]:
    return Session(SETUP, [HUMAN] * 4, seed=7), Clocks(now=lambda: now[0]), [Chair(clock=100, increment=10)] * 4


def decide(session: Session, clocks: Clocks, chairs: list[Chair], move: str) -> None:
    turns = session.state.turns
    session.play(move)
    clocks.press(session, chairs, turns)
    clocks.begin(session, chairs)


def test_a_clock_runs_from_the_second_decision_and_each_turn_adds_to_it() -> None:
    now = [0.0]
    session, clocks, chairs = clocked(now)
    assert clocks.begin(session, chairs) is None        # nobody has decided yet
    now[0] = 50
    decide(session, clocks, chairs, "place t BRE-HAM")
    assert clocks.left(session, chairs, 0) == 100 and clocks.seat == 0
    now[0] = 70
    assert clocks.left(session, chairs, 0) == 80
    assert clocks.shown(session, chairs) == ShownClocks(
        seconds=100, increment=10, running=0, left=[80, 100, 100, 100])
    decide(session, clocks, chairs, "end")
    assert clocks.left(session, chairs, 0) == 90        # with the increment
    assert [note.clock for note in session.record().notes] == [100, 90]
    assert clocks.shown(session, [Chair()] * 4) is None
    for _ in range(3):
        decide(session, clocks, chairs, "end")
    assert clocks.seat == 0 and clocks.left(session, chairs, 3) == 110
    now[0] = 100
    # It runs at once when it is their turn again.
    assert clocks.left(session, chairs, 0) == 60


def test_taking_back_gives_no_time_back() -> None:
    now = [0.0]
    session, clocks, chairs = clocked(now)
    decide(session, clocks, chairs, "place t BRE-HAM")
    now[0] = 40
    decide(session, clocks, chairs, "place t HAM-LUB")
    left = clocks.left(session, chairs, 0)
    assert left == 60
    session.back_to(1)
    clocks.resume(session, chairs, left)
    assert clocks.left(session, chairs, 0) == 60
    now[0] = 45
    assert clocks.left(session, chairs, 0) == 55
    # A server that was started anew knows what the record says
    again = Clocks(now=lambda: now[0])
    assert again.begin(session, chairs) == 100


def test_when_the_time_is_over_a_bot_plays_on(client: TestClient, host: Talk, tmp_path: Path) -> None:
    chairs = [{"who": "here"}, {"who": "here"}, {"who": "prestige"}, {"who": "prestige"}]
    game = host.ask("new", setup=SETUP, seats=chairs, seed=7, clock=1, increment=0)["game"]
    table = host.ask("open", game=game)["table"]
    assert table["clock"] == {"seconds": 1, "increment": 0, "running": None, "left": [1, 1, None, None]}
    host.ask("play", move="place t BRE-HAM", ply=0)
    told = table_when(host, lambda table: table["seats"][0]["stand_in"])
    assert told["clock"]["left"][0] == 0
    assert host.ask("hand_back", seat=0)["error"]["message"] == "the time of this seat is over"
    assert kept(tmp_path, game).notes[0].clock == 0


def test_clocks_and_names_are_kept_beside_the_game(tmp_path: Path) -> None:
    path = tmp_path / "x.chairs.json"
    chairs = (Chair("Anna", False, "greedy", 600.0, 5.0), Chair("", True))
    write_chairs(path, chairs)
    assert read_chairs(path, 2) == chairs and read_chairs(path, 3) == (Chair(),) * 3
    path.write_text(json.dumps([{"name": "Bo", "here": True}] * 2))        # of an older server
    assert read_chairs(path, 2) == (Chair("Bo"),) * 2
    for damaged in ("", "{}", "[1, 2]", '[{"name": "a"}, {"name": "b"}]'):
        path.write_text(damaged)
        assert read_chairs(path, 2) == (Chair(), Chair())


# --- games that were written down at a real table -----------------------------------------------

def test_a_game_of_a_real_table_is_opened_and_keeps_its_names(host: Talk, tmp_path: Path) -> None:
    names = ("Anna", "Jean-Luc", "D'Arcy", "Ö. B.")
    session = Session(SETUP, [HUMAN] * 4, seed=7, name="real")
    session.play("place t BRE-HAM")
    file = GameFile.new(tmp_path, "real")
    file.write(replace(session.record(), seats=names))
    (listed,) = host.ask("games")["games"]
    assert [(seat["person"], seat["name"]) for seat in listed["seats"]] == [(True, name) for name in names]
    table = host.ask("open", game="real")["table"]
    assert [seat["name"] for seat in table["seats"]] == list(names) and table["yours"] == [0, 1, 2, 3]
    assert host.ask("play", move="end", ply=1)["ok"]
    assert kept(tmp_path, "real").seats == names and len(kept(tmp_path, "real").moves) == 2


def test_a_bot_of_a_record_stays_a_bot(host: Talk, tmp_path: Path) -> None:
    game = kept_game(tmp_path, SETUP, [HUMAN, "prestige", "mcts:level=2", "random"], turns=1)
    table = host.ask("open", game=game)["table"]
    assert [seat["person"] for seat in table["seats"]] == [True, False, False, False]


# --- a bot that thinks ---------------------------------------------------------------------------

@pytest.fixture
def enough(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What bots think ends with the test, however long they were given."""
    ended, think = threading.Event(), Thinker.think
    monkeypatch.setattr(Thinker, "think", partialmethod(think, stop=ended))
    yield
    ended.set()


@pytest.mark.usefixtures("enough")
def test_taking_back_while_a_bot_thinks(host: Talk) -> None:
    game = new(host, ["here", "mcts:seconds=600", "random", "random"])
    host.ask("open", game=game)
    host.ask("play", move="income 1t", ply=0)
    host.ask("play", move="end", ply=1)
    began = time.perf_counter()
    # Of 600; 0.05 on an idle machine
    assert host.ask("undo")["ok"] and time.perf_counter() - began < 300
    table = host.ask("open", game=game)["table"]
    assert table["ply"] == 1 and table["position"]["moves"]
