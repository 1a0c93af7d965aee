"""For type checkers; Python runs bots/registry.py."""

from bots.registry import *
from bots.registry import EXEC as EXEC
