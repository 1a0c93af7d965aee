"""The notation for people: positions and games as texts to be read, typed and pasted (MOVES.md,
sections 13 and 14), and saves of other programs.

>>> from hansa import State
>>> state = State.new(board="hansa-45", players=4, seed=7).after("place t Hamburg-Bremen")
>>> text = write_position(state)
>>> text.split("; ")[:3]
['hansa-45, 4 players', 'turn 1: red, 1 action', 'red: supply 4t1m']
>>> read_position(text) == state
True
"""

from hansa.notation.files import position_in_file
from hansa.notation.game_reading import is_game, read_games
from hansa.notation.game_writing import write_game
from hansa.notation.positions import is_position, read_position, write_position
from hansa.notation.saves import SavedPosition, read_save

__all__ = [
    "SavedPosition", "is_game", "is_position", "position_in_file", "read_games", "read_position", "read_save", "write_game",
    "write_position",
]
