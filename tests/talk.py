"""Talking with the server of the page as a browser does, but without one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from starlette.testclient import TestClient

from hansa.web.access_keys import AccessKeys
from hansa.web.answers import answer_schema, failure_schema
from hansa.web.connection import COMMANDS
from hansa.web.pushes import PUSHES, push_schema
from tests.json_schema import problems

PUSH_SCHEMAS = {name: push_schema(name) for name in PUSHES}
ANSWER_SCHEMAS = {name: answer_schema(command.answer) for name, command in COMMANDS.items()}
REFUSAL = failure_schema()
HOST = {"host": "127.0.0.1:8484"}


class Talk:
    """A socket that asks and waits for the answer; what is pushed meanwhile is kept.

    Whatever comes must be as it is declared: pushes, answers, refusals.
    """

    def __init__(self, socket: Any, key: str | None) -> None:
        self.socket, self.number = socket, 0
        self.pushed: list[Any] = []
        self.asked: dict[int, str] = {}     # the command of each request
        if key is not None:
            assert "error" not in self.ask("hello", key=key)

    def ask(self, command: str, **fields: Any) -> Any:
        self.number += 1
        self.asked[self.number] = command
        self.socket.send_text(json.dumps({"id": self.number, "cmd": command, **fields}))
        return self.until(lambda message: message.get("id") == self.number)

    def until(self, wanted: Callable[[Any], bool]) -> Any:
        while True:
            message = json.loads(self.socket.receive_text())
            schema = self.schema_of(message)
            if schema is not None:
                assert list(problems(message, schema, {})) == []
            if wanted(message):
                return message
            self.pushed.append(message)

    def schema_of(self, message: Any) -> Mapping[str, Any] | None:
        """How the message is declared; None if the request that it answers was not made by
        `ask`."""
        if "push" in message:
            return PUSH_SCHEMAS[message["push"]]
        if "error" in message:
            return REFUSAL
        return ANSWER_SCHEMAS[self.asked[message["id"]]] if message["id"] in self.asked else None


def keys(client: TestClient) -> AccessKeys:
    found: AccessKeys = client.app.state.server.keys      # type: ignore[attr-defined]
    return found


def new(host: Talk, seats: list[str], **setup: Any) -> str:
    chairs = [{"who": seat} for seat in seats]
    answer = host.ask("new", setup={"board": "hansa-45", "players": 4, **setup}, seats=chairs, seed=7)
    assert "error" not in answer, answer
    game: str = answer["game"]
    return game
