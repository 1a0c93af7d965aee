"""For type checkers; Python runs tournaments/seal.py."""

from tournaments.seal import *
