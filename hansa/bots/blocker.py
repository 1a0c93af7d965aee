"""For type checkers; Python runs bots/blocker.py."""

from bots.blocker import *
