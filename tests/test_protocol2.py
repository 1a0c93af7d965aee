"""Version 2 of the protocol: several games, errors that programs read, what shows and judges, and
the schema of it all."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hansa import State
from hansa.boards import BOARD_NAMES, board
from hansa.cli import main
from hansa.errors import RecordError
from hansa.games import board_entries
from hansa.messages import BadMessage, read_message
from hansa.protocol import Engine
from hansa.protocol.commands import COMMANDS
from hansa.protocol.conversation import serve
from hansa.protocol.engine import MOST_GAMES
from hansa.protocol.failures import without_rules
from hansa.protocol.schema import answer_name, info_name, schema
from hansa.record import play_random
from hansa.review import DEFAULT_SIMULATIONS
from hansa.strengths import STRENGTHS
from hansa.thinking import Budget
from tests.json_schema import is_valid, problems
from tests.test_protocol import NEW, VALUES, WORDS

HELLO = {"cmd": "hello", "version": 2}
SCHEMA = schema()


def begun(*requests: dict[str, Any]) -> Engine:
    """An engine of version 2 with a game, after some requests more."""
    engine = Engine()
    for request in (HELLO, NEW, *requests):
        assert "error" not in engine.answer(request)
    return engine


# --- versions -----------------------------------------------------------------------------------

def test_version_1_is_spoken_until_version_2_is_asked_for() -> None:
    engine = Engine()
    new = [name for name, command in COMMANDS.items() if command.since == 2]
    assert new == ["games", "close", "board", "svg", "words", "strength", "review"]
    for name in new:
        error = engine.answer({"cmd": name})["error"]
        assert error == {"code": "unknown-command",
                         "message": f"{name!r} is of version 2; begin with " + '{"cmd": "hello", "version": 2}'}
    assert engine.answer(NEW | {"game": "a"})["error"]["message"].startswith("'new' has no member 'game'")
    assert engine.answer(NEW)["to_move"] == 0
    assert list(engine.answer({"cmd": "play", "moves": ["x"]})["error"]) == ["code", "message", "number"]
    assert "commands" not in engine.answer({"cmd": "hello", "version": 1})
    answer = engine.answer(HELLO)
    assert answer["protocol"] == 2 and answer["commands"] == list(COMMANDS)
    assert engine.answer({"cmd": "words"})["words"]
    assert engine.answer(HELLO | {"game": "a"})["error"]["message"].startswith("'hello' has no member 'game'")
    engine.answer({"cmd": "hello"})
    assert engine.answer({"cmd": "words"})["error"]["code"] == "unknown-command"


# --- several games ------------------------------------------------------------------------------

def test_games_do_not_touch_each_other() -> None:
    engine = begun(
        {"cmd": "new", "game": "a", "setup": {"board": "east", "players": 3}, "seed": 1},
        {"cmd": "new", "game": "b", "setup": {"game": "hansa2004", "players": 2}, "seed": 1},
        {"cmd": "play", "game": "a", "moves": ["income 1t", "end"]}, {"cmd": "play", "moves": ["end"]},
    )
    assert engine.answer({"cmd": "games"})["games"] == [
        {"game": "", "board": "hansa-45", "plies": 1, "to_move": 1}, {"game": "a", "board": "east", "plies": 2, "to_move": 1},
        {"game": "b", "board": "hansa2004", "plies": 0, "to_move": engine.game("b").state.to_move},
    ]
    assert engine.answer({"cmd": "undo", "game": "a", "count": 2})["to_move"] == 0
    assert engine.game("a").state == State.new(board="east", players=3, seed=1) and engine.state.to_move == 1
    assert engine.game("a").moves == [] and engine.game("").moves == ["0 end"]
    assert engine.answer({"cmd": "close", "game": "a"}) == {"id": None, "ok": True}
    for request in ({"cmd": "legal", "game": "a"}, {"cmd": "close", "game": "a"}):
        error = engine.answer(request)["error"]
        assert error["code"] == "no-game" and "no game with the id 'a'" in error["message"]
    assert [game["game"] for game in engine.answer({"cmd": "games"})["games"]] == ["", "b"]


@pytest.mark.parametrize("game", [1, ["a"], "x" * 41, {}])
def test_the_id_of_a_game_is_a_short_text(game: object) -> None:
    error = begun().answer({"cmd": "legal", "game": game})["error"]
    assert error["code"] == "bad-request" and error["message"].startswith("'game' must be a text of at most 40 characters")


def test_there_is_an_end_of_games() -> None:
    engine = begun()
    engine.games |= {str(number): engine.games[""] for number in range(MOST_GAMES - 1)}
    assert engine.answer(NEW | {"game": "one more"})["error"] == {
        "code": "bad-request", "message": "there are 1000 games already; 'close' one first"}
    assert engine.answer(NEW | {"game": "7"}) == {"id": None, "to_move": 0}


# --- errors -------------------------------------------------------------------------------------

def test_an_illegal_move_has_reason_rules_and_what_is_nearest() -> None:
    engine = begun()
    error = engine.answer({"cmd": "play", "moves": ["end", "claim BRE-HAM"]})["error"]
    assert (error["code"], error["number"]) == ("illegal-move", 1)
    assert error["rules"] and all(rule.startswith("T") for rule in error["rules"])
    assert "[" not in error["reason"] and error["reason"] in error["message"]
    legal = engine.answer({"cmd": "legal"})["moves"]
    error = engine.answer({"cmd": "words", "move": "place t BRE-HAX"})["error"]
    assert error["nearest"] and set(error["nearest"]) <= set(legal)
    # The position is asked for by 'state', and not in every message
    assert "{" not in error["message"]


def test_only_cited_rules_are_taken_out_of_a_reason() -> None:
    assert without_rules("no [free] house is left [T11, D4]") == "no [free] house is left"


def test_an_impossible_state_lists_its_problems() -> None:
    state = State.new(board="hansa-45", players=4, seed=7).to_json()
    state["desks"][1]["stock"] = "9t"
    error = begun().answer({"cmd": "new", "state": state})["error"]
    assert error["code"] == "bad-state" and error["rules"] == ["T1"] and len(error["problems"]) == 1


# --- what shows and judges ----------------------------------------------------------------------

@pytest.mark.parametrize("entry", board_entries(), ids=lambda entry: entry.name)
def test_a_board_is_its_geometry_and_names(entry: Any) -> None:
    found = begun().answer({"cmd": "board", "board": entry.name})["board"]
    assert (found["name"], tuple(found["players"])) == (entry.name, entry.players)
    assert all(city["name"] and len(city["at"]) == 2 for city in found["cities"])
    if entry.name in BOARD_NAMES:
        assert [city["code"] for city in found["cities"]] == [city.code for city in board(entry.name).cities]
        assert len(found["routes"]) == len(board(entry.name).routes)


def test_the_board_of_the_game_and_an_unknown_one() -> None:
    engine = begun()
    assert engine.answer({"cmd": "board"})["board"]["name"] == "hansa-45"
    error = engine.answer({"cmd": "board", "board": "../hansa-45"})["error"]
    assert error["code"] == "refused" and "unknown board" in error["message"]


def test_pictures_and_words() -> None:
    engine = begun()
    plain = engine.answer({"cmd": "svg"})["svg"]
    assert plain.startswith("<svg") and plain.endswith("</svg>")
    pictures = [engine.answer({"cmd": "svg"} | more)["svg"]
                for more in ({"arrows": ["place t BRE-HAM"]}, {"highlight": ["city BRE"]})]
    assert len({plain, *pictures}) == 3 and all(len(picture) > len(plain) for picture in pictures)
    assert engine.answer({"cmd": "svg", "arrows": ["place t BRE-HAX"]})["error"]["code"] == "illegal-move"
    assert engine.answer({"cmd": "words", "move": "place t BRE-HAM"})["words"] == "places a trader on Bremen-Hamburg"
    answer = engine.answer({"cmd": "words"})
    assert answer["words"] == "2 actions left." and answer["text"] == str(engine.state)


def test_a_view_is_shown_without_what_it_may_not_know() -> None:
    engine = begun({"cmd": "new", "setup": {"modules": ["missions"]}, "seed": 1})
    for command in ("svg", "words"):
        whole, seen = engine.answer({"cmd": command}), engine.answer({"cmd": command, "view": 1})
        assert whole != seen or command == "svg"
        assert engine.answer({"cmd": command, "view": 4})["error"]["code"] == "bad-request"
    assert engine.answer({"cmd": "words", "view": 1})["text"] == str(engine.state.view(1))


def test_a_strength_limits_go_and_is_a_budget() -> None:
    engine = begun()
    assert engine.answer({"cmd": "go"})["error"]["code"] == "bad-request"
    assert engine.answer({"cmd": "strength"}) == {"id": None, "name": "full", "strengths": STRENGTHS}
    assert engine.answer({"cmd": "strength", "name": "novice"})["name"] == "novice"
    assert engine.answer({"cmd": "go"})["simulations"] == STRENGTHS["novice"]
    assert engine.answer({"cmd": "go", "simulations": 5})["simulations"] == 5
    assert engine.answer({"cmd": "go", "seconds": 1000})["simulations"] == STRENGTHS["novice"]
    error = engine.answer({"cmd": "strength", "name": "clubb"})["error"]
    assert error["message"].startswith("'name' must be one of novice casual club expert master full, not 'clubb'")
    engine.answer({"cmd": "strength", "name": "full"})
    assert engine.answer({"cmd": "go", "simulations": 30})["simulations"] == 30


def test_the_game_is_reviewed_or_a_record() -> None:
    record = play_random({"board": "hansa-45", "players": 4}, seed=7, limit=5)
    told = list[Any]()
    engine = begun({"cmd": "play", "moves": [move.partition(" ")[2] for move in record.moves]})
    engine.report = told.append
    own = engine.answer({"id": 3, "cmd": "review", "simulations": 20})
    other = engine.answer({"cmd": "review", "simulations": 20, "record": record.to_json()})
    assert own["review"]["plies"] == 5 and own["complete"] and own["review"] == other["review"]
    count = len(own["review"]["decisions"])
    assert told[0] == {"id": 3, "info": {"done": 0, "todo": count}}
    assert {"id": 3, "info": {"done": count, "todo": count}} in told
    error = engine.answer({"cmd": "review", "record": {"version": 1}})["error"]
    assert error["code"] == "bad-record" and "'setup' is missing" in error["message"]


def test_a_game_without_decisions_has_been_reviewed_whole() -> None:
    answer = begun().answer({"id": 1, "cmd": "review"})
    assert answer["complete"] and answer["review"]["decisions"] == [] and answer["review"]["plies"] == 0


@pytest.mark.parametrize(("members", "budget"), [
    ({}, Budget(DEFAULT_SIMULATIONS)), ({"simulations": 7}, Budget(7)), ({"seconds": 2}, Budget(None, 2)),
    ({"simulations": 7, "seconds": 2}, Budget(7, 2)),
])
def test_a_review_has_the_budget_that_was_asked_for(members: dict[str, Any], budget: Budget) -> None:
    engine = begun({"cmd": "option", "name": "threads", "value": 3}, {"cmd": "play", "moves": ["end"]})
    with patch("hansa.protocol.commands.review", side_effect=RecordError("that will do")) as asked:
        assert engine.answer({"cmd": "review"} | members)["error"]["code"] == "bad-record"
    assert asked.call_args.args == (engine.game("").record(), budget) and asked.call_args.kwargs["threads"] == 3


def test_a_finished_game_is_a_record_with_its_end() -> None:
    played = play_random({"game": "hansa2004", "players": 2}, seed=3)
    engine = begun({"cmd": "new", "state": played.replay(len(played.moves) - 4).to_json()})
    assert engine.game("").record().end == "interrupted"
    for move in played.moves[-4:]:
        engine.answer({"cmd": "play", "moves": [move.partition(" ")[2]]})
    record = engine.game("").record()
    assert record.end == "markers" and record.verify() == played.replay()


def test_a_review_runs_beside_the_conversation_and_can_be_stopped() -> None:
    record = play_random({"board": "hansa-45", "players": 4}, seed=7, limit=60).to_json()
    lines = [HELLO, {"id": 1, "cmd": "review", "simulations": 10_000_000, "record": record}, {"id": 2, "cmd": "games"},
             {"id": 3, "cmd": "stop"}]
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines)), sink)
    answers = {answer["id"]: answer for answer in map(json.loads, sink.getvalue().splitlines()) if "info" not in answer}
    assert answers[2]["error"] == {"code": "busy", "message": "'review' is thinking; say 'stop' and take its answer first"}
    assert not answers[1]["complete"] and answers[1]["review"]["decisions"] == [] and answers[3]["ok"]


# --- the schema ---------------------------------------------------------------------------------

REQUESTS: list[dict[str, Any]] = [
    HELLO, NEW, {"cmd": "new", "state": State.new(board="east", players=3, seed=1).to_json(), "game": "a"}, {"cmd": "legal"},
    {"cmd": "play", "moves": ["income 1t", "end"], "game": "a"}, {"cmd": "undo", "count": 1, "game": "a"},
    {"cmd": "state", "view": 1}, {"cmd": "option", "name": "threads", "value": 1}, {"cmd": "perft", "depth": 1, "divide": True},
    {"cmd": "go", "simulations": 50, "report": 0.01, "lines": 2, "moves": None}, {"cmd": "games"}, {"cmd": "board"},
    {"cmd": "svg", "arrows": ["end"], "highlight": []}, {"cmd": "words"}, {"cmd": "words", "move": "end"}, {"cmd": "stop"},
    {"cmd": "strength", "name": "full"}, {"cmd": "review", "simulations": 10, "game": "a"}, {"cmd": "close", "game": "a"},
    {"cmd": "quit"},
]


def test_every_answer_is_as_the_schema_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is told before it; a clock that runs fast lets even a short search report."""
    seconds = itertools.count()
    monkeypatch.setattr("hansa.thinking.time", SimpleNamespace(perf_counter=lambda: float(next(seconds))))
    engine, told = Engine(), list[dict[str, Any]]()
    engine.report = told.append
    for request in REQUESTS:
        answer = json.loads(json.dumps(engine.answer({"id": 1} | request)))
        assert list(problems(request, SCHEMA["$defs"][request["cmd"]], SCHEMA["$defs"])) == []
        assert list(problems(answer, SCHEMA["$defs"][answer_name(request["cmd"])], SCHEMA["$defs"])) == [], request
        assert is_valid(request, SCHEMA, SCHEMA["$defs"])
        assert bool(told) == (COMMANDS[request["cmd"]].info is not None), request
        while told:
            info = json.loads(json.dumps(told.pop()))
            assert list(problems(info, SCHEMA["$defs"][info_name(request["cmd"])], SCHEMA["$defs"])) == [], request
    assert {request["cmd"] for request in REQUESTS} == set(COMMANDS)


