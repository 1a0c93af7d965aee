"""What waits for ever fails, and says where it waits."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import limits
from tests.limits import limited

FOR_EVER = threading.Event()
DOES_NOT_END = """
import pathlib, sys, threading
from tests import limits
limits.QUICK, limits.STUCK = 0.5, pathlib.Path(sys.argv[1])
threading.Thread(target=threading.Event().wait).start()
limits.limit_end()
"""


def wait_for_a_process() -> None:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(100_000)"]) as process:
        try:
            process.wait()
        finally:
            process.kill()


def wait_for_a_thread() -> None:
    thread = threading.Thread(target=FOR_EVER.wait, name="the one that waits", daemon=True)
    thread.start()
    thread.join()


@pytest.mark.parametrize(("wait", "said"), [
    (wait_for_a_process, r"process.wait\(\)\n(.|\n)*process \d+, \w+: .*time.sleep\(100_000\)"),
    (wait_for_a_thread, r"thread.join\(\)\n(.|\n)*thread the one that waits:\n"),
    (FOR_EVER.wait, r"the test has not ended after 0.2 seconds\nthread MainThread:\n(.|\n)*test_limits.py"),
])
def test_what_waits_for_ever_says_for_what(wait: Callable[[], object], said: str) -> None:
    with pytest.raises(pytest.fail.Exception, match=said), limited(0.2, "the test"):
        wait()


def test_a_failure_that_is_caught_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "AGAIN", 0.1)
    caught = []
    with pytest.raises(pytest.fail.Exception), limited(0.1, "the test"):
        try:
            FOR_EVER.wait()
        except BaseException as error:
            caught.append(error)
        FOR_EVER.wait()
    assert len(caught) == 1


def test_the_limit_ends_with_the_block_and_the_outer_one_goes_on() -> None:
    with limited(1000.0, "outside"):
        outer = signal.getsignal(signal.SIGALRM)
        with limited(0.2, "inside"):
            pass
        time.sleep(0.3)
        left, again = signal.getitimer(signal.ITIMER_REAL)
        assert 900 < left <= 1000 and again == limits.AGAIN and signal.getsignal(signal.SIGALRM) is outer


def test_every_test_has_a_limit() -> None:
    left, _ = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= limits.QUICK < limits.LONG


def test_a_process_that_does_not_end_is_ended_and_says_where_it_waits(tmp_path: Path) -> None:
    path = tmp_path / "stuck.txt"
    assert subprocess.run([sys.executable, "-c", DOES_NOT_END, path], timeout=600).returncode == 1
    assert re.search(r'threading.py", line \d+ in wait\n', path.read_text())
