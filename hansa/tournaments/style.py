"""For type checkers; Python runs tournaments/style.py."""

from tournaments.style import *
from tournaments.style import FEWEST as FEWEST
