"""For type checkers; Python runs bots/collector.py."""

from bots.collector import *
