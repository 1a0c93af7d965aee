"""For type checkers; Python runs bots/mcts.py."""

from bots.mcts import *
