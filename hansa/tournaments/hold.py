"""For type checkers; Python runs tournaments/hold.py."""

from tournaments.hold import *
