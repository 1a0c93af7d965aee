"""For type checkers; Python runs bots/exec_bot.py."""

from bots.exec_bot import *
