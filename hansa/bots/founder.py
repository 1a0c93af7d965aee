"""For type checkers; Python runs bots/founder.py."""

from bots.founder import *
