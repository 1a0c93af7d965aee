"""For type checkers; Python runs tournaments/adaptive.py."""

from tournaments.adaptive import *
