"""For type checkers; Python runs tournaments/adjudication.py."""

from tournaments.adjudication import *
from tournaments.adjudication import SOLVED_POSITIONS as SOLVED_POSITIONS
from tournaments.adjudication import TURNS as TURNS
