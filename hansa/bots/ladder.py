"""For type checkers; Python runs bots/ladder.py."""

from bots.ladder import *
