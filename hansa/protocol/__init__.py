"""The engine protocol (MOVES.md, section 7): takes requests as objects, gives answers as objects.

| file | what |
|---|---|
| `requests.py`, `answers.py` | every message, declared once |
| `commands.py` | what each request does |
| `showing.py` | requests that show something: board, svg, words |
| `engine.py` | games, settings, and `answer`, which is the whole interface |
| `failures.py` | errors as answers |
| `schema.py` | the JSON schema of all messages |
| `conversation.py` | lines in and out; `go` and `review` in a thread |

>>> engine = Engine()
>>> engine.answer({"id": 1, "cmd": "new", "setup": {"board": "hansa-45", "players": 4}, "seed": 7})
{'id': 1, 'to_move': 0}
>>> engine.answer({"id": 2, "cmd": "undo"})["error"]["code"]
'nothing-to-undo'
"""

from hansa.protocol.engine import Engine

__all__ = ["Engine"]
