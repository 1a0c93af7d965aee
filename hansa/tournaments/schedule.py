"""For type checkers; Python runs tournaments/schedule.py."""

from tournaments.schedule import *
from tournaments.schedule import Block as Block
from tournaments.schedule import COUNTED_BLOCKS as COUNTED_BLOCKS
from tournaments.schedule import LineUps as LineUps
from tournaments.schedule import MEMBERS as MEMBERS
from tournaments.schedule import MOST_LIMIT as MOST_LIMIT
from tournaments.schedule import MOST_MOVES as MOST_MOVES
from tournaments.schedule import MOST_PLAYERS as MOST_PLAYERS
from tournaments.schedule import OPTIONAL as OPTIONAL
from tournaments.schedule import check_table as check_table
