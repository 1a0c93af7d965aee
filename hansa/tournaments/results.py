"""For type checkers; Python runs tournaments/results.py."""

from tournaments.results import *
