"""Access keys, made from one secret beside the games, so that links outlive the server.

>>> keys = AccessKeys(b"secret")
>>> keys.open(keys.host()), keys.open(keys.seat("game-7", 2)), keys.open("nonsense")
(Access(game=None, seat=None), Access(game='game-7', seat=2), None)
>>> keys.open(keys.watcher("game-7"))
Access(game='game-7', seat=None)
"""

from __future__ import annotations

import base64
import hmac
import secrets
from dataclasses import dataclass
from pathlib import Path

from hansa.whole_file import FOR_OWNER, write_whole

FILE = ".key"
LENGTH = 32         # bytes of the secret
DIGITS = 24         # characters of a signature: 144 bits
LONGEST = 200
COOKIE_DIGITS = 8
WATCHER = "watch"


@dataclass(frozen=True)
class Access:
    """What a key opens: everything on this server, one seat of one game, or a game to look at."""

    game: str | None = None
    seat: int | None = None

    @property
    def host(self) -> bool:
        """Whether it opens everything."""
        return self.game is None


class AccessKeys:
    """Makes keys and reads them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of_folder(cls, folder: Path) -> AccessKeys:
        """The secret of a folder of games; made on first use, readable by its owner only."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        if path.is_file() and path.stat().st_size < LENGTH:     # a power cut has emptied it
            path.unlink()
        if not path.exists():
            write_whole(path, lambda file: file.write(secrets.token_bytes(LENGTH)), FOR_OWNER)
        return cls(path.read_bytes())

    def host(self) -> str:
        """The key of the host, who started the server."""
        return self._sign("host")

    def seat(self, game: str, seat: int) -> str:
        """The key of one seat."""
        return f"{seat}.{game}.{self._sign(f'seat/{seat}/{game}')}"

    def watcher(self, game: str) -> str:
        """The key of spectators."""
        return f"{WATCHER}.{game}.{self._sign(f'{WATCHER}/{game}')}"

    @property
    def cookie(self) -> str:
        """The name of the cookie with the key: one for each server, since cookies ignore ports."""
        return f"hansa-{self._sign('cookie')[:COOKIE_DIGITS].replace('_', '-')}"

    def open(self, key: object) -> Access | None:
        """What a key opens; None if it is none of ours."""
        if not isinstance(key, str) or not 0 < len(key) <= LONGEST or not key.isascii():
            return None
        if hmac.compare_digest(key, self.host()):
            return Access()
        seat, _, rest = key.partition(".")
        game, _, _ = rest.rpartition(".")
        if game and seat == WATCHER and hmac.compare_digest(key, self.watcher(game)):
            return Access(game)
        if not game or not seat.isdigit() or not hmac.compare_digest(key, self.seat(game, int(seat))):
            return None
        return Access(game, int(seat))

    def _sign(self, what: str) -> str:
        digest = hmac.digest(self._secret, what.encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode()[:DIGITS]
