"""For type checkers; Python runs bots/program_messages.py."""

from bots.program_messages import *
from bots.program_messages import NAMES as NAMES
from bots.program_messages import VERSION as VERSION
from bots.program_messages import nothing as nothing
