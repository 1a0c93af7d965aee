"""For type checkers; Python runs bots/tune.py."""

from bots.tune import *
