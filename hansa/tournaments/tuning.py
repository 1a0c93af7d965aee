"""For type checkers; Python runs tournaments/tuning.py."""

from tournaments.tuning import *
