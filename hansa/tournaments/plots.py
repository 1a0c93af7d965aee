"""For type checkers; Python runs tournaments/plots.py."""

from tournaments.plots import *
