"""For type checkers; Python runs bots/transcript.py."""

from bots.transcript import *
