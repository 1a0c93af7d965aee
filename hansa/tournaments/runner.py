"""For type checkers; Python runs tournaments/runner.py."""

from tournaments.runner import *
from tournaments.runner import DEADLINE as DEADLINE
from tournaments.runner import GLANCE_SECONDS as GLANCE_SECONDS
from tournaments.runner import KILLED as KILLED
from tournaments.runner import LOG as LOG
from tournaments.runner import MOST_LOST as MOST_LOST
from tournaments.runner import MOST_QUEUED as MOST_QUEUED
from tournaments.runner import Pace as Pace
from tournaments.runner import QUEUED_SECONDS as QUEUED_SECONDS
from tournaments.runner import SLOW_STARTS as SLOW_STARTS
from tournaments.runner import STARTS as STARTS
from tournaments.runner import START_SECONDS as START_SECONDS
from tournaments.runner import TRIES as TRIES
from tournaments.runner import WorkerProcess as WorkerProcess
