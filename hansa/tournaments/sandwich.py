"""For type checkers; Python runs tournaments/sandwich.py."""

from tournaments.sandwich import *
