"""For type checkers; Python runs tournaments/log_reading.py."""

from tournaments.log_reading import *
