"""For type checkers; Python runs tournaments/log_merging.py."""

from tournaments.log_merging import *
