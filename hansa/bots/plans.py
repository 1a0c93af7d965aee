"""For type checkers; Python runs bots/plans.py."""

from bots.plans import *
