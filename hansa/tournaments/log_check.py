"""For type checkers; Python runs tournaments/log_check.py."""

from tournaments.log_check import *
