"""The protocol: every request and error, a real `hansa engine`, and lines of any bytes."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hansa import State, __version__
from hansa.boards import BOARD_NAMES
from hansa.json_lines import json_line
from hansa.protocol import Engine, conversation, failures
from hansa.protocol.commands import COMMANDS
from hansa.protocol.conversation import LINE_LIMIT, answer_line, serve
from hansa.thinking import Budget, Thinker, ThinkingError

ROOT = Path(__file__).parents[1]
NEW = {"cmd": "new", "setup": {"board": "hansa-45", "players": 4}, "seed": 7}
PAGE = (ROOT / "docs" / "formats" / "protocol.md").read_text(encoding="utf-8")
CODE_TABLE = PAGE.partition("code of an error")[2]
DOCUMENTED = set(re.findall(r"`([a-z-]+)`", "".join(re.findall(r"^\| (`[^|]*) \|", CODE_TABLE, re.MULTILINE))))


def begun(*moves: str) -> Engine:
    engine = Engine()
    assert "error" not in engine.answer(NEW)
    assert "error" not in engine.answer({"cmd": "play", "moves": list(moves)})
    return engine


def snapshot(engine: Engine) -> tuple[Any, ...]:
    games = {name: ([bytes(state) for state in game.positions], list(game.moves)) for name, game in engine.games.items()}
    return [bytes(state) for state in engine.positions], dict(engine.options), engine.ended, games, engine.version


def error_of(engine: Engine, request: object) -> dict[str, Any]:
    """The error a request gets, which must leave the engine as it was."""
    before = snapshot(engine)
    answer = engine.answer(request)
    assert snapshot(engine) == before
    assert list(answer) == ["id", "error"]
    assert answer["error"]["code"] in DOCUMENTED
    assert "\n" not in answer["error"]["message"]
    found: dict[str, Any] = answer["error"]
    return found


# --- requests -----------------------------------------------------------------------------------

def test_hello_says_what_there_is() -> None:
    answer = Engine().answer({"id": "a", "cmd": "hello", "version": 1})
    assert (answer["id"], answer["name"], answer["version"], answer["protocol"]) == ("a", "hansa", __version__, 1)
    assert answer["games"] == ["teutonica", "hansa2004"]
    boards = {board["name"]: board for board in answer["boards"]}
    assert tuple(boards) == (*BOARD_NAMES, "hansa2004")
    assert boards["hansa-23"]["players"] == (2, 3)
    assert boards["hansa-45"]["modules"] == ("missions", "favours")
    assert boards["east"]["modules"] == ()
    assert boards["east"]["editions"] == ("bigbox", "classic", "classic-16")
    assert [tuple(option.values()) for option in answer["options"]] == [
        ("threads", "int", 1, 1, 256), ("memory", "int", 256, 1, 65536), ("seed", "int", 0, 0, 2**63 - 1)]
    assert list(answer["options"][0]) == ["name", "type", "default", "min", "max"]


def test_new_begins_from_a_setup_or_a_state() -> None:
    engine = Engine()
    assert engine.answer(NEW) == {"id": None, "to_move": 0}
    assert engine.state == State.new(board="hansa-45", players=4, seed=7)
    assert engine.answer({"cmd": "new", "setup": {"seed": 7}}) == {"id": None, "to_move": 0}
    assert engine.state == State.new(board="hansa-45", players=4, seed=7)
    other = State.new(board="east", players=3, seed=2)
    other.play("income 1t")
    assert engine.answer({"cmd": "new", "state": other.to_json()})["to_move"] == 0
    assert engine.state == other


def test_legal_play_undo_state() -> None:
    engine = begun()
    moves = engine.answer({"cmd": "legal"})["moves"]
    assert moves == list(engine.state.legal_moves)
    request = {"id": 3, "cmd": "play", "moves": ["place t Hamburg-Bremen", "end"]}
    assert engine.answer(request) == {"id": 3, "to_move": 1}
    assert engine.answer({"cmd": "state"})["state"] == engine.state.to_json()
    assert engine.answer({"cmd": "undo"}) == {"id": None, "to_move": 0}
    assert engine.answer({"cmd": "undo", "count": 1})["to_move"] == 0
    assert engine.answer({"cmd": "undo", "count": 0})["to_move"] == 0
    assert engine.answer({"cmd": "legal"})["moves"] == moves


def test_chance_has_probabilities_and_is_undone_too() -> None:
    state = to_chance()
    engine = Engine()
    engine.answer({"cmd": "new", "state": state.to_json()})
    answer = engine.answer({"cmd": "legal"})
    assert len(answer["probabilities"]) == len(answer["moves"])
    assert sum(answer["probabilities"]) == pytest.approx(1)
    engine.answer({"cmd": "play", "moves": answer["moves"][:1]})
    assert engine.answer({"cmd": "undo"})["to_move"] == "*"


def to_chance() -> State:
    """A position in which chance is to move."""
    from hansa.record import play_random

    record = play_random({"board": "hansa-45", "players": 4}, seed=1, limit=4000, kind_first=True)
    ply = next(ply for ply, move in enumerate(record.moves) if move.startswith("*"))
    return record.replay(ply)


def test_a_view_hides_the_missions_of_others() -> None:
    engine = Engine()
    engine.answer({"cmd": "new", "setup": {"modules": ["missions"]}, "seed": 1})
    desks = engine.answer({"cmd": "state", "view": 2})["state"]["desks"]
    assert [desk["mission"] == "?" for desk in desks] == [True, True, False, True]


def test_the_first_illegal_move_stops() -> None:
    engine = begun()
    answer = engine.answer({"id": 1, "cmd": "play", "moves": ["place t BRE-HAM", "end", "place t XXX-YYY", "end"]})
    assert answer["error"]["code"] == "illegal-move"
    assert answer["error"]["number"] == 2
    assert "there is no route" in answer["error"]["message"]
    assert len(engine.positions) == 3 and engine.state.to_move == 1


def test_perft_and_its_division() -> None:
    engine = begun()
    assert engine.answer({"cmd": "perft", "depth": 0}) == {"id": None, "nodes": 1}
    assert engine.answer({"cmd": "perft", "depth": 2}) == {"id": None, "nodes": 4096}
    answer = engine.answer({"cmd": "perft", "depth": 3, "divide": True})
    assert answer["nodes"] == sum(answer["divide"].values()) == engine.state.perft(3)
    assert list(answer["divide"]) == list(engine.state.legal_moves)
    assert engine.answer({"cmd": "perft", "depth": 0, "divide": True}) == {"id": None, "nodes": 1, "divide": {}}


def test_options_are_kept() -> None:
    engine = Engine()
    assert engine.answer({"cmd": "option", "name": "threads", "value": 2}) == {"id": None, "ok": True}
    assert engine.options["threads"] == 2


@pytest.mark.parametrize("identity", [None, 0, -1.5, "x", [1, {"a": None}], {"deep": [[]]}, True, "\ud800"])
def test_any_id_is_echoed(identity: object) -> None:
    for cmd in ("hello", "nonsense"):
        assert answer_line(Engine(), json.dumps({"id": identity, "cmd": cmd}).encode())["id"] == identity


@pytest.mark.parametrize(("request_", "code", "message"), [
    ([], "bad-request", "a request is a JSON object"),
    ({}, "bad-request", "'cmd' must be the name of a command"),
    ({"cmd": 3}, "bad-request", "'cmd' must be"),
    ({"cmd": "plai"}, "unknown-command", "unknown command 'plai'; did you mean 'play'?"),
    ({"cmd": "hello", "version": 3}, "unknown-version", "this engine speaks versions 1 and 2 of the protocol, not 3"),
    ({"cmd": "hello", "version": "1"}, "bad-request", "'version' must be a whole number"),
    ({"cmd": "new"}, "bad-request", "'new' needs either 'setup' or 'state'"),
    ({"cmd": "new", "setup": {}, "state": {}}, "bad-request", "'new' needs either"),
    ({"cmd": "new", "setup": []}, "bad-request", "'setup' must be an object"),
    ({"cmd": "new", "setup": {"seed": 1}, "seed": 2}, "bad-setup", "two seeds: 2 beside the setup, 1 in it"),
    ({"cmd": "new", "setup": {"board": "eest"}}, "bad-setup", "unknown board 'eest'; did you mean 'east'?"),
    ({"cmd": "new", "setup": {"players": True}}, "bad-setup", "board hansa-45 is for 4 or 5 players"),
    ({"cmd": "new", "state": {}}, "bad-state", "impossible state"),
    ({"cmd": "new", "state": {}, "seed": 3}, "bad-request", "a 'state' leaves nothing for a 'seed'"),
    ({"cmd": "legal", "moves": []}, "bad-request", "'legal' has no member 'moves'; 'legal' has none"),
    ({"cmd": "play"}, "bad-request", "'play' needs the member 'moves', a list of moves"),
    ({"cmd": "play", "move": "end"}, "bad-request", "'play' has no member 'move'; did you mean 'moves'?"),
    ({"cmd": "play", "moves": "end"}, "bad-request", "'moves' must be a list of moves"),
    ({"cmd": "play", "moves": ["end", 1]}, "bad-request", "'moves' must be a list of moves"),
    ({"cmd": "play", "moves": ["x" * 100_000]}, "illegal-move", "illegal move 'xxx"),
    ({"cmd": "undo"}, "nothing-to-undo", "'count' is 1, but only 0 moves have been played"),
    ({"cmd": "undo", "count": -1}, "bad-request", "'count' must be a whole number from 0, not -1"),
    ({"cmd": "undo", "count": True}, "bad-request", "'count' must be a whole number"),
    ({"cmd": "state", "view": 4}, "bad-request", "'view' must be a seat, 0 to 3, not 4"),
    ({"cmd": "option", "name": "threads"}, "bad-request", "'option' needs the member 'value'"),
    ({"cmd": "option", "name": "hash", "value": 1}, "bad-option", "unknown option 'hash'; known are threads"),
    ({"cmd": "option", "name": "threads", "value": 257}, "bad-option", "threads must be a whole number from 1 to 256"),
    ({"cmd": "perft"}, "bad-request", "'perft' needs the member 'depth'"),
    ({"cmd": "perft", "depth": 9}, "bad-request", "'depth' must be a whole number from 0 to 8, not 9"),
    ({"cmd": "perft", "depth": 1, "divide": 1}, "bad-request", "'divide' must be true or false"),
    ({"cmd": "go"}, "bad-request", "a budget needs 'simulations', 'seconds', 'turn_seconds' or 'clock'"),
    ({"cmd": "go", "seconds": 0}, "bad-request", "seconds must be more than 0"),
    ({"cmd": "go", "simulations": 0}, "bad-request", "simulations must be 1 or more"),
    ({"cmd": "go", "simulations": 10, "lines": 0}, "bad-request", "'lines' must be"),
    ({"cmd": "go", "simulations": 10, "report": 0}, "bad-request", "'report' must be"),
])
def test_errors_say_what_is_wrong_and_change_nothing(request_: object, code: str, message: str) -> None:
    error = error_of(begun(), request_)
    assert error["code"] == code
    assert error["message"].startswith(message)
    assert len(error["message"]) < 9000


@pytest.mark.parametrize("request_", [
    {"cmd": "legal"}, {"cmd": "state"}, {"cmd": "undo"}, {"cmd": "perft", "depth": 1}, {"cmd": "play", "moves": []},
])
def test_without_a_game_there_is_none(request_: dict[str, Any]) -> None:
    error = error_of(Engine(), request_)
    assert error["code"] == "no-game"
    assert error["message"] == 'there is no game yet; begin one with {"cmd": "new", "setup": {}}'


def test_a_refused_new_leaves_the_game() -> None:
    engine = begun("place t BRE-HAM")
    error_of(engine, {"cmd": "new", "setup": {"board": "x"}})
    assert engine.answer({"cmd": "undo"})["to_move"] == 0


def test_a_fault_of_ours_is_an_answer_too() -> None:
    engine = begun()
    with patch.object(State, "view", side_effect=ZeroDivisionError("x")):
        assert error_of(engine, {"cmd": "state", "view": 0})["code"] == "internal-error"


def test_every_command_is_documented() -> None:
    for name in COMMANDS:
        assert f'"cmd": "{name}"' in PAGE and f"**`{name}`**" in PAGE


# --- lines --------------------------------------------------------------------------------------

def answers(data: bytes) -> list[dict[str, Any]]:
    sink = io.BytesIO()
    serve(io.BytesIO(data), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_what_was_stopped_stops_nothing_after_it() -> None:
    sink = io.BytesIO()
    with ThreadPoolExecutor(1) as pool:
        talk = conversation.Conversation(sink, pool)
        for request in (NEW, {"id": 1, "cmd": "go", "seconds": 60}, {"id": 2, "cmd": "stop"},
                        {"id": 3, "cmd": "go", "simulations": 4000}):
            talk.hear(json.dumps(request).encode())
        talk.finish()
    heard = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert [answer["id"] for answer in heard if "info" not in answer] == [None, 1, 2, 3]
    assert heard[-1]["simulations"] >= 4000


def test_a_setting_that_changes_makes_another_search() -> None:
    engine = begun()
    first = engine.thinker
    for name, value, another in (("seed", 0, False), ("seed", 5, True), ("memory", 100, True), ("memory", 100, False)):
        engine.answer({"cmd": "option", "name": name, "value": value})
        assert (engine.thinker is not first) is another, (name, value)
        first = engine.thinker


def test_every_answer_leaves_before_the_next_request_is_read() -> None:
    """A driver that waits for an answer would wait for ever for one that stays in a buffer."""
    left = list[int]()

    class Asking(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            left.append(pipe.getvalue().count(b"\n"))
            return super().readline(size)

    pipe = io.BytesIO()
    serve(Asking(b'{"cmd": "hello", "version": 1}\n' * 3), io.BufferedWriter(pipe))
    assert left == [0, 1, 2, 3]


@pytest.mark.parametrize(("line", "code"), [
    (b"", "bad-json"), (b"\xff\xfe", "bad-json"), (b"{", "bad-json"), (b"[" * 200_000, "bad-json"),
    (b'{"id": NaN, "cmd": "hello"}', "bad-json"), (b'{"cmd": "hello", "cmd": "quit"}', "bad-json"),
    (b'{"cmd": "undo", "count": ' + b"9" * 5000 + b"}", "bad-json"), (b"3", "bad-request"), (b"null", "bad-request"),
    (b'{"cmd": "plai"}', "unknown-command"), (b'{"cmd": []}', "bad-request"),
    (b'"' + b"x" * LINE_LIMIT + b'"', "too-long"), (b" " * (3 * LINE_LIMIT), "too-long"),
    (b" " * (LINE_LIMIT - 1), "bad-json"),
])
def test_bad_lines_are_answered_and_the_next_is_read(line: bytes, code: str) -> None:
    first, second = answers(line + b'\n{"id": 1, "cmd": "undo"}\n')
    assert (first["id"], first["error"]["code"]) == (None, code)
    assert (second["id"], second["error"]["code"]) == (1, "no-game")
    assert line or first["error"]["message"] == "an empty line is not a request"


def test_the_end_of_the_input_and_quit_end() -> None:
    assert answers(b"") == []
    assert len(answers(b'{"cmd": "hello"}')) == 1
    assert answers(b'{"id": 5, "cmd": "quit"}\r\n{"cmd": "hello"}\n') == [{"id": 5, "ok": True}]


@pytest.mark.parametrize(("length", "cut"), [(failures.MESSAGE_LIMIT, False), (failures.MESSAGE_LIMIT + 1, True)])
def test_an_endless_message_is_cut(length: int, cut: bool) -> None:
    message = failures.failure(1, "refused", "m" * length)["error"]["message"]
    assert len(message) == failures.MESSAGE_LIMIT and message.endswith("..." if cut else "mmm")


# --- what a search is told ----------------------------------------------------------------------

@pytest.mark.parametrize(("members", "budget", "told"), [
    ({"simulations": 9}, Budget(simulations=9), {"lines": 3, "every": None, "moves": (), "without": ()}),
    ({"turn_seconds": 4, "lines": 7, "report": 0.5, "moves": ["end"], "without": ["place"]}, Budget(turn_seconds=4),
     {"lines": 7, "every": 0.5, "moves": ("end",), "without": ("place",)}),
    ({"clock": 60, "increment": 2, "seconds": 5}, Budget(clock=60, increment=2, seconds=5), {}),
])
def test_go_tells_the_search_all_it_was_told(members: dict[str, Any], budget: Budget, told: dict[str, Any]) -> None:
    engine = begun()
    with patch.object(Thinker, "think", side_effect=ThinkingError("that will do")) as think:
        assert engine.answer({"cmd": "go"} | members)["error"]["message"] == "that will do"
    assert think.call_args.args == (engine.state, budget)
    assert think.call_args.kwargs.items() >= told.items() and think.call_args.kwargs["stop"] is engine.stop


# --- the program --------------------------------------------------------------------------------

@contextmanager
def started_engine() -> Iterator[subprocess.Popen[bytes]]:
    """`hansa engine`, with Ctrl-C working even where the tests run in the background."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hansa", "engine"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ask(process: subprocess.Popen[bytes], request: object) -> dict[str, Any]:
    assert process.stdin and process.stdout
    process.stdin.write(json.dumps(request).encode() + b"\n")
    process.stdin.flush()
    answer: dict[str, Any] = json.loads(process.stdout.readline())
    return answer


