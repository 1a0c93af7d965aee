"""For type checkers; Python runs bots/traces.py."""

from bots.traces import *
from bots.traces import ASKING as ASKING
from bots.traces import LONGEST_TRACE as LONGEST_TRACE
from bots.traces import MOST_FRAMES as MOST_FRAMES
from bots.traces import OF_THE_HOUSE as OF_THE_HOUSE
from bots.traces import of_the_house as of_the_house
from bots.traces import own_frames as own_frames
