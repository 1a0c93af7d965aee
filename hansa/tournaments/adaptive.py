"""For type checkers; Python runs tournaments/adaptive.py."""

from tournaments.adaptive import *
from tournaments.adaptive import FIRST_BLOCKS as FIRST_BLOCKS
from tournaments.adaptive import ROUND_BLOCKS as ROUND_BLOCKS
