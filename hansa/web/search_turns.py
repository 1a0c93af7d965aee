"""Who may search: a limited number at once, and people take turns, however many tabs each of them
has open.

>>> async def scene() -> list[str]:
...     turns, heard = SearchTurns(1), []
...     async def search(person: str, name: str) -> None:
...         async with turns.turn(person):
...             heard.append(name)
...             await asyncio.sleep(0)
...     async with asyncio.TaskGroup() as tasks:
...         for person, name in [("Anna", "a1"), ("Anna", "a2"), ("Anna", "a3"), ("Ben", "b1")]:
...             tasks.create_task(search(person, name))
...     return heard
>>> asyncio.run(scene())
['a1', 'a2', 'b1', 'a3']
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

__all__ = ["SearchTurns"]


class SearchTurns:
    """Round robin: a free slot goes to the person who has waited longest without one."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def wanted(self) -> bool:
        """Whether a person waits, so that long searches should pause. Callable from any thread."""
        return bool(self._waiting)

    @property
    def busy(self) -> bool:
        """Whether the next person has to wait."""
        return self._free == 0

    @asynccontextmanager
    async def turn(self, person: Hashable) -> AsyncIterator[None]:
        """A slot, when it is this person's turn; a cancelled request leaves the queue."""
        await self._take(person)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, person: Hashable) -> None:
        if self._free:
            self._free -= 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(person, deque()).append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._give_back()       # it was this person's turn in the same moment
            else:
                self._forget(person, place)
            raise

    def _give_back(self) -> None:
        while self._waiting:
            person, places = next(iter(self._waiting.items()))
            place = places.popleft()
            if places:
                self._waiting.move_to_end(person)
            else:
                del self._waiting[person]
            if not place.done():
                place.set_result(None)
                return
        self._free += 1

    def _forget(self, person: Hashable, place: asyncio.Future[None]) -> None:
        places = self._waiting.get(person)
        if places is not None and place in places:
            places.remove(place)
            if not places:
                del self._waiting[person]
