"""For type checkers; Python runs tournaments/log.py."""

from tournaments.log import *
from tournaments.log import HEADER_BEGINS as HEADER_BEGINS
from tournaments.log import LONGEST_HEADER as LONGEST_HEADER
from tournaments.log import LONGEST_LINE as LONGEST_LINE
from tournaments.log import SYNC_SECONDS as SYNC_SECONDS
from tournaments.log import VERSION as VERSION
from tournaments.log import commit as commit
