"""The JSON schema (draft 2020-12) of the engine protocol, from the declarations of its messages.

>>> found = schema()
>>> found["$defs"]["play"]["required"], found["$defs"]["play answer"]["required"]
(['cmd', 'moves'], ['id', 'to_move'])
"""

from __future__ import annotations

from hansa.members import Schema, object_schema
from hansa.messages import message_schema, summary
from hansa.protocol.answers import Failure
from hansa.protocol.commands import COMMANDS
from hansa.protocol.engine import LONGEST_ID

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ID: Schema = {"description": "any value; the answer has it again"}
GAME: Schema = {"description": "version 2: which of several games", "anyOf": [
    {"type": "string", "maxLength": LONGEST_ID}, {"type": "null"}]}


def schema() -> Schema:
    """The schema as one object. `$defs` has every request by its name.

    `NAME answer` is its answer, `NAME info` what is reported before that, `error` any refusal.
    """
    definitions: dict[str, Schema] = {}
    for name, command in COMMANDS.items():
        beside: dict[str, Schema] = {"id": ID, "cmd": {"const": name}} | ({"game": GAME} if command.of_game else {})
        request = message_schema(command.request, beside)
        definitions[name] = request | {"required": ["cmd", *request["required"]]}
        answer = object_schema(command.answer)
        definitions[answer_name(name)] = answer | {
            "properties": {"id": ID, **answer["properties"]}, "required": ["id", *answer["required"]]}
        if command.info is not None:
            definitions[info_name(name)] = _around("info", command.info)
    definitions["error"] = _around("error", Failure)
    return {
        "$schema": DIALECT, "title": "hansa engine", "description": "A request of the engine protocol (MOVES.md, section 7).",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in COMMANDS], "$defs": definitions,
    }


def _around(name: str, kind: type) -> Schema:
    """A message that is the one member of another, beside the request's `id`."""
    inner = {"description": summary(kind), **object_schema(kind)}
    return {
        "type": "object", "properties": {"id": ID, name: inner}, "required": ["id", name], "additionalProperties": False,
    }


def answer_name(command: str) -> str:
    """The name of a command's answer in the schema."""
    return f"{command} answer"


def info_name(command: str) -> str:
    """The name, in the schema, of what a command reports before its answer."""
    return f"{command} info"
