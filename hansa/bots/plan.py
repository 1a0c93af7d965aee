"""For type checkers; Python runs bots/plan.py."""

from bots.plan import *
