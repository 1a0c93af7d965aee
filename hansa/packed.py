"""Texts as bytes: what pickles and `bytes(state)` hold."""

from __future__ import annotations

import zlib

from hansa.errors import StateError

MAGIC = b"hansa1"       # then the compressed JSON
MOST_JSON = 1 << 20     # no state is near a megabyte


def packed(text: str) -> bytes:
    """The bytes of a state's JSON."""
    return MAGIC + zlib.compress(text.encode())


def unpacked(data: bytes) -> str:
    """The JSON that `packed` made them from; `StateError` for all other bytes."""
    unpacker = zlib.decompressobj()
    try:
        if data[: len(MAGIC)] != MAGIC:
            raise zlib.error("they do not begin as a state does")
        text = unpacker.decompress(data[len(MAGIC) :], MOST_JSON).decode()
        if not unpacker.eof or unpacker.unused_data:
            raise zlib.error("they end too early or too late")
    except (zlib.error, UnicodeDecodeError) as error:
        raise StateError([f"these bytes are not a state: {error}"]) from error
    return text
