"""For type checkers; Python runs bots/registry.py."""

from bots.registry import *
from bots.registry import EXEC as EXEC
from bots.registry import NO_BOT_HERE as NO_BOT_HERE
from bots.registry import SIMPLE as SIMPLE
from bots.registry import type_name as type_name
