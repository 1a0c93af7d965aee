"""Changes inputs at random: bytes, words, numbers, and values of JSON by what other inputs have."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

NUMBERS = (
    0, 1, -1, 2, 5, 7, 15, 99, 127, 255, 256, 65535, 2**31 - 1, 2**31, 2**32, 2**63, -(2**63) - 1, 10**30, 0.5, 1e308, -0.0)
JUNK: tuple[Any, ...] = (
    None, True, False, "", "x", "*", "?", "\0", "\ud800", "é" * 40, "t" * 5000, [], {}, [[]], [None], {"x": 1}, {"": {}},
    *NUMBERS,
)
TEXTS = (b"\n", b"\r\n", b"\0", b"\xff", b"\xef\xbb\xbf", b"{", b"}", b"[[[[", b'"', b"\\u0000", b"NaN", b"-Infinity", b"1e999",
         b"..", b"/", b" ", b"%", b"\x1b[0m")
MOST_BYTES = 60_000


class Mutator:
    """Changes one input, with words of all inputs."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.words: list[bytes] = [*TEXTS]
        self.values: list[Any] = [*JUNK]

    def learn(self, data: bytes) -> None:
        """Takes words and values from an input."""
        self.words += {*re.findall(rb"[\w.+-]{2,30}", data)} - {*self.words}
        for line in data.split(b"\n"):
            for value in [found for found in [parsed(line)] if found is not None]:
                self.values += [inner for *_, inner in places(value)]
        if len(self.values) > 20_000:
            self.values = [*JUNK, *self.rng.sample(self.values, 5_000)]

    def changed(self, data: bytes, others: Sequence[bytes]) -> bytes:
        """A few changes."""
        for _ in range(self.rng.choice((1, 1, 1, 2, 3, 5))):
            data = self.rng.choice((self._values,) * 3 + (self._bytes, self._word, self._number, self._cut))(data)
            if self.rng.random() < 0.05:
                data = self._spliced(data, self.rng.choice(others))
        return data[:MOST_BYTES]

    def _values(self, data: bytes) -> bytes:
        """One value of one line of JSON is another, is gone, or is there twice."""
        lines = data.split(b"\n")
        number = self.rng.randrange(len(lines))
        value = parsed(lines[number])
        if value is None:
            return self._word(data)
        *_, holder, key, inner = self.rng.choice([*places(value)] or [({}, "", None)])
        action = self.rng.randrange(8)
        if action == 0 and isinstance(holder, dict):
            holder.pop(key, None)
        elif action == 1 and isinstance(holder, list):
            holder.insert(key, inner)
        elif action == 2 and isinstance(holder, list):
            del holder[key]
        elif action == 3 and isinstance(inner, int) and not isinstance(inner, bool):
            holder[key] = inner + self.rng.choice((-1, 1, 2, 10))
        elif action == 4 and isinstance(holder, dict):
            holder[self._text()] = inner
        else:
            holder[key] = self.rng.choice(self.values)
        lines[number] = json.dumps(value).encode()
        return b"\n".join(lines)

    def _text(self) -> str:
        return self.rng.choice(self.words).decode(errors="replace")

    def _bytes(self, data: bytes) -> bytes:
        changed = bytearray(data or b" ")
        for _ in range(self.rng.choice((1, 1, 2, 8))):
            changed[self.rng.randrange(len(changed))] = self.rng.choice((0, 255, 34, self.rng.randrange(256)))
        return bytes(changed)

    def _word(self, data: bytes) -> bytes:
        begin, end = self._span(data)
        return data[:begin] + self.rng.choice(self.words) + data[end if self.rng.random() < 0.5 else begin:]

    def _number(self, data: bytes) -> bytes:
        found = [*re.finditer(rb"-?\d+(?:\.\d+)?", data)]
        if not found:
            return self._word(data)
        one = self.rng.choice(found)
        return data[: one.start()] + str(self.rng.choice(NUMBERS)).encode() + data[one.end():]

    def _cut(self, data: bytes) -> bytes:
        begin, end = self._span(data)
        return data[:begin] + data[end:] if self.rng.random() < 0.5 else data[:end] + data[begin:]

    def _spliced(self, data: bytes, other: bytes) -> bytes:
        begin, _ = self._span(data)
        _, end = self._span(other)
        return data[:begin] + other[end:]

    def _span(self, data: bytes) -> tuple[int, int]:
        begin = self.rng.randrange(len(data) + 1)
        return begin, min(len(data), begin + self.rng.choice((1, 2, 8, 40, 400)))


def parsed(line: bytes) -> Any:
    """A line's value, if it is an object or a list."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def places(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Every place in a value: what holds it, by which key, and what is there."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(members):
        yield value, key, inner
        yield from places(inner)
