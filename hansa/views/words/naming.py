"""What people call things: players by their colours, markers by what they do, bots without options.

The terminal and the page share these words. The rest of the project has numbers and the names of
MOVES.md, which are made to be typed.

>>> spoken("displaces seat 2's trader; seat 0 takes the marker plus-3")
"displaces Blue's trader; Red takes the marker +3 actions"
>>> spoken("Seat 1 has sold red")
'Green has sold red'
>>> player_name(1, bot_name("mcts:strength=club")), player_name(2)
('Green (AI, club)', 'Blue')
"""

from __future__ import annotations

import re
import shlex
from pathlib import PurePath

from hansa.catalogue import SEAT_COLOURS

COLOURS = tuple(colour.title() for colour in SEAT_COLOURS)      # as `hansa/web/static/words.js` has them
MARKERS = {
    "plus-3": "+3 actions", "plus-4": "+4 actions", "extra-office": "extra office", "move-3": "move 3 pieces",
    "remove-3": "remove 3 pieces",
}
SEAT = re.compile(r"\b[Ss]eat ([0-4])\b")
MARKER = re.compile(rf"\b({'|'.join(MARKERS)})\b")
LEVEL = re.compile(r"\b(level|strength)=([\w-]+)")


def spoken(words: str) -> str:
    """A text of the library as people say it."""
    return MARKER.sub(lambda found: MARKERS[found[1]], SEAT.sub(lambda found: COLOURS[int(found[1])], words))


def player_name(seat: int, name: str = "") -> str:
    """A player: the colour, and who that is."""
    return f"{COLOURS[seat]} ({name})" if name else COLOURS[seat]


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
        return "AI" if level is None else f"AI, {'level ' * (level[1] == 'level')}{level[2]}"
    if kind == "exec":
        try:
            program = shlex.split(rest)[0]
        except (ValueError, IndexError):
            program = rest
        return PurePath(program).name
    if kind.endswith(".py"):
        return rest.partition(":")[0] or PurePath(kind).stem
    return kind
