"""For type checkers; Python runs tournaments/style.py."""

from tournaments.style import *
from tournaments.style import FEWEST as FEWEST
from tournaments.style import SMALL_WORDS as SMALL_WORDS
