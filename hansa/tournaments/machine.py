"""For type checkers; Python runs tournaments/machine.py."""

from tournaments.machine import *
