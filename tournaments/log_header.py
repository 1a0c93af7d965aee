"""The first line of a log: the tournament and the environment. Its members are declared here."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hansa.bench import signature
from hansa.errors import HansaError
from hansa.json_lines import Json, is_whole
from hansa.members import OrNull, Whole
from hansa.messages import BadMessage, member, message_json, read_message
from hansa.plain_values import AsItIs, Plain, Text
from hansa.reading import Reader
from hansa.tournaments.schedule import ScheduleError, TableSetup, Tournament
from hansa.tournaments.seal import METHOD
from hansa.version import VERSION as HANSA_VERSION

__all__ = ["Header", "LogError", "new_header"]

VERSION = 1


class LogError(HansaError):
    """A log that cannot be read or added to; one line that names it and says what to do.

    >>> import tempfile
    >>> from hansa.tournaments.log_reading import read_log
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     read_log(file.name)
    Traceback (most recent call last):
        ...
    hansa.tournaments.log_header.LogError: ...: it is empty; is this a log of 'hansa tournament'?
    """

    code = "bad-log"


# in place of one that cannot be read
UNREADABLE = Tournament(("one", "other"), (TableSetup("hansa-23", 2),), check=False)


class Described(AsItIs[Tournament]):
    """A tournament: every game follows from it."""

    def read(self, reader: Reader, scene: object, value: object, where: str) -> Tournament:
        data = value if isinstance(value, dict) else {}
        try:
            return Tournament.from_json(data)
        except ScheduleError as error:
            reader.problem(str(error))
            return UNREADABLE

    def write(self, scene: object, value: Tournament) -> object:
        return value.to_json()

    def said(self) -> str:
        return ("an object of `bots`, `tables`, `blocks`, `seed`, `format`, `balanced`, `limit`, `clock`, `increment`, "
                "`test`; `named`, if bots have names of their own: the spec of each by its name; `openings`, if blocks "
                "begin from positions: their states, which every line-up gets in this order and its records have as "
                "`state`; `adjudication`, if games may be decided before their end: `agree`, `turns`, `proven`")


@dataclass(frozen=True, kw_only=True)
class Header:
    """The tournament, and with what it is played.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> header = new_header(Tournament(("markers", "random"), (TableSetup("east", 3),)), {}, "an example")
    >>> Header.from_json(header.to_json(), "here") == header, header.digest == header.tournament.digest
    (True, True)
    """

    version: int = member(Whole(VERSION, VERSION), "of logs", default=lambda: VERSION)
    tournament: Tournament = member(Described(), "the whole description, from which every game follows")
    specs: Mapping[str, str] = member(Plain("an object"), "the spec of each bot, with every option", name="bots")
    signature: str = member(Text(), "of the engine, as `hansa bench` says it")
    engine: str = member(Text(), "the version of hansa")
    commit: str = member(Text(), "its commit, with a `+` if it was changed; empty where there is no git")
    machine: Mapping[str, Any] = member(Plain("an object"), "system, Python, number of cores")
    command: str = member(Text(), "what was typed")
    started: str = member(Text(), "when, UTC")
    checksums: str | None = member(
        OrNull(Text()), f"`{METHOD}`: every line ends in a checksum; left out in logs of before", default=lambda: None,
        brief=True)

    def to_json(self) -> Json:
        """As the log has it."""
        return message_json(self)

    @classmethod
    def from_json(cls, data: object, where: str) -> Header:
        """The header from its JSON object."""
        if not isinstance(data, dict) or not isinstance(data.get("tournament"), dict):
            raise LogError(f"{where}: the first line describes no tournament; is this a log of 'hansa tournament'?")
        if data.get("version") != VERSION or not is_whole(data["version"]):
            raise LogError(f"{where}: a log of version {str(data.get('version'))[:20]}; this hansa reads version {VERSION}")
        try:
            return read_message(cls, "the first line", data, strict=False)
        except BadMessage as error:
            raise LogError(f"{where}: line 1: {error}") from error

    @property
    def digest(self) -> str:
        """Logs with the same digest hold parts of one tournament."""
        return self.tournament.digest


def new_header(tournament: Tournament, specs: Mapping[str, str], command: str) -> Header:
    """The header of a tournament that begins here and now.

    >>> from hansa.tournaments.schedule import TableSetup
    >>> tournament = Tournament(("markers", "random"), (TableSetup("east", 3),))
    >>> header = new_header(tournament, {"random": "random:seed=0"}, "an example")
    >>> len(header.signature), sorted(header.machine)
    (16, ['cores', 'python', 'system'])
    """
    machine = {"system": platform.platform(), "python": platform.python_version(), "cores": os.cpu_count() or 1}
    return Header(
        tournament=tournament, specs=specs, signature=signature(), engine=HANSA_VERSION, commit=commit(), machine=machine,
        command=command, started=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), checksums=METHOD,
    )


def commit() -> str:
    """The git commit of the code, with a `+` if it was changed since; empty where there is none."""
    here = Path(__file__).parent
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--abbrev=12", "--dirty=+", "--exclude=*"], cwd=here, capture_output=True,
            text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return found.stdout.strip() if found.returncode == 0 else ""
