"""What people call things: players by their colours, bots without options.

The terminal and the page share these words. The rest of the project has numbers and the names of
MOVES.md, which are made to be typed.

>>> from hansa.languages import ENGLISH
>>> ENGLISH.tell(player_phrase(1, bot_name("mcts:strength=club"))), ENGLISH.tell(player_phrase(2))
('Green (AI, club)', 'Blue')
"""

from __future__ import annotations

import re
import shlex
from pathlib import PurePath

from hansa.languages import Language
from hansa.phrases import SEAT_COLOURS, Phrase, say, seat

COLOURS = tuple(colour.title() for colour in SEAT_COLOURS)      # as in `hansa/web/static/words.js`
SEAT = re.compile(r"\b[Ss]eat ([0-4])\b")
LEVEL = re.compile(r"\b(level|strength)=([\w-]+)")


def spoken(text: str, language: Language) -> str:
    """A text of the library as people say it; in a plain string, such as a bot's error, only the
    seats are renamed.

    >>> from hansa.languages import ENGLISH, language
    >>> spoken("seat 2 (mine.py) has failed", ENGLISH), spoken(seat(2), language("de"))
    ('Blue (mine.py) has failed', 'Blau')
    """
    if isinstance(text, Phrase):
        return language.tell(text)
    return SEAT.sub(lambda found: language.tell(seat(int(found[1]))), text)


def player_phrase(number: int, name: str = "") -> Phrase:
    """A player: the colour, and who that is."""
    return say("{player} ({name})", player=seat(number), name=name) if name else seat(number)


def bot_name(spec: str) -> str:
    """What a bot is called whose spec this is.

    >>> bot_name("mcts:seconds=2"), bot_name("mcts:level=5"), bot_name("greedy")
    ('AI', 'AI, level 5', 'greedy')
    >>> bot_name("bots/mine.py:MyBot:depth=2"), bot_name("exec:./programs/fast --quick")
    ('MyBot', 'fast')
    >>> bot_name("Alice=mcts:level=5")              # a name of its own
    'Alice'
    """
    kind, _, rest = spec.partition(":")
    if "=" in kind and "/" not in kind:
        return kind.partition("=")[0]
    if kind == "mcts":
        level = LEVEL.search(rest)
        if level is None:
            return say("AI")
        return say("AI, level {level}", level=level[2]) if level[1] == "level" else say("AI, {strength}", strength=level[2])
    if kind == "exec":
        try:
            program = shlex.split(rest)[0]
        except (ValueError, IndexError):
            program = rest
        return PurePath(program).name
    if kind.endswith(".py"):
        return rest.partition(":")[0] or PurePath(kind).stem
    return kind
