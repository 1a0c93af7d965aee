"""For type checkers; Python runs tournaments/log_header.py."""

from tournaments.log_header import *
from tournaments.log_header import Described as Described
from tournaments.log_header import UNREADABLE as UNREADABLE
from tournaments.log_header import VERSION as VERSION
from tournaments.log_header import commit as commit
