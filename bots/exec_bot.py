"""A program as a player: `exec:COMMAND`, in any language, asked over its standard input and output
(MOVES.md, 7).

    exec:./my-bot                       a program
    exec:seconds=0.5:python3 my_bot.py  with half a second a decision

Nothing that the program says is trusted: every answer is checked, every step has a time limit, and
whatever it does wrong becomes a fault (`BotFault`) of its seat.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hansa.bots.bot import Bot, BotFault, Opinion, Options, option
from hansa.bots.processes import end, pipes_of, start, words_of
from hansa.bots.program_messages import (
    VERSION,
    GoTold,
    HelloTold,
    MoveAnswer,
    NewTold,
    OptionTold,
    PositionTold,
    QuitTold,
    ResultTold,
    StopTold,
    told,
)
from hansa.bots.registry import SpecError
from hansa.bots.transcript import ANSWERED, ENDED, STARTED, TOLD, Transcript
from hansa.json_lines import Json, NotJson, json_line, read_json
from hansa.messages import BadMessage, read_message
from hansa.state import Move, State

LOG = logging.getLogger(__name__)
HELLO_SECONDS = 10.0        # to start and say hello
NEW_SECONDS = 5.0
GO_SECONDS = 100.0          # for a decision without a budget of its own
STOP_AFTER = 0.25           # seconds over the budget, then it is told to stop ...
STOP_SECONDS = 2.0          # ... and has this long to answer
QUIT_SECONDS = 1.0
LONGEST_LINE = 1 << 20
LONGEST_MOVE = 200          # characters; no move has half as many
MOST_REMARKS = 10_000       # lines without an id between a request and its answer
SHOWN = 80
UNREAD = -1  # the number of a move that is not read yet: the caller checks it


class Reported(BotFault):
    """The program itself says that something is wrong."""

    def __init__(self, error: object) -> None:
        super().__init__("crash", f"it reports an error: {shown(error)}")


@dataclass(frozen=True)
class ExecOptions(Options):
    """What the program is told with every `go`."""

    seconds: float | None = option(None, "seconds per decision", low=0.001)
    simulations: int | None = option(None, "simulations per decision, if the program counts them", low=1)
    set: str | None = option(None, "options of the program itself, name=value;name=value", local=True)

    @property
    def settings(self) -> dict[str, str]:
        """The program's own options."""
        pairs = (pair.partition("=") for pair in (self.set or "").split(";") if pair)
        return {name: value for name, _, value in pairs}


class ExecBot(Bot):
    """A program in any language, asked over its standard input and output: one process a game."""

    options_class = ExecOptions
    options: ExecOptions

    def __init__(self, name: str, options: ExecOptions) -> None:
        super().__init__(name, options)
        self.command = name.removeprefix("exec:")
        self.program: Program | None = None
        self.seen: list[str] = []
        self.decisions = 0
        self.clock: tuple[float, float] | None = None

    @property
    def spec(self) -> str:
        """The settings stand before the command, which may hold anything."""
        return f"exec:{self.options}:{self.command}"

    def new_game(self, seat: int, setup: Mapping[str, Any]) -> None:
        """Starts the program."""
        self.close()
        self.seen, self.decisions, self.clock = [], 0, None
        self.program = Program(self.command)
        self.program.hello()
        for option_name, value in self.options.settings.items():
            self.program.set_option(option_name, value)
        self.program.new(setup, seat, self.options.seed)

    def observe(self, move: str) -> None:
        """Every move of everybody, with its mover, to be told with the next position."""
        self.seen.append(move)

    def time_left(self, seconds: float, increment: float) -> None:
        """The game has clocks."""
        self.clock = seconds, increment

    def choose(self, state: State) -> Move:
        """What the program answers."""
        if self.program is None:
            self.new_game(int(state.to_move or 0), {})
        program = self.program
        assert program is not None
        program.show(state, self.seen)
        self.seen = []
        self.decisions += 1
        answer = program.ask(self._question(), *self._limits())
        text = answered_move(answer)
        if not isinstance(text, str):
            raise BotFault("illegal", f"its answer has no 'move': {shown(answer)}")
        self.opinion = _opinion(answer)
        return Move(text, UNREAD)

    def _question(self) -> GoTold:
        clock, increment = self.clock if self.clock is not None else (None, None)
        return GoTold(
            decision=self.decisions, seconds=self.options.seconds, simulations=self.options.simulations, clock=clock,
            increment=increment,
        )

    def _limits(self) -> tuple[float, float | None]:
        """Seconds until its time is over, and until it is told to stop."""
        if self.options.seconds is not None:
            stop = self.options.seconds + STOP_AFTER
            return stop + STOP_SECONDS, stop
        return (self.clock[0] + STOP_AFTER if self.clock is not None else GO_SECONDS), None

    def game_over(self, result: Mapping[str, Any]) -> None:
        """Tells the program something that it need not answer."""
        if self.program is not None:
            with contextlib.suppress(BotFault):
                self.program.tell(ResultTold(result=result))

    def close(self) -> None:
        """Ends the program."""
        if self.program is not None:
            self.program.end()
            self.program = None


