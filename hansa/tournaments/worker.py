"""For type checkers; Python runs tournaments/worker.py."""

from tournaments.worker import *
