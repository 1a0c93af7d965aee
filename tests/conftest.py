"""What every test may rely on, wherever it runs."""

from __future__ import annotations

import signal

# A shell starts what it runs in the background with Ctrl-C ignored, and children inherit that: tests of Ctrl-C would wait
# forever in such a CI.
signal.signal(signal.SIGINT, signal.default_int_handler)
