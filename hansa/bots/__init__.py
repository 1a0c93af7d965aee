"""The players; their sources are in `bots/`, beside `hansa/`. A wheel has them here.

The other files of this folder tell type checkers and editors the same (`python -m
tests.forwarders`).
"""

from pathlib import Path

__path__ = [str(Path(__file__).parents[2] / "bots")]
