"""For type checkers; Python runs tournaments/standings.py."""

from tournaments.standings import *
from tournaments.standings import BLOCKS_OF_A_BOT as BLOCKS_OF_A_BOT
from tournaments.standings import blocks_needed as blocks_needed
from tournaments.standings import categories_of as categories_of
from tournaments.standings import culprit as culprit
from tournaments.standings import gaps as gaps
from tournaments.standings import mean as mean
from tournaments.standings import seat_key as seat_key
