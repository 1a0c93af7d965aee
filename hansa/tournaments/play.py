"""For type checkers; Python runs tournaments/play.py."""

from tournaments.play import *
from tournaments.play import FAULTS as FAULTS
from tournaments.play import Failed as Failed
from tournaments.play import LONGEST_LINE as LONGEST_LINE
from tournaments.play import LONGEST_MESSAGE as LONGEST_MESSAGE
from tournaments.play import MOST_OF_SPEC as MOST_OF_SPEC
from tournaments.play import NO_RULINGS as NO_RULINGS
from tournaments.play import RecordDraft as RecordDraft
from tournaments.play import SeatedBot as SeatedBot
from tournaments.play import counted as counted
from tournaments.play import record_of as record_of
from tournaments.play import start_of as start_of
