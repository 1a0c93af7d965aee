"""For type checkers; Python runs bots/prestige.py."""

from bots.prestige import *
