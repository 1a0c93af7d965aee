"""For type checkers; Python runs bots/actions.py."""

from bots.actions import *
