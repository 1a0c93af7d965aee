"""For type checkers; Python runs tournaments/openings.py."""

from tournaments.openings import *
