"""For type checkers; Python runs bots/random_bot.py."""

from bots.random_bot import *
