"""For type checkers; Python runs tournaments/overhead.py."""

from tournaments.overhead import *
