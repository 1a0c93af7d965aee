"""For type checkers; Python runs bots/lessons.py."""

from bots.lessons import *
