"""For type checkers; Python runs bots/objects.py."""

from bots.objects import *
from bots.objects import BotLike as BotLike
from bots.objects import Choice as Choice
from bots.objects import what_is_no_bot as what_is_no_bot
