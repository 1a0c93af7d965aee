"""For type checkers; Python runs tournaments/live.py."""

from tournaments.live import *
