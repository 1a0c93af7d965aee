"""What waits to go to one browser, in order. Nobody who sends waits for it: a browser that does not
read holds up no game."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

# A browser that is so far behind does not read any more; a position has some 30,000.
MOST_BYTES = 32 << 20


class Outbox:
    """Messages for one browser, which `run` sends. Nothing more is kept for a browser that is too
    far behind: it does not answer pings either, so that its socket is closed soon."""

    def __init__(self, send: Callable[[str], Awaitable[None]]) -> None:
        self._send = send
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._filled = asyncio.Event()
        self.given_up = False

    def put(self, text: str) -> None:
        """One message, whole, after all before it."""
        if self.given_up:
            return
        self._waiting.append(text)
        self._bytes += len(text)
        self._filled.set()
        if self._bytes > MOST_BYTES:
            self.given_up = True
            self._waiting.clear()

    async def run(self) -> None:
        """Sends until it is cancelled, or the browser is gone."""
        while True:
            while self._waiting:
                text = self._waiting.popleft()
                await self._send(text)
                self._bytes -= len(text)
            self._filled.clear()
            await self._filled.wait()
