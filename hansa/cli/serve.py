"""`hansa serve`: the local page for playing, watching and analysing."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from hansa.bots.exec_bot import check_found
from hansa.bots.registry import make_bot
from hansa.cli.arguments import option, repeated, switch, whole
from hansa.cli.commands import UsageError, command
from hansa.cli.exit_codes import INTERRUPTED
from hansa.logs import where_kept
from hansa.table.games_folder import games_folder

DEFAULT_PORT = 8484
LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, kw_only=True)
class ServeArguments:
    """Where, and how much it may think."""

    port: int = option(
        "--port", f"port; 0 chooses a free one (default {DEFAULT_PORT})", metavar="N", type=whole, default=DEFAULT_PORT)
    host: str = option("--host", "address to listen on (default 127.0.0.1: this machine only)", metavar="ADDRESS",
                       default="127.0.0.1")
    name: tuple[str, ...] = repeated(
        "--name", "another host name that requests may use (may be repeated)", metavar="NAME")
    games: str | None = option("--games", "folder of saved games (default: $HANSA_GAMES, or your data folder)",
                               metavar="FOLDER")
    logs: tuple[str, ...] = repeated(
        "--logs", "folder with tournament logs (default: the current one; may be repeated)", metavar="FOLDER")
    bot: tuple[str, ...] = repeated(
        "--bot", "a bot of yours to offer on the page, such as exec:./my-bot (may be repeated)", metavar="BOT")
    threads: int = option("--threads", "threads per search (default: all)", metavar="N", type=whole, default=0)
    searches: int = option("--searches", "simultaneous searches (default 2)", metavar="N", type=whole, default=2)
    no_guest_analysis: bool = switch("--no-guest-analysis", "do not let guests ask the AI about a game in progress")
    open: bool = switch("--open", "open the page in a browser")


def run(arguments: ServeArguments) -> int:
    """Serves until Ctrl-C."""
    check_installed()
    import uvicorn  # only this command needs it, and it takes a while

    from hansa.web.access_keys import AccessKeys
    from hansa.web.addresses import lan_address
    from hansa.web.app import Settings, make_app
    from hansa.web.moving import bots_think
    from hansa.web.requests import MOST_BYTES, MOST_SPEC

    folder = Path(arguments.games) if arguments.games else games_folder()
    if arguments.port > 65535:
        raise UsageError(f"--port is a number up to 65535, not {arguments.port}")
    names = {*LOCAL, "[::1]", arguments.host, *arguments.name}
    if arguments.host not in LOCAL and not arguments.name:
        names |= own_names()
    logs = tuple(Path(name) for name in arguments.logs or (".",))
    for spec in arguments.bot:
        check_found(make_bot(spec))     # a wrong bot is refused now, not in the first game
        if len(spec) > MOST_SPEC:
            raise UsageError(f"--bot takes at most {MOST_SPEC} characters; give a longer command a short script")
    key = AccessKeys.of_folder(folder).host()
    listener = listen(arguments.host, arguments.port)
    port = listener.getsockname()[1]
    reach = ""
    if arguments.host not in LOCAL:
        elsewhere = arguments.name[0] if arguments.name else lan_address(arguments.host)
        names.add(elsewhere)
        reach = f"http://{elsewhere}:{port}"
    settings = Settings(
        folder, logs, arguments.threads, max(1, arguments.searches), arguments.bot, tuple(sorted(names)), reach,
        guests_analyse=not arguments.no_guest_analysis)
    shown = "127.0.0.1" if arguments.host in LOCAL or arguments.host in ("0.0.0.0", "::") else arguments.host
    link = f"http://{shown}:{port}/#key={key}"
    config = uvicorn.Config(
        make_app(settings), log_level="warning", ws="websockets-sansio", ws_max_size=MOST_BYTES, lifespan="on",
        access_log=False, server_header=False, log_config=None, timeout_graceful_shutdown=2,
    )

    async def serve() -> None:
        """Says where the page is as soon as Ctrl-C can stop the server cleanly."""
        print(f"hansa serves at {link}", flush=True)
        print(f"games are kept in {folder}, tracebacks of faults {where_kept()}; Ctrl-C ends", flush=True)
        if reach:
            print(f"others on this network find it at {reach}; the page hands out their links", flush=True)
        if arguments.host not in LOCAL:
            print("hansa: warning: everybody on this network who has a link can play; it is not encrypted", file=sys.stderr)
        if arguments.open:
            import webbrowser

            webbrowser.open(link)
        await uvicorn.Server(config).serve(sockets=[listener])

    # Ctrl-C may come before the server has taken the socket over
    with contextlib.suppress(KeyboardInterrupt), listener:
        asyncio.run(serve())
    if bots_think():        # for minutes, perhaps; every game is already on disk
        sys.stdout.flush()
        os._exit(INTERRUPTED)
    return INTERRUPTED


def check_installed() -> None:
    """Raises a line that names the extra, if a library of the page is missing."""
    for name in ("starlette", "uvicorn", "websockets"):
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise UsageError(f"the page needs {name}, which is not installed: pip install 'hansa[web]'") from error


def listen(host: str, port: int) -> socket.socket:
    """The socket, bound: so that a port in use is one line and not a traceback."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with contextlib.ExitStack() as closed_on_failure:
            listener = closed_on_failure.enter_context(socket.socket(family, socket.SOCK_STREAM))
            # After a restart the port is free at once. On Windows the same option would let two
            # programs share it.
            option = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
            listener.setsockopt(socket.SOL_SOCKET, option, 1)
            listener.bind((host, port))
            # a visitor who opens the link before the server is ready waits and is not refused
            listener.listen(128)
            closed_on_failure.pop_all()
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot listen at {host}:{port}: {reason}; choose another --port, 0 takes any free one") from error
    return listener


def own_names() -> set[str]:
    """Under which names and addresses others on the network may call this machine."""
    names = {socket.gethostname()}
    with contextlib.suppress(OSError):
        names |= {str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)}
    return names


COMMAND = command(
    ServeArguments,
    run,
    name="serve",
    purpose="Start a local web page to play, watch and analyse in a browser. Prints its link, and serves until Ctrl-C.",
    examples="""
        hansa serve --open
        hansa serve --port 0 --games ./games
        hansa serve --bot exec:./my-bot --bot "exec:seconds=1:python3 my_bot.py"
        hansa serve --logs ./tournaments    # show tournaments, live while they are played
        hansa serve --host 0.0.0.0          # let others on your network play, with links that you give them
    """,
    read_on="'hansa docs share-the-page' for playing with others; 'hansa docs architecture' for how it works.",
)
