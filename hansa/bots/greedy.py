"""For type checkers; Python runs bots/greedy.py."""

from bots.greedy import *
