"""For type checkers; Python runs tournaments/student.py."""

from tournaments.student import *
