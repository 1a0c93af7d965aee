"""Who may sit at a table that is begun from a page: people, and registered bots with settings that touch no file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hansa.bots.registry import BOTS, make_bot, parameters
from hansa.errors import HansaError
from hansa.table.session import HUMAN

MOST_OF = {"threads": 16, "memory": 1024}       # of a bot that is begun from the page


class ServerError(HansaError):
    """Something this server will not do; one line that says why."""

    code = "refused"


@dataclass(frozen=True)
class Chair:
    """A seat as the page knows it: what its player is called, and whether the person sits at the host's browser."""

    name: str = ""
    here: bool = True


def check_spec(spec: str) -> None:
    """Refuses what is no registered bot, and settings that name files or take more than this machine should give."""
    name, _, settings = spec.partition(":")
    if name not in BOTS:
        raise ServerError(f"there is no bot {name[:60]!r} for the page; registered are {', '.join(BOTS)}")
    known = {entry.name: entry for entry in parameters(name)}
    for key, _, value in (pair.strip().partition("=") for pair in settings.split(",") if pair):
        entry = known.get(key.strip())
        if entry is not None and "str" in entry.type and not entry.choices:
            raise ServerError(f"the setting {key!r} names a file; that is for the command line")
        most = MOST_OF.get(key.strip())
        if most is not None and value.strip().isdigit() and int(value) > most:
            raise ServerError(f"{key} is at most {most} on the page")
    make_bot(spec)


def person_or_bot(spec: str) -> str:
    """What a session calls somebody who is no bot."""
    return HUMAN if spec in ("", HUMAN, "here", "link") else spec


def seated(specs: Sequence[str]) -> tuple[tuple[str, ...], tuple[Chair, ...]]:
    """The seats of a record from elsewhere: whoever may not be begun here becomes a person of that name."""
    seats, chairs = [], []
    for spec in specs:
        try:
            if spec != HUMAN:
                check_spec(spec)
            seats.append(spec)
            chairs.append(Chair())
        except HansaError:
            seats.append(HUMAN)
            chairs.append(Chair(spec[:40]))
    return tuple(seats), tuple(chairs)
