"""For type checkers; Python runs tournaments/page_server.py."""

from tournaments.page_server import *
from tournaments.page_server import ADDRESS as ADDRESS
from tournaments.page_server import NOT_YET as NOT_YET
