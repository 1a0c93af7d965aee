"""The tables of messages in docs/formats, written from their declarations:
`python -m tests.message_tables`.

Each stands between `<!-- NAME: ... -->` and `<!-- end of NAME -->`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path

from hansa.bots.program_messages import ANSWERS, TOLD, ProgramOption
from hansa.members import Either, Object, members_of
from hansa.messages import message_table, summary
from hansa.protocol.answers import Failure, Progress
from hansa.protocol.commands import COMMANDS as ENGINE_COMMANDS
from hansa.record_members import RecordMembers
from hansa.tournaments.game_members import GameMembers
from hansa.tournaments.log_header import Header
from hansa.web.answers import Failure as PageFailure
from hansa.web.answers import answer_kinds
from hansa.web.connection import COMMANDS as PAGE_COMMANDS
from hansa.web.pushes import PUSHES

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


def objects_in(kind: type) -> Iterator[tuple[str, type]]:
    """The kinds of objects in a message, each with the member that holds it, outer first."""
    for each in members_of(kind).values():
        for inner in kinds_of(each.codec):
            yield each.name, inner
            yield from objects_in(inner)


def kinds_of(codec: object) -> Iterator[type]:
    """The kinds of objects that a codec reads: its own, or those of the codecs inside it."""
    if isinstance(codec, Object):
        yield codec.kind
    elif isinstance(codec, Either):
        yield from codec.kinds
    elif is_dataclass(codec):
        for part in fields(codec):
            inner = getattr(codec, part.name)
            for one in inner if isinstance(inner, tuple) else (inner,):
                yield from kinds_of(one)


def inside(messages: Iterable[tuple[str, type]], told: Collection[type] = ()) -> Iterator[str]:
    """The objects in some messages, each once, by the first message that has it."""
    known = set(told)
    for name, kind in messages:
        for holder, inner in objects_in(kind):
            if inner not in known:
                known.add(inner)
                yield described(f"**An object in `{holder}`** of `{name}`", inner)


def page_requests() -> str:
    """What a browser may ask, and how it is answered, without the objects that are pushed too."""
    found, told = [], set[type]()
    for name, command in PAGE_COMMANDS.items():
        found.append(described(f"**`{name}`**", command.request))
        found += answered(answer_kinds(command.answer), told)
    pushed = {inner for kind in PUSHES.values() for _, inner in objects_in(kind)}
    messages = [(name, kind) for name, command in PAGE_COMMANDS.items()
                for kind in (command.request, *answer_kinds(command.answer))]
    return "\n\n".join([*found, *inside(messages, told | pushed), described("**`error`**", PageFailure)])


def page_pushes() -> str:
    """What a browser is told unasked."""
    return "\n\n".join([*(described(f"**`{name}`**", kind) for name, kind in PUSHES.items()), *inside(PUSHES.items())])


def engine_messages() -> str:
    """What may be asked of the engine, and how it answers; an answer that several requests have is
    described once."""
    found, told = [], set[type]()
    for name, command in ENGINE_COMMANDS.items():
        since = "" if command.since == 1 else f" (version {command.since})"
        found.append(described(f"**`{name}`**{since}", command.request))
        found += answered([command.answer], told)
    messages = [(name, kind) for name, command in ENGINE_COMMANDS.items() for kind in (command.request, command.answer)]
    others = {"`info`": Progress, "`error`": Failure}
    return "\n\n".join([*found, *inside(messages, told), *(described(f"**{name}**", kind) for name, kind in others.items())])


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
    found.append(described("**An object in `options`** of the answer to `hello`", ProgramOption))
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
