"""For type checkers; Python runs tournaments/log.py."""

from tournaments.log import *
from tournaments.log import SYNC_SECONDS as SYNC_SECONDS
