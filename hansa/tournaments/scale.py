"""For type checkers; Python runs tournaments/scale.py."""

from tournaments.scale import *
from tournaments.scale import WARM_UP as WARM_UP
from tournaments.scale import compare as compare
from tournaments.scale import main as main
