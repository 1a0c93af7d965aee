"""Whatever allocation of the compiled core fails: MemoryError, no crash, and what was being used is
whole or refuses.

`python -m tests.faults.memory engine_c.batch`: for every N the N-th allocation of each function and
method of a module fails, called with good arguments (those of `tests/nasty.py`). Python's own
objects come from `malloc` there, so they fail too. Each call is written to standard error first, so
that whoever started this process reads there what crashed it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np

from engine_c.batch import Batch
from engine_c.position import Position
from engine_c.search.search import Search
from tests.faults.libc import Libc, begin_anew
from tests.nasty import PICKLING, divided, good_arguments, instances

EVERY_ONE = 500         # of a call's first allocations; after them steps grow with their number
Make = Callable[[], Any]


def members(module: ModuleType) -> Iterator[tuple[str, Make, str]]:
    """Every function, class and method of a module: words for it, how to make what has it, and its
    name there."""
    own = {name: found for name, found in vars(module).items() if getattr(found, "__module__", "") == module.__name__}
    for name, found in own.items():
        if isinstance(found, type) and not issubclass(found, Exception):
            yield name, lambda: module, name
            for how, make in instances(found):
                for member in dir(found):
                    if member not in dir(object) and member not in PICKLING:
                        yield f"{name} ({how}).{member}", make, member
        elif type(found).__name__ == "cython_function_or_method" and name not in PICKLING:
            yield name, lambda: module, name


def check_whole(holder: Any) -> None:
    """An object that has borne a failure can be used, or says that it must be begun anew."""
    if isinstance(holder, Position):
        assert len(holder.scores()) == holder.players and holder.to_move in (None, "*", *range(holder.players))
        for move in holder.moves()[:3]:
            assert holder.after(move).players == holder.players
    elif isinstance(holder, Search):
        try:
            holder.run(30)
            assert sum(visits for _, visits, *_ in holder.edges()) > 0
        except (RuntimeError, ValueError) as error:
            assert "begin" in str(error), error
    elif isinstance(holder, Batch):
        holder.begin(1)
        holder.step_at_random(np.zeros((2, 3), np.float32), np.zeros(2, np.uint8), np.zeros(2, np.uint8))
        assert holder.position(0).moves()


def prepared(holder: Any, member: str) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
    """A function and its arguments, or how a property is read."""
    if not callable(getattr(type(holder), member, None) or getattr(holder, member)):
        return getattr, [holder, member], {}
    function = getattr(holder, member)
    return function, *divided(function, good_arguments(function, holder))


def fail_each(libc: Libc, words: str, make: Make, member: str) -> int:
    """Fails every allocation of one call, but of very many only some; how many have failed."""
    # What the call raises when nothing fails, if it does
    usual: type[Exception] = MemoryError
    number = failures = 0
    while True:
        sys.stderr.write(f"{words}, allocation {number}\n")
        holder = make()
        function, arguments, by_name = prepared(holder, member)
        try:
            libc.call(function, arguments, by_name, number)
        except MemoryError:
            pass
        except Exception as error:
            if number == 0:
                usual = type(error)
            elif type(error) is not usual:
                raise
        check_whole(holder)
        if number and not libc.facts.failed_call:
            return failures
        failures += number > 0
        number += 1 if number < EVERY_ONE else number // 50


def main(name: str) -> int:
    """Fails all allocations of a module's calls; an exception that is no MemoryError ends it."""
    unraisable: list[str] = []
    sys.unraisablehook = lambda problem: unraisable.append(f"{problem.exc_value!r} in {problem.object!r}")
    libc, total = Libc(), 0
    for words, make, member in members(importlib.import_module(name)):
        total += fail_each(libc, words, make, member)
    print(f"{total} allocations have failed")
    for problem in sorted({*unraisable}):
        print(f"passed over: {problem}")
    return 1 if unraisable else 0


if __name__ == "__main__":
    begin_anew("tests.faults.memory")
    sys.exit(main(sys.argv[1]))
