"""Which steps a piece of Python takes, in the rooms of the project: pairs of lines that follow each
other."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
ROOMS = tuple(str(ROOT / room) + "/" for room in ("hansa", "bots", "tournaments"))
Step = tuple[CodeType, int, int]


class Coverage:
    """Collects the steps of a call."""

    def __init__(self) -> None:
        self.steps: set[Step] = set()
        self._ours: dict[CodeType, bool] = {}

    def of(self, work: Callable[[], object]) -> set[Step]:
        """The steps of one call; what it raises is raised."""
        self.steps = set()
        sys.settrace(self._enter)
        try:
            work()
        finally:
            sys.settrace(None)
        return self.steps

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        if code not in self._ours:
            self._ours[code] = code.co_filename.startswith(ROOMS)
        if not self._ours[code]:
            return None
        steps, last = self.steps, 0

        def step(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal last
            if event == "line":
                steps.add((code, last, frame.f_lineno))
                last = frame.f_lineno
            return step

        return step
