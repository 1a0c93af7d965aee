"""For type checkers; Python runs bots/processes.py."""

from bots.processes import *
