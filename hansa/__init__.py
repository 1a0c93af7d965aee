"""Hansa Teutonica: an exact, fast engine to play, search and analyse. Begin with `State.new()`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hansa.errors import HansaError, MoveError, RecordError, SetupError, StateError
from hansa.version import VERSION

if TYPE_CHECKING:
    from hansa import boards as boards
    from hansa import bots as bots
    from hansa import envs as envs
    from hansa import record as record
    from hansa import review as review
    from hansa import thinking as thinking
    from hansa import tournaments as tournaments
    from hansa import views as views
    from hansa.bots.registry import make_bot
    from hansa.live_game import Game
    from hansa.moves import Move
    from hansa.record import Record, read_records
    from hansa.state import LegalMoves, State
    from hansa.thinking import analyse
    from hansa.tournaments.match import match

__version__ = VERSION
__all__ = [
    "Game", "HansaError", "LegalMoves", "Move", "MoveError", "Record", "RecordError", "SetupError", "State", "StateError",
    "__version__", "analyse", "make_bot", "match", "read_records",
]

# Where the other names are; each is imported on first use, so that a command's help need not wait
# for the engine.
LATER = {
    "Game": "hansa.live_game", "LegalMoves": "hansa.state", "Move": "hansa.state", "Record": "hansa.record",
    "State": "hansa.state", "analyse": "hansa.thinking", "make_bot": "hansa.bots.registry",
    "match": "hansa.tournaments.match", "read_records": "hansa.record",
}
# Doors behind which there is more, likewise: `import hansa` is enough for `hansa.thinking`.
MODULES = ("boards", "bots", "envs", "record", "review", "thinking", "tournaments", "views")


def __getattr__(name: str) -> Any:
    if name in MODULES:
        return import_module(f"hansa.{name}")
    if name not in LATER:
        raise AttributeError(f"module 'hansa' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(LATER[name]), name)
    return found
