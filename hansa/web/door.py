"""How many browsers may be connected, so that nobody locks anybody else out.

Whoever has shown no key yet is a *stranger*. There is room for a few of them, and the one that has
stood there longest makes room for the next: a crowd of strangers turns itself away, and whoever has
a key is in before they are a crowd. Whoever has a key is counted with that key, so that one guest
with a thousand tabs meets only their own limit.

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
    """Somebody who is connected; `key` is what they have shown."""

    key: Hashable = None


class Door:
    """Counts visitors."""

    def __init__(self, strangers: int, by_key: int) -> None:
        self._room, self._by_key = strangers, by_key
        self._strangers: dict[Visitor, None] = {}       # in the order of their coming
        self._known: Counter[Hashable] = Counter()

    def enter(self, visitor: Visitor) -> Visitor | None:
        """Somebody comes; the stranger who has to go for them, if the room is full."""
        self._strangers[visitor] = None
        if len(self._strangers) <= self._room:
            return None
        oldest = next(iter(self._strangers))
        del self._strangers[oldest]
        return oldest

    def recognise(self, visitor: Visitor, key: Hashable) -> bool:
        """A visitor has shown a key; False if too many have come with that one."""
        if visitor.key == key:
            return True
        if self._known[key] >= self._by_key:
            return False
        self.leave(visitor)
        visitor.key = key
        self._known[key] += 1
        return True

    def leave(self, visitor: Visitor) -> None:
        """Somebody goes."""
        self._strangers.pop(visitor, None)
        if visitor.key is not None:
            self._known[visitor.key] -= 1
            if not self._known[visitor.key]:
                del self._known[visitor.key]
            visitor.key = None
