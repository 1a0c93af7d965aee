"""For type checkers; Python runs tournaments/cluster.py."""

from tournaments.cluster import *
