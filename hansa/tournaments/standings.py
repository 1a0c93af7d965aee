"""For type checkers; Python runs tournaments/standings.py."""

from tournaments.standings import *
from tournaments.standings import culprit as culprit
from tournaments.standings import half_interval as half_interval
from tournaments.standings import mean as mean
