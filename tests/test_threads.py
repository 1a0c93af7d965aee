"""Several threads at once: what is for all is the same for all, what is for one refuses the
second."""

from __future__ import annotations

import pytest

from tests.threads import WORK, run


@pytest.mark.parametrize("work", WORK)
def test_threads_do_not_disturb_each_other(work: str) -> None:
    run(2, [work])
