"""The web application: the page's files, the boards, and the socket everything else goes through."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hansa.views.svg import style
from hansa.web.connection import MOST_BYTES, Connection, Server
from hansa.web.keys import Keys
from hansa.web.live import Searches
from hansa.web.outbox import Outbox
from hansa.web.seeing import board_json, board_names
from hansa.web.tables import Tables
from hansa.web.tournaments import Logs

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
SAFETY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-cache",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
}
MOST_CONNECTIONS = 64
HELLO_SECONDS = 10.0        # after so long without a key a connection is of nobody
REFUSED = 4403              # close codes of our own: the key or the origin is wrong, ...
TOO_MANY = 4429             # ... and too many browsers are connected


@dataclass(frozen=True)
class Settings:
    """Where games are kept, how much may be thought at once, and under which names the server may be called."""

    folder: Path
    logs: tuple[Path, ...] = ()         # folders with logs of tournaments
    threads: int = 0                    # of one search; 0: as many as the machine has
    searches: int = 2                   # searches of people at once
    bots: tuple[str, ...] = ()          # specs that may be seated beside the registered ones
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]", "::1")

    @property
    def threads_or_all(self) -> int:
        """The threads of one search."""
        return self.threads or os.cpu_count() or 1


class KnownHosts:
    """Refuses requests under foreign names (a page elsewhere that has its name point here) or from foreign pages."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = tuple(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not self._known(scope):
            if scope["type"] == "websocket":
                await WebSocket(scope, receive, send).close(REFUSED)
            else:
                await PlainTextResponse("this server is called by another name", 403)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _known(self, scope: Scope) -> bool:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host, origin = headers.get("host", ""), headers.get("origin")
        if _name(host) not in self.hosts:
            return False
        if origin is None:      # not a page: a program, or a browser's plain request for a file
            return True
        return origin in (f"http://{host}", f"https://{host}")


def _name(host: str) -> str:
    """A host without its port."""
    return host[: host.index("]") + 1] if host.startswith("[") and "]" in host else host.partition(":")[0]


def make_app(settings: Settings) -> Starlette:
    """The application; games are opened and searches run inside its own event loop."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.server = Server(
            Tables(settings.folder, bots_at_once=max(1, (os.cpu_count() or 1)), invited=settings.bots),
            Logs(settings.logs),
            Keys.of_folder(settings.folder),
            Searches(asyncio.Semaphore(settings.searches), settings.threads_or_all),
        )
        app.state.connections = 0
        yield
        await app.state.server.tables.close()

    return Starlette(
        routes=[
            Route("/", page), Route("/style/map.css", map_style), Route("/board/{name}", board),
            Route("/static/{name}", static), WebSocketRoute("/socket", socket),
        ],
        middleware=[Middleware(KnownHosts, hosts=settings.hosts)],
        lifespan=lifespan,
    )


async def page(request: Request) -> Response:
    """The one page there is."""
    return file_response("index.html")


async def static(request: Request) -> Response:
    """Its scripts and styles."""
    return file_response(request.path_params["name"])


def file_response(name: str) -> Response:
    """A file of the package; only names that are there, no paths."""
    folder = resources.files("hansa.web").joinpath("static")
    suffix = Path(name).suffix
    if suffix not in TYPES or name not in {entry.name for entry in folder.iterdir()}:
        return PlainTextResponse("there is no such file", 404, SAFETY)
    return Response(folder.joinpath(name).read_bytes(), media_type=TYPES[suffix], headers=SAFETY)


async def map_style(request: Request) -> Response:
    """The style of the drawings."""
    return Response(style(), media_type="text/css", headers=SAFETY)


async def board(request: Request) -> Response:
    """What of a board never changes."""
    name = request.path_params["name"]
    if name not in board_names():
        return JSONResponse({"error": "there is no such board"}, 404, SAFETY)
    return JSONResponse(board_json(name), headers=SAFETY)


async def socket(websocket: WebSocket) -> None:
    """A browser, from its first message to its last."""
    app = websocket.app
    if app.state.connections >= MOST_CONNECTIONS:
        await websocket.close(TOO_MANY)
        return
    app.state.connections += 1
    outbox = Outbox(websocket.send_text)
    connection = Connection(app.state.server, outbox)
    sending = asyncio.create_task(outbox.run())
    sending.add_done_callback(lambda task: task.cancelled() or task.exception())    # it ends when the browser is gone
    try:
        await websocket.accept()
        await listen(websocket, connection)
    except (WebSocketDisconnect, RuntimeError):      # gone in the middle of a message
        pass
    finally:
        app.state.connections -= 1
        sending.cancel()
        await connection.close()


async def listen(websocket: WebSocket, connection: Connection) -> None:
    """Hands on what a browser says, until it is gone, says too much, or does not say in time who it is."""
    end = asyncio.get_running_loop().time() + HELLO_SECONDS
    while True:
        try:
            async with asyncio.timeout_at(None if connection.known else end):
                message = await websocket.receive()
        except TimeoutError:
            return await websocket.close(REFUSED)
        if message["type"] == "websocket.disconnect":
            return None
        data: str | bytes = message.get("text") or message.get("bytes") or ""
        if len(data) > MOST_BYTES:
            return await websocket.close(1009)
        await connection.receive(data)
