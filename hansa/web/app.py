"""The web application: the page's files, the boards, and the socket for everything else."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from hansa.json_lines import json_line
from hansa.languages import Language
from hansa.views.svg import style
from hansa.web.access_keys import LONGEST, AccessKeys
from hansa.web.connection import MOST_BYTES, Connection, Server
from hansa.web.door import Door, Visitor
from hansa.web.live import Searches
from hansa.web.outbox import Outbox
from hansa.web.page_files import PageFiles
from hansa.web.page_words import language_for, page_words
from hansa.web.search_turns import SearchTurns
from hansa.web.shown_position import board_json, board_names
from hansa.web.tables import Tables
from hansa.web.tournaments import Logs

SAFETY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin",
}
MOST_STRANGERS = 32         # sockets without a key; the oldest makes room for the next
MOST_BY_KEY = 64            # sockets with one and the same
LEAST_COMPRESSED = 500      # bytes
COOKIE_SECONDS = 400 * 24 * 3600        # as long as browsers allow
HELLO_SECONDS = 10.0        # after so long without a key a connection is of nobody
REFUSED = 4403              # close codes of our own: the key or the origin is wrong, ...
TOO_MANY = 4429             # ... too many browsers are connected


@dataclass(frozen=True)
class Settings:
    """Where games are kept, how many searches may run, which host names the server has."""

    folder: Path
    logs: tuple[Path, ...] = ()         # folders with logs of tournaments
    threads: int = 0                    # of one search; 0: as many as the machine has
    searches: int = 2                   # searches of people at once
    bots: tuple[str, ...] = ()          # specs that may be seated beside the registered ones
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]", "::1")
    # Where others on the network find this server, such as http://192.168.1.7:8484.
    reach: str = ""
    guests_analyse: bool = True         # whether guests may ask the AI about a game that goes on

    @property
    def threads_or_all(self) -> int:
        """The threads of one search."""
        return self.threads or os.cpu_count() or 1


class KnownHosts:
    """Refuses requests with a foreign host header (DNS rebinding) or from foreign origins."""

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


class Safety:
    """Adds the content security policy to every answer: nothing but this server's files. What says
    nothing else is asked for again each time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SAFETY)
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        await self.app(scope, receive, sent if scope["type"] == "http" else send)


def make_app(settings: Settings) -> Starlette:
    """The application; games are opened and searches run inside its own event loop."""
    files = PageFiles()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.server = Server(
            Tables(settings.folder, bots_at_once=max(1, (os.cpu_count() or 1)), invited=settings.bots),
            Logs(settings.logs),
            AccessKeys.of_folder(settings.folder),
            Searches(SearchTurns(settings.searches), settings.threads_or_all),
            settings.reach,
            settings.guests_analyse,
        )
        app.state.door = Door(MOST_STRANGERS, MOST_BY_KEY)
        app.state.files = files
        yield
        await app.state.server.tables.close()

    return Starlette(
        routes=[
            Route("/", page), Route("/enter", enter, methods=["POST"]), Route("/style/map.css", map_style),
            Route("/board/{name}", board), Route("/words", words),
            Mount("/static", files), WebSocketRoute("/socket", socket),
        ],
        middleware=[
            Middleware(KnownHosts, hosts=settings.hosts), Middleware(Safety),
            Middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED),
        ],
        lifespan=lifespan,
    )


async def page(request: Request) -> Response:
    """The one page there is."""
    files: PageFiles = request.app.state.files
    return tagged(request, files.page(), "text/html")


async def enter(request: Request) -> Response:
    """Puts the key of a link into a cookie that no script reads and no other site sends."""
    keys: AccessKeys = request.app.state.server.keys
    key = bytearray()
    async for part in request.stream():
        key += part
        if len(key) > LONGEST:
            break
    access = keys.open(key.decode("latin-1"))
    if access is None:
        return PlainTextResponse("this key is not of this server", 403)
    answer = Response(status_code=204)
    kept = keys.open(request.cookies.get(keys.cookie))
    # The host who tries a guest's link stays the host.
    if access.host or kept is None or not kept.host:
        answer.set_cookie(keys.cookie, key.decode(), max_age=COOKIE_SECONDS, httponly=True, samesite="strict")
    return answer


async def map_style(request: Request) -> Response:
    """The style of the drawings."""
    return tagged(request, style(), "text/css")


async def board(request: Request) -> Response:
    """What of a board never changes."""
    name = request.path_params["name"]
    if name not in board_names():
        return JSONResponse({"error": "there is no such board"}, 404)
    return tagged(request, json_line(board_json(name, wanted_language(request))), "application/json")


async def words(request: Request) -> Response:
    """The page's own texts, in the language it asks for or else that its browser prefers."""
    later = request.query_params.get("part") == "later"
    return tagged(request, json_line(page_words(wanted_language(request), later=later)), "application/json")


def wanted_language(request: Request) -> Language:
    """What a browser reads."""
    return language_for(request.query_params.get("lang"), request.cookies, request.headers.get("accept-language", ""))


def tagged(request: Request, text: str, media_type: str) -> Response:
    """A text that a browser keeps, and asks for again only if it has changed."""
    body = text.encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    known = request.headers.get("if-none-match", "")
    if tag in {each.strip().removeprefix("W/") for each in known.split(",")}:
        return Response(status_code=304, headers={"etag": tag})
    return Response(body, media_type=media_type, headers={"etag": tag})


async def socket(websocket: WebSocket) -> None:
    """A browser, from its first message to its last."""
    app = websocket.app
    server: Server = app.state.server
    door: Door = app.state.door
    guest = Guest(websocket)
    access = server.keys.open(websocket.cookies.get(server.keys.cookie))
    if access is None:
        crowded_out = door.enter(guest)
        if isinstance(crowded_out, Guest):
            crowded_out.turn_away()
    elif not door.recognise(guest, access):
        await websocket.close(TOO_MANY)
        return
    outbox = Outbox(websocket.send_text)
    connection = Connection(server, outbox, access)
    sending = asyncio.create_task(outbox.run())
    # It ends when the browser is gone.
    sending.add_done_callback(lambda task: task.cancelled() or task.exception())
    try:
        await websocket.accept()
        await listen(websocket, connection, lambda: door.recognise(guest, connection.access))
    except (WebSocketDisconnect, RuntimeError):      # gone in the middle of a message
        pass
    finally:
        door.leave(guest)
        sending.cancel()
        await connection.close()


class Guest(Visitor):
    """A visitor with a socket."""

    def __init__(self, websocket: WebSocket) -> None:
        super().__init__()
        self._websocket = websocket
        self._going: asyncio.Task[None] | None = None

    def turn_away(self) -> None:
        """Closes the socket; nobody waits for that."""
        self._going = asyncio.create_task(self._close())

    async def _close(self) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):        # it is gone already
            await self._websocket.close(TOO_MANY)


async def listen(websocket: WebSocket, connection: Connection, admitted: Callable[[], bool]) -> None:
    """Hands on a browser's messages until it is gone, sends too much, or sends no key in time."""
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
        if connection.known and not admitted():
            return await websocket.close(TOO_MANY)
