"""For type checkers; Python runs tournaments/ratings.py."""

from tournaments.ratings import *
from tournaments.ratings import CONVERGED as CONVERGED
from tournaments.ratings import ELO as ELO
from tournaments.ratings import FEWEST_DEGREES as FEWEST_DEGREES
from tournaments.ratings import Floats as Floats
from tournaments.ratings import LEAST_ERROR as LEAST_ERROR
from tournaments.ratings import MOST_OF_PRIOR as MOST_OF_PRIOR
from tournaments.ratings import NEWTON_STEPS as NEWTON_STEPS
from tournaments.ratings import PRIOR_SPREAD as PRIOR_SPREAD
from tournaments.ratings import Races as Races
from tournaments.ratings import SEAT_SPREAD as SEAT_SPREAD
from tournaments.ratings import Slope as Slope
from tournaments.ratings import Whole as Whole
