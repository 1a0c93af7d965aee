"""The tables of messages in docs/formats, written from their declarations:
`python -m tests.message_tables`.

Each stands between `<!-- NAME: ... -->` and `<!-- end of NAME -->`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from hansa.bots.program_messages import ANSWERS, TOLD, ProgramOption
from hansa.members import members_of
from hansa.messages import message_table, summary
from hansa.protocol.answers import Failure, LineFound, Progress
from hansa.protocol.commands import COMMANDS as ENGINE_COMMANDS
from hansa.record_members import RecordMembers
from hansa.tournaments.game_members import GameMembers
from hansa.tournaments.log_header import Header
from hansa.web.answers import Failure as PageFailure
from hansa.web.answers import answer_kinds
from hansa.web.connection import COMMANDS as PAGE_COMMANDS
from hansa.web.lobby_answers import BotOffered, GameListed, GameUnreadable, LoggedGame, Setting
from hansa.web.pushes import PUSHES, LogEntry, ShownClocks, ShownPeople, ShownSeat, ShownTable

FORMATS = Path(__file__).parents[1] / "docs" / "formats"
NOTE = "written by `python -m tests.message_tables`"


def described(title: str, kind: type) -> str:
    """A message: what it is for, and its members."""
    return "\n\n".join(part for part in (f"{title}: {summary(kind)}", "\n".join(message_table(kind))) if part)


def answered(answers: Iterable[type], told: set[type]) -> Iterator[str]:
    """How a request is answered; the names of the members alone if that kind of answer has been
    told."""
    for number, kind in enumerate(answers):
        begin = "Answer" if number == 0 else "Or"
        if kind in told:
            yield f"{begin}: {', '.join(f'`{each.name}`' for each in members_of(kind).values())}."
        else:
            told.add(kind)
            yield "\n".join([f"{begin}:", "", *message_table(kind)])


def page_requests() -> str:
    """What a browser may ask, and how it is answered."""
    found, told = [], set[type]()
    for name, command in PAGE_COMMANDS.items():
        found.append(described(f"**`{name}`**", command.request))
        found += answered(answer_kinds(command.answer), told)
    others: dict[str, type] = {
        "A bot": BotOffered, "One of its `parameters`": Setting, "An entry of `games`": GameListed,
        "Or": GameUnreadable, "A game of a tournament": LoggedGame, "`error`": PageFailure}
    found += [described(f"**{name}**", kind) for name, kind in others.items()]
    return "\n\n".join(found)


def page_pushes() -> str:
    """What a browser is told unasked."""
    found = [described(f"**`{name}`**", kind) for name, kind in PUSHES.items()]
    others: dict[str, type] = {
        "The `table`": ShownTable, "One of its `seats`": ShownSeat, "An entry of its `log`": LogEntry,
        "Its `people`": ShownPeople, "Its `clock`": ShownClocks}
    return "\n\n".join([*found, *(described(f"**{name}**", kind) for name, kind in others.items())])


def engine_messages() -> str:
    """What may be asked of the engine, and how it answers; an answer that several requests have is
    described once."""
    found, told = [], set[type]()
    for name, command in ENGINE_COMMANDS.items():
        since = "" if command.since == 1 else f" (version {command.since})"
        found.append(described(f"**`{name}`**{since}", command.request))
        found += answered([command.answer], told)
    others = {"An entry of `lines`": LineFound, "`info`": Progress, "`error`": Failure}
    found += [described(f"**{name}**", kind) for name, kind in others.items()]
    return "\n\n".join(found)


def record_members() -> str:
    """What a record holds."""
    return "\n".join(message_table(RecordMembers))


def log_members() -> str:
    """What the first line of a log holds, and its games beside the members of a record."""
    return "\n\n".join((described("**The first line**", Header), described("**The other lines**", GameMembers)))


def program_messages() -> str:
    """What a program is told, and what it may answer."""
    found = []
    for name, kind in TOLD.items():
        found.append(described(f"**`{name}`**", kind))
        if name in ANSWERS:
            table = message_table(ANSWERS[name])
            found.append("\n".join(["Answer:", "", *table]) if table else "Answer: no members of its own.")
    found.append(described("**An entry of `options`** of the answer to `hello`", ProgramOption))
    return "\n\n".join(found)


PAGES: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "records": {"members of a record": record_members, "members of a log": log_members},
    "protocol": {"messages of the engine": engine_messages, "messages to programs": program_messages},
    "page": {"requests of the page": page_requests, "pushes of the page": page_pushes},
}


def path_of(name: str) -> Path:
    """Where a page is."""
    return FORMATS / f"{name}.md"


def with_tables(page: str, tables: Mapping[str, Callable[[], str]]) -> str:
    """The page with its tables as they follow from the declarations."""
    for name, write in tables.items():
        begin, end = f"<!-- {name}: {NOTE} -->\n", f"<!-- end of {name} -->"
        assert page.count(begin) == page.count(end) == 1, name
        before, after = page.partition(begin)[0], page.partition(end)[2]
        page = f"{before}{begin}\n{write()}\n\n{end}{after}"
    return page


if __name__ == "__main__":
    for page, tables in PAGES.items():
        path_of(page).write_text(with_tables(path_of(page).read_text(encoding="utf-8"), tables), encoding="utf-8")
