"""`hansa engine`: the protocol on standard input and output."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass

from hansa.cli.arguments import switch
from hansa.cli.commands import command
from hansa.protocol.conversation import serve
from hansa.protocol.schema import schema

HINT = 'hansa engine: type {"cmd": "new", "setup": {}}, then {"cmd": "legal"}; Ctrl-D or {"cmd": "quit"} ends'


@dataclass(frozen=True, kw_only=True)
class EngineArguments:
    """Everything else is said in requests."""

    schema: bool = switch("--schema", "print the JSON schema of all requests and answers, and exit")


def run(arguments: EngineArguments) -> int:
    """Serves until the input ends."""
    if arguments.schema:
        print(json.dumps(schema(), indent=2, ensure_ascii=False))
        return 0
    if sys.stdin is None or sys.stdout is None:
        return 0
    if sys.stdin.isatty():
        print(HINT, file=sys.stderr)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0


COMMAND = command(
    EngineArguments,
    run,
    name="engine",
    purpose="Let a program drive the engine: it sends JSON requests to standard input and reads answers from standard output, "
            "one per line.",
    examples="""
        echo '{"id": 1, "cmd": "hello", "version": 1}' | hansa engine
        printf '%s\\n' '{"cmd": "new", "setup": {"board": "east"}, "seed": 7}' '{"cmd": "legal"}' | hansa engine
        hansa engine --schema > protocol.schema.json
        from Python: subprocess.Popen(["hansa", "engine"], stdin=PIPE, stdout=PIPE, text=True, bufsize=1)
    """,
    read_on="'hansa docs protocol' for all requests, answers and error codes.",
)
