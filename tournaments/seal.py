"""A checksum at the end of every line of a log, so that a flipped byte is noticed.

The checksum is the line's last member, `"crc"`: the CRC-32 of the line without it, as eight
hexadecimal digits. Programs that do not know it can read the line all the same.

>>> sealed('{"id": "0.0"}')
'{"id": "0.0", "crc": "24a47afe"}'
>>> unsealed(b'{"id": "0.0", "crc": "24a47afe"}\\n')
(b'{"id": "0.0"}\\n', True)
>>> unsealed(b'{"id": "0.1", "crc": "24a47afe"}\\n')
Traceback (most recent call last):
    ...
hansa.tournaments.seal.BrokenSeal: damaged: its checksum is 24a47afe, but its content has ...
"""

from __future__ import annotations

import re
import zlib

SEAL = re.compile(rb', "crc": "([0-9a-f]{8})"\}(\r?\n)?\Z')
METHOD = "crc32"                # what the header of a log with checksums says


class BrokenSeal(ValueError):
    """Raised for a line whose checksum is wrong."""


def sealed(line: str) -> str:
    """A JSON object in one line, with its checksum."""
    return f'{line[:-1]}, "crc": "{_checksum(line.encode())}"}}'


def unsealed(line: bytes) -> tuple[bytes, bool]:
    """The line without its checksum, and whether it had one. `BrokenSeal` if the checksum is
    wrong."""
    found = SEAL.search(line)
    if found is None:
        return line, False
    content = line[: found.start()] + b"}"
    if _checksum(content) != found[1].decode():
        raise BrokenSeal(f"damaged: its checksum is {found[1].decode()}, but its content has {_checksum(content)}")
    return content + (found[2] or b""), True


def _checksum(content: bytes) -> str:
    return f"{zlib.crc32(content):08x}"
