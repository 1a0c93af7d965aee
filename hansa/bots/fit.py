"""For type checkers; Python runs bots/fit.py."""

from bots.fit import *
