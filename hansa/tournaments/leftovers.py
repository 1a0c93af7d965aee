"""For type checkers; Python runs tournaments/leftovers.py."""

from tournaments.leftovers import *