@pytest.mark.parametrize("request_", [
    {"cmd": "legal", "game": "b"}, {"cmd": "play", "moves": ["claim BRE-HAM"]}, {"cmd": "new", "state": {}}, {"cmd": "x"}, [],
])
def test_every_error_is_as_the_schema_says(request_: object) -> None:
    answer = json.loads(json.dumps(begun().answer(request_)))
    assert list(problems(answer, SCHEMA["$defs"]["error"], SCHEMA["$defs"])) == []


def changed(request: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A request with one member more, less or other."""
    names = WORDS | st.sampled_from(sorted(SCHEMA["$defs"][request["cmd"]]["properties"]))
    return st.tuples(names.filter(lambda name: name != "cmd"), VALUES | st.none() | st.text(min_size=41)).map(
        lambda pair: request | {pair[0]: pair[1]})


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(REQUESTS).flatmap(changed))
def test_the_door_and_the_schema_refuse_the_same(request: dict[str, Any]) -> None:
    command = COMMANDS[request["cmd"]]
    short = request.get("game") is None or (isinstance(request["game"], str) and len(request["game"]) <= 40)
    try:
        read_message(command.request, request["cmd"], request, beside=("id", "cmd", *(["game"] if command.of_game else [])))
        read = short or not command.of_game
    except BadMessage:
        read = False
    assert read == is_valid(request, SCHEMA["$defs"][request["cmd"]], SCHEMA["$defs"]), request


QUICK = [request for request in REQUESTS if not COMMANDS[request["cmd"]].takes_long and request["cmd"] != "perft"]


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(QUICK).flatmap(changed), max_size=4))
def test_whatever_comes_is_answered_as_the_schema_says(requests: list[dict[str, Any]]) -> None:
    engine = begun()
    for request in requests:
        answer = json.loads(json.dumps(engine.answer(request)))
        assert answer.get("error", {}).get("code") != "internal-error", (request, answer)
        name = "error" if "error" in answer else answer_name(request["cmd"])
        assert list(problems(answer, SCHEMA["$defs"][name], SCHEMA["$defs"])) == [], (request, answer)


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA


def members(schema: Any) -> Iterator[Any]:
    """All members that a schema describes."""
    for name, inner in schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ():
        if name == "properties":
            yield from inner.items()
        yield from members(inner)


def test_every_member_is_explained() -> None:
    for name, said in members(SCHEMA):
        assert said.get("description") or name == "cmd", name
