"""Limits the number of connected browsers, so that no visitor can lock out another.

A visitor without an access key is a *stranger*. Only a few strangers may be connected; a new one
displaces the one that has been connected longest. So a flood of strangers displaces only strangers,
and a visitor with a key has time to show it. Visitors with a key are counted per key, so that a
guest with a thousand tabs reaches only their own limit.

>>> door = Door(strangers=2, by_key=1)
>>> first, second, third = Visitor(), Visitor(), Visitor()
>>> door.enter(first), door.enter(second), door.enter(third) is first
(None, None, True)
>>> door.recognise(second, "key of Anna"), door.recognise(third, "key of Anna")
(True, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass

__all__ = ["Door", "Visitor"]


@dataclass(eq=False)
class Visitor:
    """A connected browser, and the key that it has shown."""

    key: Hashable = None


class Door:
    """Counts visitors, at most `strangers` without a key and `by_key` with each key."""

    def __init__(self, strangers: int, by_key: int) -> None:
        self._room, self._by_key = strangers, by_key
        self._strangers: dict[Visitor, None] = {}       # in order of arrival
        self._known: Counter[Hashable] = Counter()

    def enter(self, visitor: Visitor) -> Visitor | None:
        """A visitor connects. Returns the stranger to disconnect, if there are too many."""
        self._strangers[visitor] = None
        if len(self._strangers) <= self._room:
            return None
        oldest = next(iter(self._strangers))
        del self._strangers[oldest]
        return oldest

    def recognise(self, visitor: Visitor, key: Hashable) -> bool:
        """A visitor has shown a key. False if too many visitors are connected with that key."""
        if visitor.key == key:
            return True
        if self._known[key] >= self._by_key:
            return False
        self.leave(visitor)
        visitor.key = key
        self._known[key] += 1
        return True

    def leave(self, visitor: Visitor) -> None:
        """A visitor disconnects."""
        self._strangers.pop(visitor, None)
        if visitor.key is not None:
            self._known[visitor.key] -= 1
            if not self._known[visitor.key]:
                del self._known[visitor.key]
            visitor.key = None
