"""For type checkers; Python runs tournaments/rulings.py."""

from tournaments.rulings import *
from tournaments.rulings import AGREEMENTS as AGREEMENTS
from tournaments.rulings import LIMITS as LIMITS
from tournaments.rulings import TURNS as TURNS
