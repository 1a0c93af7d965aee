"""Who may sit at a table of the page: people, registered bots without files, invited bots."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from hansa.bots.registry import BOTS, make_bot, options_of, parameters
from hansa.errors import HansaError
from hansa.phrases import say
from hansa.table.session import HUMAN
from hansa.web.chairs import Chair

LONGEST_NAME = 40       # characters of a player's name
# As `hansa play --table --names` takes them.
PERSON = re.compile(rf"[\w .'-]{{1,{LONGEST_NAME}}}")
# Of a bot that is begun from the page: threads, megabytes, seconds, simulations.
MOST_OF = {
    "threads": 16, "memory": 1024, "seconds": 600, "turn_seconds": 600, "clock": 36_000, "increment": 600,
    "simulations": 10_000_000, "cut": 100_000,
}


class ServerError(HansaError):
    """Something this server will not do; one line that says why."""

    code = "refused"


def check_spec(spec: str, invited: Sequence[str] = ()) -> None:
    """Refuses a spec that is not a registered bot, and settings that name files or take more than
    this machine should give.

    The host may invite other bots, which are not checked: programs, files (`hansa serve --bot`).
    """
    if spec in invited:
        return
    name, _, settings = spec.partition(":")
    if name not in BOTS:
        raise ServerError(f"there is no bot {name[:60]!r} for the page; registered are {', '.join(BOTS)}; "
                          "others are invited with 'hansa serve --bot'")
    known = {entry.name: entry for entry in parameters(name)}
    for key, _, _ in (pair.partition("=") for pair in settings.split(",")):
        entry = known.get(key.strip())
        if entry is not None and entry.local:
            raise ServerError(f"the setting {key.strip()!r} is for the command line alone: it names a file or a program")
    options = options_of(spec)
    for key, most in MOST_OF.items():
        if (getattr(options, key, None) or 0) > most:
            raise ServerError(say("{setting} is at most {most} on the page", setting=key, most=most))
    make_bot(spec)


def people_of(
    specs: Sequence[str], chairs: Sequence[Chair]
) -> tuple[tuple[str, ...], tuple[Chair, ...]]:
    """The seats of a game in the folder: a name that is not a bot's is a person's, as `hansa play
    --table` notes them.

    >>> people_of(("Anna", "human", "greedy"), (Chair(),) * 3)
    (('human', 'human', 'greedy'), (Chair(name='Anna', ...), Chair(name='', ...), Chair(name='', ...)))
    """
    seats, known = [], []
    for spec, chair in zip(specs, chairs, strict=True):
        person = spec == HUMAN or not _is_bot(spec)
        seats.append(HUMAN if person else spec)
        known.append(replace(chair, name=chair.name or spec[:LONGEST_NAME]) if person and spec != HUMAN else chair)
    return tuple(seats), tuple(known)


def _is_bot(spec: str) -> bool:
    """Whether a text means a bot, even a broken one: registered, or no name for a person."""
    return spec in BOTS or spec.endswith(".py") or PERSON.fullmatch(spec) is None


def person_or_bot(spec: str) -> str:
    """What a session calls a person."""
    return HUMAN if spec in ("", HUMAN, "here", "link") else spec


def seated(specs: Sequence[str], invited: Sequence[str] = ()) -> tuple[tuple[str, ...], tuple[Chair, ...]]:
    """The seats of a foreign record: bots that may not run here become people of that name."""
    seats, chairs = [], []
    for spec in specs:
        try:
            if spec != HUMAN:
                check_spec(spec, invited)
            seats.append(spec)
            chairs.append(Chair())
        except HansaError:
            seats.append(HUMAN)
            chairs.append(Chair(spec[:LONGEST_NAME]))
    return tuple(seats), tuple(chairs)
