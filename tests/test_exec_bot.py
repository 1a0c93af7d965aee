"""A program as a player, without a process: every word that it is told, every limit, every
answer that it may give. Its clock only moves while somebody waits."""

from __future__ import annotations

import json
import subprocess
from collections import deque
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from hansa import State
from hansa.bots import examination, exec_bot
from hansa.bots.bot import Bot, BotFault, Opinion
from hansa.bots.exec_bot import ExecBot, Program, Reported, answered_move, check_found, shown, signal_name
from hansa.bots.registry import SpecError, make_bot
from tests import golden_examination

STATE = State.new(board="hansa-23", players=2, seed=3)


class World:
    """A program that says what a test wants; what is done to it is written down."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.done: list[str] = []
        self.answers: deque[bytes | None] = deque()
        self.code: int | None = None            # that the process ends with; None if it runs on
        self.takes, self.broken = True, False   # whether it reads
        self.pid = 4711

    # What the pipes do.
    def write(self, data: bytes, seconds: float) -> bool:
        if self.broken:
            raise BrokenPipeError
        assert data.endswith(b"\n") and data.count(b"\n") == 1
        self.done.append(f"{data[:-1].decode()} within {seconds:g}")
        return self.takes

    def read(self, seconds: float) -> bytes | None:
        answer = self.answers.popleft() if self.answers else None
        self.done.append(f"read for {seconds:g}")
        self.now += seconds if answer is None else 1
        return answer

    def close_input(self) -> None:
        self.done.append("close input")

    def close(self) -> None:
        self.done.append("close")

    # What the process does.
    def poll(self) -> int | None:
        return self.code

    def wait(self, seconds: float | None = None) -> int:
        self.done.append(f"wait for {seconds}")
        if self.code is None:
            if seconds is None:
                return -9
            raise subprocess.TimeoutExpired("program", seconds)
        return self.code

    def says(self, *answers: object) -> None:
        """Its next lines: JSON, bytes as they are, None for silence."""
        self.answers += [each if each is None or isinstance(each, bytes) else json.dumps(each).encode() + b"\n"
                         for each in answers]

    def told(self) -> list[str]:
        """What was done since the last look, without the reading."""
        done = [line for line in self.done if not line.startswith("read")]
        self.done.clear()
        return done


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.delenv("HANSA_PIPES", raising=False)
    monkeypatch.setattr(exec_bot, "start", lambda words, errors: world)
    monkeypatch.setattr(exec_bot, "pipes_of", lambda process: world)
    monkeypatch.setattr(exec_bot, "end", lambda process: world.done.append("kill"))
    monkeypatch.setattr(exec_bot, "time", SimpleNamespace(monotonic=lambda: world.now))
    return world


# --- asking -------------------------------------------------------------------------------------

@pytest.mark.parametrize(("ask", "told", "seconds"), [
    (lambda program: program.hello(), {"cmd": "hello", "version": 1}, 10),
    (lambda program: program.set_option("level", "3"), {"cmd": "option", "name": "level", "value": "3"}, 5),
    (lambda program: program.new({"board": "east"}, 2, 7), {"cmd": "new", "setup": {"board": "east"}, "seat": 2, "seed": 7}, 5),
    (lambda program: program.ask_json({"cmd": "x"}, 2.5), {"cmd": "x"}, 2.5),
])
def test_questions_have_a_number_and_a_limit(
    ask: Callable[[Program], Any], told: dict[str, Any], seconds: float, world: World
) -> None:
    program = Program("mine")
    for number in (1, 2):
        world.says({"id": number, "version": 1})
        ask(program)
        line, read = world.done
        assert line == f"{json.dumps({'id': number, **told})} within {seconds:g}" and read == f"read for {seconds:g}"
        world.done.clear()


def test_hello_answers_who_it_is(world: World) -> None:
    world.says({"id": 1, "version": 1, "name": "mine"})
    assert Program("mine").hello() == {"id": 1, "version": 1, "name": "mine"}


@pytest.mark.parametrize(("version", "said"), [({"version": 2}, "2"), ({}, "None")])
def test_another_version_is_a_crash(version: dict[str, Any], said: str, world: World) -> None:
    world.says({"id": 1, **version})
    with pytest.raises(BotFault, match=rf"^it speaks version {said} of the protocol, not 1$") as fault:
        Program("mine").hello()
    assert fault.value.end == "crash"


def test_what_needs_no_answer_is_told(world: World) -> None:
    program = Program("mine")
    program.show(STATE, ["0 end"])
    assert world.done == [json.dumps(
        {"cmd": "position", "state": STATE.to_json(), "moves": ["0 end"], "legal": list(STATE.legal_moves)}) + " within 5"]


def test_remarks_are_passed_over_and_time_is_counted_from_the_question(world: World) -> None:
    world.says({"hm": 1}, {"id": 7}, b'{"id":', b' 1, "ok": 3}\n{"id": 2}\n')
    program = Program("mine")
    assert program.ask_json({"cmd": "x"}, 10) == {"id": 1, "ok": 3}
    assert [line for line in world.done if line.startswith("read")] == [f"read for {left}" for left in (10, 9, 8, 7)]
    world.done.clear()
    assert program.ask_json({"cmd": "x"}, 10) == {"id": 2}, "what came too early is read later"
    assert not any(line.startswith("read") for line in world.done)


def test_silence_is_a_timeout(world: World) -> None:
    with pytest.raises(BotFault, match=r"^no answer to 'go' within 2 seconds$") as fault:
        Program("mine").ask_json({"cmd": "go"}, 2)
    assert fault.value.end == "timeout"
    world.says({"what": "is this"}, {"move": "x" * 100})
    with pytest.raises(BotFault, match=r"^no answer to 'go' within 2.5 seconds; it said ") as fault:
        Program("mine").ask_json({"cmd": "go"}, 2.5)
    assert str(fault.value).endswith('; it said b\'{"move": "' + "x" * 70 + "', which has not the id 1")


def test_a_program_that_has_ended_but_whose_output_is_held_open_is_a_crash(world: World) -> None:
    world.code = 3
    with pytest.raises(BotFault, match=r"^it ended with exit code 3$") as fault:
        Program("mine").ask_json({"cmd": "go"}, 2)
    assert fault.value.end == "crash"


def test_a_program_is_told_to_stop_and_has_time_left_to_answer(world: World) -> None:
    program = Program("mine")
    world.says(None, {"remark": 1}, {"id": 1, "move": "end"})
    assert program.ask_json({"cmd": "go"}, 4, 1.5) == {"id": 1, "move": "end"}
    assert world.done == ['{"id": 1, "cmd": "go"} within 4', "read for 1.5", '{"cmd": "stop"} within 5', "read for 2.5",
                          "read for 1.5"]
    world.done.clear()
    with pytest.raises(BotFault, match=r"^no answer to 'go' within 4 seconds$"):
        program.ask_json({"cmd": "go"}, 4, 1.5)
    assert [line for line in world.done if "stop" in line] == ['{"cmd": "stop"} within 5']


def test_chatter_has_an_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert exec_bot.MOST_REMARKS == 10_000
    monkeypatch.setattr(exec_bot, "MOST_REMARKS", 3)
    world.says(*[{"id": 0}] * 3, {"id": 1, "at": "last"})
    program = Program("mine")
    assert program.ask_json({"cmd": "go"}, 100)["at"] == "last"
    world.says(*[{"id": 0}] * 4, {"id": 2})
    with pytest.raises(BotFault, match=r"^it chatters: 3 lines, and none of them answers 'go'$") as fault:
        program.ask_json({"cmd": "go"}, 100)
    assert fault.value.end == "crash"


def test_a_line_has_an_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    assert exec_bot.LONGEST_LINE == 1 << 20
    monkeypatch.setattr(exec_bot, "LONGEST_LINE", 20)
    world.says(b'{"id": 1, "a"  :   3', b"}\n")
    program = Program("mine")
    assert program.ask_json({"cmd": "go"}, 100) == {"id": 1, "a": 3}
    world.says(b"x" * 21, b"\n")
    with pytest.raises(BotFault, match=r"^a line of more than 20 bytes$"):
        program.ask_json({"cmd": "go"}, 100)


@pytest.mark.parametrize(("line", "message"), [
    (b"nonsense " * 20 + b"\n", "its answer to 'go' is nonsense, no JSON: Expecting value at column 1: "
                                + repr((b"nonsense " * 20)[:80])),
    (b'["id", 1]\n', "its answer to 'go' is not a JSON object: b'[\"id\", 1]'"),
    (b'{"id": 1, "error": {"code": "a"}}\n', "it reports an error: {'code': 'a'}"),
])
def test_answers_that_are_none(line: bytes, message: str, world: World) -> None:
    world.says(line)
    with pytest.raises(BotFault) as fault:
        Program("mine").ask_json({"cmd": "go"}, 2)
    assert (str(fault.value), fault.value.end) == (message, "crash")
    assert isinstance(fault.value, Reported) == ("reports" in message)


@pytest.mark.parametrize(("code", "how"), [
    (0, "with exit code 0"), (3, "with exit code 3"), (-9, "by signal SIGKILL"), (-35, "by signal 35"), (None, "its PIPE"),
])
def test_how_a_program_ended_is_said(code: int | None, how: str, world: World) -> None:
    world.says(b"")
    world.code = code
    with pytest.raises(BotFault) as fault:
        Program("mine").ask_json({"cmd": "go"}, 2)
    assert str(fault.value) == f"it ended {how.replace('PIPE', 'output')}" and world.told()[-1] == "wait for 1.0"
    world.broken = True
    with pytest.raises(BotFault) as fault:
        Program("mine").say(b"x\n")
    assert (str(fault.value), fault.value.end) == (f"it ended {how.replace('PIPE', 'input')}", "crash")


def test_a_program_that_does_not_read_is_a_timeout(world: World) -> None:
    world.takes = False
    with pytest.raises(BotFault, match=r"^it reads nothing for 5 seconds$") as fault:
        Program("mine").say(b"x\n")
    assert fault.value.end == "timeout"
    with pytest.raises(BotFault, match=r"^it reads nothing for 0.5 seconds$"):
        Program("mine").say(b"x\n", 0.5)


@pytest.mark.parametrize("code", [0, None])
def test_a_program_is_asked_to_go_then_made_to(code: int | None, world: World) -> None:
    world.code = code
    program = Program("mine")
    assert program.ended(0.5) is (code == 0) and world.told() == ["wait for 0.5"]
    program.end()
    assert world.told() == ['{"cmd": "quit"} within 1', "close input", "wait for 1.0", "kill", "close", "wait for None"]


def test_programs_that_cannot_be_started() -> None:
    for command, message in (("", "cannot start '': exec: needs a command"), ("'", "cannot start \"'\": No closing quotation")):
        with pytest.raises(BotFault) as fault:
            Program(command)
        assert (str(fault.value), fault.value.end) == (message, "crash")


# --- playing ------------------------------------------------------------------------------------

def bot_of(spec: str) -> ExecBot:
    bot = make_bot(spec)
    assert isinstance(bot, ExecBot)
    return bot


def thought(bot: Bot) -> Opinion | None:
    """A type checker believes that it stays as it was."""
    return bot.opinion


def said(lines: list[str]) -> Iterator[str]:
    """Messages without what is long."""
    for line in lines:
        text, _, seconds = line.rpartition(" within ")
        message = json.loads(text) if text else line
        if isinstance(message, dict):
            for name in ("state", "legal", "setup", "result"):
                if name in message:
                    message[name] = "..."
        yield f"{json.dumps(message)} {seconds}" if text else line


@pytest.mark.parametrize(("count", "text"), [
    (1, "a"), (5, "a, b, c, d, e"), (6, "a, b, c, d, e and 1 more"), (9, "a, b, c, d, e and 4 more"),
])
def test_some_legal_moves_are_named(count: int, text: str) -> None:
    state: Any = SimpleNamespace(legal_moves="abcdefghij"[:count])
    assert examination._some(state) == text         # type: ignore[attr-defined]


def test_who_is_asked_before_a_game_begins_has_the_seat_that_decides(world: World) -> None:
    bot, state = bot_of("exec:mine"), STATE.copy()
    while state.to_move != 1:
        state.play(state.legal_moves[-1])
    world.says({"id": 1, "version": 1}, {"id": 2}, {"id": 3, "move": "end"})
    assert bot.choose(state) == "end"
    assert list(said(world.told()))[1] == '{"id": 2, "cmd": "new", "setup": "...", "seat": 1, "seed": 0} 5'


def test_a_game_from_its_beginning_to_its_end(world: World) -> None:
    bot = bot_of("exec:seed=9,seconds=0.5,set=level=3;;book=a=b;:mine --fast")
    world.says(*({"id": number, "version": 1} for number in (1, 2, 3, 4)))
    bot.new_game(1, {"board": "east"})
    assert list(said(world.told())) == [
        '{"id": 1, "cmd": "hello", "version": 1} 10', '{"id": 2, "cmd": "option", "name": "level", "value": "3"} 5',
        '{"id": 3, "cmd": "option", "name": "book", "value": "a=b"} 5',
        '{"id": 4, "cmd": "new", "setup": "...", "seat": 1, "seed": 9} 5']
    bot.observe("0 end")
    bot.observe("1 income 1t")
    world.says({"id": 5, "move": "end", "values": [1, 0.5], "line": ["1 end", "x" * 90]})
    move = bot.choose(STATE)
    assert (str(move), move.code) == ("end", -1)
    assert thought(bot) == Opinion((1.0, 0.5), ("1 end", "x" * 80))
    bot.observe("1 end")
    assert list(said(world.told())) == [
        '{"cmd": "position", "state": "...", "moves": ["0 end", "1 income 1t"], "legal": "..."} 5',
        '{"id": 5, "cmd": "go", "decision": 1, "seconds": 0.5} 2.75']
    world.says(None, {"id": 6, "move": "end", "values": "much"})
    bot.choose(STATE)
    assert thought(bot) is None
    assert list(said(world.told())) == [
        '{"cmd": "position", "state": "...", "moves": ["1 end"], "legal": "..."} 5',
        '{"id": 6, "cmd": "go", "decision": 2, "seconds": 0.5} 2.75', '{"cmd": "stop"} 5']
    bot.game_over({"reason": "end"})
    assert list(said(world.told())) == ['{"cmd": "result", "result": "..."} 5']
    world.broken = True
    bot.game_over({})
    world.broken = False
    world.says(*({"id": number, "version": 1} for number in (1, 2, 3, 4)))
    bot.time_left(3, 1)
    bot.observe("1 end")
    bot.new_game(0, {})
    assert [line.split(" within")[0] for line in world.told()][:5] == [
        "wait for 1.0", '{"cmd": "quit"}', "close input", "wait for 1.0", "kill"]
    world.says({"id": 5, "move": "end"})
    bot.choose(STATE)
    assert list(said(world.told()))[-2:] == [
        '{"cmd": "position", "state": "...", "moves": [], "legal": "..."} 5',
        '{"id": 5, "cmd": "go", "decision": 1, "seconds": 0.5} 2.75'], "nothing is left of the game before"
    bot.close()
    assert world.told()[-1] == "wait for None"
    bot.close()
    assert world.told() == []


@pytest.mark.parametrize(("spec", "clock", "told", "limit"), [
    ("exec:mine", None, {"decision": 1}, 100),
    ("exec:mine", (30.0, 2.0), {"decision": 1, "clock": 30.0, "increment": 2.0}, 30.25),
    ("exec:simulations=7:mine", None, {"decision": 1, "simulations": 7}, 100),
    ("exec:seconds=2:mine", (30.0, 0.0), {"decision": 1, "seconds": 2.0, "clock": 30.0, "increment": 0.0}, 4.25),
])
def test_budgets_are_told_and_kept(
    spec: str, clock: tuple[float, float] | None, told: dict[str, Any], limit: float, world: World
) -> None:
    """A bot that was told of no game begins one."""
    bot = bot_of(spec)
    world.says({"id": 1, "version": 1}, {"id": 2})
    if clock:
        bot.new_game(1, {})
        bot.time_left(*clock)
    world.says({"id": 3, "move": "end"})
    bot.choose(STATE)
    lines = world.told()
    assert json.loads(lines[1].split(" within")[0])["seat"] == (1 if clock else 0)
    assert lines[-1] == f"{json.dumps({'id': 3, 'cmd': 'go', **told})} within {limit:g}"


@pytest.mark.parametrize("answer", [{}, {"move": 3}, {"move": None}])
def test_an_answer_without_a_move_is_illegal(answer: dict[str, Any], world: World) -> None:
    world.says({"id": 1, "version": 1}, {"id": 2}, {"id": 3, **answer})
    with pytest.raises(BotFault, match=r"^its answer has no 'move': {'id': 3") as fault:
        bot_of("exec:mine").choose(STATE)
    assert fault.value.end == "illegal"


def test_a_move_has_an_end() -> None:
    assert answered_move({"move": "x" * 200}) == "x" * 200 and answered_move({"move": 7}) == 7 and answered_move({}) is None
    with pytest.raises(BotFault, match=rf"^its 'move' has 201 characters: {'x' * 77}\.\.\.$") as fault:
        answered_move({"move": "x" * 201})
    assert fault.value.end == "illegal"


@pytest.mark.parametrize(("answer", "opinion"), [
    ({}, None), ({"values": []}, None), ({"values": [1]}, Opinion((1.0,))), ({"line": ["0 end"]}, Opinion((), ("0 end",))),
    ({"values": [10 ** 400]}, None), ({"values": [1], "line": 3}, None),
])
def test_opinions_are_kept_if_they_make_sense(answer: dict[str, Any], opinion: Opinion | None, world: World) -> None:
    world.says({"id": 1, "version": 1}, {"id": 2}, {"id": 3, "move": "end", **answer})
    bot = bot_of("exec:mine")
    bot.choose(STATE)
    assert bot.opinion == opinion


def test_what_is_shown_is_short_and_moves_no_cursor() -> None:
    assert shown("x" * 80) == "x" * 80 and shown("x" * 81) == "x" * 77 + "..." and shown("a\x1bb\n") == r"a\x1bb\n"
    assert (signal_name(9), signal_name(35)) == ("SIGKILL", "35")


def test_programs_are_looked_for() -> None:
    check_found(make_bot("exec:true --anything"))
    check_found(make_bot("random"))
    for command, message in (("./nowhere x", "exec: there is no program './nowhere' here that may be run"),
                             ("'", "exec: cannot read the command \"'\": No closing quotation")):
        bot: Bot = make_bot(f"exec:{command}")
        with pytest.raises(SpecError) as error:
            check_found(bot)
        assert str(error.value) == message


# --- the examination ----------------------------------------------------------------------------

def test_an_examination_asks_what_was_reviewed() -> None:
    """If a change is meant: `python -m tests.golden_examination`, and read the diff."""
    assert golden_examination.text().splitlines() == golden_examination.FILE.read_text(encoding="utf-8").splitlines()
