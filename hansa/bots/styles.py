"""For type checkers; Python runs bots/styles.py."""

from bots.styles import *
