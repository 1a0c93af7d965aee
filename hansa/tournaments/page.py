"""For type checkers; Python runs tournaments/page.py."""

from tournaments.page import *
from tournaments.page import CHECKPOINTS as CHECKPOINTS
from tournaments.page import FEWEST_GAMES as FEWEST_GAMES
from tournaments.page import STYLE as STYLE
from tournaments.page import elo_over_games as elo_over_games
from tournaments.page import plots as plots
from tournaments.page import table as table
