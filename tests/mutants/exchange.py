"""Puts a fault into functions that are loaded already, by exchanging their code."""

from __future__ import annotations

import functools
import gc
import os
from collections import Counter
from collections.abc import Iterator
from types import CodeType, FunctionType

ROOMS = ("bots", "hansa", "tournaments")
KEPT = {"game_signature"}           # what it keeps is worked out before the forks; see host.py
Named = dict[tuple[str, int], CodeType]


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code object and all within it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def functions_within(source: bytes, path: str, name: str) -> Named:
    """The code of a function and of all within it, by qualified name and number among those of the
    same name."""
    outer = name.split(".<locals>")[0]
    count: Counter[str] = Counter()
    found: Named = {}
    for code in codes(compile(source, path, "exec", dont_inherit=True)):
        within = code.co_qualname == outer or code.co_qualname.startswith(f"{outer}.<locals>")
        if within:
            found[code.co_qualname, count[code.co_qualname]] = code
            count[code.co_qualname] += 1
    return found


def exchange(path: str, old: bytes, new: bytes, name: str) -> bool:
    """Whether the fault could be put in: False if something of the function was made when its
    module was loaded."""
    before, after = functions_within(old, path, name), functions_within(new, path, name)
    known = {code: key for key, code in before.items()}
    exchanged = False
    for function in functions_of(path):
        code = function.__code__
        key = known.get(code)
        if key is None:
            continue
        if key not in after or len(after[key].co_freevars) != len(code.co_freevars):
            return False
        function.__code__ = after[key]
        exchanged = True
    if exchanged:
        forget_results()
    return exchanged


def functions_of(path: str) -> Iterator[FunctionType]:
    """All functions that a file has made so far."""
    real: dict[str, bool] = {}
    for thing in gc.get_objects():
        if type(thing) is FunctionType:
            name = thing.__code__.co_filename
            if name not in real:
                real[name] = os.path.realpath(name) == path
            if real[name]:
                yield thing


def forget_results() -> None:
    """Empties the caches of the project's functions."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            module, name = str(getattr(thing, "__module__", "")), getattr(thing, "__name__", "")
            if module.split(".")[0] in ROOMS and name not in KEPT:
                thing.cache_clear()
