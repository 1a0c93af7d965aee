"""For type checkers; Python runs tournaments/ratings.py."""

from tournaments.ratings import *
from tournaments.ratings import CONVERGED as CONVERGED
from tournaments.ratings import ELO as ELO
from tournaments.ratings import Floats as Floats
from tournaments.ratings import NEWTON_STEPS as NEWTON_STEPS
from tournaments.ratings import PRIOR_SPREAD as PRIOR_SPREAD
from tournaments.ratings import Races as Races
from tournaments.ratings import SEAT_SPREAD as SEAT_SPREAD
from tournaments.ratings import Whole as Whole
