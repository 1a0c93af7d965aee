"""For type checkers; Python runs bots/selfplay.py."""

from bots.selfplay import *
