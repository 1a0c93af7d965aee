"""Errors as answers: a code and a line; in version 2 also the reason, the rules and near moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hansa.errors import HansaError, MoveError, StateError
from hansa.json_lines import Json
from hansa.messages import message_json
from hansa.protocol.answers import Failure

MESSAGE_LIMIT = 8000        # characters; a position in a message has some 3000
CITED = re.compile(r"\[([^\]]*)\]")
RULE = re.compile(r"\b[TDH]\d+\b")


class Refusal(Exception):
    """A request that is refused: the code and message of its error."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class MoveRefused(Exception):
    """One of several moves is illegal: its number, and why."""

    def __init__(self, number: int, error: MoveError) -> None:
        super().__init__(str(error))
        self.number = number
        self.error = error


def failure(identity: object, code: str, message: str) -> Json:
    """An answer that is an error."""
    return failed(identity, Failure(code=code, message=message))


def failure_of(identity: object, error: HansaError, version: int, number: int | None = None) -> Json:
    """An error of the library as an answer; version 1 has only its code and message."""
    if version == 1:
        return failed(identity, Failure(code=error.code, message=str(error), number=number))
    if isinstance(error, MoveError):
        return failed(identity, Failure(
            code=error.code, message=error.brief, number=number, reason=without_rules(error.reason),
            rules=rules_of([error.reason]), nearest=error.nearest,
        ))
    if isinstance(error, StateError):
        return failed(identity, Failure(
            code=error.code, message=str(error), problems=error.problems, rules=rules_of(error.problems)))
    return failed(identity, Failure(code=error.code, message=str(error), rules=rules_of([str(error)])))


def failed(identity: object, found: Failure) -> Json:
    """The answer, its message cut if it is very long."""
    error = message_json(found)
    if len(found.message) > MESSAGE_LIMIT:
        error["message"] = found.message[:MESSAGE_LIMIT - 3] + "..."
    return {"id": identity, "error": error}


def rules_of(texts: Sequence[str]) -> list[str]:
    """The rules that texts cite in brackets, each once.

    >>> rules_of(["there is no space [T11, T12]", "no route [T11]"])
    ['T11', 'T12']
    """
    return list(dict.fromkeys(rule for text in texts for cited in CITED.findall(text) for rule in RULE.findall(cited)))


def without_rules(reason: str) -> str:
    """A reason without the rules that it cites.

    >>> without_rules("BRE-HAM is full [T11]")
    'BRE-HAM is full'
    """
    return CITED.sub(lambda found: "" if RULE.search(found[1]) else found[0], reason).strip()
