"""For type checkers; Python runs bots/bot.py."""

from bots.bot import *
from bots.bot import Bounds as Bounds
from bots.bot import bounds_of as bounds_of
from bots.bot import let_go as let_go
from bots.bot import seen_setup as seen_setup