def check_found(bot: Bot) -> None:
    """Raises an error for a program that does not exist or may not be run. Other bots pass."""
    if not isinstance(bot, ExecBot):
        return
    try:
        words = words_of(bot.command)
    except ValueError as error:
        raise SpecError(f"exec: cannot read the command {bot.command!r}: {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise SpecError(f"exec: there is no program {words[0] if words else ''!r} here that may be run")


class Program:
    """A process that is asked: one JSON object a line, both ways."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.transcript = Transcript.begin()
        try:
            self.process = self._started(command)
        except BotFault as fault:
            self._end_transcript(0, str(fault))
            raise
        self.pipes = pipes_of(self.process)
        self.note(STARTED, command)
        self.begun = b""            # of a line that has not ended yet
        self.asked = 0

    def _started(self, command: str) -> subprocess.Popen[bytes]:
        try:
            words = words_of(command)
            if not words:
                raise BotFault("crash", "exec: needs a command")
            return start(words, self.transcript.file if self.transcript is not None else None)
        except (OSError, ValueError) as error:
            raise BotFault("crash", f"cannot start {command!r}: {error}") from error

    def note(self, sign: str, text: bytes | str) -> None:
        """Into the transcript, if there is one."""
        if self.transcript is not None:
            self.transcript.note(self.process.pid, sign, text)

    def hello(self) -> Json:
        """What it says of itself."""
        answer = self.ask(HelloTold(), HELLO_SECONDS)
        if answer.get("version") != VERSION:
            raise BotFault("crash", f"it speaks version {shown(answer.get('version'))} of the protocol, not {VERSION}")
        return answer

    def set_option(self, name: str, value: str) -> None:
        """One of its own options."""
        self.ask(OptionTold(name=name, value=value), NEW_SECONDS)

    def new(self, setup: Mapping[str, Any], seat: int, seed: int) -> None:
        """A game begins."""
        self.ask(NewTold(setup=setup, seat=seat, seed=seed), NEW_SECONDS)

    def show(self, state: State, moves: Sequence[str]) -> None:
        """A position, as its seat may see it, and the moves since the one before."""
        self.tell(PositionTold(state=state.to_json(), moves=tuple(moves), legal=tuple(state.legal_moves)))

    def tell(self, message: object, limit: float = NEW_SECONDS) -> None:
        """Sends a message that needs no answer; `program_messages.py` declares all messages."""
        self.say(json_line(told(message)).encode() + b"\n", limit)

    def say(self, line: bytes, limit: float = NEW_SECONDS) -> None:
        """Writes a line to the program."""
        LOG.debug("%s > %.2000r", self.command, line)
        self.note(TOLD, line)
        try:
            if not self.pipes.write(line, limit):
                raise BotFault("timeout", f"it reads nothing for {limit:g} seconds")
        except BrokenPipeError:
            raise BotFault("crash", f"it ended {self._how('its input')}") from None

    def ask(self, question: object, limit: float, stop_after: float | None = None) -> Json:
        """The answer to a question, within a limit of seconds."""
        return self.ask_json(told(question), limit, stop_after)

    def ask_json(self, request: Json, limit: float, stop_after: float | None = None) -> Json:
        """The same, of any question."""
        self.asked += 1
        begun = time.monotonic()
        self.say(json_line({"id": self.asked, **request}).encode() + b"\n", limit)
        remarks, remark = 0, b""
        while True:
            line = self._line(begun + (limit if stop_after is None else stop_after))
            if line is None:
                if stop_after is None:
                    # something that it started holds its output open
                    if self.process.poll() is not None:
                        raise BotFault("crash", f"it ended {self._how('its output')}")
                    other = f"; it said {remark[:SHOWN]!r}, which has not the id {self.asked}" if remarks else ""
                    raise BotFault("timeout", f"no answer to {request['cmd']!r} within {limit:g} seconds{other}")
                self.tell(StopTold())
                stop_after = None
                continue
            answer = _read(line, str(request["cmd"]))
            if answer.get("id") == self.asked:
                if "error" in answer:
                    raise Reported(answer["error"])
                return answer
            remarks, remark = remarks + 1, line
            if remarks > MOST_REMARKS:
                raise BotFault("crash", f"it chatters: {MOST_REMARKS} lines, and none of them answers {request['cmd']!r}")

    def _line(self, until: float) -> bytes | None:
        """The next line; None if there is none in time."""
        while b"\n" not in self.begun:
            if len(self.begun) > LONGEST_LINE:
                raise BotFault("crash", f"a line of more than {LONGEST_LINE} bytes")
            left = until - time.monotonic()
            read = self.pipes.read(left) if left > 0 else None
            if read is None:
                return None
            if not read:
                raise BotFault("crash", f"it ended {self._how('its output')}")
            self.begun += read
        line, _, self.begun = self.begun.partition(b"\n")
        LOG.debug("%s < %.2000r", self.command, line)
        self.note(ANSWERED, line)
        return line

    def _how(self, pipe: str) -> str:
        """How the process ended; if it has not, it has only closed a pipe."""
        try:
            code = self.process.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            return pipe
        return f"by signal {signal_name(-code)}" if code < 0 else f"with exit code {code}"

    def ended(self, within: float) -> bool:
        """Whether it ends by itself in `within` seconds."""
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self) -> None:
        """Asks it to go, then makes it, and all that it started."""
        with contextlib.suppress(BotFault, OSError, subprocess.TimeoutExpired):
            self.tell(QuitTold(), QUIT_SECONDS)
            self.pipes.close_input()
            self.process.wait(QUIT_SECONDS)
        end(self.process)
        self.pipes.close()
        code = self.process.wait()
        if self.begun:
            self.note(ANSWERED, self.begun)
        self._end_transcript(self.process.pid, f"by signal {signal_name(-code)}" if code < 0 else f"exit code {code}")

    def _end_transcript(self, process: int, how: str) -> None:
        if self.transcript is not None:
            self.transcript.note(process, ENDED, how)
            self.transcript.close()
            self.transcript = None


def signal_name(number: int) -> str:
    """As it is known; most of the real-time signals have only a number."""
    return signal.Signals(number).name if number in set(signal.Signals) else str(number)


def _read(line: bytes, command: str) -> Json:
    """A line as an object."""
    try:
        answer = read_json(line)
    except NotJson as error:
        raise BotFault("crash", f"its answer to {command!r} is nonsense, {error}: {line[:SHOWN]!r}") from error
    if not isinstance(answer, dict):
        raise BotFault("crash", f"its answer to {command!r} is not a JSON object: {line[:SHOWN]!r}")
    return answer


def answered_move(answer: Mapping[str, Any]) -> object:
    """What was said instead of a move, cut short so that it floods no screen and no log."""
    move = answer.get("move")
    if isinstance(move, str) and len(move) > LONGEST_MOVE:
        raise BotFault("illegal", f"its 'move' has {len(move)} characters: {shown(move)}")
    return move


def _opinion(answer: Mapping[str, Any]) -> Opinion | None:
    """What the program thinks, as far as it makes sense."""
    try:
        found = read_message(MoveAnswer, "go", answer, strict=False)
        numbers = tuple(map(float, found.values))
    except (BadMessage, OverflowError):     # or a whole number of hundreds of digits
        return None
    return Opinion(numbers, tuple(move[:SHOWN] for move in found.line)) if numbers or found.line else None


def shown(value: object) -> str:
    """What a program said, short enough for one line, without control characters."""
    text = str(value)
    if not text.isprintable():
        text = repr(text)[1:-1]
    return text if len(text) <= SHOWN else text[: SHOWN - 3] + "..."
