"""What the exit codes of all commands mean."""

from __future__ import annotations

OK = 0
FAILED = FAULTS = 1         # a verification failed; a bot failed
BAD_INPUT = 2               # arguments or files that cannot be used
UNDECIDED = 3               # of `hansa compare`: the blocks were used up first
MACHINE = 4                 # games that the machine could not play; --resume plays them again
FAULT = 70                  # of hansa itself; its traceback is in the log
INTERRUPTED = 130           # Ctrl-C
