"""For type checkers; Python runs tournaments/sprt.py."""

from tournaments.sprt import *
from tournaments.sprt import FEWEST_BLOCKS as FEWEST_BLOCKS
from tournaments.sprt import FEWEST_FOR_INTERVAL as FEWEST_FOR_INTERVAL
from tournaments.sprt import SPREAD_FLOOR as SPREAD_FLOOR
from tournaments.sprt import half_interval as half_interval
