"""For type checkers; Python runs tournaments/formats.py."""

from tournaments.formats import *
from tournaments.formats import LineUp as LineUp
