"""For type checkers; Python runs bots/entries.py."""

from bots.entries import *
from bots.entries import LONGEST_NAME as LONGEST_NAME
