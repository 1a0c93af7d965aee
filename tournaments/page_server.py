"""Serves one page of this machine to its browsers, for as long as it is open."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from hansa.errors import HansaError

__all__ = ["PageError", "page_served"]

ADDRESS = "127.0.0.1"
NOT_YET = (b'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>hansa</title>'
           b"<p>No game has ended yet.</p>")


class PageError(HansaError):
    """A page that cannot be served.

    >>> issubclass(PageError, HansaError)
    True
    """

    code = "page"


@contextmanager
def page_served(path: Path, port: int) -> Iterator[str]:
    """Serves the page while the context is open, and yields its address. Every path returns the
    same page.

    >>> import tempfile
    >>> from urllib.request import urlopen
    >>> with tempfile.TemporaryDirectory() as folder, page_served(Path(folder, "index.html"), 0) as address:
    ...     with urlopen(address) as answer:
    ...         b"No game has ended yet" in answer.read()
    True
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = path.read_bytes() if path.is_file() else NOT_YET
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: object) -> None:
            """Nobody reads it."""

    try:
        server = ThreadingHTTPServer((ADDRESS, port), Handler)
    except OSError as error:
        raise PageError(f"port {port} cannot be used: {error.strerror}; name another by --serve, or 0 for any") from error
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://{ADDRESS}:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
