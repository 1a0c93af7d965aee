"""For type checkers; Python runs bots/sparring.py."""

from bots.sparring import *
