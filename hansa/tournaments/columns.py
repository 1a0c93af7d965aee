"""For type checkers; Python runs tournaments/columns.py."""

from tournaments.columns import *
from tournaments.columns import LONGEST_NAME as LONGEST_NAME
from tournaments.columns import NONE as NONE
from tournaments.columns import UNKNOWN as UNKNOWN
from tournaments.columns import plus_minus as plus_minus
from tournaments.columns import short_name as short_name
