"""Hansa Teutonica: an exact, fast engine to play, search and analyse with. Begin with `State.new()`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hansa.errors import HansaError, MoveError, RecordError, SetupError, StateError
from hansa.state import LegalMoves, Move, State
from hansa.version import VERSION

if TYPE_CHECKING:
    from hansa.bots.registry import make_bot
    from hansa.record import read_records
    from hansa.thinking import analyse
    from hansa.tournaments.match import match

__version__ = VERSION
__all__ = [
    "HansaError", "LegalMoves", "Move", "MoveError", "RecordError", "SetupError", "State", "StateError", "__version__",
    "analyse", "make_bot", "match", "read_records",
]

# Where the names are that need more than positions; imported when somebody asks for one.
LATER = {
    "analyse": "hansa.thinking", "make_bot": "hansa.bots.registry", "match": "hansa.tournaments.match",
    "read_records": "hansa.record",
}


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module 'hansa' has no attribute {name!r}")
    return getattr(import_module(LATER[name]), name)
