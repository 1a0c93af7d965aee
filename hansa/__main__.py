"""`python -m hansa` is the command `hansa`."""

from __future__ import annotations

import sys

from hansa.cli import main

if __name__ == "__main__":
    sys.exit(main())
