"""The engine protocol on two streams: one request a line in, one answer a line out, in order.

`go` and `review` run in a thread of their own, so that `stop` and `quit` are heard meanwhile.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import BinaryIO

from hansa.json_lines import Json, NotJson, json_line, read_json
from hansa.protocol.commands import COMMANDS
from hansa.protocol.engine import Engine
from hansa.protocol.failures import failure

LOG = logging.getLogger(__name__)
LINE_LIMIT = 1 << 20        # bytes; the longest sensible request, a state in full, has some 4000


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answers line by line until the input ends or says `quit`.

    Raises `BrokenPipeError` when nobody reads the answers.
    """
    with ThreadPoolExecutor(1) as pool:
        conversation = Conversation(sink, pool)
        try:
            for line in lines(source):
                conversation.hear(line)
                if conversation.engine.ended:
                    return
            conversation.finish()
        finally:
            conversation.engine.stop.set()


class Conversation:
    """One conversation with a program at the other end."""

    def __init__(self, sink: BinaryIO, pool: ThreadPoolExecutor) -> None:
        self.engine = Engine()
        self.engine.report = self.say
        self._sink, self._pool = sink, pool
        self._writing = threading.Lock()        # one answer at a time, whole
        self._thinking = ""                     # the long request without an answer: `go`, `review`
        self._running: Future[None] | None = None

    def hear(self, line: bytes | None) -> None:
        """Answers one line of input; None is a line that is too long."""
        LOG.debug("> %.2000r", line)
        request, fault = read_line(line)
        command = request.get("cmd") if isinstance(request, dict) else None
        if fault is not None:
            self.say(fault)
        elif self._thinking and command not in ("stop", "quit"):
            identity = request.get("id") if isinstance(request, dict) else None
            self.say(failure(
                identity, "busy", f"{self._thinking!r} is thinking; say 'stop' and take its answer first"))
        elif isinstance(command, str) and command in COMMANDS and COMMANDS[command].takes_long:
            self.finish()           # the answer to the previous request may not be written yet
            self.engine.stop.clear()
            self._thinking = command
            self._running = self._pool.submit(self._answer_later, request)
        else:
            if self._thinking:
                self.engine.stop.set()
                self.finish()
            self.say(self.engine.answer(request))

    def say(self, answer: Json) -> None:
        """Writes one line, never in the middle of another."""
        with self._writing:
            self._write(answer)

    def finish(self) -> None:
        """Waits until the long request is answered; raises any error of writing the answer."""
        if self._running is not None:
            self._running.result()

    def _answer_later(self, request: object) -> None:
        """Runs in the pool. A client that has read the answer may ask its next question at once.

        `go` therefore counts as over before its answer is written. No other answer overtakes it,
        since that waits for the lock, which is already held.
        """
        answer = self.engine.answer(request)
        with self._writing:
            self._thinking = ""
            self._write(answer)

    def _write(self, answer: Json) -> None:
        line = json_line(answer)
        LOG.debug("< %.2000s", line)
        self._sink.write(line.encode() + b"\n")
        self._sink.flush()


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long, whose rest is skipped."""
    while line := source.readline(LINE_LIMIT):
        if len(line) < LINE_LIMIT or line.endswith(b"\n"):
            yield line
            continue
        yield None
        while (rest := source.readline(1 << 16)) and not rest.endswith(b"\n"):
            pass


def answer_line(engine: Engine, line: bytes | None) -> Json:
    """The answer to one line of input, whatever it holds; None is a line that is too long."""
    request, fault = read_line(line)
    return fault or engine.answer(request)


def read_line(line: bytes | None) -> tuple[object, Json | None]:
    """The request that a line holds, or else the error that answers it."""
    if line is None:
        return None, failure(
            None, "too-long", f"a line must be shorter than {LINE_LIMIT} bytes; this one was skipped to its end"
        )
    if not line.strip():
        return None, failure(None, "bad-json", "an empty line is not a request")
    try:
        return read_json(line), None
    except NotJson as error:
        return None, failure(None, "bad-json", str(error))
