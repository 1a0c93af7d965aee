"""For type checkers; Python runs bots/network.py."""

from bots.network import *
