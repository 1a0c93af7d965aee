"""For type checkers; Python runs tournaments/shares.py."""

from tournaments.shares import *
