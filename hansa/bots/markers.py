"""For type checkers; Python runs bots/markers.py."""

from bots.markers import *
