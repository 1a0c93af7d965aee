"""For type checkers; Python runs tournaments/league.py."""

from tournaments.league import *
from tournaments.league import ENTRIES as ENTRIES
from tournaments.league import PAGE as PAGE
from tournaments.league import RELOAD_SECONDS as RELOAD_SECONDS
from tournaments.league import RULES as RULES
from tournaments.league import SEASONS as SEASONS
from tournaments.league import VERSION as VERSION
