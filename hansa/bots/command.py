"""For type checkers; Python runs bots/command.py."""

from bots.command import *
