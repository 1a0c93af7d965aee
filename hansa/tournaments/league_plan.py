"""For type checkers; Python runs tournaments/league_plan.py."""

from tournaments.league_plan import *
from tournaments.league_plan import FEWEST_NEW as FEWEST_NEW
from tournaments.league_plan import NEW_SHARE as NEW_SHARE
