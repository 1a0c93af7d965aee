"""For type checkers; Python runs tournaments/log_reading.py."""

from tournaments.log_reading import *
from tournaments.log_reading import LONGEST_HEADER as LONGEST_HEADER
from tournaments.log_reading import LONGEST_LINE as LONGEST_LINE
