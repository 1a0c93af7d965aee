"""Several threads at once: what is for all is the same for all, what is for one refuses the
second."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine_c import build
from tests.threads import WORK, run

WITHOUT_THREADS = """
import resource, threading
from engine_c.search.options import SearchOptions
from engine_c.search.search import Search
from hansa.games import fitted_mind
from hansa.state import State

UNLIMITED = (resource.RLIM_INFINITY,) * 2
state = State.new(board="hansa-23", players=2, seed=3)
found = []
for limited in (True, False):
    search = Search(fitted_mind("teutonica"), SearchOptions(memory=4, threads=4), seed=4)
    search.begin(state.position, 0)
    if limited:         # there is no memory for the stack of another thread
        pages = int(open("/proc/self/statm").read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (1 << 20), UNLIMITED[1]))
    try:
        threading.Thread(target=int).start()
        print("a thread can be started")
    except RuntimeError:
        print("no thread can be started")
    search.run(3000)
    resource.setrlimit(resource.RLIMIT_AS, UNLIMITED)
    found.append((search.edges(), search.values(), search.nodes))
print(found[0] == found[1])
"""


@pytest.mark.parametrize("work", WORK)
def test_threads_do_not_disturb_each_other(work: str) -> None:
    run(2, [work])


@pytest.mark.skipif(sys.platform != "linux" or build.BUILD != "release", reason="limits the memory as Linux does")
def test_a_search_finds_the_same_where_no_threads_can_be_started() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THREADS], cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=600,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    assert done.stdout == "no thread can be started\na thread can be started\nTrue\n", done.stderr
