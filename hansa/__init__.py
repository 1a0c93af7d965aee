"""Hansa Teutonica: an exact, fast engine to play, search and analyse with. Begin with `State.new()`."""

from __future__ import annotations

from hansa.errors import HansaError, MoveError, RecordError, SetupError, StateError
from hansa.state import LegalMoves, Move, State
from hansa.version import VERSION

__version__ = VERSION
__all__ = [
    "HansaError", "LegalMoves", "Move", "MoveError", "RecordError", "SetupError", "State", "StateError", "__version__",
]