def test_a_game_with_the_real_engine() -> None:
    with started_engine() as process:
        assert ask(process, {"id": 1, "cmd": "hello", "version": 1})["protocol"] == 1
        assert ask(process, NEW)["to_move"] == 0
        twin = State.new(board="hansa-45", players=4, seed=7)
        for _ in range(60):
            moves = ask(process, {"cmd": "legal"})["moves"]
            assert moves == list(twin.legal_moves)
            move = moves[len(moves) // 2]
            twin.play(move)
            assert ask(process, {"cmd": "play", "moves": [move]})["to_move"] == twin.to_move
        assert ask(process, {"cmd": "state"})["state"] == twin.to_json()
        assert ask(process, {"cmd": "quit"}) == {"id": None, "ok": True}
        assert process.wait(5) == 0
        assert process.stderr and process.stderr.read() == b""


@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_it_quietly(busy: bool) -> None:
    with started_engine() as process:
        ask(process, NEW)
        if busy:
            assert process.stdin
            process.stdin.write(b'{"cmd": "perft", "depth": 8}\n')
            process.stdin.flush()
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(5) == 130
        assert process.stderr and process.stderr.read() == b""


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with started_engine() as process:
        ask(process, NEW)
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b'{"cmd": "legal"}\n' * 3)
        process.stdin.close()
        process.stdin = None
        assert process.wait(5) == 0
        assert process.stderr.read() == b""
        process.stdout = None


