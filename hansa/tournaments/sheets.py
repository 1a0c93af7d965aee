"""For type checkers; Python runs tournaments/sheets.py."""

from tournaments.sheets import *
from tournaments.sheets import MOST_FAULTS as MOST_FAULTS
from tournaments.sheets import MOST_IN_MATRIX as MOST_IN_MATRIX
from tournaments.sheets import category_sheet as category_sheet
from tournaments.sheets import meeting_sheet as meeting_sheet
from tournaments.sheets import seat_sheet as seat_sheet
from tournaments.sheets import seat_wins_sheet as seat_wins_sheet
