"""Commands of `hansa` in a child of the process that tests, to be interrupted and killed.

The child has everything loaded and knows the engine's signature: a new Python computes for a second
before its tournament begins.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from multiprocessing.context import ForkProcess

from hansa.bench import signature
from hansa.cli import main


def forked(*arguments: str) -> ForkProcess:
    """A command that runs, and prints to nobody; its exit code is the child's."""
    signature()
    child = multiprocessing.get_context("fork").Process(target=_run, args=arguments)
    child.start()
    return child


def _run(*arguments: str) -> None:
    nobody = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        os.dup2(nobody, descriptor)
    sys.exit(main(arguments))