# --- fuzz ---------------------------------------------------------------------------------------

WORDS = st.sampled_from([
    *COMMANDS, "cmd", "id", "setup", "state", "moves", "board", "players", "modules", "missions", "taverns", "end",
    "place t BRE-HAM", "income 1t", "threads", "name", "value", "depth", "hansa-45", "east", "phase", "turn",
])
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 6) | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6) | WORDS
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=4)
)
VALID: list[dict[str, Any]] = [
    NEW, {"cmd": "new", "state": State.new(board="east", players=3, seed=1).to_json()}, {"cmd": "legal"},
    {"cmd": "play", "moves": ["income 1t", "end"]}, {"cmd": "undo", "count": 1}, {"cmd": "state", "view": 1},
    {"cmd": "option", "name": "threads", "value": 2}, {"cmd": "perft", "depth": 1, "divide": True},
    {"cmd": "hello", "version": 1},
]


def paths(value: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from paths(item, (*path, key))


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A valid request with something in it replaced, removed or added."""
    request = json.loads(json.dumps(draw(st.sampled_from(VALID))))
    for _ in range(draw(st.integers(1, 2))):
        path = draw(st.sampled_from([(), *paths(request)]))
        place = request
        for key in path[:-1]:
            place = place[key]
        if not path:
            request[draw(WORDS)] = draw(VALUES)
        elif draw(st.booleans()):
            place[path[-1]] = draw(VALUES)
        else:
            del place[path[-1]]
    return json.dumps(request).encode()


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A valid line with some bytes in it replaced."""
    line = json.dumps(draw(st.sampled_from(VALID))).encode()
    place = draw(st.integers(0, len(line)))
    return line[:place] + draw(st.binary(max_size=4)) + line[place + draw(st.integers(0, 6)):]


LINES = st.binary(max_size=40) | VALUES.map(lambda value: json.dumps(value).encode()) | mutated() | damaged()


@settings(max_examples=400, deadline=None)
@given(st.lists(LINES, max_size=4))
def test_whatever_comes_is_answered_and_errors_change_nothing(lines: list[bytes]) -> None:
    engine = begun("place t BRE-HAM")
    with patch.object(State, "perft", lambda state, depth: 1):
        for line in lines:
            before = snapshot(engine)
            answer = json.loads(json_line(answer_line(engine, line)))
            assert "id" in answer
            if "error" not in answer:
                continue
            code = answer["error"]["code"]
            assert code in DOCUMENTED - {"internal-error"}, (line, answer)
            after = snapshot(engine)
            if code == "illegal-move":
                assert after[0][:len(before[0])] == before[0]
                assert len(after[0]) == len(before[0]) + answer["error"]["number"]
            else:
                assert after == before


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_a_stream_of_any_bytes_gets_one_answer_a_line(data: bytes) -> None:
    lines = data.split(b"\n")
    assert len(answers(data)) == len(lines) - (not lines[-1])


# --- go and stop --------------------------------------------------------------------------------

def test_go_answers_with_lines_and_values() -> None:
    engine = begun()
    answer = engine.answer({"id": 7, "cmd": "go", "simulations": 400, "lines": 2})
    assert answer["simulations"] == 400 and len(answer["lines"]) == 2
    assert answer["move"] == answer["lines"][0]["move"] in list(engine.state.legal_moves)
    assert sum(answer["values"]) == pytest.approx(1, abs=1e-3)
    first = answer["lines"][0]["variation"][0]
    assert first == f"0 {answer['move']}"


def test_the_same_seed_and_simulations_give_the_same_answer() -> None:
    request = {"cmd": "go", "simulations": 700}
    first, second = (begun().answer(request) for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_stop_ends_go_at_once_and_others_wait() -> None:
    with started_engine() as process:
        ask(process, NEW)
        assert "info" in ask(process, {"id": "go", "cmd": "go", "seconds": 60, "report": 0.05})
        assert process.stdin and process.stdout
        process.stdin.write(b'{"id": "x", "cmd": "legal"}\n{"id": "s", "cmd": "stop"}\n')
        process.stdin.flush()
        answers: dict[str, Any] = {}
        while "s" not in answers:
            answer = json.loads(process.stdout.readline())
            if "info" not in answer:
                answers[answer["id"]] = answer
        assert answers["x"]["error"]["code"] == "busy"
        assert list(answers) == ["x", "go", "s"] and answers["s"]["ok"] and answers["go"]["move"]
        assert ask(process, {"id": 1, "cmd": "legal"})["moves"]


class Driver(io.BytesIO):
    """Both ends of a driver: the engine reads its requests from it and writes its answers to it.

    It sends a request for each answer it gets, from inside the write: the next request is out
    before the engine has returned from writing, as with a driver that is quicker than the thread
    that writes.
    """

    def __init__(self, next_request: Callable[[dict[str, Any]], dict[str, Any] | None], first: dict[str, Any]) -> None:
        super().__init__()
        self.next_request, self.heard, self.decided = next_request, list[dict[str, Any]](), threading.Event()
        self.requests: list[dict[str, Any] | None] = [first]
        self.sent = threading.Semaphore(1)

    def readline(self, size: int | None = -1, /) -> bytes:
        self.sent.acquire()
        request = self.requests.pop(0)
        return b"" if request is None else json.dumps(request).encode() + b"\n"

    def write(self, data: Any, /) -> int:
        answer = json.loads(bytes(data))
        self.heard.append(answer)
        self.decided.clear()
        self.requests.append(self.next_request(answer))
        self.sent.release()
        # A slow writer: the engine decides about the next request meanwhile
        if answer.get("id") == "go":
            assert self.requests[-1:] == [None] or self.decided.wait(30)
        return len(data)


@contextmanager
def decisions_told(driver: Driver) -> Iterator[None]:
    """Tells the driver whenever a request is accepted or found to come too early."""
    def answered(engine: Engine, request: object) -> Any:
        if isinstance(request, dict) and request["cmd"] != "go":
            driver.decided.set()
        return answer(engine, request)

    def failed(*arguments: Any, **more: Any) -> Any:
        driver.decided.set()
        return failure(*arguments, **more)

    answer, failure = Engine.answer, failures.failure
    with patch.object(Engine, "answer", answered), patch.object(conversation, "failure", failed):
        yield


GO = {"id": "go", "cmd": "go", "simulations": 1}
ROUNDS = 400


@pytest.mark.parametrize("go", [GO, GO | {"simulations": 0}])
def test_whoever_has_the_answer_of_go_may_ask_the_next_thing(go: dict[str, Any]) -> None:
    rounds = iter(range(ROUNDS))

    def next_request(answer: dict[str, Any]) -> dict[str, Any] | None:
        if answer["id"] == "go":
            return {"id": "legal", "cmd": "legal"}
        return None if next(rounds, None) is None else go

    driver = Driver(next_request, NEW)
    with decisions_told(driver):
        serve(driver, driver)
    legal = [answer for answer in driver.heard if answer["id"] == "legal"]
    assert len(legal) == ROUNDS and all("moves" in answer for answer in legal)
    assert [answer["id"] for answer in driver.heard] == [None, *(["go", "legal"] * ROUNDS)]


@pytest.mark.parametrize("request_", [{"cmd": "stop"}, {"id": 3, "cmd": "stop"}, {"cmd": "quit"}])
def test_stop_and_quit_always_get_their_answer(request_: dict[str, Any]) -> None:
    with started_engine() as process:
        ask(process, NEW)
        assert "info" in ask(process, {"id": "go", "cmd": "go", "seconds": 600, "report": 0.05})
        answer = ask(process, request_)
        while "info" in answer:
            answer = json.loads(process.stdout.readline() if process.stdout else b"")
        assert (answer["id"], "move" in answer) == ("go", True)
        assert json.loads(process.stdout.readline() if process.stdout else b"") == {"id": request_.get("id"), "ok": True}


def test_stop_without_a_go_is_answered_too() -> None:
    assert answers(b'{"cmd": "stop"}\n') == [{"id": None, "ok": True}]
