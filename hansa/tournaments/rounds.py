"""For type checkers; Python runs tournaments/rounds.py."""

from tournaments.rounds import *
