"""For type checkers; Python runs tournaments/compare.py."""

from tournaments.compare import *
from tournaments.compare import ROUND_BLOCKS as ROUND_BLOCKS
from tournaments.compare import block_scores as block_scores
