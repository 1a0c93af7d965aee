"""For type checkers; Python runs tournaments/log.py."""

from tournaments.log import *
from tournaments.log import AS_IT_IS as AS_IT_IS
from tournaments.log import HEADER_BEGINS as HEADER_BEGINS
from tournaments.log import SYNC_SECONDS as SYNC_SECONDS
from tournaments.log import WINDOWS as WINDOWS
