"""For type checkers; Python runs tournaments/game_members.py."""

from tournaments.game_members import *
from tournaments.game_members import BY_SEAT as BY_SEAT
from tournaments.game_members import nothing as nothing
