"""What every test may rely on, wherever it runs."""

from __future__ import annotations

import os
import signal
from pathlib import Path

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests of Ctrl-C would wait
# forever in such a CI.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tracebacks of faults that tests provoke do not belong into the log of whoever runs them (hansa/logs.py).
os.environ["XDG_STATE_HOME"] = str(Path(__file__).parents[1] / "build" / "state")
os.environ.pop("HANSA_LOG", None)
