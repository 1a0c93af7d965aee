"""For type checkers; Python runs tournaments/match.py."""

from tournaments.match import *
