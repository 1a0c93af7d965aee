"""The page's files: a browser keeps them for as long as they are the same.

Their addresses name their edition, `/static/EDITION/main.js`, and scripts find each other beside
themselves. A browser that opens the page again asks for the page alone, not for each of its fifty
files. Without an edition, `/static/main.js`, it asks each time whether a file has changed.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
import re
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

# The registry of Windows may say that it is plain text.
mimetypes.add_type("text/javascript", ".js")
FOLDER = Path(__file__).parent / "static"
FOREVER = "max-age=31536000, immutable"
# Nobody asks again for a file that is one for ever, nor for parts of it.
UNASKED = ("last-modified", "accept-ranges")
EDITION = re.compile(r"[0-9a-f]{16}")       # no file or folder of the page is called so


class PageFiles(StaticFiles):
    """Gives out what is in the folder, with an edition before its path or without."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self._edition = ""

    def page(self) -> str:
        """The page, which names its files by their edition as it is now."""
        self._edition = edition()
        return (FOLDER / "index.html").read_text(encoding="utf-8").replace('"/static/', f'"/static/{self._edition}/')

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file. Only that of this edition is one for ever: a page from before an update may ask
        for the others too."""
        first, _, rest = path.partition(os.sep)
        if EDITION.fullmatch(first) is None:
            return await super().get_response(path, scope)
        answer = await super().get_response(rest, scope)
        if first == self._edition:
            answer.headers["cache-control"] = FOREVER
            for name in UNASKED:
                del answer.headers[name]
        return answer


def edition() -> str:
    """A name for the files as they are."""
    content = hashlib.sha256()
    for path in sorted(path for path in FOLDER.rglob("*") if path.is_file()):
        content.update(f"{path.relative_to(FOLDER).as_posix()} {path.stat().st_size}\n".encode() + path.read_bytes())
    return content.hexdigest()[:16]
