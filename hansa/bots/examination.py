"""For type checkers; Python runs bots/examination.py."""

from bots.examination import *
